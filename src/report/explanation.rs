//! An explanation in words.

use std::fmt;

use crate::expr::position::Position;
use crate::expr::value::Outcome;
use crate::query::answer::MoveTo;
use crate::query::explain::{Explanation, Mex, NimSum, OptionValue, PartValue, SumOf, Tried, Why};
use crate::solve::loopy::LoopyValue;
use crate::solve::method::told::Table;
use crate::text::words::{aligned, counted, noun, widest};

/// How many components are listed at most.
const MOST_LISTED: usize = 24;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())?;
        let mut before = self;
        for (number, then) in (1..).zip(&self.then) {
            let player = Outcome::decided(number % 2 == 1).word();
            let kind = match (then.best.wins, before.winner) {
                (true, _) => "wins",
                (false, Outcome::Draw) => "keeps the draw",
                (false, _) if then.best.length.is_some() => {
                    "cannot win; this move holds out longest"
                }
                (false, _) => "cannot win; any move is as good",
            };
            let words = &then.best.play.words;
            write!(
                f,
                "\nMove {number}: the {player} player {kind}: {words}\n\n"
            )?;
            f.write_str(&then.explanation.text())?;
            before = &then.explanation;
        }
        Ok(())
    }
}

impl Explanation {
    /// Without what follows.
    fn text(&self) -> String {
        let position = &self.position;
        let is_loopy = position.is_loopy();
        let value = || format!("{position}   Grundy value {}\n\n", self.value);
        let mut text = match &self.why {
            Why::Mex(mex) if is_loopy => self.heading() + &mex.loopy_text(self),
            Why::Mex(mex) => value() + &mex.text(),
            Why::Sum(sum) if is_loopy => self.heading() + &sum.loopy_text(&self.value),
            Why::Sum(sum) => value() + &sum.text(),
            Why::Theorem {
                table,
                winning,
                turns,
            } => {
                let found = below(table, winning.as_ref(), self.winner);
                let mut text = drawn(position, table) + &found;
                if let Some(turns) = turns {
                    text += &format!("\n{}", turns.found());
                }
                if let LoopyValue::Number(value) = &self.value {
                    text += &format!("  The Grundy value is {value}.\n");
                }
                text
            }
            Why::Turns(tried) => self.heading() + &tried.text(position, self.winner),
        };
        if let Some(drawn) = self.board.as_ref().and_then(|board| board.drawn()) {
            text.push('\n');
            text.push_str(&drawn);
        }
        text
    }

    /// The position with who wins it.
    fn heading(&self) -> String {
        let verdict = match self.winner {
            Outcome::First => "the first player wins (an N-position)",
            Outcome::Second => "the second player wins (a P-position)",
            Outcome::Draw => "a draw",
        };
        let value = match &self.value {
            LoopyValue::Unknown => String::new(),
            value @ (LoopyValue::Number(_) | LoopyValue::Infinite(_)) => format!(", value {value}"),
        };
        format!("{}   {verdict}{value}\n\n", self.position)
    }
}

/// Rows that are listed, and how many of so many are not.
fn some_of<const COLUMNS: usize>(
    rows: impl Iterator<Item = [String; COLUMNS]>,
    count: u64,
    what: &str,
) -> String {
    let rows: Vec<_> = rows.collect();
    match count.saturating_sub(rows.len() as u64) {
        0 => aligned(&rows),
        more => format!("{}  … and {more} more{what}\n", aligned(&rows)),
    }
}

fn joined(numbers: &[u64]) -> String {
    let words: Vec<String> = numbers.iter().map(u64::to_string).collect();
    words.join(", ")
}

impl Mex {
    /// The options that are listed, and how many are not.
    fn options(&self) -> String {
        let rows = self.options.iter().map(OptionValue::row);
        some_of(rows, self.count as u64, " options")
    }

    fn text(&self) -> String {
        if self.count == 0 {
            return "  No move: the mex of no values is 0, and the player to move loses.\n"
                .to_string();
        }
        let count = self.taken.len();
        let shown = match (
            self.taken.get(..20),
            self.taken.get(count.saturating_sub(10)..),
        ) {
            (Some(first), Some(last)) if count > 40 => {
                format!("{}, …, {}", joined(first), joined(last))
            }
            _ => joined(&self.taken),
        };
        let taken = noun(count, "the value", "the values");
        let verb = noun(count, "is", "are");
        let missing = self.missing;
        let theorem = self.theorem.iter();
        let theorem = theorem.map(|by| {
            let detail = &by.detail;
            format!("  Known by a theorem, too: {detail}.\n")
        });
        format!(
            "{}  {taken} {shown} {verb} taken; the least one missing is {missing}:  mex{{{shown}}} = {missing}\n{}{}",
            self.options(),
            self.verdict(),
            theorem.collect::<String>()
        )
    }

