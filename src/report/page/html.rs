//! Pieces that several sections of the page are made of.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};
use serde_json::Value as Json;

use crate::query::answer::By;
use crate::report::look::{Look, is_harmful};
use crate::report::text;

/// Data for a script.
pub(super) fn data(id: Option<&str>, data: &Json) -> Markup {
    let mut text = String::new();
    // In JSON these stand only in texts, where they may be written as numbers; so no element ends early. None of them takes
    // more than 16 bits.
    for c in data.to_string().chars() {
        match c {
            c if c == '<' || is_harmful(c) => {
                // Writing to a string never fails.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    html! { script type="application/json" id=[id] { (PreEscaped(text)) } }
}

/// The heading of a section that can be linked to.
pub(super) fn heading(id: &str, words: &str) -> Markup {
    html! { h2 id=(id) { (words) } }
}

/// Names with what there is to say of each.
pub(super) fn facts(rows: &[(&str, String)]) -> Markup {
    html! {
        dl {
            @for (name, words) in rows {
                dt { (name) }
                dd { (words) }
            }
        }
    }
}

/// A remark.
pub(super) fn soft(words: &str) -> Markup {
    html! { p.soft { (words) } }
}

/// A line that says how something is known.
pub(super) fn known_by(by: &By) -> Markup {
    let line = text::known_by(by, Look::default());
    let line = line.trim();
    html! { @if !line.is_empty() { p.by { (line) } } }
}

/// A part of the page, or a line in the place of one that is missing.
pub(super) fn or_why<T>(found: &Result<T, String>, shown: impl FnOnce(&T) -> Markup) -> Markup {
    match found {
        Ok(found) => shown(found),
        Err(why) => soft(&format!("Not worked out here: {why}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn data_do_not_get_out() {
        let hostile = "</script><script>alert('1')</script>\"&\u{1b}\u{202e}";
        let json = json!({ "a": hostile, hostile: 1 });
        let html = data(Some("d"), &json).into_string();
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("</script").count(), 1);
        assert!(!html.contains('\u{1b}') && !html.contains('\u{202e}'));
        let (_, data) = html.split_once("id=\"d\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Json = serde_json::from_str(data).unwrap();
        assert_eq!(data["a"], hostile);
    }
}
