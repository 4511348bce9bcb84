//! One style for rule files: how lines are indented, and what stands between two tokens.
//!
//! Items begin lines of their own, and so do the statements of a game that does not stand on one line. Inside of them the line
//! breaks are the author's, and a line of more than [`WIDTH`] columns is broken where its brackets are shallowest. Comments and
//! single blank lines stay. Only white space changes, and so the tree does not.

use super::scan::{Token, TokenKind, tokens};
use super::words::{Role, Word};
use super::{ast, parse_file_within};
use crate::text::diagnostic::Diagnostic;
use crate::text::signs;
use crate::text::source::SourceId;
use crate::work::budget::Budget;
use crate::work::{Failure, Limit};

/// No line of code has more columns, where it can be broken.
const WIDTH: usize = 100;

/// How far what belongs to something is indented.
const STEP: usize = 4;

/// A rule file in the one style. O(length of the text), beside reading it.
///
/// # Errors
/// The text cannot be read, or a limit.
pub fn format(
    source: SourceId,
    text: &str,
    budget: &mut Budget,
) -> Result<String, Vec<Diagnostic>> {
    let read = parse_file_within(source, text, &mut |bytes| budget.go_on(bytes));
    let (file, complaints, bytes) = read.map_err(|stop: Limit| vec![stop.into()])?;
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let text = &*signs::read(text);
    let beside = bytes + 2 * text.len() as u64;
    let layout = Layout::new(text, &mut |pieces| budget.go_on(beside + pieces));
    let mut layout = layout.map_err(|stop: Limit| vec![stop.into()])?;
    for item in &file.items {
        layout.enter(item);
    }
    let written = layout.lines();
    let old = layout.pieces.iter().map(|it| (it.token.kind, it.text));
    if !old.eq(tokens(&written).map(|token| (token.kind, token.text(&written)))) {
        return Err(vec![
            Failure::Bug("a file in one style reads otherwise").into(),
        ]);
    }
    Ok(written)
}

/// A rule file in parts of so many bytes or a little more, which begin with lines on which an item may begin. Where [`format`] can
/// read each of them, what it makes of the file is what it makes of them, [`joined`]: the middle of an item cannot be read.
pub fn parts(text: &str, bytes: usize) -> Vec<&str> {
    let begins_item = |line: &str| {
        let mut words = Word::all_of(Role::Item);
        words.any(|word| {
            let behind = line.strip_prefix(word.text());
            behind.is_some_and(|behind| behind.starts_with(' '))
        })
    };
    let mut parts = Vec::new();
    let (mut rest, mut length) = (text, 0);
    for line in text.split_inclusive('\n') {
        if length >= bytes && begins_item(line) {
            let (part, behind) = rest.split_at(length);
            parts.push(part);
            (rest, length) = (behind, 0);
        }
        length += line.len();
    }
    parts.push(rest);
    parts
}

/// What [`format`] makes of a file, from what it makes of its [`parts`].
pub fn joined(parts: &[&str], formatted: &[String]) -> String {
    let mut written = String::new();
    let mut is_apart = false;
    for (part, formatted) in parts.iter().zip(formatted) {
        if is_apart {
            written.push('\n');
        }
        written.push_str(formatted);
        let behind = part
            .trim_end_matches(|c: char| c.is_ascii_whitespace())
            .len();
        is_apart = part
            .get(behind..)
            .is_some_and(|it| it.matches('\n').count() > 1);
    }
    written
}

/// What begins with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    /// Nothing: it stands inside of a statement or item.
    Nothing,
    Item,
    Statement,
    /// The end of a game: its closing brace.
    End,
}

/// A token with what stands before it.
#[derive(Debug, Clone, Copy)]
struct Piece<'t> {
    token: Token,
    text: &'t str,
    /// Line breaks before it in the text: 2 for more.
    breaks: usize,
    begins: Begins,
    /// The opening brace of a game's statements.
    opens_game: bool,
    /// It stands in a game on one line.
    inline: bool,
    /// A minus sign that no operand stands before.
    negates: bool,
    /// The `while` of a binder.
    is_while: bool,
    /// A brace that has no blank inside: that of a pile.
    is_tight: bool,
}

