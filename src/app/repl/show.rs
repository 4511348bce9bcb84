//! Answers as text for the prompt.

use std::fmt::{self, Display, Write};
use std::time::Duration;

use crate::expr::value::{Outcome, Value};
use crate::query::answer::{By, How, Solution, Tested};
use crate::report::{Look, diagnostics};
use crate::text::diagnostic::{Diagnostic, Report};

/// Complaints with the lines they are about.
pub(super) fn report(report: &Report, color: bool) -> String {
    let look = Look {
        color,
        ..Look::default()
    };
    diagnostics::render(report, look).trim_end().to_string()
}

/// A claim that does not hold, with what its sides are.
pub(super) fn refuted(tested: &Tested) -> Diagnostic {
    let refuted = crate::report::refuted(tested);
    Diagnostic {
        code: "expect",
        message: format!("fails: {}", refuted.message),
        ..refuted
    }
}

/// How an answer is known.
pub(super) fn by(by: &By) -> String {
    let how = match by.how {
        How::Computed => "computed",
        How::Periodic => "read off a proven period",
        How::Theorem => "by a theorem",
        How::Search => "by search",
        How::Conjecture => "a conjecture, not proven",
    };
    match (by.engine.as_str(), by.detail.as_str()) {
        ("", "") => how.to_string(),
        ("", detail) => format!("{how}: {detail}"),
        (engine, "") => format!("{how} (engine {engine})"),
        (engine, detail) => format!("{how} (engine {engine}): {detail}"),
    }
}

/// A time that passed.
pub(super) fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 1e-3 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.0} µs", seconds * 1e6)
    }
}

/// The best move, in a sentence.
pub(super) fn best(solution: &Solution) -> String {
    match &solution.best {
        Some(best) if solution.winner == Outcome::Draw => format!(
            "none: a draw; {}, which leaves {}, keeps it",
            best.play.words, best.play.to
        ),
        Some(best) if best.wins => format!("{}: leaves {}", best.play.words, best.play.to),
        Some(best) => {
            let end = match best.length {
                Some(_) => "holds out longest",
                None => "is as good as any",
            };
            format!(
                "none: the second player wins; {}, which leaves {}, {end}",
                best.play.words, best.play.to
            )
        }
        None => format!("none: there is no move in {}", solution.position),
    }
}

/// A list that is too long for a line, broken between its elements.
pub(super) struct InLines<'v> {
    /// The list.
    pub(super) list: &'v Value,
    /// How many characters a line holds.
    pub(super) width: usize,
}

impl Display for InLines<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list(self.list, 0, out)
    }
}

impl InLines<'_> {
    /// Lists in the list are written each on a line of their own, other elements as many as fit.
    fn list(&self, list: &Value, indent: usize, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_char('[')?;
        let indent = indent + 1;
        let mut column = indent;
        let count = list.items().len();
        for (index, item) in list.items().iter().enumerate() {
            let flat = item.to_string();
            // The comma or bracket behind it.
            let length = flat.chars().count() + 1;
            let is_list = matches!(item, Value::List(_));
            if index > 0 {
                if is_list || column + 1 + length > self.width {
                    write!(out, "\n{:indent$}", "")?;
                    column = indent;
                } else {
                    out.write_char(' ')?;
                    column += 1;
                }
            }
            if is_list && column + length > self.width {
                self.list(item, indent, out)?;
            } else {
                out.write_str(&flat)?;
            }
            column += length;
            if index + 1 < count {
                out.write_char(',')?;
            }
        }
        out.write_char(']')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_broken_between_elements() {
        let shown = |list, width| InLines { list, width }.to_string();
        let list = Value::ints(0..30);
        let text = shown(&list, 20);
        assert!(
            text.lines().all(|line| line.chars().count() <= 20),
            "{text}"
        );
        assert_eq!(text.replace('\n', ""), list.to_string());
        let table = Value::list(vec![Value::ints([1, 2, 3]), Value::ints([4, 5, 6])]);
        assert_eq!(shown(&table, 15), "[[1, 2, 3],\n [4, 5, 6]]");
        assert_eq!(shown(&table, 1), "[[1,\n  2,\n  3],\n [4,\n  5,\n  6]]");
    }

    #[test]
    fn times_have_a_fitting_unit() {
        assert_eq!(elapsed(Duration::from_micros(12)), "12 µs");
        assert_eq!(elapsed(Duration::from_micros(1500)), "1.50 ms");
        assert_eq!(elapsed(Duration::from_millis(12_345)), "12.35 s");
    }
}
