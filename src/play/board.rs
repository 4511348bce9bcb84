//! Positions as one sees them on a table: stones in rows, pieces on a board, rows of numbers, bags of cells; and the letters that
//! piles are called by.

use crate::expr::position::{Game, Position};
use crate::expr::shape::{Bounds, CoordKind, Entry, Form};
use crate::expr::value::Value;
use crate::report::look::{Look, clipped};
use crate::text::words::widest;

/// At most this many piles are drawn, and this many entries of a row.
const MOST: usize = 60;
/// How many characters of a pile that is not drawn are shown.
const MOST_TEXT: usize = 1000;

/// A position, drawn; boards are as large as the game's first position needs.
pub fn draw(position: &Position, start: &Position, look: Look) -> String {
    let mut text = String::new();
    let mut first = 0;
    for term in &position.terms {
        if position.terms.len() > 1 {
            text += &format!("  {}\n", look.faint(&term.game.label));
        }
        let begun = start.terms.iter().filter(|known| known.game == term.game);
        let begun: Vec<&Value> = begun.flat_map(|known| &known.piles).collect();
        let shown = term.piles.get(..MOST).unwrap_or(&term.piles);
        let pieces = (first..).map(label).zip(shown).collect();
        text += &hang("  ", &piles(&term.game, pieces, &begun, look));
        match term.piles.len() - shown.len() {
            0 => {}
            more => text += &format!("  … and {more} more piles\n"),
        }
        if term.piles.is_empty() {
            text += "  no piles\n";
        }
        first += term.piles.len();
    }
    text
}

/// Lines behind a head, which stands before the first of them.
fn hang(head: &str, lines: &str) -> String {
    let margin = " ".repeat(head.chars().count());
    let heads = std::iter::once(head).chain(std::iter::repeat(margin.as_str()));
    let lines = heads.zip(lines.lines());
    lines
        .map(|(head, line)| format!("{head}{line}\n"))
        .collect()
}

/// Piles with their labels.
fn piles(game: &Game, pieces: Vec<(String, &Value)>, begun: &[&Value], look: Look) -> String {
    let width = widest(pieces.iter().map(|(label, _)| label.as_str()));
    if game.shape.as_heap().is_some() {
        let rows = pieces
            .iter()
            .filter_map(|(label, pile)| Some((format!("{label:width$}"), pile.as_int()?)));
        return stones(&rows.collect::<Vec<_>>(), look);
    }
    if let Some(bounds) = game.shape.as_int_tuple()
        && let [down, right] = bounds.as_slice()
        && is_board(game)
        && let is_square = game.shape.form == Form::Unordered
        && let shown = pieces.iter().map(|(_, pile)| *pile)
        && let all = begun.iter().copied().chain(shown)
        && let Some(mut board) = Board::new([*down, *right], is_square, all)
        && board.fits(look.width, 2)
    {
        for (label, pile) in &pieces {
            board.put(pile, label);
        }
        let names = game.shape.names().join(", ");
        let told = pieces.iter().map(|(label, pile)| format!("{label} {pile}"));
        let told = told.collect::<Vec<String>>().join("  ");
        let sides = look.faint(format!("({names}): down, right"));
        return format!("{}{told}   {sides}\n", board.lines(look));
    }
    let drawn = pieces.iter().map(|(label, pile)| {
        let head = format!("{label:width$}  ");
        // Two more characters stand before it.
        match row(game, pile, begun, look, head.chars().count() + 2) {
            Some(lines) => hang(&head, &lines),
            None => format!("{head}{}\n", clipped(&told(game, pile), MOST_TEXT)),
        }
    });
    drawn.collect()
}

/// Whether a pair of numbers is a place on a board rather than two different things.
fn is_board(game: &Game) -> bool {
    game.shape.form == Form::Unordered
        || game.shape.coords.iter().all(|coord| {
            let has_end = matches!(coord.kind, CoordKind::Int(Bounds { hi: Some(_), .. }));
            has_end || PLACES.contains(&coord.name.as_str())
        })
}

/// What the numbers of a place on a board are called.
const PLACES: &[&str] = &[
    "row", "col", "column", "rank", "file", "r", "c", "x", "y", "i", "j",
];

