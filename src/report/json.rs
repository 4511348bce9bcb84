//! Answers for programs: one JSON object a line. Fields may be added but are never renamed.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use crate::certificate::Certificate;
use crate::expr::value::{Outcome, Value};
use crate::picture::Drawing;
use crate::query::answer;
use crate::report::look::is_harmful;
use crate::text::diagnostic::Diagnostic;

/// How an answer is known.
#[derive(Debug, Serialize)]
pub struct By {
    how: String,
    engine: String,
    detail: String,
}

impl From<&answer::By> for By {
    fn from(by: &answer::By) -> By {
        By {
            how: by.how.to_string(),
            engine: by.engine.clone(),
            detail: by.detail.clone(),
        }
    }
}

/// A move in words and the position it leaves.
#[derive(Debug, Serialize)]
pub struct MoveTo {
    #[serde(rename = "move")]
    words: String,
    to: String,
}

impl From<&answer::MoveTo> for MoveTo {
    fn from(play: &answer::MoveTo) -> MoveTo {
        MoveTo {
            words: play.words.clone(),
            to: play.to.to_string(),
        }
    }
}

/// The answer of `eval`.
#[derive(Debug, Serialize)]
pub struct Eval<'a> {
    query: String,
    value: Written<'a>,
    by: By,
}

impl<'a> Eval<'a> {
    /// The answer to the expression `query`.
    pub fn new(query: &str, answer: &'a answer::Answer) -> Eval<'a> {
        Eval {
            query: query.to_owned(),
            value: Written(&answer.value),
            by: By::from(&answer.by),
        }
    }
}

/// The answer of `solve`.
#[derive(Debug, Serialize)]
pub struct Solve {
    position: String,
    winner: &'static str,
    grundy: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    infinite: Option<Vec<u64>>,
    winning: Vec<MoveTo>,
    winning_count: Option<u64>,
    best: Option<MoveTo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    by: By,
}

impl From<&answer::Solution> for Solve {
    fn from(solution: &answer::Solution) -> Solve {
        Solve {
            position: solution.position.to_string(),
            winner: solution.winner.word(),
            grundy: solution.grundy,
            infinite: solution.infinite.clone(),
            winning: solution.winning.iter().map(MoveTo::from).collect(),
            winning_count: solution.winning_count,
            best: solution.best.as_ref().map(|best| MoveTo::from(&best.play)),
            stopped: solution
                .stopped
                .map(|limit| Diagnostic::from(limit).message),
            by: By::from(&solution.by),
        }
    }
}

/// The answer of `values`.
#[derive(Debug, Serialize)]
pub struct Values<'a> {
    game: String,
    from: i64,
    #[serde(serialize_with = "numbers")]
    values: &'a answer::Values,
    by: By,
}

/// A value: a number, or as text or null where it is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Entry<'a> {
    Number(u64),
    Special(&'a Option<String>),
}

fn numbers<S: Serializer>(values: &&answer::Values, serializer: S) -> Result<S::Ok, S::Error> {
    let entry = |(place, value)| match values.special.get(&place) {
        Some(special) => Entry::Special(special),
        None => Entry::Number(value),
    };
    serializer.collect_seq(values.values.iter().enumerate().map(entry))
}

impl<'a> From<&'a answer::Values> for Values<'a> {
    fn from(values: &'a answer::Values) -> Values<'a> {
        Values {
            game: values.game.clone(),
            from: values.from,
            values,
            by: By::from(&values.by),
        }
    }
}

/// The answer of `period`.
#[derive(Debug, Serialize)]
pub struct Period<'a> {
    game: String,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    proven: bool,
    theorem: Option<String>,
    checked_to: u64,
    max: u64,
    why_not: Option<&'a str>,
    stopped: Option<&'a str>,
    by: By,
}

impl<'a> Period<'a> {
    /// What was found, and by which limit the work was stopped, if by one.
    pub fn new(found: &'a answer::Periodicity, stopped: Option<&'a str>) -> Period<'a> {
        let is_proven = found.proven.is_some();
        let shown = found.proven.as_ref().or(found.observed.as_ref());
        Period {
            game: found.game.clone(),
            period: shown.map(|shown| shown.period),
            preperiod: shown.map(|shown| shown.preperiod),
            saltus: shown.map(|shown| shown.saltus),
            proven: is_proven,
            theorem: found.proven.as_ref().map(|proven| proven.theorem.clone()),
            checked_to: found.checked_to,
            max: found.largest.0,
            why_not: found.why_not.as_deref(),
            stopped,
            by: By::from(&found.by),
        }
    }
}

