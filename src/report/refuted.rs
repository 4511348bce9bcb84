//! Expectations that do not hold.

use super::look::{beginning, clipped};
use crate::expr::value::Value;
use crate::query::answer::Tested;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::counted;

/// How much is shown of a claim.
const LONGEST_CLAIM: usize = 200;
/// How much is shown of a value.
const LONGEST_VALUE: usize = 300;

/// A failed expectation with the values of both sides at their places.
pub fn refuted(tested: &Tested) -> Diagnostic {
    let claim = tested.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = |value: &Value| beginning(value, LONGEST_VALUE);
    let refuted = Diagnostic::error("", clipped(&claim, LONGEST_CLAIM).into_owned())
        .label(tested.left_span, shown(&tested.left));
    let Some((right, span)) = &tested.right else {
        return refuted;
    };
    let refuted = refuted.label(*span, shown(right));
    match difference(&tested.left, right) {
        Some(difference) => refuted.help(difference),
        None => refuted,
    }
}

/// Where two lists differ, for those too long to compare by eye.
fn difference(left: &Value, right: &Value) -> Option<String> {
    let (Value::List(left), Value::List(right)) = (left, right) else {
        return None;
    };
    let at = left.iter().zip(right.iter()).position(|(a, b)| a != b);
    match at {
        Some(at) if left.len().max(right.len()) > 3 => Some(format!(
            "they differ first at index {at}: {} and {}",
            beginning(left.get(at)?, 60),
            beginning(right.get(at)?, 60)
        )),
        None if left.len() != right.len() => Some(format!(
            "the left list has {}, the right one {}",
            counted(left.len(), "element", "elements"),
            right.len()
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::{Sources, Span};

    #[test]
    fn both_sides_are_shown() {
        let mut sources = Sources::default();
        let source = sources.add("b.nimrule", "expect 1 + 1 == 3\n");
        let tested = Tested {
            span: Span::new(source, 0, 17),
            text: "1 +\n  1 == 3".to_owned(),
            ok: false,
            left: Value::Int(2),
            left_span: Span::new(source, 7, 12),
            right: Some((Value::Int(3), Span::new(source, 16, 17))),
        };
        let refuted = refuted(&tested);
        assert_eq!(refuted.message, "1 + 1 == 3");
        let labels = refuted.labels.iter();
        let sides: Vec<_> = labels.map(|it| (it.span, it.text.as_str())).collect();
        assert_eq!(
            sides,
            [(tested.left_span, "2"), (Span::new(source, 16, 17), "3")]
        );
    }

    #[test]
    fn long_lists_say_where_they_differ() {
        let list = |items: &[i64]| Value::ints(items.iter().copied());
        assert_eq!(
            difference(&list(&[0, 1, 2, 3]), &list(&[0, 1, 5, 3])).as_deref(),
            Some("they differ first at index 2: 2 and 5")
        );
        assert_eq!(
            difference(&list(&[0, 1]), &list(&[0])).as_deref(),
            Some("the left list has 2 elements, the right one 1")
        );
        assert_eq!(difference(&list(&[1]), &list(&[2])), None);
    }
}