/// A tuple with the names of its coordinates, anything else as it is written.
fn told(game: &Game, pile: &Value) -> String {
    match (game.shape.form, pile) {
        (Form::Tuple, Value::Tuple(parts)) => {
            let coords = game.shape.coords.iter().zip(parts.iter());
            let named = coords.map(|(coord, part)| format!("{} = {part}", coord.name));
            named.collect::<Vec<String>>().join(", ")
        }
        _ => pile.to_string(),
    }
}

/// The longest side of a board.
const WIDEST: i64 = 26;

/// A board whose cells are pairs of numbers: those of the first cell, and rows of cells.
struct Board {
    top: i64,
    left: i64,
    cells: Vec<Vec<String>>,
}

impl Board {
    /// The empty board of these ranges, downwards and to the right, as large as the pieces on it need where a range has no end;
    /// `None`: too large.
    fn new<'a>(
        [down, right]: [Bounds; 2],
        is_square: bool,
        pieces: impl Iterator<Item = &'a Value>,
    ) -> Option<Board> {
        let mut ends = (down.hi.unwrap_or(down.lo), right.hi.unwrap_or(right.lo));
        for piece in pieces {
            let (row, column) = pair(piece)?;
            if !down.contains(row) || !right.contains(column) {
                return None;
            }
            ends = (ends.0.max(row), ends.1.max(column));
        }
        if is_square {
            ends = (ends.0.max(ends.1), ends.0.max(ends.1));
        }
        let side = |from: i64, to: i64| {
            let length = to.checked_sub(from)?.checked_add(1)?;
            (1..=WIDEST).contains(&length).then_some(length as usize)
        };
        let (height, width) = (side(down.lo, ends.0)?, side(right.lo, ends.1)?);
        Some(Board {
            top: down.lo,
            left: right.lo,
            cells: vec![vec!["·".to_string(); width]; height],
        })
    }

    /// The numbers of the rows, and of the columns.
    fn numbers(&self) -> [Vec<String>; 2] {
        let width = self.cells.first().map_or(0, Vec::len);
        [(self.top, self.cells.len()), (self.left, width)].map(|(first, count)| {
            let numbers = (first..).take(count);
            numbers.map(|number| number.to_string()).collect()
        })
    }

    /// Whether so many characters are enough for a line of it behind an indent, with names of one letter in the cells.
    fn fits(&self, room: usize, indent: usize) -> bool {
        let [rows, columns] = self.numbers();
        let cell = widest(columns.iter().map(String::as_str)) + 1;
        indent + widest(rows.iter().map(String::as_str)) + 1 + columns.len() * cell <= room
    }

    /// Puts a piece down; where one stands already, there is a `*`.
    fn put(&mut self, piece: &Value, name: &str) {
        let cell = pair(piece).and_then(|(row, column)| {
            let row = usize::try_from(row - self.top).ok()?;
            let column = usize::try_from(column - self.left).ok()?;
            self.cells.get_mut(row)?.get_mut(column)
        });
        if let Some(cell) = cell {
            *cell = match cell.as_str() {
                "·" => name.to_string(),
                _ => "*".to_string(),
            };
        }
    }

    /// The rows with their numbers, below those of the columns.
    fn lines(&self, look: Look) -> String {
        let [rows, columns] = self.numbers();
        let cells = self.cells.iter().flatten().chain(&columns);
        let wide = widest(cells.map(String::as_str));
        let side = widest(rows.iter().map(String::as_str));
        let line = |cells: &[String]| -> String {
            let cells = cells.iter();
            cells.map(|cell| format!(" {cell:>wide$}")).collect()
        };
        let mut text = format!("{:side$} {}\n", "", look.faint(line(&columns)));
        for (row, cells) in rows.iter().zip(&self.cells) {
            let row = look.faint(format!("{row:>side$}"));
            text += &format!("{row} {}\n", line(cells));
        }
        text
    }
}

fn pair(piece: &Value) -> Option<(i64, i64)> {
    match piece.items() {
        [row, column] => Some((row.as_int()?, column.as_int()?)),
        _ => None,
    }
}

