//! What a turn changes in a row, in words: what is removed from it, or which entries become others.

use hashbrown::HashSet;

use crate::expr::shape::{CoordKind, Form, Shape};
use crate::expr::value::Value;
use crate::text::words::joined;

/// More changes than this are not told one by one.
const MOST: usize = 3;

/// What happened to a pile that is one row; `None`: it is none, or that is not told in a few words.
///
/// ```text
/// [0, 0, 1] to [0, 1, 1]                  change s[1] from 0 to 1
/// [(0, 0), (0, 1), (2, 2)] to [(2, 2)]    remove (0, 0) and (0, 1)
/// {1, 5, 9} to {1, 3, 5}                  change 9 to 3
/// ```
pub(super) fn in_words(shape: &Shape, before: &Value, after: &Value) -> Option<String> {
    let [row] = shape.coords.as_slice() else {
        return None;
    };
    let CoordKind::Row { bag, .. } = row.kind else {
        return None;
    };
    let (Form::Single, Value::List(_), Value::List(_)) = (shape.form, before, after) else {
        return None;
    };
    let (before, after) = (before.items(), after.items());
    if !bag && before.len() == after.len() {
        return changed(&row.name, before, after);
    }
    let (gone, kept) = split_by(before, after);
    let (new, same) = split_by(after, before);
    match (gone.as_slice(), new.as_slice()) {
        _ if kept != same => None,
        ([old], [new]) => Some(format!("change {old} to {new}")),
        ([_, ..], []) if gone.len() <= MOST => {
            let gone: Vec<String> = gone.iter().map(ToString::to_string).collect();
            joined(&gone, "and").map(|gone| format!("remove {gone}"))
        }
        _ => None,
    }
}

/// Which entries are not among others, and which are.
fn split_by<'v>(entries: &'v [Value], others: &[Value]) -> (Vec<&'v Value>, Vec<&'v Value>) {
    let others: HashSet<&Value> = others.iter().collect();
    entries.iter().partition(|entry| !others.contains(entry))
}

/// Which entries became others.
fn changed(name: &str, before: &[Value], after: &[Value]) -> Option<String> {
    let pairs = before.iter().zip(after).enumerate();
    let pairs = pairs.filter(|(_, (old, new))| old != new);
    let told = pairs.map(|(place, (old, new))| format!("{name}[{place}] from {old} to {new}"));
    let told: Vec<String> = told.take(MOST + 1).collect();
    let all = joined(&told, "and").filter(|_| told.len() <= MOST);
    all.map(|all| format!("change {all}"))
}