    /// Who wins, and by what.
    fn verdict(&self) -> String {
        if self.missing == 0 {
            return "  The player to move loses: from each of these values the opponent can move to the value 0.\n"
                .to_string();
        }
        let is_lost = |option: &&OptionValue| option.value == LoopyValue::Number(0);
        match self.options.iter().find(is_lost) {
            Some(option) => format!(
                "  The player to move wins by leaving the value 0: {}.\n",
                option.play.words
            ),
            None => "  The player to move wins: some move leaves the value 0.\n".to_string(),
        }
    }

    fn loopy_text(&self, of: &Explanation) -> String {
        if self.count == 0 {
            return "  No move: the value is 0, and the player to move loses.\n".to_string();
        }
        let missing = self.missing;
        let taken = match self.taken.as_slice() {
            [] => "No option is worth a number, so the least one missing is".to_string(),
            [one] => format!("The number {one} is taken; the least one missing is"),
            several => {
                let shown = match several.get(..24) {
                    Some(first) if several.len() > 24 => joined(first) + ", …",
                    _ => joined(several),
                };
                format!("The numbers {shown} are taken; the least one missing is")
            }
        };
        let mut text = format!("{}\n  {taken} {missing}.\n", self.options());
        let LoopyValue::Number(value) = &of.value else {
            if self.free.as_ref() == Some(&of.position) {
                text.push_str(
                    "  But a move leaves it as it is, and nobody ever has to make another one.\n",
                );
            } else if let Some(to) = &self.free {
                text.push_str(&format!(
                    "  But from {to} there is no move to the value {missing}: a player can go there, and the other cannot undo it.\n"
                ));
            }
            text.push_str(match of.winner {
                Outcome::First => "  So the value is infinite. The move to the value 0 wins.\n",
                Outcome::Second | Outcome::Draw => "  So the value is infinite. No move leads to the value 0, and neither player has to lose.\n",
            });
            return text;
        };
        if self.is_infinite {
            text.push_str(&format!(
                "  A move to an infinite value changes nothing: from there the opponent can move to the value {value} again.\n"
            ));
        }
        let verb = if *value == 0 { "loses" } else { "wins" };
        text.push_str(&format!(
            "  So the value is {value}: the player to move {verb}.\n"
        ));
        text
    }
}

impl OptionValue {
    fn row(&self) -> [String; 3] {
        let value = &self.value;
        let words: Vec<String> = self.parts.iter().map(u64::to_string).collect();
        let value = match words.as_slice() {
            [] => format!("value {value}"),
            several => format!("value {} = {value}", several.join(" xor ")),
        };
        let leaves = format!("leaves {}", self.play.to);
        [self.play.words.clone(), leaves, value]
    }
}

impl PartValue {
    /// How it is written, with its value where that is a number.
    fn number(&self) -> Option<(&String, u64)> {
        match self.value {
            LoopyValue::Number(value) => Some((&self.part, value)),
            LoopyValue::Infinite(_) | LoopyValue::Unknown => None,
        }
    }
}

impl NimSum {
    /// The values as a binary table with their xor below, and the move read off it.
    fn text(&self) -> String {
        let mut text = self.binary_table();
        let xor = self.xor;
        if self.is_over {
            return text + "  No move is left.\n";
        }
        if xor == 0 {
            return text
                + "  Every column has an even number of 1s. Any move changes one value, so some column becomes odd,\n  and the opponent can make all columns even again.\n";
        }
        let carrier = self.carrier.and_then(|place| self.parts.get(place));
        if let Some((label, value)) = carrier.and_then(PartValue::number) {
            let goal = value ^ xor;
            text.push_str(&format!(
                "  The leading 1 of the xor is in the column of {}. Among the piles with a 1 there is {label}:\n  {value} xor {xor} = {goal}, less than {value}, so some move in it leads to the value {goal}.\n",
                1_u64 << xor.ilog2(),
            ));
        }
        if let Some(play) = &self.winning {
            let move_in = if carrier.is_some() {
                "One such move"
            } else {
                "A winning move"
            };
            text.push_str(&format!(
                "  {move_in}: {}, and leave {}, where every column adds up to an even number.\n",
                play.words, play.to
            ));
        }
        if let Some(count) = self.winning_count.filter(|count| *count > 1) {
            text.push_str(&format!("  In all, {count} different positions win.\n"));
        }
        for known in &self.values_by {
            text.push_str(&format!(
                "  Values of {}: {}.\n",
                known.game, known.by.detail
            ));
        }
        text
    }