impl Piece<'_> {
    fn is_comment(&self) -> bool {
        self.token.kind == TokenKind::Comment
    }

    fn opens(&self) -> bool {
        self.token.kind == TokenKind::Open
    }

    fn closes(&self) -> bool {
        self.token.kind == TokenKind::Close
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Whether an operand may begin with it.
    fn begins_operand(&self) -> bool {
        match self.token.kind {
            TokenKind::Name => !self.is_while,
            TokenKind::Number | TokenKind::Text | TokenKind::Open => true,
            _ => self.negates,
        }
    }

    /// How well a line may be broken before it, where it follows `before`: the least is best; `None`: not at all.
    fn break_rank(&self, before: &Piece) -> Option<usize> {
        if self.is_comment() {
            return None;
        }
        let is_after = |text: &str| before.text == text;
        match self.token.keyword() {
            Some(
                Word::For | Word::Where | Word::Leaving | Word::From | Word::Then | Word::Else,
            ) => {
                return Some(0);
            }
            Some(Word::And | Word::Or) => return Some(1),
            _ => {}
        }
        if self.is_while {
            return Some(0);
        }
        if is_after(",") || is_after(";") {
            return Some(2);
        }
        if self.token.kind == TokenKind::Operator && !self.negates {
            match self.text {
                ".." | "=" | "->" => {}
                "+" | "-" | "++" => return Some(4),
                "*" | "/" | "%" => return Some(5),
                _ => return Some(3),
            }
        }
        (is_after("=") || is_after("->")).then_some(6)
    }
}

/// The blanks between two tokens of a line.
fn gap(before: &Piece, piece: &Piece) -> usize {
    if piece.is_comment() || piece.begins == Begins::Statement && !before.opens_game {
        return 2;
    }
    if before.opens() {
        return usize::from(before.text == "{" && !before.is_tight);
    }
    if piece.closes() {
        return usize::from(piece.text == "}" && !piece.is_tight);
    }
    let ends_operand = before.token.ends_operand() && !before.is_while;
    let is_none = match piece.text {
        "," | ";" => true,
        ".." => ends_operand,
        "[" => ends_operand,
        "(" => {
            let word = before.token.keyword();
            let is_builtin = matches!(word, Some(Word::Any | Word::All | Word::Misere));
            is_builtin || before.token.kind == TokenKind::Name && !before.is_while
        }
        _ => false,
    };
    let is_joined = before.negates || before.text == ".." && piece.begins_operand();
    usize::from(!is_none && !is_joined)
}

/// The tokens of a file, and where lines begin.
struct Layout<'t> {
    pieces: Vec<Piece<'t>>,
}

