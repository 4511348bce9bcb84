//! Texts for terminals that show ASCII alone: each other sign as what comes nearest to it.

use std::fmt::{self, Write};

/// Writes in ASCII.
pub(super) struct Plain<'a> {
    out: &'a mut dyn Write,
    /// Whether the sign before stood raised, as an exponent does.
    is_raised: bool,
}

impl Plain<'_> {
    pub(super) fn new(out: &mut dyn Write) -> Plain<'_> {
        Plain {
            out,
            is_raised: false,
        }
    }
}

impl Write for Plain<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for sign in text.chars() {
            let raised = raised(sign);
            if raised.is_some() && !self.is_raised {
                self.out.write_char('^')?;
            }
            self.is_raised = raised.is_some();
            match raised {
                Some(plain) => self.out.write_char(plain)?,
                None if sign.is_ascii() => self.out.write_char(sign)?,
                None => self.out.write_str(nearest(sign))?,
            }
        }
        Ok(())
    }
}

/// The sign of an exponent on the line.
fn raised(sign: char) -> Option<char> {
    Some(match sign {
        '²' => '2',
        '³' => '3',
        '¹' => '1',
        '⁺' => '+',
        '⁻' => '-',
        '⁰' | '⁴'..='⁹' => char::from_digit(sign as u32 - '⁰' as u32, 10)?,
        _ => return None,
    })
}

/// What stands for a sign. Where signs stand in columns, it is as wide as they are.
fn nearest(sign: char) -> &'static str {
    match sign {
        '│' | '┆' | '┊' | '╎' => "|",
        '─' | '╴' | '╶' | '‐'..='―' | '−' => "-",
        '╭' | '╮' | '╰' | '╯' | '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => {
            "+"
        }
        '█' | '▓' | '▀' | '▄' => "#",
        '▒' => "+",
        '░' | '·' => ".",
        '●' => "@",
        '○' => "o",
        '▲' => "^",
        '◆' | '∗' | '•' => "*",
        // Dots in a cell, of which the first sign has none.
        '\u{2800}' => " ",
        '\u{2801}'..='\u{28ff}' => "*",
        '…' => "...",
        '∞' => "oo",
        '×' => "x",
        '⚠' => "!",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '→' => "->",
        '⇒' => "=>",
        '⊕' => "xor",
        '±' => "+-",
        '÷' => "/",
        '∈' => "in",
        '∅' => "{}",
        '⟨' => "<",
        '⟩' => ">",
        'Φ' => "Phi",
        'χ' => "chi",
        'δ' => "delta",
        'Σ' => "sum",
        'µ' => "u",
        'ᵢ' => "_i",
        'ⱼ' => "_j",
        'ₘ' => "_m",
        '₊' => "+",
        '₋' => "-",
        '₀'..='₉' => SUBSCRIPTS.get(sign as usize - '₀' as usize).unwrap_or(&"?"),
        '“' | '”' | '„' | '«' | '»' => "\"",
        '‘' | '’' => "'",
        'à'..='å' => "a",
        'ç' => "c",
        'è'..='ë' => "e",
        'ì'..='ï' => "i",
        'ñ' => "n",
        'ò'..='ö' => "o",
        'ù'..='ü' => "u",
        'À'..='Å' => "A",
        'È'..='Ë' => "E",
        'Ò'..='Ö' => "O",
        'Ù'..='Ü' => "U",
        'ß' => "ss",
        '\u{a0}' | '\u{2009}' | '\u{202f}' => " ",
        _ => "?",
    }
}

const SUBSCRIPTS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_what_comes_nearest() {
        for (text, wanted) in [
            ("g(n + 12) ≥ 3, misère", "g(n + 12) >= 3, misere"),
            ("10⁻⁶ and x²", "10^-6 and x^2"),
            ("╭─[<prompt>:1:1]", "+-[<prompt>:1:1]"),
            ("a₁₀ 盤 ⠁⠀…", "a10 ? * ..."),
            ("\x1b[1m●\x1b[0m", "\x1b[1m@\x1b[0m"),
        ] {
            let mut out = String::new();
            Plain::new(&mut out).write_str(text).unwrap();
            assert_eq!(out, wanted);
        }
    }
}