    fn binary_table(&self) -> String {
        // Where the piles are their own values, they need not be written twice.
        let rows = || self.parts.iter().filter_map(PartValue::number);
        let is_plain = rows().all(|(label, value)| *label == value.to_string());
        let bits = rows().map(|(_, value)| value.checked_ilog2().map_or(1, |bits| bits + 1));
        let width = bits.max().unwrap_or(1) as usize;
        let names = widest(rows().map(|(label, _)| label.as_str())).max(3);
        let digits = rows().map(|(_, value)| value.to_string().len()).max();
        let digits = digits.unwrap_or(0);
        let mut text = String::new();
        text.push_str(match self.of {
            SumOf::Board => {
                "  No move reaches from one of these parts to another. The value of each, in binary:\n\n"
            }
            SumOf::Stairs => {
                "  Every second entry counts: what comes into one of these may be taken from it again. The value of each alone, in binary:\n\n"
            }
            SumOf::Piles if is_plain => "",
            SumOf::Piles => "  The value of each pile, in binary:\n\n",
        });
        for (label, value) in rows() {
            let middle = match is_plain {
                true => String::new(),
                false => format!("{value:>digits$}   "),
            };
            text.push_str(&format!("  {label:>names$}   {middle}{value:0width$b}\n"));
        }
        let gap = if is_plain { 0 } else { digits + 3 };
        text.push_str(&format!("  {}\n", "-".repeat(names + 3 + gap + width)));
        let xor = self.xor;
        let verdict = match xor {
            0 => "= 0: the player to move loses".to_string(),
            xor => format!("= {xor}, not 0: the player to move wins"),
        };
        text.push_str(&format!(
            "  {:>names$}   {:gap$}{xor:0width$b}   {verdict}\n\n",
            "xor", ""
        ));
        text
    }

    fn loopy_text(&self, value: &LoopyValue) -> String {
        let shown = self.parts.iter().take(MOST_LISTED);
        let rows = shown.map(|part| [part.part.clone(), format!("value {}", part.value)]);
        let mut text = some_of(rows, self.parts.len() as u64, " components");
        let xor = self.xor;
        let infinite = self.parts.iter().filter_map(|part| match &part.value {
            LoopyValue::Infinite(numbers) => Some((&part.part, numbers)),
            LoopyValue::Number(_) | LoopyValue::Unknown => None,
        });
        let infinite: Vec<(&String, &Vec<u64>)> = infinite.collect();
        text.push_str(&match (infinite.as_slice(), value) {
            ([], LoopyValue::Number(0)) => {
                "\n  The xor of the values is 0: the player to move loses.\n".to_string()
            }
            ([], _) => {
                format!("\n  The xor of the values is {xor}, not 0: the player to move wins.\n")
            }
            ([(name, numbers)], _) => {
                let follows = match numbers.contains(&xor) {
                    true => format!("{name} has an option of this value: that move leaves the sum 0 and wins"),
                    false => format!("{name} has no option of this value: no move leaves the sum 0, and nobody has to lose"),
                };
                format!("\n  The xor of the other values is {xor}, and {follows}.\n")
            }
            _ => "\n  Two or more values are infinite: nobody can bring the sum down to a number in one move, and so nobody has to lose.\n"
                .to_string(),
        });
        if let Some(play) = &self.winning {
            text.push_str(&format!(
                "  One such move: {}, and leave {}.\n",
                play.words, play.to
            ));
        }
        text
    }
}

/// What stands below the table of a theorem.
fn below(table: &Table, winning: Option<&MoveTo>, winner: Outcome) -> String {
    let found = match winning {
        None if winner == Outcome::First => String::new(),
        Some(play) => format!(
            "  A winning move: {}.\n  It leaves {}, {}.\n\n",
            play.words, play.to, table.after
        ),
        None => format!("  {}\n\n", table.lost),
    };
    format!("{found}  {}\n", table.applies)
}