/// A row or a bag; none where that would not fit behind an indent.
fn row(game: &Game, pile: &Value, begun: &[&Value], look: Look, indent: usize) -> Option<String> {
    let (Form::Single, [coord]) = (game.shape.form, game.shape.coords.as_slice()) else {
        return None;
    };
    let (CoordKind::Row { entry, .. }, items) = (&coord.kind, pile.items()) else {
        return None;
    };
    if items.len() > MOST {
        return None;
    }
    if items.is_empty() {
        return Some(look.faint("empty").to_string());
    }
    match entry {
        Entry::Int(bounds) if bounds.lo >= 0 && bounds.hi == Some(1) => {
            let marks = items.iter().map(|item| match item.as_int() {
                Some(1) => "●",
                _ => "·",
            });
            Some(marks.collect::<Vec<&str>>().join(" "))
        }
        Entry::Int(bounds) if bounds.lo >= 0 => {
            let width = (items.len() - 1).to_string().len();
            let rows = items.iter().enumerate();
            let rows = rows.map(|(index, item)| Some((format!("{index:>width$}"), item.as_int()?)));
            Some(stones(&rows.collect::<Option<Vec<_>>>()?, look))
        }
        Entry::Tuple(parts) => {
            let [(_, down), (_, right)] = parts.as_slice() else {
                return None;
            };
            let cells = begun.iter().flat_map(|pile| pile.items()).chain(items);
            let mut board = Board::new([*down, *right], false, cells)?;
            let fits = board.fits(look.width, indent);
            items.iter().for_each(|item| board.put(item, "●"));
            fits.then(|| board.lines(look))
        }
        Entry::Int(_) => None,
    }
}

/// The longest row of stones.
const LONGEST: usize = 40;
/// What stands beside a row of stones takes no more than this.
const BESIDE: usize = 30;

/// Rows of stones, each with what stands before it and the count behind it. A pile with too many stones for a row is a number.
fn stones(rows: &[(String, i64)], look: Look) -> String {
    let room = look.width.saturating_sub(BESIDE).clamp(10, LONGEST);
    let drawn = |size: i64| {
        let count = usize::try_from(size).ok();
        count.filter(|count| *count <= room)
    };
    let longest = rows.iter().filter_map(|(_, size)| drawn(*size)).max();
    let longest = longest.unwrap_or(0);
    let digits = rows.iter().map(|(_, size)| size.to_string().len()).max();
    let digits = digits.unwrap_or(1);
    let lines = rows.iter().map(|(head, size)| {
        let (row, count) = match drawn(*size) {
            Some(count) => ("●".repeat(count), look.faint(size).to_string()),
            None => (String::new(), size.to_string()),
        };
        let gap = " ".repeat(digits.saturating_sub(size.to_string().len()));
        match longest {
            0 => format!("{head}  {gap}{count}\n"),
            _ => format!("{head}  {row:longest$}  {gap}{count}\n"),
        }
    });
    lines.collect()
}

/// At most this many letters name a pile.
const MOST_LETTERS: usize = 3;

/// The letters that name a pile: a, b, …, z, aa, ab, …
pub fn label(pile: usize) -> String {
    let places = std::iter::successors(Some(pile), |rest| (rest / 26).checked_sub(1));
    let letters = places.map(|rest| char::from(b'a' + (rest % 26) as u8));
    letters.collect::<Vec<char>>().iter().rev().collect()
}

