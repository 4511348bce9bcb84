//! Questions and values as in other languages, or as people say them.

use pest::Parser;

use super::phrases::PILE;
use super::{KINDS, Piece, Slip};
use crate::syntax::ast::CompareOp;
use crate::syntax::errors::LONGEST;
use crate::syntax::piles::{misere_position, position_words};
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::tree::{Goal, Grammar};
use crate::syntax::words::{Role, Word};
use crate::text::words::is_among;

/// Queries of positions, which have no piles themselves.
const OF_POSITIONS: &str = "winner grundy moves winning best line explain remoteness";

/// Those that are asked of each pile of a range.
const OF_EACH: &str = "winner grundy remoteness";

/// Queries about games.
const OF_GAMES: &str = "losing values table period conjecture genus quotient plot";

/// Functions of numbers that are called without parentheses, as in `mex 0 1 3`.
const FUNCTIONS: &str = "mex xor nimsum gcd lcm min max nim_product isqrt";

/// Verbs of moves that the table of phrases knows.
const OTHER_VERBS: &str = "\
    eat discard withdraw grab delete reduce decrease divide cut break separate halve replace draw cross throw \
    knock";

/// What stands before a colon and says something of the rule.
const NO_NAMES: &str = "misere normal play forbidden banned illegal never not no";

/// What may stand before the verb of a sentence about moves.
const OPENING: &str = "\
    legal valid he she from please have has a the that each every all both either any one some single current player players person two \
    you we they it to on in at during his her their your whose turn turns move moves step may can must will is are \
    allowed alternately alternate take taking by consists consisting of make makes choose chooses choosing select \
    selects pick picks non - empty nonempty non-empty pile piles heap heaps and then of n ,";

/// How many words of a sentence may stand before its verb and be left out, and the verb.
const MOST_BEFORE: usize = 20;

/// Whether a word may stand before the verb of a sentence.
#[cfg(feature = "program")]
pub(super) fn is_of_an_opening(word: &str) -> bool {
    is_among(word, OPENING)
}

/// A condition that holds where another one does not.
fn opposite(condition: &str) -> String {
    let words: Vec<&str> = tokens(condition)
        .map(|token| token.text(condition))
        .collect();
    let mut signs = words.iter().filter_map(|word| CompareOp::of(word));
    match (
        signs.next(),
        signs.next(),
        words.iter().any(|it| matches!(*it, "and" | "or" | "not")),
    ) {
        (Some(op), None, false) => condition.replacen(op.sign(), op.opposite().sign(), 1),
        _ => format!("not ({condition})"),
    }
}

