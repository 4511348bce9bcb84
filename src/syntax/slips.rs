//! Turns of phrase that are not of the language, but have one meaning in it: each is told with the text to put in its place.

use pest::Parser;

use super::errors::{self, LONGEST};
use super::explain::Goal;
use super::piles::position_words;
use super::scan::{Token, TokenKind};
use super::tree::Grammar;
use super::words::{Role, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

/// A piece of text that cannot be read, by its tokens.
pub(super) struct Piece<'t> {
    pub(super) source: SourceId,
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) goal: Goal,
}

/// The first and the last token of a slip, and what is written instead; nothing: it is left out.
type Slip = (usize, usize, String);

/// What runs through these amounts.
fn range_of(amounts: &str) -> String {
    match amounts {
        "any" => "1..".to_string(),
        range if range.contains("..") && !range.contains(',') => range.to_string(),
        list => format!("[{list}]"),
    }
}

/// Kinds of numbers that are functions of the language.
const KINDS: [&str; 6] = ["even", "odd", "prime", "square", "triangular", "fibonacci"];
const POWER_OF_TWO: &str = "power_of_two";

impl Piece<'_> {
    /// What to say of a slip in the piece.
    pub(super) fn slip(&self) -> Option<Diagnostic> {
        if let Some(unclear) = self.take_from_several() {
            return Some(unclear);
        }
        let words = match self.goal {
            Goal::Item => self.item(),
            Goal::Statement => self.statement(),
            Goal::Head => return None,
            Goal::Expr | Goal::Exprs => None,
        };
        let (first, last, fix) = words.clone().or_else(|| self.expr())?;
        let code = match words {
            Some(_) => "unknown_word",
            None => "foreign_operator",
        };
        let (start, end) = (self.tokens.get(first)?.start, self.tokens.get(last)?.end);
        let written = self.text.get(start..end)?;
        let place = Span::new(self.source, start, end);
        (fix.len() <= LONGEST).then(|| errors::slip(code, place, written, &fix))
    }

    fn word(&self, index: usize) -> &str {
        self.tokens
            .get(index)
            .map_or("", |token| token.text(self.text))
    }

    fn is_kind(&self, index: usize, kind: TokenKind) -> bool {
        self.tokens
            .get(index)
            .is_some_and(|token| token.kind == kind)
    }

    fn is_name(&self, index: usize) -> bool {
        self.is_kind(index, TokenKind::Name)
    }

    /// A name or a number.
    fn is_short(&self, index: usize) -> bool {
        self.is_name(index) || self.is_kind(index, TokenKind::Number)
    }

    fn find(&self, word: &str) -> Option<usize> {
        (0..self.tokens.len()).find(|index| self.word(*index) == word)
    }

    fn last(&self) -> usize {
        self.tokens.len().saturating_sub(1)
    }

    /// The text of these tokens on one line; `None`: there is a comment in it, or nothing.
    fn slice(&self, first: usize, end: usize) -> Option<String> {
        let tokens = self.tokens.get(first..end)?;
        let (start, end) = (tokens.first()?.start, tokens.last()?.end);
        let text = self.text.get(start..end)?;
        let words: Vec<&str> = text.split_whitespace().collect();
        (!text.contains('#')).then(|| words.join(" "))
    }

    // ---- Statements

    fn statement(&self) -> Option<Slip> {
        self.take_one_of_a_kind()
            .or_else(|| self.may_split())
            .or_else(|| self.take_from_both())
            .or_else(|| self.up_to())
            .or_else(|| self.last_loses())
            .or_else(|| self.or_pass())
            .or_else(|| self.but())
    }

    fn is_article(&self, at: usize) -> bool {
        matches!(self.word(at), "a" | "an") && self.is_name(at + 1)
    }

    /// `take a square`, `take a power of 2`, `take an odd number`
    fn take_one_of_a_kind(&self) -> Option<Slip> {
        if self.word(0) != Word::Take.text() || !self.is_article(1) {
            return None;
        }
        let perfect = usize::from(self.word(2) == "perfect");
        let at = 2 + perfect;
        let (kind, end) = match self.word(at) {
            "power" if self.word(at + 1) == "of" && matches!(self.word(at + 2), "2" | "two") => {
                (POWER_OF_TWO, at + 2)
            }
            kind if KINDS.contains(&kind) => {
                let number = usize::from(matches!(self.word(at + 1), "number" | "amount"));
                (kind, at + number)
            }
            _ => return None,
        };
        Some((1, end, format!("k where {kind}(k)")))
    }

    /// `take 1..2 may split`
    fn may_split(&self) -> Option<Slip> {
        let split = self.find(Word::Split.text()).filter(|split| *split > 0)?;
        let most = match self.is_kind(split + 2, TokenKind::Number) {
            true => self.word(split + 2),
            false => "2",
        };
        let least = match self.word(split - 1) {
            "may" | "can" => "0..",
            "and" | "then" => "",
            _ => return None,
        };
        let leaving = Word::Leaving;
        Some((
            split - 1,
            self.last(),
            format!("{leaving} {least}{most} piles"),
        ))
    }

    /// `take any from a and b`, `take any from both piles`
    fn take_from_both(&self) -> Option<Slip> {
        let from = self.find(Word::From.text())?;
        if self.word(from + 1) == "both" {
            return Some((from, self.last(), "each turn 2 piles alike".to_string()));
        }
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_name(from + 1) && self.is_name(from + 3);
        if self.word(0) != Word::Take.text() || !is_pair || self.word(from + 2) != "and" {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let range = range_of(&amounts);
        Some((
            0,
            from + 3,
            format!("move {a}, {b} -> {a} - k, {b} - k for k in {range}"),
        ))
    }

    /// `take any from a, b`: from one of them, or the same from each?
    fn take_from_several(&self) -> Option<Diagnostic> {
        let from = self.find(Word::From.text())?;
        let (a, b) = (self.word(from + 1), self.word(from + 3));
        let is_pair = self.is_name(from + 1) && self.is_name(from + 3);
        let is_take = self.goal == Goal::Statement && self.word(0) == Word::Take.text();
        if !is_take || !is_pair || self.word(from + 2) != "," {
            return None;
        }
        let amounts = self.slice(1, from)?;
        let (start, end) = (self.tokens.first()?.start, self.tokens.get(from + 3)?.end);
        let place = Span::new(self.source, start, end);
        let range = range_of(&amounts);
        let one = format!("take {amounts} from {a}  take {amounts} from {b}");
        let each = format!("move {a}, {b} -> {a} - k, {b} - k for k in {range}");
        Some(errors::two_meanings(
            place,
            self.text.get(start..end)?,
            &one,
            &each,
        ))
    }

    /// `up to 2`, `at most 2`, `at least 2`
    fn up_to(&self) -> Option<Slip> {
        let at = (0..self.tokens.len()).find(|at| {
            let words = (self.word(*at), self.word(at + 1));
            matches!(words, ("up", "to") | ("at", "most") | ("at", "least"))
                && self.is_short(at + 2)
        })?;
        let count = self.word(at + 2);
        let range = match self.word(at + 1) {
            "least" => format!("{count}.."),
            _ => format!("1..{count}"),
        };
        let counts = self
            .tokens
            .get(..at)?
            .iter()
            .any(|token| token.keyword().is_some_and(|word| word.is(Role::Counts)));
        let is_piles = matches!(self.word(at + 3), "pile" | "piles" | "heap" | "heaps");
        Some(match is_piles && !counts && at > 1 {
            true => (at, at + 3, format!("each turn {range} piles")),
            false => (at, at + 2, range),
        })
    }

    /// `last player loses`
    fn last_loses(&self) -> Option<Slip> {
        let end = (0..self.tokens.len()).find(|at| matches!(self.word(*at), "loses" | "lose"))?;
        let is_word = |at: &usize| self.is_name(*at) || self.word(*at) == Word::Move.text();
        let first = (0..=end).rev().take_while(is_word).last()?;
        let has_last = (first..end).any(|at| self.word(at) == "last");
        has_last.then(|| (first, end, Word::Misere.text().to_string()))
    }

    /// `take any or pass`, `take any  pass`
    fn or_pass(&self) -> Option<Slip> {
        let pass = self.find("pass").or_else(|| self.find("skip"))?;
        let first = match self.word(pass.checked_sub(1)?) {
            "or" => pass - 1,
            _ => pass,
        };
        let is_take = self.word(0) == Word::Take.text();
        is_take.then(|| (first, pass, errors::PASS.to_string()))
    }

    /// `take any except 3`
    fn but(&self) -> Option<Slip> {
        let is_but = |at: &usize| {
            matches!(
                self.word(*at),
                "except" | "exept" | "excluding" | "but" | "without"
            )
        };
        let but = (1..self.tokens.len()).find(is_but)?;
        let name = match self.word(but - 1) {
            _ if self.word(0) != Word::Take.text() || but != 2 => return None,
            "any" => "k",
            name if self.is_name(but - 1) => name,
            _ => return None,
        };
        let numbers = self.tokens.get(but + 1..)?.iter();
        let numbers = numbers.filter(|token| token.kind == TokenKind::Number);
        let numbers: Vec<&str> = numbers.map(|token| token.text(self.text)).collect();
        let condition = match numbers.as_slice() {
            [] => return None,
            [only] => format!("{name} != {only}"),
            several => format!("{name} not in [{}]", several.join(", ")),
        };
        Some((but - 1, self.last(), format!("{name} where {condition}")))
    }

    // ---- Expressions

    fn expr(&self) -> Option<Slip> {
        self.apart()
            .or_else(|| self.xor())
            .or_else(|| self.is_word())
            .or_else(|| self.divides())
            .or_else(|| self.braces())
            .or_else(|| self.range())
            .or_else(|| self.groups())
            .or_else(|| self.returned())
    }

    /// `winner nim[5, 9]`, `winner nim 5 9` and `nim 5 9`, as on a command line: a call, or a position.
    fn apart(&self) -> Option<Slip> {
        let start = match self.goal {
            Goal::Expr => 0,
            Goal::Item if self.word(0) == Word::Expect.text() => 1,
            Goal::Exprs | Goal::Item | Goal::Head | Goal::Statement => return None,
        };
        let ends = |at: &usize| matches!(self.word(*at), "==" | "!=" | "<" | ">" | "<=" | ">=");
        let end = (start..self.tokens.len()).find(ends);
        let end = end.unwrap_or(self.tokens.len());
        let (first, next) = (self.tokens.get(start)?, self.tokens.get(start + 1)?);
        let is_apart = first.kind == TokenKind::Name && first.end < next.start;
        let rest = self.slice(start + 1, end).filter(|_| is_apart)?;
        let name = self.word(start);
        let fix = match (next.kind, position_words(&rest)) {
            (TokenKind::Number, (None, piles)) => format!("{name}[{}]", piles.join(", ")),
            (TokenKind::Name | TokenKind::Keyword(_), (Some(game), piles)) => {
                format!("{name}({game}[{}])", piles.join(", "))
            }
            (TokenKind::Name | TokenKind::Keyword(_), (None, _)) => format!("{name}({rest})"),
            _ => return None,
        };
        let is_read = fix.len() <= LONGEST && Grammar::parse(Goal::Expr.rule(), &fix).is_ok();
        is_read.then_some((start, end - 1, fix))
    }

    /// `3 xor 5`: a call, where what belongs to it is plain. Nobody knows whether `1 + 2 xor 3` is 0 or 2.
    fn xor(&self) -> Option<Slip> {
        let is_xor = |at: usize| self.word(at) == "xor" && self.word(at + 1) != "(";
        let at = (1..self.tokens.len()).find(|at| is_xor(*at))?;
        let is_edge = |at: usize| {
            let token = self.tokens.get(at);
            token.is_none_or(|token| match token.kind {
                TokenKind::Operator | TokenKind::Separator | TokenKind::Keyword(_) => true,
                TokenKind::Name => is_xor(at),
                _ => false,
            })
        };
        let is_tight = |at: usize| {
            matches!(self.word(at), "+" | "-" | "*" | "/" | "%" | "++" | "..") && is_edge(at)
        };
        // The end of the operand that begins here.
        let behind = |start: usize| {
            let mut depth = 0_usize;
            (start..=self.tokens.len()).find(|at| {
                match self.tokens.get(*at).map(|token| token.kind) {
                    Some(TokenKind::Open) => depth += 1,
                    Some(TokenKind::Close) if depth == 0 => return true,
                    Some(TokenKind::Close) => depth -= 1,
                    _ => {}
                }
                depth == 0 && is_edge(*at)
            })
        };
        let (mut first, mut depth) = (at, 0_usize);
        while let Some(before) = first.checked_sub(1) {
            match self.tokens.get(before)?.kind {
                TokenKind::Close => depth += 1,
                TokenKind::Open if depth == 0 => break,
                TokenKind::Open => depth -= 1,
                _ if depth == 0 && is_edge(before) => break,
                _ => {}
            }
            first = before;
        }
        if first > 0 && is_tight(first - 1) {
            return None;
        }
        let mut operands = vec![self.slice(first, at)?];
        let mut end = at;
        while is_xor(end) {
            let start = end + 1;
            end = behind(start)?;
            operands.push(self.slice(start, end)?);
        }
        // Of positions it is the sum.
        if operands.iter().any(|operand| operand.ends_with(']')) {
            return None;
        }
        let fix = format!("xor({})", operands.join(", "));
        (!is_tight(end)).then_some((first, end - 1, fix))
    }

    /// `k is not 3`, `k is even`
    fn is_word(&self) -> Option<Slip> {
        let is = self.find("is").filter(|is| *is > 0)?;
        if !self.tokens.get(is - 1)?.ends_operand() {
            return None;
        }
        let is_not = self.word(is + 1) == "not";
        let what = is + 1 + usize::from(is_not);
        let what = what + usize::from(self.is_article(what) && self.word(what - 1) != "(");
        let not = if is_not { "not " } else { "" };
        if KINDS.contains(&self.word(what)) && self.word(what + 1) != "(" && self.is_name(is - 1) {
            let (name, of) = (self.word(what), self.word(is - 1));
            return Some((is - 1, what, format!("{not}{name}({of})")));
        }
        let sign = if is_not { "!=" } else { "==" };
        Some((is, what - 1, sign.to_string()))
    }

    /// `k | n`, `k divides n`
    fn divides(&self) -> Option<Slip> {
        let at = self.find("|").or_else(|| self.find("divides"))?;
        let before = at.checked_sub(1)?;
        let is_end = |at: Option<usize>| {
            let token = at.and_then(|at| self.tokens.get(at));
            let ends = |token: &Token| {
                token.keyword().is_some() || matches!(token.text(self.text), "(" | ")" | "]" | ",")
            };
            token.is_none_or(ends)
        };
        // Not `n > 1 | n < 5`, where `or` is meant.
        let is_alone = is_end(before.checked_sub(1)) && is_end(Some(at + 2));
        let fits = is_alone && self.is_short(before) && self.is_short(at + 1);
        let (k, n) = (self.word(before), self.word(at + 1));
        fits.then(|| (before, at + 1, format!("{n} % {k} == 0")))
    }

    /// `if c { a } else { b }`, and `mex{0, 1}` as it stands in explanations
    fn braces(&self) -> Option<Slip> {
        if let Some(mex) = self.find("mex")
            && self.word(mex + 1) == "{"
        {
            let end = (mex..self.tokens.len()).find(|at| self.word(*at) == "}")?;
            return Some((mex, end, format!("mex([{}])", self.slice(mex + 2, end)?)));
        }
        let first = self.find("if")?;
        let end_of = |opener: usize| {
            let mut depth = 0_usize;
            (opener..self.tokens.len()).find(|at| {
                match self.word(*at) {
                    "{" => depth += 1,
                    "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            })
        };
        let yes = (first..self.tokens.len()).find(|at| self.word(*at) == "{")?;
        let yes_end = end_of(yes)?;
        let no = yes_end + 2;
        if self.word(yes_end + 1) != "else" || self.word(no) != "{" {
            return None;
        }
        let no_end = end_of(no)?;
        let condition = self.slice(first + 1, yes)?;
        let (a, b) = (self.slice(yes + 1, yes_end)?, self.slice(no + 1, no_end)?);
        Some((first, no_end, format!("if {condition} then {a} else {b}")))
    }

    /// `1..<4`, `1..=3`
    fn range(&self) -> Option<Slip> {
        let is_range = |at: &usize| matches!(self.word(*at), "..<" | "..=" | "...");
        let at = (1..self.tokens.len()).find(is_range)?;
        if !self.is_short(at - 1) || !self.is_short(at + 1) {
            return None;
        }
        let (from, to) = (self.word(at - 1), self.word(at + 1));
        let to = match (self.word(at), to.replace('_', "").parse::<i64>()) {
            ("..<", Ok(to)) => to.checked_sub(1)?.to_string(),
            ("..<", Err(_)) => format!("{to} - 1"),
            _ => to.to_string(),
        };
        Some((at - 1, at + 1, format!("{from}..{to}")))
    }

    /// `1,000,000`, where no list can be meant.
    fn groups(&self) -> Option<Slip> {
        if self.goal == Goal::Statement {
            return None;
        }
        let mut depth = 0_usize;
        let depths = self.tokens.iter().map(|token| {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth
        });
        let depths: Vec<usize> = depths.collect();
        let is_group = |at: usize| {
            let touches = |a: usize, b: usize| {
                let tokens = self.tokens.get(a).zip(self.tokens.get(b));
                tokens.is_some_and(|(a, b)| a.end == b.start)
            };
            self.word(at) == ","
                && self.is_kind(at + 1, TokenKind::Number)
                && self.word(at + 1).len() == 3
                && touches(at, at + 1)
                && touches(at - 1, at)
        };
        let first = (0..self.tokens.len()).find(|at| {
            let is_head = self.is_kind(*at, TokenKind::Number) && self.word(*at).len() <= 3;
            is_head && depths.get(*at) == Some(&0) && is_group(at + 1)
        })?;
        let mut last = first;
        while is_group(last + 1) {
            last += 2;
        }
        let text = self.slice(first, last + 1)?;
        Some((first, last, text.replace(',', "_")))
    }

    /// `return n + 1`
    fn returned(&self) -> Option<Slip> {
        let at = self.find("return").filter(|at| self.is_short(at + 1))?;
        Some((at, at, String::new()))
    }

    // ---- Items

    fn item(&self) -> Option<Slip> {
        self.def()
            .or_else(|| self.arrow())
            .or_else(|| self.assigned())
            .or_else(|| self.import())
    }

    /// `def kayles(n): …`
    fn def(&self) -> Option<Slip> {
        let is_def = matches!(self.word(0), "def" | "function" | "func" | "fun" | "fn");
        if !is_def || !self.is_name(1) || self.word(2) != "(" {
            return None;
        }
        let name = self.word(1);
        let close = self.find(")")?;
        let end = match self.word(close + 1) {
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
            let at = self.find(":=")?;
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
            (true, file) if self.is_kind(1, TokenKind::Text) && self.last() == 1 => {
                Some((0, 1, format!("use {file}")))
            }
            _ => None,
        }
    }

    /// What a piece that cannot be read would define.
    pub(super) fn defines(&self) -> Option<&str> {
        let is_item =
            |at: usize| matches!(self.word(at), "game" | "let" | "def" | "fn" | "function");
        match (is_item(0), self.word(1)) {
            (true, name) if self.is_name(1) => Some(name),
            (false, "=" | ":=") if self.is_name(0) => Some(self.word(0)),
            _ => None,
        }
    }
}