/// A line of `survey`.
#[derive(Debug, Serialize)]
pub struct Surveyed<'a> {
    game: &'a str,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    proven: bool,
    proof: Option<&'a str>,
    max: u64,
    max_at: u64,
    rare_heaps: Option<u64>,
    computed_to: Option<u64>,
    stopped: Option<&'a str>,
}

impl<'a> Surveyed<'a> {
    /// What was found of a game under this name, and by which limit the work was stopped, if by one.
    pub fn new(
        game: &'a str,
        found: &'a answer::Periodicity,
        stopped: Option<&'a str>,
    ) -> Surveyed<'a> {
        let shown = found.proven.as_ref().or(found.observed.as_ref());
        Surveyed {
            game,
            period: shown.map(|shown| shown.period),
            preperiod: shown.map(|shown| shown.preperiod),
            saltus: shown.map(|shown| shown.saltus),
            proven: found.proven.is_some(),
            proof: found.proven.as_ref().map(|proven| proven.theorem.as_str()),
            max: found.largest.0,
            max_at: found.largest.1,
            rare_heaps: found.rare_heaps,
            computed_to: found.computed_to,
            stopped,
        }
    }
}

/// Writes JSON in which what a terminal would obey is escaped.
///
/// # Errors
/// It cannot be written.
pub fn write(out: &mut dyn io::Write, answer: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Harmless);
    Ok(answer.serialize(&mut serializer)?)
}

/// The compact form, with escapes for what `is_harmful`.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        mut fragment: &str,
    ) -> io::Result<()> {
        while let Some((place, harmful)) = fragment.char_indices().find(|(_, c)| is_harmful(*c)) {
            let (before, rest) = fragment.split_at(place);
            out.write_all(before.as_bytes())?;
            for unit in harmful.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            fragment = rest.get(harmful.len_utf8()..).unwrap_or("");
        }
        out.write_all(fragment.as_bytes())
    }
}

/// The answer of `verify`.
#[derive(Debug, Serialize)]
pub struct Verified<'a> {
    game: &'a str,
    verified: bool,
    period: u64,
    preperiod: u64,
    saltus: u64,
    checked_to: Option<u64>,
    why_not: Option<&'a str>,
}

impl<'a> Verified<'a> {
    /// The verdict on a certificate.
    pub fn new(claim: &'a Certificate, verdict: &'a answer::Verdict) -> Verified<'a> {
        let (checked_to, why_not) = match verdict {
            answer::Verdict::Right(checked_to) => (Some(*checked_to), None),
            answer::Verdict::Wrong(why) => (None, Some(why.as_str())),
        };
        Verified {
            game: &claim.game,
            verified: why_not.is_none(),
            period: claim.period,
            preperiod: claim.preperiod,
            saltus: claim.saltus,
            checked_to,
            why_not,
        }
    }
}

/// A move in the answer of `line`.
#[derive(Debug, Serialize)]
pub struct Step {
    player: &'static str,
    #[serde(flatten)]
    play: MoveTo,
}

/// The answer of `line`.
#[derive(Debug, Serialize)]
pub struct Line {
    position: String,
    winner: &'static str,
    moves: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats: Option<usize>,
    perfect: bool,
    by: By,
}

impl From<&answer::Line> for Line {
    fn from(line: &answer::Line) -> Line {
        let moves = line.steps.iter().map(|step| Step {
            player: Outcome::decided(step.by_first).word(),
            play: MoveTo::from(&step.play),
        });
        Line {
            position: line.start.to_string(),
            winner: line.winner.word(),
            moves: moves.collect(),
            repeats: line.repeats,
            perfect: line.is_perfect,
            by: By::from(&line.by),
        }
    }
}

/// The answer of `explain`.
#[derive(Debug, Serialize)]
pub struct Explain {
    /// The position.
    pub position: String,
    /// Why, as people read it.
    pub text: String,
}

/// The answer of `plot`.
#[derive(Debug, Serialize)]
pub struct Plot<'a> {
    plot: &'a str,
    kind: &'static str,
    /// The file it was written to.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The picture, where it was written to no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    by: By,
}

