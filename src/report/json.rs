//! Answers for programs: one JSON object a line. Fields may be added but are never renamed.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

use crate::certificate::Certificate;
use crate::expr::value::Value;
use crate::picture::Drawing;
use crate::query::answer::{self, By};
use crate::query::explain::Explanation;
use crate::query::heaps;
use crate::report::look::is_harmful;

/// The answer of `eval`.
#[derive(Debug, Serialize)]
pub struct Eval<'a> {
    /// The expression.
    pub query: &'a str,
    /// Its value.
    #[serde(flatten)]
    pub answer: &'a answer::Answer,
}

/// The answer of `values`.
#[derive(Debug, Serialize)]
pub struct Values<'a> {
    game: &'a str,
    from: i64,
    #[serde(serialize_with = "numbers")]
    values: &'a answer::Values,
    by: &'a By,
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
            game: &values.game,
            from: values.from,
            values,
            by: &values.by,
        }
    }
}

/// The answer of `period`.
#[derive(Debug, Serialize)]
pub struct Period<'a> {
    game: &'a str,
    period: Option<u64>,
    preperiod: Option<u64>,
    saltus: Option<u64>,
    proven: bool,
    theorem: Option<&'a str>,
    checked_to: u64,
    max: u64,
    why_not: Option<&'a str>,
    stopped: Option<&'a str>,
    by: &'a By,
}

impl<'a> Period<'a> {
    /// What was found, and by which limit the work was stopped, if by one.
    pub fn new(found: &'a answer::Periodicity, stopped: Option<&'a str>) -> Period<'a> {
        let is_proven = found.proven.is_some();
        let shown = found.proven.as_ref().or(found.observed.as_ref());
        Period {
            game: &found.game,
            period: shown.map(|shown| shown.period),
            preperiod: shown.map(|shown| shown.preperiod),
            saltus: shown.map(|shown| shown.saltus),
            proven: is_proven,
            theorem: found.proven.as_ref().map(|proven| proven.theorem.as_str()),
            checked_to: found.checked_to,
            max: found.largest.0,
            why_not: found.why_not.as_deref(),
            stopped,
            by: &found.by,
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

/// The answer of `explain`.
#[derive(Debug, Serialize)]
pub struct Explain<'a> {
    /// Why, in fields.
    #[serde(flatten)]
    pub explanation: &'a Explanation,
    /// Why, as people read it.
    pub text: &'a str,
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
    by: &'a By,
}

impl<'a> Plot<'a> {
    /// A picture that was written to a file, or is given here.
    pub fn new(drawing: &'a Drawing, file: Result<&'a str, String>, by: &'a By) -> Plot<'a> {
        let (file, svg) = match file {
            Ok(file) => (Some(file), None),
            Err(svg) => (None, Some(svg)),
        };
        Plot {
            plot: &drawing.title,
            kind: drawing.kind(),
            file,
            svg,
            by,
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
pub struct Plan<'a> {
    /// The game.
    pub game: &'a str,
    /// Which engine answers and why it may.
    pub plan: &'a str,
}

/// The answer of `export`.
#[derive(Debug, Serialize)]
pub struct Export<'a> {
    /// The game.
    pub game: &'a str,
    /// The name of the language.
    pub lang: &'static str,
    /// The text of the program.
    pub code: &'a str,
}

/// An expectation that was tested.
#[derive(Debug, Serialize)]
pub struct Test<'a> {
    file: &'a str,
    line: usize,
    expect: &'a str,
    ok: bool,
    left: Option<&'a Value>,
    right: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> Test<'a> {
    /// An expectation that holds or fails.
    pub fn tested(file: &'a str, line: usize, tested: &'a answer::Tested) -> Test<'a> {
        Test {
            file,
            line,
            expect: &tested.text,
            ok: tested.ok,
            left: Some(&tested.left),
            right: tested.right.as_ref().map(|(right, _)| right),
            error: None,
        }
    }

    /// An expectation that could not be worked out.
    pub fn failed(file: &'a str, line: usize, expect: &'a str, error: String) -> Test<'a> {
        Test {
            file,
            line,
            expect,
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

/// The answer of `quotient`.
#[derive(Debug, Serialize)]
pub struct Quotient<'a> {
    game: &'a str,
    upto: u64,
    order: u64,
    p_portion: u64,
    partial_orders: &'a [(u64, u64)],
    whole: bool,
    period: Option<u64>,
    preperiod: Option<u64>,
    generators: &'a [u32],
    presentation: &'a str,
    p_elements: &'a [String],
    images: &'a [String],
    lost_piles: &'a [u64],
    stopped: Option<&'a str>,
    by: &'a By,
}

impl<'a> From<&'a heaps::MisereQuotient> for Quotient<'a> {
    fn from(found: &'a heaps::MisereQuotient) -> Quotient<'a> {
        Quotient {
            game: &found.game,
            upto: found.upto,
            order: found.order,
            p_portion: found.p_portion,
            partial_orders: &found.partial_orders,
            whole: found.period.is_some(),
            period: found.period.map(|(period, _)| period),
            preperiod: found.period.map(|(_, preperiod)| preperiod),
            generators: &found.generators,
            presentation: &found.relations,
            p_elements: &found.p_elements,
            images: &found.images,
            lost_piles: &found.lost_piles,
            stopped: found.stopped.as_deref(),
            by: &found.by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::value::Outcome;

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
            serde_json::to_string(&nested).unwrap(),
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
        let eval = Eval {
            query: "1 + 6",
            answer: &answer,
        };
        assert_eq!(
            serde_json::to_string(&eval).unwrap(),
            r#"{"query":"1 + 6","value":7,"by":{"how":"theorem","engine":"interval","detail":"why"}}"#
        );
    }
}