/// The table of a theorem up to its verdict.
fn drawn(position: &Position, table: &Table) -> String {
    let piles = position.piles().map(|(_, pile)| pile.to_string());
    let piles = piles.zip(&table.rows);
    // Where the piles are their own values, they need not be written twice.
    let is_own = |(label, (value, _)): (String, &(Option<String>, Vec<String>))| {
        value.as_ref().is_none_or(|value| label == *value)
    };
    let plain = piles.clone().all(is_own);
    let named = piles.map(|(label, (value, cells))| match value {
        Some(value) if !plain => (format!("{label}   value {value}"), cells),
        _ => (label, cells),
    });
    let mut lines: Vec<(String, &Vec<String>)> = named.collect();
    let count = lines.len();
    let totals = table.totals.iter();
    lines.extend(totals.map(|(name, cells)| (name.clone(), cells)));
    let names = widest(lines.iter().map(|(name, _)| name.as_str()));
    let cells = lines.iter().flat_map(|(_, cells)| cells.iter());
    let cell = widest(cells.map(String::as_str));
    let width = lines.iter().map(|(_, cells)| cells.len()).max();
    let width = width.unwrap_or(1);
    let mut text = format!("{position}   {}\n\n", table.heading);
    for (number, (name, cells)) in lines.iter().enumerate() {
        if number == count {
            let dashes = (width * (cell + 1)).saturating_sub(1);
            text.push_str(&format!("  {:names$}   {}\n", "", "-".repeat(dashes)));
        }
        let cells: Vec<String> = cells.iter().map(|text| format!("{text:>cell$}")).collect();
        text.push_str(&format!("  {name:>names$}   {}", cells.join(" ")));
        if number + 1 < lines.len() {
            text.push('\n');
        }
    }
    text.push_str(&format!("   {}\n\n", table.verdict));
    text
}

impl Tried {
    fn text(&self, position: &Position, winner: Outcome) -> String {
        let mut text = format!("  Known by {}.\n", self.by.detail);
        for (theorem, why) in &self.declined {
            text.push_str(&format!("  Not by {theorem}: {why}.\n"));
        }
        let is_misere = position.is_misere();
        if is_misere && (position.is_loopy() || position.moves_in_one()) {
            text.push_str("  The player who makes the last move loses.\n");
        }
        text.push('\n');
        text.push_str(&match (self.turns, is_misere) {
            (0, true) => {
                "  No move is left, and the last move loses: the player to move wins.\n".to_string()
            }
            (0, false) => "  No move is left: the player to move loses.\n".to_string(),
            _ if position.is_loopy() => self.in_numbers(winner),
            _ => self.found(),
        });
        text
    }

    /// The winning turns, where each turn wins or loses.
    fn found(&self) -> String {
        let leave = match (self.turns, self.count) {
            (1, 0) => {
                return self.answered("The only turn leaves a position that the opponent wins");
            }
            (turns, 0) => {
                let leave = "turns leave a position that the opponent wins";
                return self.answered(&format!("All {turns} {leave}"));
            }
            (_, count) => counted(count, "leaves a position", "leave positions"),
        };
        let turns = match self.turns {
            1 => "The only turn leaves a position".to_string(),
            turns => format!("Of {turns} turns {leave}"),
        };
        let listed = self.listed();
        format!("  {turns} that the opponent loses:\n\n{listed}")
    }

    /// How many turns win, draw, lose, and which are the best.
    fn in_numbers(&self, winner: Outcome) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (count, one, several) in [
            (self.winning, "wins", "win"),
            (self.drawing, "draws", "draw"),
            (self.losing, "loses", "lose"),
            (self.undecided, "is not decided", "are not decided"),
        ] {
            if count > 0 {
                parts.push(counted(count as u64, one, several));
            }
        }
        let text = match (self.turns, parts.as_slice()) {
            (1, [only]) => format!("  The only turn {}.\n", only.trim_start_matches("1 ")),
            (turns, [_]) if self.losing == turns => format!("  All {turns} turns lose.\n"),
            (turns, _) => format!("  Of {turns} turns {}.\n", parts.join(", ")),
        };
        let head = match winner {
            Outcome::First => "These win:",
            Outcome::Draw => "These keep the draw:",
            Outcome::Second => return self.answered(text.trim().trim_end_matches('.')),
        };
        format!("{text}  {head}\n\n{}", self.listed())
    }

    /// That each turn loses, and what the opponent answers.
    fn answered(&self, lost: &str) -> String {
        if self.answers.is_empty() {
            return format!("  {lost}.\n");
        }
        let rows = self.answers.iter().map(|it| match &it.answer {
            Some(answer) => [
                it.play.words.clone(),
                format!("then {}, leaves {}", answer.words, answer.to),
            ],
            None => [
                it.play.words.clone(),
                format!("leaves {}, and no move is left", it.play.to),
            ],
        });
        format!("  {lost}:\n\n{}", aligned(&rows.collect::<Vec<_>>()))
    }

    /// Turns with what they leave, some of `count`.
    fn listed(&self) -> String {
        let rows = self.moves.iter();
        let rows = rows.map(|play| [play.words.clone(), format!("leaves {}", play.to)]);
        some_of(rows, self.count, "")
    }
}