impl<'t> Layout<'t> {
    /// `go_on` is asked now and then whether the bytes of the pieces may be had.
    fn new<E>(
        text: &'t str,
        go_on: &mut impl FnMut(u64) -> Result<(), E>,
    ) -> Result<Layout<'t>, E> {
        let mut pieces: Vec<Piece<'t>> = Vec::new();
        // For each open bracket whether it is tight.
        let mut open: Vec<bool> = Vec::new();
        let mut end = 0;
        let mut code: Option<Piece<'t>> = None;
        for token in tokens(text) {
            let between = text.get(end..token.start).unwrap_or("");
            end = token.end;
            let kind = token.kind;
            let ends_operand = code.is_some_and(|it| it.token.ends_operand());
            let written = token.text(text).trim_end();
            let is_tight = match kind {
                TokenKind::Open => {
                    let before = code.map(|it| (it.token.kind, it.token.keyword()));
                    let is_tight = matches!(
                        before,
                        Some((TokenKind::Open | TokenKind::Separator, _) | (_, Some(Word::Pile)))
                    );
                    open.push(is_tight);
                    is_tight
                }
                TokenKind::Close => open.pop().unwrap_or(false),
                _ => false,
            };
            let piece = Piece {
                token,
                text: written,
                breaks: between.matches('\n').count().min(2),
                begins: Begins::Nothing,
                opens_game: false,
                inline: false,
                negates: written == "-" && !ends_operand,
                is_while: written == Word::While.text()
                    && kind == TokenKind::Name
                    && (ends_operand || code.is_some_and(|it| it.text == "..")),
                is_tight,
            };
            if kind != TokenKind::Comment {
                code = Some(piece);
            }
            if pieces.len() == pieces.capacity() {
                go_on((3 * pieces.len() * size_of::<Piece>()) as u64)?;
            }
            pieces.push(piece);
        }
        Ok(Layout { pieces })
    }

    /// The token at a place of the text, or the first one behind it.
    fn at(&self, start: u32) -> usize {
        self.pieces
            .partition_point(|piece| piece.token.start < start as usize)
    }

    fn begin(&mut self, at: usize, begins: Begins) {
        if let Some(piece) = self.pieces.get_mut(at) {
            piece.begins = begins;
        }
    }

    /// Marks where an item, its statements and its end begin.
    fn enter(&mut self, item: &ast::Item) {
        let start = self.at(item.span().start);
        self.begin(start, Begins::Item);
        let ast::Item::Game(game) = item else {
            return;
        };
        let of_game = self.pieces.iter().enumerate().skip(start);
        let mut braces = of_game.filter(|(_, piece)| matches!(piece.text, "{" | "}"));
        let Some((open, _)) = braces.next() else {
            return;
        };
        let mut depth = 1_usize;
        let close = braces.find(|(_, piece)| {
            depth = piece.token.depth_behind(depth);
            depth == 0
        });
        let Some((close, _)) = close else {
            return;
        };
        self.pieces[open].opens_game = true;
        for statement in &game.statements {
            let at = self.at(statement.span.start);
            self.begin(at, Begins::Statement);
        }
        self.begin(close, Begins::End);
        let inside = &self.pieces[open + 1..=close];
        let is_inline = inside
            .iter()
            .all(|piece| piece.breaks == 0 && !piece.is_comment())
            && self.fits(start..close + 1);
        for piece in &mut self.pieces[open + 1..=close] {
            piece.inline = is_inline;
        }
    }

    /// Whether these tokens fit a line.
    fn fits(&self, range: std::ops::Range<usize>) -> bool {
        let mut before: Option<&Piece> = None;
        let mut width = 0;
        for piece in &self.pieces[range] {
            width += before.map_or(0, |before| gap(before, piece)) + piece.width();
            before = Some(piece);
            if width > WIDTH {
                return false;
            }
        }
        true
    }

    /// Whether a line begins with a token that is not the first, by what it is and as it was written.
    fn begins_line(&self, at: usize, is_in_head: bool) -> bool {
        let (before, piece) = (&self.pieces[at - 1], &self.pieces[at]);
        if before.is_comment() {
            return true;
        }
        match piece.begins {
            Begins::Item => true,
            Begins::Statement | Begins::End => !piece.inline,
            Begins::Nothing => piece.breaks > 0 && (!is_in_head || piece.is_comment()),
        }
    }

    /// The lines of the file.
    fn lines(&self) -> String {
        let mut written = String::new();
        let mut open: Vec<usize> = Vec::new();
        // Where the statement or item begins that the line is of, and whether it is the head of a game.
        let mut base = 0;
        let mut is_in_head = false;
        // A comment stands where what comes next does.
        let (mut at, mut next) = (0, 0);
        while let Some(first) = self.pieces.get(at) {
            next = next.max(at);
            while self.pieces.get(next).is_some_and(Piece::is_comment) {
                next += 1;
            }
            let begins = self.pieces.get(next).map(|piece| piece.begins);
            let indent = match begins {
                None | Some(Begins::Item) => 0,
                Some(Begins::Statement) => STEP,
                Some(Begins::End) => STEP * usize::from(first.is_comment()),
                Some(Begins::Nothing) => match open.last() {
                    Some(opener) if first.closes() => *opener,
                    Some(opener) => opener + STEP,
                    None => base + STEP,
                },
            };
            if begins != Some(Begins::Nothing) {
                base = indent;
                open.clear();
            }
            if let Some(before) = at.checked_sub(1) {
                let is_apart = first.breaks > 1 && !first.closes();
                written.push_str(if is_apart && !self.pieces[before].opens() {
                    "\n\n"
                } else {
                    "\n"
                });
            }
            let end = self.line_end(at, indent, open.len(), &mut is_in_head);
            written.extend(std::iter::repeat_n(' ', indent));
            for (index, piece) in self.pieces[at..end].iter().enumerate() {
                if index > 0 {
                    let gap = gap(&self.pieces[at + index - 1], piece);
                    written.extend(std::iter::repeat_n(' ', gap));
                }
                written.push_str(piece.text);
                if piece.opens() && !piece.opens_game {
                    open.push(indent);
                } else if piece.closes() {
                    open.pop();
                }
            }
            at = end;
        }
        if !written.is_empty() {
            written.push('\n');
        }
        written
    }

    /// Where the line ends that begins with a token: at the next one that begins a line, or where it has to be broken.
    ///
    /// The line is inside of so many brackets, and perhaps in the head of a game.
    fn line_end(&self, start: usize, indent: usize, depth: usize, is_in_head: &mut bool) -> usize {
        let mut column = indent;
        let mut depth = depth;
        // The best place so far: how deep, its rank.
        let mut best: Option<((usize, usize), usize)> = None;
        let mut is_full = false;
        for (at, piece) in self.pieces.iter().enumerate().skip(start) {
            if at > start {
                if self.begins_line(at, *is_in_head && depth == 0) {
                    return at;
                }
                let before = &self.pieces[at - 1];
                let rank = piece.break_rank(before);
                if let Some(rank) = rank.filter(|_| !piece.inline)
                    && best.is_none_or(|(best, _)| !is_full && (depth, rank) <= best)
                {
                    best = Some(((depth, rank), at));
                }
                column += gap(before, piece);
            }
            if !piece.is_comment() {
                column += piece.width();
                is_full |= column > WIDTH;
            }
            if let Some((_, place)) = best.filter(|_| is_full) {
                return place;
            }
            if piece.opens() && !piece.opens_game {
                depth += 1;
            } else if piece.closes() {
                depth = depth.saturating_sub(1);
            }
            match piece.begins {
                Begins::Item => *is_in_head = piece.token.keyword() == Some(Word::Game),
                Begins::Statement | Begins::End => *is_in_head = false,
                Begins::Nothing => *is_in_head &= !piece.opens_game,
            }
        }
        self.pieces.len()
    }
}
