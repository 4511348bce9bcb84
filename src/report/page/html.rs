//! HTML, with everything that comes from outside escaped.

use std::fmt::{Display, Write};

use serde_json::Value as Json;

use crate::report::look::{harmless, is_harmful};

/// A piece of HTML that grows.
#[derive(Debug, Default)]
pub(super) struct Html(String);

impl Html {
    /// Adds markup that is written in this program.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Html {
        self.0.push_str(markup);
        self
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: impl Display) -> &mut Html {
        let text = text.to_string();
        for c in harmless(&text).chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// Adds an element that holds text only; `tag` may have attributes that are written in this program.
    pub(super) fn element(&mut self, tag: &str, text: impl Display) -> &mut Html {
        let name = tag.split(' ').next().unwrap_or(tag);
        // Writing to a string never fails, here and below.
        let _ = write!(self.0, "<{tag}>");
        self.text(text);
        let _ = writeln!(self.0, "</{name}>");
        self
    }

    /// Adds data for a script.
    pub(super) fn data(&mut self, attributes: &str, data: &Json) -> &mut Html {
        let _ = write!(self.0, "<script type=\"application/json\"{attributes}>");
        // In JSON these stand only in texts, where they may be written as numbers; so no element ends early. None of them takes
        // more than 16 bits.
        for c in data.to_string().chars() {
            match c {
                c if c == '<' || is_harmful(c) => {
                    let _ = write!(self.0, "\\u{:04x}", u32::from(c));
                }
                c => self.0.push(c),
            }
        }
        self.raw("</script>\n")
    }

    /// The heading of a section that can be linked to.
    pub(super) fn section(&mut self, id: &str, heading: &str) -> &mut Html {
        self.raw("<h2 id=\"").raw(id).raw("\">").text(heading);
        self.raw("</h2>\n")
    }

    /// Names with what there is to say of each.
    pub(super) fn facts(&mut self, rows: &[(&str, String)]) -> &mut Html {
        self.raw("<dl>\n");
        for (name, words) in rows {
            self.element("dt", name);
            self.element("dd", words);
        }
        self.raw("</dl>\n")
    }

    /// The HTML so far.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The HTML.
    pub(super) fn into_string(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn nothing_gets_out() {
        let hostile = "</script><script>alert('1')</script>\"&\u{1b}\u{202e}";
        let mut html = Html::default();
        html.element("p class=\"x\"", hostile);
        html.data(" id=\"d\"", &json!({ "a": hostile, hostile: 1 }));
        let html = html.into_string();
        assert_eq!(html.matches("<script").count(), 1);
        assert_eq!(html.matches("</script").count(), 1);
        assert!(html.starts_with("<p class=\"x\">&lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)"));
        assert!(!html.contains('\u{1b}') && !html.contains('\u{202e}'));
        let (_, data) = html.split_once("id=\"d\">").unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        let data: Json = serde_json::from_str(data).unwrap();
        assert_eq!(data["a"], hostile);
    }
}
