//! Answers for programs: one JSON object a line. Fields may be added but are never renamed.

use std::io;

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use serde_json::{Value, json};

use crate::certificate::Certificate;
use crate::picture::Drawing;
use crate::query::answer::{self, Evidence, Periodicity, Tested, Verdict};
use crate::query::misere::MisereQuotient;
use crate::report::look::is_harmful;
use crate::solve::loopy::LoopyValue;
use crate::text::diagnostic::Report;

/// Writes JSON in which what a terminal would obey is escaped.
pub fn write(out: &mut dyn io::Write, answer: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, Harmless);
    Ok(answer.serialize(&mut serializer)?)
}

/// JSON in which all but ASCII is escaped.
pub fn in_ascii(text: &str) -> String {
    escaped(text, |c| !c.is_ascii())
}

/// JSON with numbers for these characters, which stand only in its texts.
pub(super) fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match is_escaped(c) {
            false => plain.push(c),
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    plain.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    plain
}

/// Writes complaints as objects, one a line.
pub fn complaints(out: &mut dyn io::Write, report: &Report) -> io::Result<()> {
    report.diagnostics.iter().try_for_each(|diagnostic| {
        write(out, &report.object(diagnostic))?;
        out.write_all(b"\n")
    })
}

/// The compact form, with escapes for what `is_harmful`.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        out.write_all(escaped(fragment, is_harmful).as_bytes())
    }
}

/// The fields of one thing, and behind them those of another.
#[derive(Debug, Serialize)]
pub struct Both<A, B> {
    #[serde(flatten)]
    pub first: A,
    #[serde(flatten)]
    pub then: B,
}

/// It is written as it goes: there may be many.
impl Serialize for answer::Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Listed<'a> {
            game: &'a str,
            from: i64,
            #[serde(serialize_with = "numbers")]
            values: &'a answer::Values,
            by: &'a Evidence,
        }
        let listed = Listed {
            game: &self.game,
            from: self.from,
            values: self,
            by: &self.by,
        };
        listed.serialize(serializer)
    }
}

fn numbers<S: Serializer>(values: &&answer::Values, serializer: S) -> Result<S::Ok, S::Error> {
    let entry = |(place, value)| {
        let special = values.special.get(&place).cloned();
        special.unwrap_or(LoopyValue::Number(value))
    };
    serializer.collect_seq(values.values.iter().enumerate().map(entry))
}

impl Serialize for Periodicity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        period(self, None).serialize(serializer)
    }
}

/// The answer of `period`: what was found, and by which limit the work was stopped, if by one.
pub fn period(found: &Periodicity, stopped: Option<&str>) -> Value {
    let mut object = periodicity(&found.game, found, stopped);
    object["checked_to"] = found.checked_to.into();
    object["why_not"] = json!(found.why_not);
    object["along"] = json!(found.along);
    object["by"] = json!(found.by);
    object
}

/// A line of `survey`: the same of a game under this name, and what else is of interest where many are compared.
pub fn surveyed(game: &str, found: &Periodicity, stopped: Option<&str>) -> Value {
    let mut object = periodicity(game, found, stopped);
    object["max_at"] = json!(found.largest.map(|(_, first)| first));
    object["rare_heaps"] = json!(found.rare_heaps);
    object["computed_to"] = found.computed_to.into();
    object
}

fn periodicity(game: &str, found: &Periodicity, stopped: Option<&str>) -> Value {
    let shown = found.proven.as_ref().or(found.observed.as_ref());
    json!({
        "game": game,
        "period": shown.map(|shown| shown.period),
        "preperiod": shown.map(|shown| shown.preperiod),
        "saltus": shown.map(|shown| shown.saltus),
        "proven": found.proven.is_some(),
        "theorem": found.proven.as_ref().map(|proven| &proven.theorem),
        "max": found.largest.map(|(largest, _)| largest),
        "resumed": found.resumed,
        "stopped": stopped,
    })
}

pub fn verified(claim: &Certificate, verdict: &Verdict) -> Value {
    let (checked_to, why_not) = match verdict {
        Verdict::Right(checked_to) => (Some(checked_to), None),
        Verdict::Wrong(why) => (None, Some(why)),
    };
    json!({
        "game": claim.game,
        "verified": why_not.is_none(),
        "period": claim.period,
        "preperiod": claim.preperiod,
        "saltus": claim.saltus,
        "checked_to": checked_to,
        "why_not": why_not,
    })
}

/// The answer of `plot`: a picture that was written to a `file`, or is given here as `svg`.
pub fn plot(drawing: &Drawing, (place, text): (&str, &str), by: Option<&Evidence>) -> Value {
    json!({ "plot": drawing.title, "kind": drawing.kind(), place: text, "by": by })
}

/// What is known of a claim of a file: whether it holds, or why it could not be worked out.
pub fn claim<'a>(
    file: &'a str,
    line: usize,
    expect: &'a str,
    found: Result<&'a Tested, &Report>,
) -> impl Serialize + 'a {
    /// Its sides are written as they are: they may be long lists.
    #[derive(Serialize)]
    struct Claim<'a> {
        file: &'a str,
        line: usize,
        expect: &'a str,
        ok: bool,
        left: Option<&'a crate::expr::value::Value>,
        right: Option<&'a crate::expr::value::Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<String>,
    }
    let tested = found.ok();
    let right = tested.and_then(|tested| tested.right.as_ref());
    Claim {
        file,
        line,
        expect,
        ok: tested.is_some_and(|tested| tested.ok),
        left: tested.map(|tested| &tested.left),
        right: right.map(|(right, _)| right),
        error: found.err().map(Report::to_string),
    }
}

impl Serialize for MisereQuotient {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = json!({
            "game": self.game,
            "upto": self.upto,
            "order": self.order,
            "p_portion": self.p_portion,
            "partial_orders": self.partial_orders,
            "whole": self.period.is_some(),
            "period": self.period.map(|(period, _)| period),
            "preperiod": self.period.map(|(_, preperiod)| preperiod),
            "generators": self.presentation.generators,
            "presentation": self.presentation.relations,
            "p_elements": self.presentation.p_elements,
            "images": self.images,
            "lost_piles": self.lost_piles,
            "stopped": self.stopped,
            "by": self.by,
        });
        object.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::value::{Outcome, Value};

    #[test]
    fn json_in_ascii_is_the_same_json() {
        let json = r#"{"a":"∞(0, 2) 𝄞 \"b\""}"#;
        let plain = in_ascii(json);
        assert!(plain.is_ascii(), "{plain}");
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&plain), read(json));
    }

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
        let by = answer::Evidence {
            how: answer::How::Theorem,
            engine: "interval".to_owned(),
            detail: "why".to_owned(),
        };
        let values = answer::Values {
            game: "nim".to_owned(),
            from: 2,
            values: [2, 3, 0, 0].into_iter().collect(),
            special: [(2, LoopyValue::Infinite(vec![0])), (3, LoopyValue::Unknown)].into(),
            by: by.clone(),
        };
        assert_eq!(
            serde_json::to_string(&values).unwrap(),
            r#"{"game":"nim","from":2,"values":[2,3,"∞(0)",null],"by":{"how":"theorem","engine":"interval","detail":"why"}}"#
        );
        let answer = answer::Answer {
            value: Value::Int(7),
            by,
        };
        let eval = Both {
            first: json!({ "query": "1 + 6" }),
            then: &answer,
        };
        assert_eq!(
            serde_json::to_string(&eval).unwrap(),
            r#"{"query":"1 + 6","value":7,"by":{"how":"theorem","engine":"interval","detail":"why"}}"#
        );
    }
}
