//! Reading text that the grammar does not accept as a whole: piece by piece, so that every mistake is reported and what
//! is right still reaches the tree.

mod pieces;
mod rules;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

use self::pieces::ARTICLES;
use crate::syntax::ast::{Binder, Entry, Expr, GameItem, Item, Listing, Statement, Tail};
use crate::syntax::depth::{Layers, MAX_DEPTH, too_deep};
use crate::syntax::errors;
use crate::syntax::explain::{Expected, Misread};
use crate::syntax::scan::{Token, TokenKind, tokens};
use crate::syntax::slips::{PILE, Piece};
use crate::syntax::tree::{Builder, Goal, Grammar, Rule};
use crate::syntax::words::{Role, Word};
use crate::text::diagnostic::Diagnostic;
use crate::text::source::{SourceId, Span};

/// Longer items, in bytes, are read piece by piece also where nothing is wrong: what the grammar notes takes far more memory than
/// the text and the tree, and between two pieces the limits are asked.
pub(super) const AT_ONCE: usize = 1 << 16;

/// How many complaints about characters are worth reading.
const MAX_CHARACTERS: usize = 20;

/// About how many bytes a token takes while its item is read, the tree of the item included.
const BYTES_OF_A_PARSE: usize = 200;

/// About how many bytes the tree takes that a token makes, its own text included. An item stands in a list, and again where it
/// is defined.
fn bytes_in_tree(token: Token, text: &str) -> u64 {
    use TokenKind::{BadNumber, Code, Keyword, Name, Number, OpenText};
    let expr = size_of::<Expr>() + BLOCK;
    let bytes = match token.kind {
        Name | Number | BadNumber | Code | TokenKind::Text | OpenText => {
            expr + token.end - token.start
        }
        TokenKind::Open if token.text(text) == "[" => expr + size_of::<Listing>() + BLOCK,
        TokenKind::Open | TokenKind::Operator => expr,
        Keyword(word) if word.is(Role::Item) => {
            size_of::<GameItem>() + 2 * size_of::<Item>() + BLOCK
        }
        Keyword(Word::For) => size_of::<Tail>() + size_of::<Binder>() + 2 * BLOCK,
        // A list has room for four at once.
        Keyword(word) if word.is(Role::Statement) => size_of::<Statement>() + 4 * expr,
        Keyword(word) if word.is(Role::Prefix) || word.is(Role::Value) => expr,
        _ => 0,
    };
    bytes as u64
}

/// What the allocator adds to each block, about.
const BLOCK: usize = 16;

/// How many bytes a token takes until all is read; a brace is noted once more.
const BYTES_OF_A_TOKEN: usize = size_of::<Token>() + 8;

/// About how many bytes it takes to read a text as one expression.
pub(super) fn bytes_to_read(text: &str) -> usize {
    tokens(text).count() * (BYTES_OF_A_PARSE + BYTES_OF_A_TOKEN)
}

/// How many tokens are found between two looks at the limits.
const TOKENS_BETWEEN_LOOKS: usize = 1 << 16;

/// How many complaints are worth reading at all.
const MAX_COMPLAINTS: usize = 100;

/// How many bytes of a text are read at a time, or a little more: fewer and the memory for what the grammar notes is made too often.
pub(super) const PART: usize = 1 << 14;

/// A text with nothing that [`Reader`] must report before the grammar sees it.
pub(super) struct Clean {
    /// Where its parts end, each a list of items where all is right.
    pub(super) ends: Vec<usize>,
    /// About how many bytes their trees take.
    pub(super) bytes: u64,
}