impl<'a> Plot<'a> {
    /// A picture that was written to a file, or is given here.
    pub fn new(drawing: &'a Drawing, file: Result<&'a str, String>, by: &answer::By) -> Plot<'a> {
        let (file, svg) = match file {
            Ok(file) => (Some(file), None),
            Err(svg) => (None, Some(svg)),
        };
        Plot {
            plot: &drawing.title,
            kind: drawing.kind(),
            file,
            svg,
            by: By::from(by),
        }
    }
}

/// What `report` wrote.
#[derive(Debug, Serialize)]
pub struct Page<'a> {
    /// The game.
    pub game: &'a str,
    /// The file.
    pub file: &'a str,
}

/// The answer of `plan`.
#[derive(Debug, Serialize)]
pub struct Plan {
    /// The game.
    pub game: String,
    /// Which engine answers and why it may.
    pub plan: String,
}

/// The answer of `export`.
#[derive(Debug, Serialize)]
pub struct Export {
    /// The game.
    pub game: String,
    /// The name of the language.
    pub lang: &'static str,
    /// The text of the program.
    pub code: String,
}

/// An expectation that was tested.
#[derive(Debug, Serialize)]
pub struct Test<'a> {
    file: String,
    line: usize,
    expect: String,
    ok: bool,
    left: Option<Written<'a>>,
    right: Option<Written<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> Test<'a> {
    /// An expectation that holds or fails.
    pub fn tested(file: &str, line: usize, tested: &'a answer::Tested) -> Test<'a> {
        let right = tested.right.as_ref();
        Test {
            file: file.to_owned(),
            line,
            expect: tested.text.clone(),
            ok: tested.ok,
            left: Some(Written(&tested.left)),
            right: right.map(|(right, _)| Written(right)),
            error: None,
        }
    }

    /// An expectation that could not be worked out.
    pub fn failed(file: &str, line: usize, expect: &str, error: String) -> Test<'a> {
        Test {
            file: file.to_owned(),
            line,
            expect: expect.to_owned(),
            ok: false,
            left: None,
            right: None,
            error: Some(error),
        }
    }
}

/// What `check` says of a file.
#[derive(Debug, Serialize)]
pub struct Check {
    /// The file.
    pub file: String,
    /// How many games it defines, with those of the files it uses.
    pub games: usize,
    /// How many expectations.
    pub expectations: usize,
    /// How many mistakes.
    pub mistakes: usize,
    /// How many warnings.
    pub warnings: usize,
}

/// A value; positions and games as they are written, `none` as null.
#[derive(Debug)]
pub struct Written<'a>(pub &'a Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Int(n) => out.serialize_i64(*n),
            Value::Bool(truth) => out.serialize_bool(*truth),
            Value::Outcome(outcome) => out.serialize_str(outcome.word()),
            Value::Str(text) => out.serialize_str(text),
            Value::List(items) | Value::Tuple(items) => out.collect_seq(items.iter().map(Written)),
            Value::Position(position) => out.collect_str(position),
            Value::Game(game) => out.serialize_str(&game.label),
            Value::Nothing => out.serialize_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_as_json() {
        let nested = Value::list(vec![
            Value::Int(i64::MAX),
            Value::tuple(vec![Value::Int(-1), Value::Bool(true)]),
            Value::Outcome(Outcome::Second),
            Value::text("a \"b\""),
            Value::Nothing,
        ]);
        assert_eq!(
            serde_json::to_string(&Written(&nested)).unwrap(),
            r#"[9223372036854775807,[-1,true],"second","a \"b\"",null]"#
        );
    }

    #[test]
    fn field_names_are_the_documented_ones() {
        let by = answer::By {
            how: answer::How::Theorem,
            engine: "interval".to_owned(),
            detail: "why".to_owned(),
        };
        let values = answer::Values {
            game: "nim".to_owned(),
            from: 2,
            values: [2, 3, 0, 0].into_iter().collect(),
            special: [(2, Some("∞(0)".to_owned())), (3, None)].into(),
            by: by.clone(),
        };
        assert_eq!(
            serde_json::to_string(&Values::from(&values)).unwrap(),
            r#"{"game":"nim","from":2,"values":[2,3,"∞(0)",null],"by":{"how":"theorem","engine":"interval","detail":"why"}}"#
        );
        let answer = answer::Answer {
            value: Value::Int(7),
            by,
        };
        assert_eq!(
            serde_json::to_string(&Eval::new("1 + 6", &answer)).unwrap(),
            r#"{"query":"1 + 6","value":7,"by":{"how":"theorem","engine":"interval","detail":"why"}}"#
        );
    }
}