/// The number of the pile that these letters name.
pub fn labelled(letters: &str) -> Option<usize> {
    if letters.len() > MOST_LETTERS {
        return None;
    }
    let mut number = 0_usize;
    for letter in letters.bytes() {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        let digit = usize::from(letter - b'a') + 1;
        number = number.checked_mul(26)?.checked_add(digit)?;
    }
    number.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rulebook, Session, Settings};

    fn drawn(rules: &str, position: &str) -> String {
        drawn_in(rules, position, Look::default())
    }

    fn drawn_in(rules: &str, position: &str, look: Look) -> String {
        let book = Rulebook::parse(rules).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let position = session.position(None, &[position.to_string()]).unwrap();
        draw(&position, &position, look)
    }

    #[test]
    fn piles_are_rows_of_stones() {
        let rules = "game nim { take any } game lim(m) { take 1..m }";
        let expected = [
            "  nim\n".to_string(),
            "  a  ●         1\n".to_string(),
            "  b  ●●●●●     5\n".to_string(),
            "  c            0\n".to_string(),
            "  d         1000\n".to_string(),
            "  lim(3)\n".to_string(),
            format!("  e  {}  12\n", "●".repeat(12)),
        ];
        assert_eq!(
            drawn(rules, "nim[1, 5, 0, 1000] + lim(3)[12]"),
            expected.concat()
        );
        assert_eq!(drawn(rules, "nim[]"), "  no piles\n");
        assert_eq!(drawn(rules, "nim[0]"), "  a  0\n");
        assert_eq!(
            drawn(rules, "nim[100, 1000000000000]"),
            "  a            100\n  b  1000000000000\n"
        );
        let many = drawn(rules, "nim[1; 61]");
        assert!(
            many.ends_with("\n  bh  ●  1\n  … and 1 more piles\n"),
            "{many}"
        );
    }

    #[test]
    fn pairs_are_pieces_on_a_board() {
        let knight = "game knight { pile (row in 0..3, col in 0..4)  move (row, col) -> (row - 2, col - 1) }";
        assert_eq!(
            drawn(knight, "knight[(3, 3), (0, 2), (3, 3)]"),
            "     0 1 2 3 4
  0  · · b · ·
  1  · · · · ·
  2  · · · · ·
  3  · · · * ·
  a (3, 3)  b (0, 2)  c (3, 3)   (row, col): down, right
"
        );
        let queen = "game queen { pile {a, b}  move a -> a - k for k in 1.. }";
        assert_eq!(
            drawn(queen, "queen[(1, 2)]"),
            "     0 1 2
  0  · · ·
  1  · · a
  2  · · ·
  a (1, 2)   (a, b): down, right
"
        );
        assert_eq!(drawn(queen, "queen[(100, 2)]"), "  a  (100, 2)\n");
        // A board that is wider than the screen is none.
        let narrow = Look {
            width: 20,
            ..Look::default()
        };
        let told = |position: &str| drawn_in(queen, position, narrow);
        assert_eq!(told("queen[(2, 8)]"), "  a  (2, 8)\n");
        assert!(told("queen[(2, 7)]").starts_with("     0 1 2 3 4 5 6 7\n"));
        let limited =
            "game limited { pile (n, most) move n, most -> n - k, 2 * k for k in 1..most }";
        assert_eq!(drawn(limited, "limited[(9, 2)]"), "  a  n = 9, most = 2\n");
    }

    #[test]
    fn rows_are_drawn_entry_by_entry() {
        let chomp = "game chomp { pile row[] move row[i] -> k for i, k in 0..row[i] - 1 }";
        assert_eq!(
            drawn(chomp, "chomp[[4, 4, 1], []]"),
            "  a  0  ●●●●  4
     1  ●●●●  4
     2  ●     1
  b  empty
"
        );
        let coins = "game coins { pile coin[] in 0..1 move coin[i] -> 0 where coin[i] == 1 }";
        assert_eq!(drawn(coins, "coins[[1, 0, 1]]"), "  a  ● · ●\n");
        let cells = "game cells { pile cell[(row, col)] move cell -> remove(cell, i) for i in indices(cell) }";
        assert_eq!(
            drawn(cells, "cells[[(0, 0), (1, 2)], [(0, 1)]]"),
            "  a     0 1 2
     0  ● · ·
     1  · · ●
  b     0 1 2
     0  · ● ·
     1  · · ·
"
        );
        let once = "game once { pile (n, used[]) move n, used -> n - k, used ++ [k] for k in 1..n where k not in used }";
        assert_eq!(
            drawn(once, "once[(9, [1, 2])]"),
            "  a  n = 9, used = [1, 2]\n"
        );
    }

    #[test]
    fn letters_name_piles() {
        for (number, letters) in [
            (0, "a"),
            (25, "z"),
            (26, "aa"),
            (27, "ab"),
            (701, "zz"),
            (702, "aaa"),
        ] {
            assert_eq!(label(number), letters);
            assert_eq!(labelled(letters), Some(number));
        }
        assert_eq!(labelled(""), None);
        assert_eq!(labelled("B"), None);
        assert_eq!(labelled(&"z".repeat(40)), None);
    }
}