/// Looks at a text before the grammar; `go_on` is asked now and then whether the bytes of its trees may be had. `None`: it is not
/// [`Clean`], or an item is too long to be read at once.
pub(super) fn clean<E>(
    text: &str,
    go_on: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<Option<Clean>, E> {
    let mut ends = Vec::new();
    let (mut bytes, mut part, mut item, mut depth) = (0, 0, 0, 0_usize);
    let mut layers = Layers::default();
    // Where `game` stands, directly behind it.
    let mut game = None;
    let tokens = tokens(text).filter(|token| token.kind != TokenKind::Comment);
    for (number, token) in tokens.enumerate() {
        if number.is_multiple_of(TOKENS_BETWEEN_LOOKS) {
            go_on(text.len() as u64 + bytes)?;
        }
        let begins = match token.kind {
            TokenKind::Keyword(Word::Game) => None,
            TokenKind::Keyword(word) => word.is(Role::Item).then_some(token.start),
            // Games in expressions have no name.
            TokenKind::Name => game,
            _ => None,
        };
        if let Some(begins) = begins.filter(|_| depth == 0) {
            item = begins;
            if begins - part >= PART {
                ends.push(begins);
                part = begins;
            }
        }
        if token.end - item > AT_ONCE || is_wrong(token) || layers.is_too_deep(token, text) {
            return Ok(None);
        }
        depth = token.depth_behind(depth);
        game = (token.kind == TokenKind::Keyword(Word::Game)).then_some(token.start);
        bytes += bytes_in_tree(token, text);
    }
    ends.push(text.len());
    Ok(Some(Clean { ends, bytes }))
}

/// Whether a token is wrong wherever it stands.
fn is_wrong(token: Token) -> bool {
    use TokenKind::{Bad, BadNumber, ForeignComment, OpenText};
    matches!(token.kind, Bad | BadNumber | ForeignComment | OpenText)
}

/// For every `{` that is closed, where.
fn closers(tokens: &[Token], text: &str) -> HashMap<usize, usize> {
    let mut open = Vec::new();
    let mut closers = HashMap::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.text(text) {
            "{" => open.push(index),
            "}" => closers.extend(open.pop().map(|opener| (opener, index))),
            _ => {}
        }
    }
    closers
}

/// What has no limits.
pub(super) fn anything(_bytes: u64) -> Result<(), Infallible> {
    Ok(())
}

/// What a text holds: items, or what is entered at the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    File,
    Prompt,
}

/// Reads a text piece by piece.
pub(super) struct Reader<'t> {
    source: SourceId,
    text: &'t str,
    /// All tokens but comments.
    tokens: Vec<Token>,
    complaints: Vec<Diagnostic>,
    characters: usize,
    /// For every `{` that is closed, where.
    closers: HashMap<usize, usize>,
    /// Where items begin that stand inside a game, each with the brace of that game; they are read behind it.
    inner: Vec<(usize, usize)>,
    /// Names of items that could not be read.
    unread: Vec<String>,
    /// Names that the text gives to something, as soon as something cannot be read.
    defined: OnceCell<HashSet<&'t str>>,
}

/// How many tokens before a statement the one about the pile is looked for.
const FAR: usize = 400;

/// The names behind `let`, and those of piles, parameters and binders.
fn defined<'t>(tokens: &[Token], text: &'t str) -> HashSet<&'t str> {
    let mut names = HashSet::new();
    let mut holds = false;
    let mut last = "";
    for (before, token) in tokens.iter().zip(tokens.iter().skip(1)) {
        let earlier = std::mem::replace(&mut last, before.text(text));
        holds = match before.keyword() {
            // `the pile` is one of a sentence.
            Some(Word::Pile) if ARTICLES.contains(&earlier) => false,
            Some(Word::Let | Word::Pile | Word::Game | Word::For) => true,
            Some(Word::In) => holds,
            Some(_) => false,
            None if earlier == Word::Pile.text() && last == "{" => holds,
            None => holds && last != "{" && last != "=",
        };
        let is_name = token.kind == TokenKind::Name;
        // `for some k in …`
        let is_some = token.text(text) == "some";
        // `pile n double n`
        holds &= !(is_name && before.kind == TokenKind::Name && last != "some");
        if holds && is_name && !is_some {
            names.insert(token.text(text));
        }
    }
    names
}

