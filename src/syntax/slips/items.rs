//! Definitions as in other languages.

use super::{Piece, Slip};
use crate::syntax::scan::TokenKind;
use crate::syntax::words::{Role, Word};

/// Whether a word begins definitions in other languages.
pub(in crate::syntax) fn begins_definitions(word: &str) -> bool {
    matches!(word, "def" | "function" | "func" | "fun" | "fn")
}

impl Piece<'_> {
    pub(super) fn item(&self) -> Option<Slip> {
        self.def()
            .or_else(|| self.arrow())
            .or_else(|| self.assigned())
            .or_else(|| self.import())
    }

    /// `def kayles(n): …`, `let f(n): …`
    fn def(&self) -> Option<Slip> {
        let is_let = self.word(0) == Word::Let.text();
        if self.is_name(0) && self.word(1) == "(" {
            let close = self.find(")")?;
            let value = self.slice(0, self.tokens.len())?;
            return (self.word(close + 1) == "=").then(|| (0, self.last(), format!("let {value}")));
        }
        let is_def = is_let || begins_definitions(self.word(0));
        if !is_def || !self.is_name(1) || self.word(2) != "(" {
            return None;
        }
        let name = self.word(1);
        let close = self.find(")")?;
        let end = match self.word(close + 1) {
            "=" if is_let => return None,
            ":" | "=" => self.tokens.len(),
            "{" if self.word(self.last()) == "}" => self.last(),
            _ => return None,
        };
        let first = close + 2;
        let keyword = self.tokens.get(first).and_then(|token| token.keyword());
        if keyword.is_some_and(|word| word.is(Role::Statement) && word != Word::Let) {
            let rules = self.slice(first, end)?;
            return Some((0, self.last(), format!("game {name} {{ {rules} }}")));
        }
        let returns = usize::from(self.word(first) == "return");
        let (params, value) = (self.slice(2, close + 1)?, self.slice(first + returns, end)?);
        Some((0, self.last(), format!("let {name}{params} = {value}")))
    }

    /// `f = n => n + 1`
    fn arrow(&self) -> Option<Slip> {
        let first = usize::from(self.word(0) == Word::Let.text());
        if !self.is_name(first) || !matches!(self.word(first + 1), "=" | ":=") {
            return None;
        }
        let name = self.word(first);
        let arrow = (first..self.tokens.len()).find(|at| matches!(self.word(*at), "=>" | "->"))?;
        let params = self.slice(first + 2, arrow)?;
        let params = match params.starts_with('(') {
            true => params,
            false if arrow == first + 3 => format!("({params})"),
            false => return None,
        };
        let value = self.slice(arrow + 1, self.tokens.len())?;
        Some((0, self.last(), format!("let {name}{params} = {value}")))
    }

    /// `a = 3`, `let a := 3`
    fn assigned(&self) -> Option<Slip> {
        if self.word(0) == Word::Let.text() {
            let Some(at) = self.find(":=") else {
                let value = self.slice(2, self.tokens.len())?;
                let is_number = self.is_name(1) && self.is_kind(2, TokenKind::Number);
                let fix = format!("{} {} = {value}", Word::Let, self.word(1));
                return is_number.then(|| (0, self.last(), fix));
            };
            return Some((at, at, "=".to_string()));
        }
        let is_assigned = self.is_name(0) && matches!(self.word(1), "=" | ":=");
        let value = self.slice(2, self.tokens.len()).filter(|_| is_assigned)?;
        Some((0, self.last(), format!("let {} = {value}", self.word(0))))
    }

    /// `import kayles`, `use kayles`
    fn import(&self) -> Option<Slip> {
        let is_import = matches!(self.word(0), "import" | "include" | "use");
        match (is_import, self.word(1)) {
            (true, name) if self.is_name(1) && self.last() == 1 => {
                Some((0, 1, format!("use \"{name}\"")))
            }
            (true, _) if self.is_name(1) && self.word(2) == "." && self.last() == 3 => {
                let file = format!("{}.{}", self.word(1), self.word(3));
                Some((0, 3, format!("use \"{file}\"")))
            }
            (true, file) if self.is_kind(1, TokenKind::Text) && self.last() == 1 => {
                Some((0, 1, format!("use {file}")))
            }
            _ => None,
        }
    }

    /// What a piece that cannot be read would define.
    pub(in crate::syntax) fn defines(&self) -> Option<&str> {
        let begins = |at: usize| matches!(self.word(at), "=" | ":=" | "(" | "{" | ":");
        let is_item = begins_definitions(self.word(0))
            || matches!(self.word(0), "game" | "let" | "use" | "import" | "include");
        match (self.word(0), self.word(1)) {
            (name, "=" | ":=") if self.is_name(0) => Some(name),
            // Also where the word before it is misspelt.
            (_, name) if self.is_name(1) && (is_item || self.is_name(0) && begins(2)) => Some(name),
            _ => None,
        }
    }
}