impl Piece<'_> {
    pub(super) fn expr(&self) -> Option<Slip> {
        self.game_with_a_name()
            .or_else(|| self.code())
            .or_else(|| self.member())
            .or_else(|| self.turned_round())
            .or_else(|| self.sentence())
            .or_else(|| self.sum())
            .or_else(|| self.for_all())
            .or_else(|| self.apart())
            .or_else(|| self.xor())
            .or_else(|| self.decided())
            .or_else(|| self.is_word())
            .or_else(|| self.divides())
            .or_else(|| self.braces())
            .or_else(|| self.range())
            .or_else(|| self.part_of_list())
            .or_else(|| self.names_in_brackets())
            .or_else(|| self.second_for())
            .or_else(|| self.groups())
            .or_else(|| self.power())
            .or_else(|| self.returned())
    }

    /// `0.77`, `0.77[5, 8]`, `values(0.77, 0..9)`
    fn code(&self) -> Option<Slip> {
        let dot = self.find(".").filter(|_| self.goal != Goal::Statement)?;
        let at = dot.checked_sub(1)?;
        let digits =
            Some(self.word(dot + 1)).filter(|digits| digits.bytes().all(|it| it < b'8'))?;
        let is_code = self.word(at) == "0" && self.is_kind(dot + 1, TokenKind::Number);
        let is_joined = self.touches(at) && self.touches(dot);
        // What is asked of a game has it first.
        let is_asked = at >= 2
            && self.word(at - 1) == "("
            && [OF_GAMES, OF_POSITIONS, "misere describe plan"]
                .iter()
                .any(|queries| is_among(self.word(at - 2), queries));
        let behind = self.word(dot + 2);
        let begins = at == 0 && self.goal == Goal::Expr;
        let is_whole = match behind {
            "[" => is_asked || begins && self.word(self.last()) == "]",
            "," | ")" => is_asked,
            _ => begins && behind.is_empty(),
        };
        let code = format!("{} 0.{digits}", Word::Octal);
        let code = match behind {
            "[" => format!("({code})"),
            _ => code,
        };
        (is_code && is_joined && is_whole).then_some((at, dot + 1, code))
    }

    /// `nim[1, 2].winner`, `xs.len()`
    fn member(&self) -> Option<Slip> {
        let start = match self.tokens.first()?.keyword() {
            Some(Word::Expect) => 1,
            Some(Word::Let) => self.find("=")? + 1,
            _ => 0,
        };
        let dot = self.find(".").filter(|dot| *dot > start)?;
        let is_call = self.word(dot + 2) == "(" && self.word(dot + 3) == ")";
        let of = self.slice(start, dot)?;
        let name = self.word(dot + 1);
        let is_known = is_among(name, FUNCTIONS) || is_among(name, OF_POSITIONS) || name == "len";
        let is_operand = self.tokens.get(dot - 1)?.ends_operand();
        let is_one = (start..dot).all(|at| {
            self.tokens
                .get(at)
                .is_some_and(|it| it.kind != TokenKind::Operator)
        });
        let last = if is_call { dot + 3 } else { dot + 1 };
        (is_known && is_operand && is_one).then(|| (start, last, format!("{name}({of})")))
    }

    /// `kayles misere`, `misere kayles[5]`
    fn turned_round(&self) -> Option<Slip> {
        let is_pair = self.goal == Goal::Expr && self.tokens.len() == 2 && self.is_name(0);
        let misere = Word::Misere.text();
        let behind = || (is_pair && self.word(1) == misere).then(|| self.word(0));
        let before = || misere_position(&self.slice(0, self.tokens.len())?);
        let fix = behind().map(|game| format!("{misere}({game})"));
        let fix = fix.or_else(|| before().filter(|_| self.goal == Goal::Expr))?;
        Some((0, self.last(), fix))
    }

    /// `expect f(x) == 0 for x in 0..9`, `forall x in 0..9: f(x) == 0`: a condition that holds for all of these, or a list.
    fn for_all(&self) -> Option<Slip> {
        let start = match self.goal {
            Goal::Expr => 0,
            Goal::Item if self.word(0) == Word::Expect.text() => 1,
            Goal::Exprs | Goal::Item | Goal::Head | Goal::Statement => return None,
        };
        let mut depth = 0;
        let at_top = |at: &usize| {
            let is_top = depth == 0;
            depth = self.tokens[*at].depth_behind(depth);
            is_top && depth == 0
        };
        let top: Vec<usize> = (start..self.tokens.len()).filter(at_top).collect();
        let top_is = |word: &str| top.iter().copied().find(|at| self.word(*at) == word);
        let begins = match (self.word(start), self.word(start + 1)) {
            ("forall", _) => start + 1,
            ("for" | "For", "all" | "every" | "each") => start + 2,
            _ => start,
        };
        if begins > start {
            let comma = || top.iter().copied().rfind(|at| self.word(*at) == ",");
            let colon = top_is(":").or_else(comma).filter(|at| *at > begins)?;
            let ranges = self.slice(begins, colon)?;
            let condition = self.slice(colon + 1, self.tokens.len())?;
            return Some((start, self.last(), format!("all({condition} for {ranges})")));
        }
        let tail = top_is(Word::For.text()).filter(|tail| *tail > start)?;
        let whole = self.slice(start, self.tokens.len())?;
        let is_condition = top
            .iter()
            .any(|at| *at < tail && CompareOp::of(self.word(*at)).is_some());
        match is_condition || start > 0 {
            true => Some((start, self.last(), format!("all({whole})"))),
            false => Some((start, self.last(), format!("[{whole}]"))),
        }
    }

    /// `2**k`
    fn power(&self) -> Option<Slip> {
        let at = self.find("**").filter(|at| *at > 0)?;
        let (base, power) = (self.word(at - 1), self.word(at + 1));
        let is_end = self.word(at + 2) != "(" && self.word(at + 2) != "[";
        let is_plain = self.is_short(at - 1) && self.is_short(at + 1) && is_end;
        is_plain.then(|| (at - 1, at + 1, format!("pow({base}, {power})")))
    }

    /// `winner nim[5, 9]`, `winner nim 5 9` and `nim 5 9`, as on a command line, and `who wins nim 5 9?`: a call, or a position.
    fn apart(&self) -> Option<Slip> {
        let start = match self.goal {
            Goal::Expr => 0,
            Goal::Item if self.word(0) == Word::Expect.text() => 1,
            Goal::Exprs | Goal::Item | Goal::Head | Goal::Statement => return None,
        };
        let ends = |at: &usize| matches!(self.word(*at), "==" | "!=" | "<" | ">" | "<=" | ">=");
        let end = (start..self.tokens.len()).find(ends);
        let end = end.unwrap_or(self.tokens.len());
        let asks = end > start + 1 && matches!(self.word(end - 1), "?" | ".");
        let last = end - usize::from(asks);
        if start == 0
            && let Some(question) = self.whole_question()
        {
            return Some(question);
        }
        let fix = match self.asked(start) {
            Some((name, first)) => self.call(&name, first, last)?,
            None => {
                let (first, next) = (self.tokens.get(start)?, self.tokens.get(start + 1)?);
                let is_apart = first.kind == TokenKind::Name && first.end < next.start;
                let is_apart = is_apart && self.word(start) != "normal";
                match is_apart && start + 1 < last {
                    true => self.call(self.word(start), start + 1, last)?,
                    // Only the question mark is too much.
                    false if asks => self.slice(start, last)?,
                    false => return None,
                }
            }
        };
        let is_read = fix.len() <= LONGEST && Grammar::parse(Goal::Expr.rule(), &fix).is_ok();
        is_read.then_some((start, end - 1, fix))
    }

    /// What is asked about behind a name, up to a token.
    fn call(&self, name: &str, first: usize, end: usize) -> Option<String> {
        let is_filler =
            |at: &usize| matches!(self.word(*at), "with" | "of" | "on" | "piles" | "heaps");
        let fillers = (first..end).take_while(is_filler).count();
        let first = match self.is_kind(first + fillers, TokenKind::Number) {
            true => first + fillers,
            false => first,
        };
        let rest = self.slice(first, end)?;
        let kind = self.tokens.get(first)?.kind;
        // Is `nim 3+5` a pile of 8, or are there two?
        if kind == TokenKind::Number && rest.contains('+') {
            return None;
        }
        let is_function = is_among(name, FUNCTIONS);
        // A game may be called so.
        let is_of_games = is_among(name, OF_GAMES) && !self.defined.contains(name);
        Some(match (kind, position_words(&rest)) {
            (TokenKind::Number, (None, piles)) if is_function => {
                format!("{name}({})", piles.join(", "))
            }
            // Of piles without a game nobody knows which.
            (TokenKind::Number, (None, piles)) if !is_among(name, OF_POSITIONS) && !is_of_games => {
                format!("{name}[{}]", piles.join(", "))
            }
            // The single piles of `losing kayles 0..20` and `grundy kayles 0..10`.
            (TokenKind::Name | TokenKind::Keyword(_), (Some(game), piles))
                if is_of_games && piles.iter().any(|it| it.contains("..")) =>
            {
                // The command shows them as a table.
                if name == "values" {
                    return None;
                }
                format!("{name}({game}, {})", piles.join(", "))
            }
            (TokenKind::Name | TokenKind::Keyword(_), (Some(game), piles))
                if is_among(name, OF_EACH) && piles.len() == 1 && piles[0].contains("..") =>
            {
                format!("[{name}({game}[n]) for n in {}]", piles[0])
            }
            (TokenKind::Name | TokenKind::Keyword(_), (Some(game), piles)) => {
                format!("{name}({game}[{}])", piles.join(", "))
            }
            (TokenKind::Name | TokenKind::Keyword(_), (None, _)) => format!("{name}({rest})"),
            _ => return None,
        })
    }

    /// `nim 3 5 + kayles 2`
    fn sum(&self) -> Option<Slip> {
        let mut terms = Vec::new();
        let mut first = 0;
        for at in 0..=self.tokens.len() {
            let word = self.word(at);
            if at < self.tokens.len() && word != "+" {
                continue;
            }
            let term = self.slice(first, at)?;
            terms.push(match position_words(&term) {
                (Some(game), piles) => format!("{game}[{}]", piles.join(", ")),
                (None, _) if term.ends_with(']') => term,
                _ => return None,
            });
            first = at + 1;
        }
        let is_sum = self.goal == Goal::Expr && terms.len() > 1;
        let fix = terms.join(" + ");
        (is_sum && fix.len() <= LONGEST).then(|| (0, self.last(), fix))
    }

    /// `mine = take 1..3`, `mine: take 1..3`
    fn game_with_a_name(&self) -> Option<Slip> {
        let first = usize::from(self.word(0) == Word::Let.text());
        let rules = first + 2;
        let begins = self.tokens.get(rules).and_then(|token| token.keyword());
        let begins = begins.is_some_and(|word| word.is(Role::Statement) && !word.is(Role::Item));
        let is_named = self.is_name(first) && matches!(self.word(first + 1), "=" | ":" | ":=");
        // `never: take 3` says what no game is called.
        let says = self.word(first).to_ascii_lowercase();
        let is_named = is_named && !is_among(&says, NO_NAMES);
        if !begins || !is_named || !matches!(self.goal, Goal::Item | Goal::Expr) {
            return None;
        }
        let game = (self.as_game)(&self.slice(rules, self.tokens.len())?)?;
        let (_, rules) = game.split_once(" {")?;
        let fix = format!("game {} {{{rules}", self.word(first));
        Some((0, self.last(), fix))
    }

    /// `a player takes 1 to 3 stones`, `On each turn, a player may remove 1 or 2.`, `Choose one pile and remove 1 or 2.`
    fn sentence(&self) -> Option<Slip> {
        let (verb, game) = self.move_in_words()?;
        self.opens(verb).then(|| (0, self.last(), game))
    }

    /// What stands before the verb of a sentence about moves and says more than is passed over: a condition, a time or a `never`
    /// would be lost, and a question is no rule.
    pub(super) fn before_move(&self) -> Option<(usize, usize)> {
        let (verb, _) = self.move_in_words()?;
        let is_word = |at| !matches!(self.word(at), "=" | ":" | ":=" | "(" | "[" | "{");
        let is_sentence = verb > 0 && (0..verb).all(is_word);
        (is_sentence && !self.opens(verb)).then(|| (0, verb - 1))
    }

    fn opens(&self, verb: usize) -> bool {
        let is_said = |at| is_among(&self.word(at).to_ascii_lowercase(), OPENING);
        let first = self.word(0).to_ascii_lowercase();
        let asks = matches!(
            first.as_str(),
            "can" | "may" | "must" | "whose" | "is" | "are" | "will"
        );
        let is_of_one = |at: usize| {
            let players = matches!(self.word(at), "player" | "players");
            let one = |at| self.number(at).is_some();
            players && one(at + 1) || one(at) && matches!(self.word(at + 1), "turns" | "moves")
        };
        !asks
            && !(0..verb).any(is_of_one)
            && (0..verb).all(is_said)
            && self.names_one_pile(verb)
            && !(0..verb).any(|at| self.says_more(at, verb))
    }

    /// Whether what stands before the verb speaks of one pile alone, or of none: of any one, and of nobody's.
    fn names_one_pile(&self, verb: usize) -> bool {
        let is_noun = |at: &usize| PILE.contains(&self.word(*at));
        let is_one = |noun: usize| {
            let is_beside = |at: &usize| {
                matches!(
                    self.word(*at),
                    "non" | "-" | "empty" | "nonempty" | "single" | "n" | "of" | "the"
                )
            };
            let before = (0..noun).rev().find(|at| !is_beside(at));
            let kind = before.map_or("", |at| self.word(at)).to_ascii_lowercase();
            let is_single = matches!(
                kind.as_str(),
                "a" | "any" | "one" | "some" | "either" | "that"
            ) || before
                .is_none_or(|at| at + 1 < noun && self.word(noun - 1) == "the");
            match self.word(noun).ends_with('s') {
                true => before.is_some_and(|at| {
                    let of = self.word(at + 1) == "of";
                    of && matches!(kind.as_str(), "any" | "one" | "either")
                }),
                false => is_single,
            }
        };
        let mut nouns = (0..verb).filter(is_noun);
        let first = nouns.next();
        first.is_none_or(is_one) && nouns.next().is_none()
    }

    /// Whether a word before the verb says more than who takes and when: how many turns or players, which turn, what else is done.
    fn says_more(&self, at: usize, verb: usize) -> bool {
        let lower = |at: usize| self.word(at).to_ascii_lowercase();
        let (word, next) = (lower(at), lower(at + 1));
        let before = at.checked_sub(1).map_or(String::new(), lower);
        let is_turn = |word: &str| matches!(word, "turn" | "turns" | "move" | "moves" | "step");
        let alternates = (0..verb).any(|at| matches!(lower(at).as_str(), "turns" | "alternately"));
        match word.as_str() {
            "n" => !PILE.contains(&next.as_str()),
            "two" => next != "players" && next != "person",
            // `on move one take 2`, but `in each move one takes 2`
            "one" => {
                let acts = next.ends_with('s') || matches!(next.as_str(), "may" | "can" | "must");
                next.starts_with("player") || next == "person" || is_turn(&before) && !acts
            }
            "all" | "both" => !alternates || is_turn(&next),
            "has" | "have" => next != "to",
            "alternate" => matches!(before.as_str(), "on" | "in" | "at"),
            "his" | "her" | "their" | "your" => is_turn(&next) && lower(at + 2) == "is",
            "make" | "makes" => {
                !matches!(next.as_str(), "a" | "his" | "her" | "their" | "your")
                    || !is_turn(&lower(at + 2))
            }
            "move" | "moves" => {
                let is_pile = PILE.contains(&lower(at + 2).as_str());
                let is_again =
                    (at + 1..verb).any(|at| matches!(lower(at).as_str(), "move" | "moves"));
                is_pile || is_again || matches!(next.as_str(), "and" | "then")
            }
            _ => false,
        }
    }

    /// `pick a pile and`
    fn chooses_pile(&self, verb: usize) -> bool {
        let row = "pick|picks a|any|one|some single? non? -? empty|nonempty? PILE ,? and|then|,";
        self.fits(row, verb).is_some()
    }

    /// The verb of a sentence about moves, and what stands from there on as a game.
    fn move_in_words(&self) -> Option<(usize, String)> {
        let verb_at = |at: usize| {
            let word = self.word(at).to_ascii_lowercase();
            match word.strip_suffix('s').unwrap_or(&word) {
                _ if self.word(at + 1) == "(" || self.word(at + 1).starts_with("turn") => None,
                "pick" if self.chooses_pile(at) => None,
                "take" | "remove" | "subtract" | "pick" | "taking" | "removing" => {
                    Some(Word::Take.text().to_owned())
                }
                "split" | "splitting" => Some(Word::Split.text().to_owned()),
                verb if is_among(verb, OTHER_VERBS) => Some(verb.to_owned()),
                _ => None,
            }
        };
        // Inside of games this is asked of what is read here.
        if self.goal != Goal::Expr {
            return None;
        }
        let mut words = 0..self.tokens.len().min(MOST_BEFORE);
        let (at, verb) = words.find_map(|at| Some((at, verb_at(at)?)))?;
        let stops = usize::from(self.word(self.last()) == ".");
        let rules = self.slice(at + 1, self.tokens.len() - stops)?;
        let rules = format!("{verb} {rules}");
        let game = (self.as_game)(&rules);
        let game = game.or_else(|| (self.as_game)(&rules.to_ascii_lowercase()))?;
        Some((at, game))
    }

    /// `3 xor 5`: a call, where what belongs to it is plain. Nobody knows whether `1 + 2 xor 3` is 0 or 2.
    fn xor(&self) -> Option<Slip> {
        let is_xor =
            |at: usize| self.word(at).eq_ignore_ascii_case("xor") && self.word(at + 1) != "(";
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

    /// `nim[3] loses`, `nim[3] is a win`, `nim[1, 1] is P`: who wins the position.
    fn decided(&self) -> Option<Slip> {
        let start = usize::from(self.word(0) == Word::Expect.text());
        let end = (start..self.tokens.len()).rfind(|at| self.word(*at) == "]")? + 1;
        let is = usize::from(matches!(self.word(end), "is" | "are"));
        let said = end + is + usize::from(matches!(self.word(end + is), "a" | "an"));
        let winner = match self.word(said) {
            "loses" | "lost" | "losing" | "loss" | "P" => "second",
            "wins" | "won" | "winning" | "win" | "N" => "first",
            _ => return None,
        };
        let what = self.slice(said + 1, self.tokens.len());
        let is_whole = matches!(what.as_deref(), None | Some("position" | "-position"));
        let position = self.slice(start, end)?;
        let is_position =
            self.is_name(start) && Grammar::parse(Goal::Expr.rule(), &position).is_ok();
        let fix = format!("winner({position}) == {winner}");
        (is_whole && is_position).then(|| (start, self.last(), fix))
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
        if self.word(what + 1) == "mod" && self.is_short(what + 2) && self.is_name(is - 1) {
            let (of, rest, by) = (self.word(is - 1), self.word(what), self.word(what + 2));
            return Some((is - 1, what + 2, format!("{of} % {by} {sign} {rest}")));
        }
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
        let are_numbers = [k, n].iter().all(|it| it.parse::<i64>().is_ok());
        match (are_numbers, self.word(0) == Word::Take.text()) {
            (false, _) => fits.then(|| (before, at + 1, format!("{n} % {k} == 0"))),
            (true, true) => fits.then(|| (before, at + 1, format!("{k}, {n}"))),
            (true, false) => None,
        }
    }

    /// `if c { a } else { b }`, `mex{0, 1}` as it stands in explanations, and sets such as `{1, 3}`
    fn braces(&self) -> Option<Slip> {
        // Behind the condition of an `if` braces are its cases.
        let is_game = self.goal == Goal::Expr && self.find("if").is_none();
        let is_name = |at: &usize| {
            let is_one = is_among(self.word(*at), FUNCTIONS) || is_game && self.is_name(*at);
            is_one && self.word(at + 1) == "{"
        };
        if let Some(name) = (0..self.tokens.len()).find(is_name) {
            let end = (name..self.tokens.len()).find(|at| self.word(*at) == "}")?;
            let (name_of, inside) = (self.word(name), self.slice(name + 2, end)?);
            let fix = match is_among(name_of, FUNCTIONS) {
                true => format!("{name_of}([{inside}])"),
                false => format!("{name_of}[{inside}]"),
            };
            return Some((name, end, fix));
        }
        if let Some(body) = self.find("{").filter(|at| *at > 0)
            && self.word(body - 1) == "="
            && self.word(self.last()) == "}"
            && !(body..self.last()).any(|at| self.word(at) == ",")
        {
            let first = body + 1 + usize::from(self.word(body + 1) == "return");
            return Some((body, self.last(), self.slice(first, self.last())?));
        }
        if let Some(set) = self.find("{").filter(|at| *at > 0)
            && matches!(self.word(set - 1), "(" | "in" | "take" | "==")
        {
            let end = (set..self.tokens.len()).find(|at| self.word(*at) == "}")?;
            // Numbers of a pile are a range.
            let pair = (
                self.word(set + 1).parse::<i64>(),
                self.word(set + 3).parse::<i64>(),
            );
            if let (Ok(first), Ok(last)) = pair
                && self.word(0) == Word::Pile.text()
                && end == set + 4
                && last == first + 1
            {
                return Some((set, end, format!("{first}..{last}")));
            }
            return Some((set, end, format!("[{}]", self.slice(set + 1, end)?)));
        }
        let (first, last, [condition, a, b]) = self.blocks()?;
        Some((first, last, format!("if {condition} then {a} else {b}")))
    }

    /// `if n > 2 { take 1 } else { take 2 }`
    pub(super) fn cases(&self) -> Option<Slip> {
        let (first, last, [condition, a, b]) = self.blocks()?;
        let is_statement = |text: &str| {
            let first = tokens(text).next().and_then(|token| token.keyword());
            let is_one = first.is_some_and(|word| word.is(Role::Statement));
            is_one && !tokens(text).any(|token| token.keyword() == Some(Word::Where))
        };
        if !is_statement(&a) || !is_statement(&b) {
            return None;
        }
        let otherwise = opposite(&condition);
        Some((
            first,
            last,
            format!("{a} where {condition}  {b} where {otherwise}"),
        ))
    }

    /// The condition and both cases of an `if` with blocks, and which tokens it is.
    fn blocks(&self) -> Option<(usize, usize, [String; 3])> {
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
        Some((first, no_end, [condition, a, b]))
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

    /// `p[1:]`, `p[:-1]`: of a list without its first or its last entries, as Python writes it.
    fn part_of_list(&self) -> Option<Slip> {
        let colon = (2..self.tokens.len()).find(|at| self.word(*at) == ":")?;
        let open = (1..colon).rfind(|at| self.word(*at) == "[")?;
        let close = (colon..self.tokens.len()).find(|at| self.word(*at) == "]")?;
        let list = self.word(open - 1);
        let number = |text: &str| text.parse::<u64>().ok();
        let (from, to) = (self.slice(open + 1, colon), self.slice(colon + 1, close));
        let (from, to) = (from.unwrap_or_default(), to.unwrap_or_default());
        let is_end = |text: &str| {
            text.is_empty()
                || text
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_')
        };
        // The end is not of the part there, and a negative number counts from the end.
        let to = match (
            number(&to),
            to.strip_prefix('-').map(|it| number(it.trim())),
        ) {
            (Some(0), _) | (_, Some(None)) => return None,
            (Some(end), _) => (end - 1).to_string(),
            (None, Some(Some(cut))) => format!("len({list}) - {}", cut.checked_add(1)?),
            (None, None) if to.is_empty() => to,
            (None, None) if is_end(&to) => format!("{to} - 1"),
            (None, None) => return None,
        };
        let is_part = self.is_name(open - 1) && is_end(&from);
        is_part.then(|| (open - 1, close, format!("{list}[{from}..{to}]")))
    }

    /// `for [x, y] in pairs`
    fn names_in_brackets(&self) -> Option<Slip> {
        let open = 1 + self.find(Word::For.text())?;
        let close = open
            + 1
            + self
                .tokens
                .get(open + 1..)?
                .iter()
                .position(|it| it.text(self.text) == "]")?;
        let is_list = (open + 1..close).all(|at| self.is_name(at) || self.word(at) == ",");
        let is_pattern = self.word(open) == "[" && self.word(close + 1) == Word::In.text();
        let names = self
            .slice(open + 1, close)
            .filter(|_| is_list && is_pattern)?;
        Some((open, close, format!("({names})")))
    }

    /// `for a in 1..3 for b in 1..a`
    fn second_for(&self) -> Option<Slip> {
        let mut has_for = vec![false];
        let mut extra = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match (token.kind, token.keyword()) {
                (TokenKind::Open, _) => has_for.push(false),
                (TokenKind::Close, _) => drop(has_for.pop()),
                (_, Some(Word::For)) => match has_for.last_mut()? {
                    true => extra.push(at),
                    first => *first = true,
                },
                (_, Some(word)) if word.is(Role::Statement) || word == Word::Where => {
                    *has_for.last_mut()? = false;
                }
                _ => {}
            }
        }
        let (&first, &last) = (extra.first()?, extra.last()?);
        let mut fix = format!("{},", self.word(first - 1));
        for (at, next) in extra.iter().zip(extra.iter().skip(1)) {
            fix.push(' ');
            fix.push_str(&self.slice(at + 1, *next)?);
            fix.push(',');
        }
        Some((first - 1, last, fix))
    }

    /// `1,000,000`, where no list can be meant.
    fn groups(&self) -> Option<Slip> {
        if self.goal == Goal::Statement {
            return None;
        }
        let mut depth = 0_usize;
        let depths = self.tokens.iter().map(|token| {
            depth = token.depth_behind(depth);
            depth
        });
        let depths: Vec<usize> = depths.collect();
        let first = (0..self.tokens.len()).find(|at| {
            let is_head = self.is_kind(*at, TokenKind::Number) && self.word(*at).len() <= 3;
            is_head && depths.get(*at) == Some(&0) && self.is_in_group(at + 1)
        })?;
        let mut last = first;
        while self.is_in_group(last + 1) {
            last += 2;
        }
        let text = self.slice(first, last + 1)?;
        Some((first, last, text.replace(',', "_")))
    }

    /// `return n + 1`
    fn returned(&self) -> Option<Slip> {
        let at = self.find("return").filter(|at| self.is_short(at + 1))?;
        if self.goal == Goal::Statement {
            return None;
        }
        Some((at, at, String::new()))
    }
}