/// What the braces of a game hold.
struct Body {
    /// The statements.
    pieces: Vec<Range<usize>>,
    /// Where items begin that cannot stand here.
    items: Vec<usize>,
    /// Where the game ends.
    end: usize,
    /// Whether its brace is closed.
    closed: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(source: SourceId, text: &'t str) -> Reader<'t> {
        let Ok(reader) = Reader::within(source, text, &mut anything);
        reader
    }

    /// The same; `go_on` is asked now and then whether so many bytes may be had.
    pub(super) fn within<E>(
        source: SourceId,
        text: &'t str,
        go_on: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Reader<'t>, E> {
        let mut found: Vec<Token> = Vec::new();
        for (number, token) in tokens(text).enumerate() {
            if number.is_multiple_of(TOKENS_BETWEEN_LOOKS) {
                go_on((text.len() + found.len() * BYTES_OF_A_TOKEN) as u64)?;
            }
            if token.kind != TokenKind::Comment {
                found.push(token);
            }
        }
        Ok(Reader {
            source,
            text,
            closers: closers(&found, text),
            tokens: found,
            complaints: Vec::new(),
            characters: 0,
            inner: Vec::new(),
            unread: Vec::new(),
            defined: OnceCell::new(),
        })
    }

    /// Names of items that could not be read.
    pub(super) fn take_unread(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unread)
    }

    /// All complaints in the order of the text.
    pub(super) fn complaints(mut self) -> Vec<Diagnostic> {
        let start = |complaint: &Diagnostic| complaint.place().map(|place| place.start);
        self.complaints.sort_by_key(start);
        let more = self.complaints.len().saturating_sub(MAX_COMPLAINTS);
        let next = self.complaints.get(MAX_COMPLAINTS);
        if let Some(place) = next.and_then(Diagnostic::place) {
            let last = errors::too_many(place, more);
            self.complaints.truncate(MAX_COMPLAINTS);
            self.complaints.push(last);
        }
        self.complaints
    }

    // ---- Whole texts

