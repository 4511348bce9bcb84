//! From the place where the grammar gave up to a complaint that says what was meant.

use std::ops::Range;

use super::errors;
use super::scan::{Token, TokenKind, closing, tokens};
use super::slips::PILE;
use super::tree::{Goal, Rule};
use super::words::{Role, Word};
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::source::{SourceId, Span};

/// A piece of text that the grammar does not accept.
pub(super) struct Misread<'a> {
    pub(super) source: SourceId,
    pub(super) text: &'a str,
    /// The tokens of the whole text, without comments.
    pub(super) tokens: &'a [Token],
    /// Those of the piece; at least one.
    pub(super) range: Range<usize>,
    pub(super) goal: Goal,
    /// The byte at which the grammar gave up.
    pub(super) position: usize,
    pub(super) expected: Expected,
}

impl Misread<'_> {
    /// The one thing to say about this piece.
    pub(super) fn explain(&self) -> Diagnostic {
        let piece = self.tokens.get(self.range.clone()).unwrap_or(&[]);
        let index = piece.partition_point(|token| token.end <= self.position);
        let (before, rest) = piece.split_at(index);
        match rest {
            [found, after @ ..] => self.wrong(before, *found, after),
            [] => self.incomplete(before),
        }
    }

    fn place(&self, token: Token) -> Span {
        Span::new(self.source, token.start, token.end)
    }

    /// The piece ends where more is needed.
    fn incomplete(&self, piece: &[Token]) -> Diagnostic {
        let Some(last) = piece.last().copied() else {
            return errors::empty(Span::new(self.source, self.position, self.position));
        };
        if let Some(opener) = self.innermost(piece) {
            return errors::unclosed(self.place(opener), opener.text(self.text), None);
        }
        if self.goal == Goal::Head && self.expected.has(Rule::open_brace) {
            return errors::missing_brace(self.place(last));
        }
        if self.expected.has(Rule::kw_else) {
            return errors::missing_else(self.place(last));
        }
        // Of what may follow, only what must follow is worth a mention.
        let mut phrases = self.expected.phrases(false);
        if phrases.len() > 1 && !self.expected.value() {
            phrases.retain(|phrase| phrase != "an operator" && phrase != "`,`");
        }
        errors::breaks_off(
            self.place(last),
            last.text(self.text),
            &phrases,
            self.advice(None, piece),
        )
    }

    /// The piece goes on in a way that it cannot.
    fn wrong(&self, before: &[Token], found: Token, after: &[Token]) -> Diagnostic {
        let word = found.text(self.text);
        let place = self.place(found);
        let phrases = self.expected.phrases(found.kind == TokenKind::Name);
        let previous = before.last().copied();
        let opener = self.innermost(before);

        let keyword = found.keyword();
        if found.kind == TokenKind::Close {
            return match opener {
                None if word == "}" || !self.expected.value() => errors::unopened(place, word),
                Some(opener) if closing(opener.text(self.text)) != word => {
                    let meant = self.closers(opener, before, word);
                    let opener = (self.place(opener), opener.text(self.text));
                    errors::mismatched(opener, (place, word), &meant)
                }
                Some(opener) if word == ")" && previous == Some(opener) => {
                    errors::empty_parentheses(self.place(opener).to(place))
                }
                _ => errors::unexpected(place, word, &phrases, self.advice(Some(found), before)),
            };
        }
        if word != ";"
            && let Some(slip) = self.slip(place, word, &phrases, before)
        {
            return slip;
        }
        if let Some(opener) = opener
            && self.never_closed(after)
            && [Rule::close_paren, Rule::close_bracket, Rule::close_brace]
                .iter()
                .any(|rule| self.expected.has(*rule))
        {
            let stopped = Some((place, word.to_owned()));
            return errors::unclosed(self.place(opener), opener.text(self.text), stopped);
        }
        if word == ";" && !self.expected.value() && opener.is_none() {
            return errors::semicolon(place);
        }
        let told = self.head(found, previous);
        if let Some(help) = told.or_else(|| self.question(found, after)) {
            return errors::unexpected(place, word, &phrases, Some(help));
        }
        if let Some(keyword) = keyword
            && (self.expected.name()
                || self.expected.value() && stands_for_name(keyword, after.first()))
        {
            return errors::reserved_word(place, word);
        }
        if found.kind == TokenKind::Name {
            let words = self.expected.words();
            if let Some((_, meant)) = FOREIGN_WORDS.iter().find(|(foreign, _)| *foreign == word)
                && meant.iter().any(|meant| words.contains(meant))
            {
                return errors::foreign_word(place, word, &phrases, meant);
            }
            let meant = nearest(word, words.into_iter().map(Word::text));
            if meant.is_some() {
                return errors::unknown_word(place, word, &phrases, meant);
            }
            if self.expected.has(Rule::kw_else) {
                return errors::missing_else(place);
            }
            if self.expected.next_word() {
                let error = errors::unknown_word(place, word, &phrases, None);
                let next = after.first().map(|it| it.text(self.text));
                let help = self.beginning(word, next);
                return error.help_if(help.or_else(|| self.forms(before).map(str::to_owned)));
            }
        }
        if self.expected.has(Rule::kw_else) {
            return errors::missing_else(place);
        }
        if self.expected.has(Rule::arrow) {
            return errors::missing_arrow(place, word);
        }
        errors::unexpected(place, word, &phrases, self.advice(Some(found), before))
    }

    /// How the head of a game goes on, where it has other brackets than braces, or two names.
    fn head(&self, found: Token, previous: Option<Token>) -> Option<String> {
        let previous = previous.filter(|_| self.goal == Goal::Head)?;
        let before = previous.text(self.text);
        let word = found.text(self.text);
        let is_rule = found.keyword().is_some_and(|word| word.is(Role::Statement));
        let braces = || "the rules of a game stand in braces: `game nim { take any }`".to_owned();
        match previous.kind {
            _ if before == "(" && is_rule || word == "[" => Some(braces()),
            TokenKind::Name if found.kind == TokenKind::Name => {
                Some(format!("a name is one word, such as `{before}_{word}`"))
            }
            _ => None,
        }
    }

    /// The word that is to stand before a name with this behind it.
    fn beginning(&self, name: &str, next: Option<&str>) -> Option<String> {
        match next {
            Some("->") if self.goal == Goal::Statement => {
                Some("a move begins with its word: `move n -> n - 1`".to_owned())
            }
            Some("=") => Some(format!(
                "a value gets a name by `let {name} = …`, which stands before the game"
            )),
            _ => None,
        }
    }

    /// Where what the prompt reads as a question, such as `winner nim[5, 9]` on a line of its own, is asked.
    fn question(&self, found: Token, after: &[Token]) -> Option<String> {
        let before = self.text.get(..found.start)?;
        let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
        let is_first = begins_line || before.trim().is_empty();
        if self.goal != Goal::Item || found.kind != TokenKind::Name || !is_first {
            return None;
        }
        let line = self.text.get(found.start..)?.lines().next()?;
        let line = line.split('#').next()?.trim_end();
        let is_whole = line.len() <= errors::LONGEST && line.ends_with([']', ')']);
        let (word, rest) = (
            found.text(self.text),
            line.get(found.end - found.start..)?.trim(),
        );
        let second = after.first().filter(|_| is_whole)?;
        let third = after.get(1).map(|token| token.text(self.text));
        let asked = match (second.text(self.text), second.kind, third) {
            ("[", ..) => format!("winner({line})"),
            ("(", ..) => match word {
                "print" => rest.get(1..rest.len() - 1)?.trim().to_owned(),
                "solve" => format!("winner{rest}"),
                _ => line.to_owned(),
            },
            (_, TokenKind::Name, Some("[" | "(")) => match word {
                "solve" => format!("winner({rest})"),
                _ => format!("{word}({rest})"),
            },
            _ => return None,
        };
        Some(format!(
            "a question stands behind `expect`, as in `expect {asked} == …`, or is asked by `nimrule eval` or at the prompt"
        ))
    }

    /// Signs of other languages, and signs in the wrong place.
    fn slip(
        &self,
        place: Span,
        found: &str,
        phrases: &[String],
        before: &[Token],
    ) -> Option<Diagnostic> {
        let arrow = self.expected.has(Rule::arrow);
        // An operator of the language in its place; what has one operand only may be more than a slip.
        let operator = |help: &str| {
            let error = errors::foreign_operator(place, found, help);
            let meant = help
                .strip_prefix("write `")
                .and_then(|it| it.strip_suffix('`'));
            let is_sign = |sign: &str| matches!(sign, "%" | "/" | "==" | "!=" | "<=");
            let meant = meant.filter(|it| {
                is_sign(it) || matches!(Word::of(it), Some(Word::And | Word::Or | Word::Where))
            });
            Some(match meant {
                Some(meant) => error.fix(place, meant),
                None => error,
            })
        };
        match found {
            "=" | "=>" | "==" | ":=" | "<=" | "-=" | "+=" | ":" if arrow => {
                Some(errors::missing_arrow(place, found))
            }
            "=" if self.expected.operator() && self.goal == Goal::Statement => {
                Some(errors::single_equals(place).fix(place, "=="))
            }
            "=" if self.goal == Goal::Head => operator(
                "the rules of a game stand in braces, without `=`: `game nim { take any }`",
            ),
            "-" if self.goal == Goal::Head => operator("names are made of letters, digits and `_`"),
            "=" if self.expected.operator() => Some(errors::single_equals(place)),
            "->" => Some(errors::stray_arrow(place, phrases)),
            "^" => Some(errors::caret(place)),
            "xor" if self.expected.operator() => {
                operator("write `xor(a, b)` for numbers; positions are added with `+`")
            }
            "is" if self.expected.operator() => {
                operator("write `==`, or call a condition: `even(k)`")
            }
            "mod" if self.expected.operator() => operator("write `%`"),
            "div" if self.expected.operator() => operator("write `/`"),
            "to" if self.expected.operator() && !arrow => operator("a range is written `1..3`"),
            "|" if self.begins_binders(before, place.end as usize) => operator("write `for`"),
            "|" if self.is_pair(place) => {
                operator("the absolute value is `abs(n)`, the length of a list `len(p)`")
            }
            "unless" if self.goal == Goal::Statement => operator(
                "write `where` with what must hold instead, as in `take 1..3 where n != 3`",
            ),
            "until" if self.goal == Goal::Statement => {
                operator("play is over where a statement says so: `end when n == 1`")
            }
            "||" | "|" if self.follows_move(before) => {
                operator("of several moves each is a statement of its own")
            }
            "!" if self.expected.operator() => operator(
                "there are no factorials; different is `!=`, and `not` stands before a condition",
            ),
            ":" if self.goal == Goal::Head && self.innermost(before).is_some() => operator(
                "the arguments of a game have names alone, as in `game g(k) { take 1..k }`",
            ),
            ":" if self.goal == Goal::Head => {
                operator("the rules of a game stand in braces: `game nim { take any }`")
            }
            ":" if before.last().and_then(|it| it.keyword()) == Some(Word::Misere) => {
                operator("`misere` stands alone")
            }
            ":" if self.is_in_list(before) => operator("a part of a list is `xs[a..b]`"),
            "." if before.last().is_some_and(|it| it.kind == TokenKind::Name) => {
                operator("functions are called with the list: `len(p)`, `remove(p, i)`")
            }
            "==" if self.expected.has(Rule::assign) => {
                operator("write a single `=` to give a value to a name")
            }
            _ => {
                let (_, help) = FOREIGN_SIGNS.iter().find(|(sign, _)| *sign == found)?;
                operator(help)
            }
        }
    }

    /// What is said of rules, sizes, binders and conditions that stand elsewhere or in another order.
    fn order(&self, found: Option<Token>, before: &[Token]) -> Option<&'static str> {
        let word = found.and_then(Token::keyword);
        let sign = found.map_or("", |token| token.text(self.text));
        let earlier = |word: Word| before.iter().any(|token| token.keyword() == Some(word));
        let mut last = before.iter().rev().map(|token| token.keyword());
        let of_pile = before
            .first()
            .is_some_and(|it| it.keyword() == Some(Word::Pile));
        let end = before.last().map_or("", |token| token.text(self.text));
        let is_call = || matches!(before, [.., name, open] if name.kind == TokenKind::Name && open.text(self.text) == "(");
        Some(match (word, sign) {
            (Some(word), _) if word.is(Role::Statement) && is_call() && self.expected.value() => {
                "rules have a game around them: `game rule { take 1..3 }`, and then `period(rule)`"
            }
            _ if self.says_a_size(found, before) => {
                "how large the piles are is no part of the rules: ask with their sizes, as in `g[21]` or `g[3, 4, 5]`"
            }
            (_, "[") if of_pile && end == "]" => {
                "a board is the list of its cells: `pile cells[(row, col)]`"
            }
            (_, "(") if of_pile && before.len() == 2 => {
                "the range of a pile stands behind `in`: `pile n in 1..100`"
            }
            (_, "{") if of_pile && before.len() > 2 => {
                "a bag stands alone, as in `pile {used[]}`; beside a number a row stands: `pile (n, used[])`"
            }
            (Some(Word::Where), _) if of_pile => {
                "a pile has ranges alone, as in `pile (a in 0..9, b)`; what else must hold of what is left is a condition of the moves, behind `where`"
            }
            (_, ",") if earlier(Word::Where) && self.begins_statement(found) => {
                "leave the comma out: a statement follows another without one"
            }
            (Some(Word::Where), _) | (_, ",") if earlier(Word::Where) => "join conditions by `and`",
            (Some(Word::Leaving), _) if earlier(Word::Where) => "`leaving` comes before `where`",
            (_, "<" | "<=") if last.nth(1) == Some(Some(Word::For)) => {
                "the numbers of a binder stand behind `in`: `for m in 0..n - 1`"
            }
            (Some(Word::For), _) if earlier(Word::Where) => "`for` comes before `where`",
            (Some(Word::For), _) if earlier(Word::For) => {
                "separate binders by commas: `for i in 1..3, k in 1..i`"
            }
            (Some(Word::For | Word::Where), _) if self.goal == Goal::Item => {
                "only moves and lists have `for` and `where`: `[x for x in xs where x > 1]`"
            }
            _ => return None,
        })
    }

    /// Whether a statement begins behind a token.
    fn begins_statement(&self, token: Option<Token>) -> bool {
        let behind = token.and_then(|token| self.text.get(token.end..));
        let next = behind.and_then(|behind| tokens(behind).next()?.keyword());
        next.is_some_and(|word| word.is(Role::Statement))
    }

    /// Whether a number stands where only a name for a pile may, as in `pile n = 21` and `piles 3, 4, 5`.
    fn says_a_size(&self, found: Option<Token>, before: &[Token]) -> bool {
        let Some(found) = found else {
            return false;
        };
        let behind = self.text.get(found.end..).unwrap_or("");
        let has_number = behind
            .trim_start_matches(['=', '[', ' '])
            .starts_with(|c: char| c.is_ascii_digit());
        let sign = found.text(self.text);
        let is_size = match sign {
            "=" | "[" => has_number,
            _ => found.kind == TokenKind::Number,
        };
        match before {
            [] => PILE.contains(&sign) && has_number,
            [pile, name @ ..] => {
                let is_named = |it: &Token| it.kind == TokenKind::Name;
                pile.keyword() == Some(Word::Pile)
                    && name.len() <= 1
                    && name.iter().all(is_named)
                    && is_size
            }
        }
    }

    /// A help line for what is merely unexpected.
    fn advice(&self, found: Option<Token>, before: &[Token]) -> Option<String> {
        let begins_value = matches!(
            found.map(|found| found.kind),
            Some(TokenKind::Number | TokenKind::Name | TokenKind::Open)
        );
        let word = found.and_then(Token::keyword);
        let sign = found.map_or("", |token| token.text(self.text));
        let of = |word: Word| before.first().copied().and_then(Token::keyword) == Some(word);
        let of_pile = of(Word::Pile);
        let is_behind = |word: Word| before.last().copied().and_then(Token::keyword) == Some(word);
        if let Some(help) = self.order(found, before) {
            return Some(help.to_owned());
        }
        let help = match (word, sign) {
            _ if is_behind(Word::Leaving) => {
                "write how many piles may be left: `take 1..2 leaving 0..2 piles`"
            }
            (Some(Word::In), _) if of_pile => {
                "write the range behind each coordinate: `pile (a in 0..5, b in 0..5)`"
            }
            (Some(Word::In), _) if of(Word::Game) => {
                "what a game takes has no range: `game g(k)`, or `game g(k = 3)` with what is meant where none is given"
            }
            (_, "{") if of(Word::Move) && before.len() == 1 => {
                "the coordinates that a move changes stand alone: `move a, b -> a - 1, b - 1`"
            }
            (_, "{")
                if of(Word::Move) && before.last().is_some_and(|it| it.text(self.text) == "->") =>
            {
                "for one of several piles write `n -> k for k in [n - 1, n - 2]`, for all of them together `n -> [n - 1, n - 2]`"
            }
            (_, "{") if self.expected.value() => "a list stands in brackets: `[1, 2, 3]`",
            (Some(Word::If), _) if self.goal == Goal::Statement && before.is_empty() => {
                "a condition stands behind its move: `take 1 where n > 2`"
            }
            (Some(Word::If | Word::When), _)
                if self.expected.has(Rule::kw_where) || self.expected.has(Rule::where_clause) =>
            {
                "a condition begins with `where`"
            }
            (_, ",") if self.expected.has(Rule::open_bracket) && before.len() == 2 && of_pile => {
                "several coordinates stand in parentheses: `pile (a, b)`"
            }
            _ if self.expected.has(Rule::close_bracket)
                && self.expected.has(Rule::open_paren)
                && of_pile =>
            {
                "a row of any length is written `pile p[]`"
            }
            _ if self.goal == Goal::Head && before.len() == 1 => {
                "a game has a name: `game nim { take any }`"
            }
            _ if begins_value && self.expected.has(Rule::comma) && self.expected.operator() => {
                "write a comma between two values, or an operator"
            }
            _ if self.expected.has(Rule::arrow) => "a move is written `move n -> n - 1`",
            _ if self.expected.has(Rule::kw_then) => "write `if c then a else b`",
            _ if self.expected.has(Rule::code_text) => "a code is written like `octal 0.77`",
            _ if self.expected.has(Rule::kw_into) => "write `split into 2` or `split into a, b`",
            _ if self.expected.has(Rule::kw_turn) => "write `each turn 1..2 piles`",
            _ if self.expected.has(Rule::kw_when) => "write `when` first, as in `end when n == 0`",
            _ if self.expected.has(Rule::take_any) => {
                "write how many: `take any`, `take 1..3`, `take 1, 3, 4`"
            }
            _ if self.expected.has(Rule::item) => {
                "a file is made of games, lets and expectations: `game nim { take any }`"
            }
            _ if self.expected.has(Rule::string)
                && !self.expected.value()
                && self.goal == Goal::Item =>
            {
                "write `use \"other.nimrule\"`"
            }
            (Some(word), _) if self.goal == Goal::Item && word.is(Role::Item) => {
                "begin it on a line of its own"
            }
            _ if before.is_empty() => self.forms(before)?,
            _ => return None,
        };
        Some(help.to_owned())
    }

    /// Whether what stands there is the end of a move.
    fn follows_move(&self, before: &[Token]) -> bool {
        let has = |sign: &str| before.iter().any(|token| token.text(self.text) == sign);
        self.goal == Goal::Statement && has("->") && !has(Word::Where.text())
    }

    /// Whether the line has another such sign behind this one.
    fn is_pair(&self, place: Span) -> bool {
        let behind = self.text.get(place.end as usize..).unwrap_or_default();
        let mut line = behind.lines();
        line.next().is_some_and(|line| line.contains('|'))
    }

    /// Whether the innermost open bracket is that of a list.
    fn is_in_list(&self, before: &[Token]) -> bool {
        let opener = self.innermost(before);
        opener.is_some_and(|opener| opener.text(self.text) == "[")
    }

    /// Whether the binders of a list stand here behind a `|`, as in `[k * k | k in 1..3]`.
    fn begins_binders(&self, before: &[Token], at: usize) -> bool {
        let opener = self.innermost(before);
        let is_list = self.is_in_list(before);
        let inside = before
            .iter()
            .rev()
            .take_while(|token| opener.is_some_and(|it| token.start > it.start));
        let is_bound = inside
            .filter_map(|token| token.keyword())
            .any(|word| word == Word::For);
        let mut next = tokens(self.text.get(at..).unwrap_or(""));
        let is_name = next
            .next()
            .is_some_and(|token| token.kind == TokenKind::Name);
        is_list && !is_bound && is_name && next.next().and_then(Token::keyword) == Some(Word::In)
    }

    /// How a statement is written that says something in other words.
    fn forms(&self, before: &[Token]) -> Option<&'static str> {
        if self.goal != Goal::Statement {
            return None;
        }
        let Some(first) = before.first() else {
            return Some(
                "a game is made of statements such as `take 1..3`, `split into 2`, `move n -> n / 2` and `misere`; what is asked of it stands outside",
            );
        };
        match first.keyword()? {
            Word::Take => Some(
                "amounts are `any`, numbers such as `2`, `1..3` and `1..n / 2`, or those of a condition: `k where n % k == 0`",
            ),
            Word::Split => Some("parts are `into 2`, or named: `into a, b where a != b`"),
            _ => None,
        }
    }

    /// The innermost bracket that is open behind `tokens`.
    fn innermost(&self, tokens: &[Token]) -> Option<Token> {
        let mut open = Vec::new();
        for token in tokens {
            match token.kind {
                TokenKind::Open => open.push(*token),
                TokenKind::Close => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// What is written in the place of a bracket that does not close the innermost one: also itself, where it closes the one around.
    fn closers(&self, opener: Token, before: &[Token], word: &str) -> String {
        let around = before.partition_point(|token| token.start < opener.start);
        let around = before.get(..around).and_then(|it| self.innermost(it));
        let closer = closing(opener.text(self.text));
        match around {
            Some(around) if closing(around.text(self.text)) == word => format!("{closer}{word}"),
            _ => closer.to_owned(),
        }
    }

    /// Whether the innermost bracket that is open before `after` lacks its end.
    fn never_closed(&self, after: &[Token]) -> bool {
        let mut depth = 1;
        after.iter().all(|token| {
            depth = token.depth_behind(depth);
            depth > 0
        })
    }
}

/// Whether a reserved word is used as if it were a name with a value.
fn stands_for_name(word: Word, next: Option<&Token>) -> bool {
    use TokenKind::{Name, Number, Text};
    let goes_on = next.is_none_or(|next| !matches!(next.kind, Name | Number | Text));
    !word.is(Role::Behind) && goes_on
}

/// Signs of other languages, and what to write for them wherever they stand.
const FOREIGN_SIGNS: [(&str, &str); 25] = [
    ("&&", "write `and`"),
    (
        "&",
        "write `and` between conditions, `bitand(a, b)` of numbers",
    ),
    ("||", "write `or`"),
    ("|", "write `or`"),
    ("!", "write `not`"),
    ("~", "write `not`"),
    ("**", "write `pow(a, b)`"),
    ("//", "write `/`"),
    ("===", "write `==`"),
    ("<>", "write `!=`"),
    ("!==", "write `!=`"),
    ("=>", "write `>=` to compare; `->` stands in a `move`"),
    ("=<", "write `<=`"),
    ("<<", "write `shift(a, k)`"),
    (">>", "write `shift(a, -k)`"),
    ("+=", NOTHING_CHANGES),
    ("-=", NOTHING_CHANGES),
    (":=", "write `=` in a `let` and `==` to compare"),
    ("...", BOTH_ENDS),
    ("..=", BOTH_ENDS),
    ("..<", BOTH_ENDS),
    ("?", "write `if c then a else b`"),
    (
        ":",
        "a range of a name is written with `in`: `n in 0..5`; a part of a list `xs[a..b]`",
    ),
    (
        ".",
        "there are only whole numbers, and a range has two dots: `1..5`",
    ),
    ("'", "texts stand between two `\"`"),
];

const NOTHING_CHANGES: &str =
    "nothing changes its value here: give the new value a name of its own with `let`";
const BOTH_ENDS: &str = "write `a..b`: both ends belong to the range";

/// Words of other languages for words of this one.
const FOREIGN_WORDS: &[(&str, &[Word])] = &[
    ("elif", &[Word::Else, Word::If]),
    ("elsif", &[Word::Else, Word::If]),
    ("elseif", &[Word::Else, Word::If]),
    ("const", &[Word::Let]),
    ("var", &[Word::Let]),
    ("def", &[Word::Let]),
    ("fn", &[Word::Let]),
    ("function", &[Word::Let]),
    ("import", &[Word::Use]),
    ("include", &[Word::Use]),
    ("assert", &[Word::Expect]),
    ("remove", &[Word::Take]),
    ("subtract", &[Word::Take]),
    ("pick", &[Word::Take]),
    ("leave", &[Word::Leaving]),
    ("with", &[Word::Where]),
];

// ---- What the grammar would have accepted, in people's words

/// What could have stood at the place where the grammar gave up.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) rules: Vec<Rule>,
    pub(super) goal: Goal,
}

impl Expected {
    pub(super) fn has(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether the piece of text could have ended here.
    pub(super) fn end(&self) -> bool {
        self.has(Rule::EOI)
    }

    pub(super) fn value(&self) -> bool {
        self.has(Rule::expr) || self.has(Rule::number)
    }

    pub(super) fn name(&self) -> bool {
        use Rule::{binder, coord, name, param, pattern, place, plain_coord};
        !self.value()
            && [name, pattern, binder, param, coord, plain_coord, place]
                .iter()
                .any(|rule| self.has(*rule))
    }

    pub(super) fn operator(&self) -> bool {
        self.has(Rule::tight_op) || self.has(Rule::loose_op)
    }

    /// Whether a statement or item could have begun here.
    pub(super) fn next_word(&self) -> bool {
        self.has(Rule::item)
            || self.has(Rule::statement)
            || self.end() && self.goal == Goal::Statement
    }

    /// The reserved words among what could have stood here, those of operators and operands left out.
    fn keywords(&self) -> impl Iterator<Item = Word> {
        let operand = |word: Word| word.is(Role::Prefix) || word.is(Role::Value);
        self.rules
            .iter()
            .filter_map(|rule| keyword(*rule))
            .filter(move |word| !(self.value() && operand(*word)))
    }

    /// The words to compare a wrong word with.
    pub(super) fn words(&self) -> Vec<Word> {
        let mut words: Vec<Word> = self.keywords().collect();
        if self.operator() {
            words.extend([Word::And, Word::Or, Word::In, Word::Not]);
        }
        if self.has(Rule::statement) || self.end() && self.goal == Goal::Statement {
            words.extend(Word::all_of(Role::Statement));
        }
        if self.has(Rule::item) || self.end() && self.goal == Goal::Item {
            words.extend(Word::all_of(Role::Item));
        }
        words
    }

    /// What could have stood here, for a list. Where a word was found, operators and punctuation are not worth a mention.
    pub(super) fn phrases(&self, found_word: bool) -> Vec<String> {
        let mut phrases = Vec::new();
        let mut say = |phrase: &str| phrases.push(phrase.to_owned());
        let only_words = found_word && self.next_word() && self.keywords().next().is_some();
        if self.has(Rule::take_any) {
            say("an amount");
        } else if self.value() {
            say("a value");
        }
        if self.name() {
            say("a name");
        }
        if self.has(Rule::string) && !self.value() {
            say("a text in quotes");
        }
        if self.has(Rule::code_text) {
            say("a code such as `0.77`");
        }
        if !only_words {
            if self.operator() && !self.value() {
                say("an operator");
            }
            for (rule, sign) in SIGNS {
                let beside_operator = self.operator()
                    || self.value()
                    || self.has(Rule::binder)
                    || self.has(Rule::pattern);
                let begins_operand =
                    matches!(rule, Rule::open_bracket | Rule::open_paren | Rule::dots);
                if self.has(*rule) && !(begins_operand && beside_operator) {
                    say(sign);
                }
            }
        }
        if self.has(Rule::turn_all) {
            say("`all`");
        }
        if self.has(Rule::unit) {
            say("`piles`");
        }
        if self.has(Rule::or_none) {
            say("`or none`");
        }
        for word in self.keywords() {
            say(&format!("`{word}`"));
        }
        if self.has(Rule::item) {
            Word::all_of(Role::Item).for_each(|word| say(&format!("`{word}`")));
        }
        if self.has(Rule::statement) {
            say("a statement");
        }
        if self.end() {
            match self.goal {
                Goal::Item => say("the next item"),
                Goal::Statement => say("the next statement"),
                Goal::Expr | Goal::Exprs => say("the end"),
                Goal::Head => {}
            }
        }
        phrases
    }
}

const SIGNS: &[(Rule, &str)] = &[
    (Rule::open_paren, "`(`"),
    (Rule::open_bracket, "`[`"),
    (Rule::open_brace, "`{`"),
    (Rule::dots, "`..`"),
    (Rule::arrow, "`->`"),
    (Rule::assign, "`=`"),
    (Rule::semicolon, "`;`"),
    (Rule::comma, "`,`"),
    (Rule::close_paren, "`)`"),
    (Rule::close_bracket, "`]`"),
    (Rule::close_brace, "`}`"),
];

/// The reserved word that a rule stands for.
fn keyword(rule: Rule) -> Option<Word> {
    Word::of(format!("{rule:?}").strip_prefix("kw_")?)
}