    /// The entries; `go_on` is asked before each. Also how many bytes their trees take.
    pub(super) fn entries<E>(
        &mut self,
        of: Text,
        go_on: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(Vec<Entry>, u64), E> {
        let mut entries = Vec::new();
        let mut trees = 0;
        let mut start = 0;
        while start < self.tokens.len() {
            let is_game =
                self.is(start, Word::Game) && !(of == Text::Prompt && self.is_nameless(start));
            let are_rules = !is_game && self.begins_rules(start);
            let mut end = match of {
                _ if is_game => self.game_end(start),
                _ if are_rules => self.rules_end(start, of),
                Text::File => self.item_end(start),
                Text::Prompt => self.entry_end(start).max(start + 1),
            };
            // A long game is read statement by statement.
            let piece = match is_game && !self.is_short(&(start..end)) {
                true => 0,
                false => end - start,
            };
            go_on(trees + self.held(piece))?;
            let entry = if is_game {
                let (item, behind) = self.game(start, trees, go_on)?;
                end = behind;
                item.map(Entry::Item)
            } else if are_rules {
                self.rules(start..end, of);
                None
            } else if of == Text::Prompt && self.word(start) == ";" {
                end = start + 1;
                None
            } else if of == Text::File
                || self.is_item(start)
                || self.is_foreign_item(start)
                || self.is_assigned(start)
            {
                let known = self.complaints.len();
                let item = self.item(start..end);
                if item.is_none() && of == Text::File {
                    self.said_outside(start..end, known);
                }
                item.map(Entry::Item)
            } else {
                self.read(start..end, Goal::Expr, |builder, pair| builder.expr(pair))
                    .map(Entry::Expr)
            };
            entries.extend(entry);
            self.inner_items(&mut entries, trees, go_on)?;
            trees += self.bytes_in_trees(&(start..end));
            start = end;
        }
        Ok((entries, trees))
    }

    /// Reads the items that stand inside a game, so that what they define is known.
    fn inner_items<E>(
        &mut self,
        entries: &mut Vec<Entry>,
        trees: u64,
        go_on: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(), E> {
        // No recursion: games may stand in each other very deeply.
        while let Some((start, opener)) = self.inner.pop() {
            let (place, opener) = (self.place(start), self.place(opener));
            let complaint = errors::item_in_game(place, self.word(start), opener);
            self.complaints.push(complaint);
            let item = match self.is(start, Word::Game) {
                true => self.game(start, trees, go_on)?.0,
                false => self.item(start..self.inner_end(start)),
            };
            entries.extend(item.map(Entry::Item));
        }
        Ok(())
    }

    pub(super) fn expr(&mut self) -> Option<Expr> {
        if self.tokens.is_empty() {
            self.complaints
                .push(errors::empty(Span::new(self.source, 0, self.text.len())));
            return None;
        }
        self.read(0..self.tokens.len(), Goal::Expr, |builder, pair| {
            builder.expr(pair)
        })
    }

    pub(super) fn exprs(&mut self) -> Option<Vec<Expr>> {
        if self.tokens.is_empty() {
            return Some(Vec::new());
        }
        self.read(0..self.tokens.len(), Goal::Exprs, |builder, pair| {
            builder.exprs(pair.into_inner())
        })
    }

    // ---- Items

    fn item(&mut self, range: Range<usize>) -> Option<Item> {
        self.read(range, Goal::Item, |builder, pair| builder.item(pair))
    }

    /// The game that begins at `start`, and where it ends; `go_on` is asked before each statement, beside so many bytes of trees.
    fn game<E>(
        &mut self,
        start: usize,
        mut trees: u64,
        go_on: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<(Option<Item>, usize), E> {
        let body = self.head_end(start);
        let opener = (self.word(body) == "{").then_some(body);
        let head_end = body + usize::from(opener.is_some());
        // Where the brace is missing but statements follow, they are read as if it were there.
        let Body {
            pieces,
            items,
            end,
            closed,
        } = if opener.is_some() || self.begins_body(body) {
            self.body(
                head_end,
                opener.is_some_and(|opener| self.closers.contains_key(&opener)),
            )
        } else {
            Body {
                pieces: Vec::new(),
                items: Vec::new(),
                end: body,
                closed: true,
            }
        };
        let is_short = self.is_short(&(start..end));
        if opener.is_some()
            && closed
            && is_short
            && items.is_empty()
            && let Some(item) = self.whole(start..end)
        {
            return Ok((item, end));
        }
        if let Some(opener) = opener {
            self.inner
                .extend(items.into_iter().rev().map(|item| (item, opener)));
        }
        let mut game = self.read(start..head_end, Goal::Head, |builder, pair| {
            builder.head(pair)
        });
        if opener.is_none() && game.is_none() && self.complaints.len() < MAX_COMPLAINTS {
            self.in_braces(start, body, end);
        }
        let misused = self.misused_word(game.is_some());
        for piece in pieces {
            let is_pile = PILE.contains(&self.word(piece.start));
            let before = self.complaints.len();
            go_on(trees + self.held(piece.len()))?;
            trees += self.bytes_in_trees(&piece);
            let statement = self.read(piece, Goal::Statement, |builder, pair| {
                builder.statement(pair)
            });
            // A word that was called no name in the head is used as that name here.
            if misused.is_some() && self.misused_word(statement.is_some()) == misused {
                self.complaints.truncate(before);
            }
            if let Some(game) = &mut game {
                game.pile_unread |= is_pile && self.complaints.len() > before;
                game.statements.extend(statement);
            }
        }
        if let Some(opener) = opener
            && !closed
        {
            let place = self.place(opener);
            self.complaints.push(errors::unclosed(place, "{", None));
        }
        if let Some(game) = &mut game {
            game.statements.shrink_to_fit();
        }
        let whole = self.place(start).to(self.place(end.saturating_sub(1)));
        let game = game.map(|game| {
            Item::Game(Arc::new(GameItem {
                span: whole,
                ..game
            }))
        });
        Ok((game, end))
    }

    /// About how many bytes all tokens take and what the grammar notes of so many of them.
    fn held(&self, piece: usize) -> u64 {
        (self.tokens.len() * BYTES_OF_A_TOKEN + piece * BYTES_OF_A_PARSE) as u64
    }

    /// About how many bytes the trees of some tokens take.
    fn bytes_in_trees(&self, range: &Range<usize>) -> u64 {
        let read = self.tokens.get(range.clone()).unwrap_or(&[]).iter();
        read.map(|token| bytes_in_tree(*token, self.text)).sum()
    }

    /// The word that the last complaint points at, where a piece could not be read.
    fn misused_word(&self, is_read: bool) -> Option<Word> {
        let last = self.complaints.last().filter(|_| !is_read)?;
        let place = last.place()?;
        Word::reserved(self.text.get(place.bytes())?)
    }

    /// What begins behind the brace of a game. Where that brace is closed, items before its end stand inside the game;
    /// otherwise the next item ends the game.
    fn body(&self, start: usize, is_closed: bool) -> Body {
        let mut pieces = Vec::new();
        let mut items = Vec::new();
        let mut piece = start;
        let mut braces = 0_usize;
        let mut counts = false;
        let mut index = start;
        while index < self.tokens.len() {
            if let Some(behind) = self.behind_game(index, usize::MAX) {
                index = behind;
                continue;
            }
            let word = self.word(index);
            let closes = word == "}" && braces == 0;
            let is_first = index == start && self.has_role(index, Role::Item);
            let is_item = !self.is(index, Word::Let) && (is_first || self.begins_item(index));
            let ends_game = closes || is_item;
            if index > piece
                && (ends_game || self.begins_statement(index) && !(counts && self.is_unit(index)))
            {
                pieces.push(piece..index);
                piece = index;
                braces = 0;
                counts = false;
            }
            if is_item && is_closed {
                items.push(index);
                index = self.inner_end(index);
                piece = index;
                continue;
            }
            counts |= self.has_role(index, Role::Counts);
            match word {
                _ if ends_game => {
                    return Body {
                        pieces,
                        items,
                        end: index + usize::from(closes),
                        closed: closes,
                    };
                }
                "{" => braces += 1,
                "}" => braces = braces.saturating_sub(1),
                _ => {}
            }
            index += 1;
        }
        if piece < self.tokens.len() {
            pieces.push(piece..self.tokens.len());
        }
        Body {
            pieces,
            items,
            end: self.tokens.len(),
            closed: false,
        }
    }

    // ---- One piece

    /// Reads an item at once; `None`: there are mistakes in it.
    fn whole(&mut self, range: Range<usize>) -> Option<Option<Item>> {
        let piece = self.tokens.get(range.clone())?;
        let first = piece.first()?.start;
        if piece.iter().copied().any(is_wrong)
            || too_deep(piece.iter().copied(), self.text).is_some()
        {
            return None;
        }
        let mut pairs = Grammar::parse(Goal::Item.rule(), self.slice(&range)).ok()?;
        let mut builder = self.builder(first);
        let built = |pair| builder.checked(pair, |builder, pair| builder.item(pair));
        Some(pairs.next().and_then(built))
    }

    /// Reads a piece, or says what is wrong with it.
    fn read<T>(
        &mut self,
        range: Range<usize>,
        goal: Goal,
        build: impl Fn(&mut Builder<'_>, Pair<'_, Rule>) -> Option<T>,
    ) -> Option<T> {
        let mut built = None;
        self.read_piece(range, goal, &mut |builder, pair| {
            built = builder.checked(pair, &build);
        });
        built
    }

    /// Builds from what can be read of a piece, and says what is wrong with it: all wrong characters, or else one mistake.
    fn read_piece(
        &mut self,
        range: Range<usize>,
        goal: Goal,
        build: &mut dyn FnMut(&mut Builder<'_>, Pair<'_, Rule>),
    ) {
        let piece: Vec<Token> = self.tokens.get(range.clone()).unwrap_or(&[]).to_vec();
        let Some(first) = piece.first().map(|token| token.start) else {
            return;
        };
        if let Some(token) = too_deep(piece.iter().copied(), self.text) {
            let place = Span::new(self.source, token.start, token.end);
            self.complaints.push(errors::too_deep(place, MAX_DEPTH));
            return;
        }
        let text = self.rightly_written(&range, &piece);
        let failure = match Grammar::parse(goal.rule(), &text) {
            Ok(pairs) => {
                pairs
                    .take(1)
                    .for_each(|pair| build(&mut self.builder(first), pair));
                return;
            }
            Err(failure) => failure,
        };
        let defined = self
            .defined
            .get_or_init(|| defined(&self.tokens, self.text));
        let slips = Piece {
            source: self.source,
            text: self.text,
            tokens: &piece,
            goal,
            coordinate: self.coordinate(range.start),
            as_game: rules::as_game,
            defined,
        };
        if matches!(goal, Goal::Item | Goal::Head) {
            self.unread.extend(slips.defines().map(str::to_string));
        }
        if let Cow::Owned(_) = text {
            return;
        }
        // Of more complaints nothing is said.
        let is_told = self.complaints.len() < MAX_COMPLAINTS;
        if is_told && let Some(slip) = slips.slip() {
            self.complaints.push(slip);
            return;
        }
        let position = match failure.location {
            InputLocation::Pos(position) | InputLocation::Span((position, _)) => position,
        };
        let rules = match failure.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        let failure = Misread {
            source: self.source,
            text: self.text,
            tokens: &self.tokens,
            range,
            goal,
            position: first + position,
            expected: Expected { rules, goal },
        };
        self.complaints.push(failure.explain());
        // What is complete before the mistake is kept, but for a half of a condition, which says nothing of the amounts it names, and
        // for a name of amounts that a misspelt word behind it may tell.
        let is_where = |token: &&Token| token.keyword() == Some(Word::Where);
        let condition = piece.iter().find(is_where);
        let whole = piece.partition_point(|token| token.start < failure.position);
        let is_name = |token: &Token| token.kind == TokenKind::Name;
        let is_named = match piece.get(..=whole) {
            Some([take, name, wrong]) => {
                take.keyword() == Some(Word::Take) && is_name(name) && is_name(wrong)
            }
            _ => false,
        };
        if condition.is_none_or(|token| token.start > failure.position)
            && !is_named
            && failure.expected.end()
            && let Some(start) = text.get(..position)
            && let Ok(pairs) = Grammar::parse(goal.rule(), start)
        {
            pairs
                .take(1)
                .for_each(|pair| build(&mut self.builder(first), pair));
        }
    }

    /// The text of a piece as if what is wrong in it had been left out, or rightly closed; that is told.
    fn rightly_written(&mut self, range: &Range<usize>, piece: &[Token]) -> Cow<'t, str> {
        let mut text = Cow::Borrowed(self.slice(range));
        let first = piece.first().map_or(0, |token| token.start);
        for token in piece.iter().copied().filter(|token| is_wrong(*token)) {
            self.complain(token);
            let written = token.text(self.text);
            let blank = match token.kind {
                TokenKind::OpenText if written.len() > 1 => {
                    format!("\"{}\"", " ".repeat(written.len() - 2))
                }
                TokenKind::BadNumber => {
                    let name = written.trim_start_matches(|c: char| c.is_ascii_digit());
                    let is_name = |token: &Token| token.text(self.text) == name;
                    // `2k` names what `take k` does.
                    let kept = match written.contains(',') {
                        true => &written.replace(',', ""),
                        false if piece.iter().any(is_name) => name,
                        false => "1",
                    };
                    let rest = written.len().saturating_sub(kept.len());
                    kept.to_owned() + &" ".repeat(rest)
                }
                _ => " ".repeat(written.len()),
            };
            text.to_mut()
                .replace_range(token.start - first..token.end - first, &blank);
        }
        text
    }

    /// How the pile is called in the statement that begins here, where it is one number.
    fn coordinate(&self, index: usize) -> Option<&'t str> {
        let near = index.saturating_sub(FAR)..index + 1;
        let pile = near
            .rev()
            .take_while(|at| !self.is(*at, Word::Game))
            .find(|at| self.is(*at, Word::Pile) && (!self.is_unit(*at) || *at == 0));
        match pile {
            None => Some("n"),
            Some(pile) if self.kind(pile + 1) != Some(TokenKind::Name) => None,
            Some(pile) => (self.word(pile + 2) != "[").then(|| self.word(pile + 1)),
        }
    }

    fn builder(&mut self, base: usize) -> Builder<'_> {
        Builder {
            source: self.source,
            base,
            complaints: &mut self.complaints,
        }
    }

    /// Complains about a token for which [`is_wrong`] holds.
    fn complain(&mut self, token: Token) {
        let place = Span::new(self.source, token.start, token.end);
        let written = token.text(self.text);
        self.complaints.push(match token.kind {
            TokenKind::BadNumber => errors::bad_number(place, written),
            TokenKind::ForeignComment => errors::foreign_comment(place, written),
            TokenKind::OpenText => errors::unclosed_string(place),
            _ => {
                self.characters += 1;
                if self.characters > MAX_CHARACTERS {
                    return;
                }
                errors::bad_characters(place, written)
            }
        });
    }
}
