//! Answers for people: the first line answers the question, the rest says why; expectations that do not hold, and tables of values
//! as comma-separated rows.

use std::collections::HashSet;
use std::fmt::{self, Write};

use super::look::{Look, beginning, clipped};
use crate::certificate::Certificate;
use crate::expr::value::{Outcome, Value};
use crate::query::answer::{
    Best, Evidence, Line, MoveTo, Numbers, Periodicity, Solution, Tested, Values, Verdict,
    statement,
};
use crate::query::describe::Description;
use crate::query::misere::{Genera, MOST_WORDS, MisereQuotient};
use crate::query::plan::{BOARDS, GamePlan, NotUsed, Plan, SEARCH, Sums, WHOLE};
use crate::solve::boards;
use crate::solve::loopy::LoopyValue;
use crate::solve::method::words_of;
use crate::text::diagnostic::Diagnostic;
use crate::text::words::{counted, noun, one_line, shortened, widest};

/// How many values stand in a row.
pub(super) const ROW: i64 = 10;
/// A move in words that is wider than the narrowest one by more than this does not push the others' columns aside.
const WIDER_MOVE: usize = 60;

/// Who wins a position, and by which moves. What lists more of them is said.
pub fn solution(solution: &Solution, look: Look) -> String {
    solved(solution, look, |joint| {
        format!("{joint} `--all` lists every one")
    })
}

fn solved(solution: &Solution, look: Look, all: fn(&str) -> String) -> String {
    let class = match solution.winner {
        Outcome::First => " (an N-position)",
        Outcome::Second => " (a P-position)",
        Outcome::Draw => "",
    };
    let position = look.strong(&solution.position);
    let mut text = format!("{position}   {}{class}", winner(solution.winner, look));
    if let Some(grundy) = solution.grundy {
        text += &format!(", Grundy value {grundy}");
    }
    if let Some(numbers) = &solution.infinite {
        text += &format!(", value {}", LoopyValue::Infinite(numbers.clone()));
    }
    text += "\n\n";
    let stopped = solution.stopped;
    if solution.best.is_none() && stopped.is_some() {
        // Whether there is a move at all is not known.
    } else if solution.winning.is_empty() {
        text += &without_winning_move(solution.best.as_ref(), solution.winner);
    } else {
        let known = match solution.undecided {
            0 => solution.winning_count,
            _ => Some(solution.winning.len() as u64),
        };
        text += &winning_moves(&solution.winning, known, all, look);
    }
    if solution.undecided > 0 {
        let moves = match solution.undecided {
            1 => "1 more move leads to a position that is".to_owned(),
            count => format!("{count} more moves lead to positions that are"),
        };
        text += &format!("\n  {moves} not decided within the limits\n");
    }
    if let Some(stop) = stopped {
        let missing = match (solution.winner, &solution.best) {
            (Outcome::First, None) => "the winning moves",
            (_, Some(best)) if best.length.is_some() => "the value",
            (Outcome::First, Some(_)) => "the fastest win",
            (Outcome::Draw, None) => "a move that keeps the draw",
            (Outcome::Draw, Some(_)) => "the value",
            _ => "the longest resistance",
        };
        let gap = if solution.best.is_some() { "\n" } else { "" };
        let why = Diagnostic::from(stop).message;
        text += &format!("{gap}  Not found: {missing}, since {why}\n");
    }
    text + &known_by(&solution.by, look)
}

/// Who wins, in words.
fn winner(outcome: Outcome, look: Look) -> impl fmt::Display {
    match outcome {
        Outcome::First => look.good("the first player wins"),
        Outcome::Second => look.bad("the second player wins"),
        Outcome::Draw => look.strong("a draw"),
    }
}

fn winning_moves(
    moves: &[MoveTo],
    count: Option<u64>,
    all: fn(&str) -> String,
    look: Look,
) -> String {
    let head = noun(moves.len(), "winning move", "winning moves");
    let words = || moves.iter().map(|play| play.words.as_str());
    let narrowest = words().map(|words| words.chars().count()).min();
    let most = narrowest.map_or(0, |width| width + WIDER_MOVE);
    let width = widest(words().chain([head])).min(most);
    let (head, leaves) = (look.faint(format!("{head:width$}")), look.faint("leaves"));
    let mut text = format!("  {head}   {leaves}\n");
    for MoveTo { words, to } in moves {
        text += &format!("  {words:width$}   {to}\n");
    }
    let listed = moves.len() as u64;
    text += &match count {
        Some(count) if count > listed => {
            format!("\n  {listed} of {count} winning moves{}\n", all(";"))
        }
        None => {
            let all = all(", and");
            let listed = counted(listed, "winning move is", "winning moves are");
            format!("\n  {listed} listed; there may be more{all}\n")
        }
        Some(_) => String::new(),
    };
    text
}

fn without_winning_move(best: Option<&Best>, winner: Outcome) -> String {
    let Some(best) = best else {
        return match winner {
            Outcome::First => {
                "  No move is left, and the player who made the last one loses.\n".to_owned()
            }
            Outcome::Second | Outcome::Draw => "  No move is left: the game is over.\n".to_owned(),
        };
    };
    let intro = match (best.wins, best.length) {
        _ if winner == Outcome::Draw => "No winning move. This one keeps the draw:",
        (true, _) => "A winning move:",
        (false, Some(_)) => "No winning move. The longest resistance:",
        (false, None) => "No winning move. To play on:",
    };
    let MoveTo { words, to } = &best.play;
    format!("  {intro} {words}, leaves {to}\n")
}

pub fn line(line: &Line, look: Look) -> String {
    let length = match line.winner {
        Outcome::Draw => String::new(),
        Outcome::First | Outcome::Second => {
            format!(", in {}", counted(line.moves.len(), "move", "moves"))
        }
    };
    let (start, winner) = (look.strong(&line.start), winner(line.winner, look));
    let mut text = format!("{start}   {winner}{length}\n\n");
    if line.moves.is_empty() {
        text += "  No move is left: the game is over.\n";
    }
    let width = line.moves.len().to_string().len();
    for (number, MoveTo { words, to }) in (1..).zip(&line.moves) {
        let player = Outcome::decided(number % 2 == 1).word();
        text += &format!("  {number:>width$}  {player:>6}: {words}, leaves {to}\n");
    }
    if line.winner == Outcome::Draw {
        text += &match line.repeats {
            Some(0) => {
                "\n  The position stands again from which the play began, and so on for ever.\n"
                    .into()
            }
            Some(earlier) => {
                format!("\n  The position after move {earlier} stands again, and so on for ever.\n")
            }
            None => "\n  Neither player has to lose, and so on for ever.\n".into(),
        };
    }
    if !line.is_perfect {
        text += "\n  The winner's moves all win, but faster wins and longer resistance were not looked for.\n";
    }
    text + &known_by(&line.by, look)
}

/// A table of Grundy values, ten in a row with the size of the first at the left. It is written as it is made.
pub fn values(values: &Values, look: Look) -> impl fmt::Display + '_ {
    ValueTable { values, look }
}

struct ValueTable<'a> {
    values: &'a Values,
    look: Look,
}

/// Values below this are put into words once.
const USUAL_VALUES: u64 = 4096;

impl fmt::Display for ValueTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueTable { values, look } = self;
        let count = values.values.len() as i64;
        if count == 0 {
            return writeln!(f, "{}   no piles in this range", look.strong(&values.game));
        }
        let last = values.from.saturating_add(count - 1);
        writeln!(
            f,
            "{}   Grundy values of piles of {}..{last}\n",
            look.strong(&values.game),
            values.from
        )?;
        let largest = values.values.iter().max().unwrap_or(0);
        let widths = values
            .special
            .values()
            .map(|value| value.to_string().chars().count());
        let value_width = widths.chain([largest.to_string().len()]).max().unwrap_or(1);
        let size_width = last.to_string().len().max(values.from.to_string().len());
        let usual: Vec<String> = (0..=largest.min(USUAL_VALUES))
            .map(|value| format!("  {value:>value_width$}"))
            .collect();
        // Rows begin at multiples of ten, so that a size is found at once; the first one may lack its beginning.
        let lead = values.from.rem_euclid(ROW);
        let mut size = values.from.saturating_sub(lead);
        let mut column = 0;
        for (place, value) in values.values.iter().enumerate() {
            if column == 0 {
                write!(f, "  {}", look.faint(format!("{size:>size_width$}:")))?;
                if size < values.from {
                    write!(f, "{:1$}", "", lead as usize * (value_width + 2))?;
                    column = lead;
                }
                size = size.saturating_add(ROW);
            }
            let special = values.special.get(&place).map(LoopyValue::to_string);
            match (
                special,
                usual.get(usize::try_from(value).unwrap_or(usize::MAX)),
            ) {
                (Some(text), _) => write!(f, "  {text:>value_width$}")?,
                (None, Some(cell)) => f.write_str(cell)?,
                (None, None) => write!(f, "  {value:>value_width$}")?,
            }
            column += 1;
            if column == ROW {
                column = 0;
                f.write_str("\n")?;
            }
        }
        if column != 0 {
            f.write_str("\n")?;
        }
        f.write_str(&known_by(&values.by, *look))
    }
}

/// The period of a game's values and its proof.
pub fn period(found: &Periodicity, look: Look) -> String {
    let game = look.strong(&found.game);
    let last = found.checked_to;
    let largest = found.largest;
    let largest = largest.map(|(largest, first)| format!("{largest}, first at n = {first}"));
    let Some(proven) = &found.proven else {
        let what = match found.along.is_empty() {
            true => "no period is proven",
            false => "values of large piles repeat",
        };
        let mut text = format!("{game}   {what}\n\n");
        let why = found.why_not.iter().filter(|_| found.along.is_empty());
        for line in found.along.iter().chain(why) {
            text += &format!("  {line}\n");
        }
        if let Some(observed) = &found.observed {
            let statement = observed.statement();
            text += &format!("  observed on 0..{last}, not proven: {statement}\n");
        }
        if last > 0 {
            let largest = largest.map_or(String::new(), |it| format!("; the largest is {it}"));
            text += &format!("  values computed for n = 0..{last}{largest}\n");
        }
        text += &rests_on(found);
        text += &format!(
            "  `conjecture({})` looks for a formula that fits, and `export --conjecture` prints it as a program\n",
            found.game
        );
        return text;
    };
    let (from, by) = (proven.preperiod, proven.proof(last));
    if proven.saltus > 0 {
        let statement = proven.statement();
        return format!("{game}   {statement}\n\n  proven   by {by}\n");
    }
    let shown: Vec<String> = proven.repeats.iter().take(24).map(u64::to_string).collect();
    let more = match proven.period > shown.len() as u64 {
        true => " …",
        false => "",
    };
    format!(
        "{game}   period {} from n = {from} on\n\n  \
         proven   by {by}\n  \
         repeats  {}{more}\n{}{}",
        proven.period,
        shown.join(" "),
        largest.map_or(String::new(), |it| format!("  largest  {it}\n")),
        rests_on(found)
    )
}

/// That values are not known at first hand.
fn rests_on(found: &Periodicity) -> String {
    match found.resumed {
        0 => String::new(),
        count => format!(
            "  rests on the values for n = 0..{} of the checkpoint, of which only some were computed again\n",
            count - 1
        ),
    }
}

pub fn verified(claim: &Certificate, verdict: &Verdict, look: Look) -> String {
    let game = look.strong(&claim.game);
    let statement = statement(claim.period, claim.saltus, claim.preperiod);
    match verdict {
        Verdict::Right(checked_to) => format!(
            "{game}   verified: {statement}\n\n  \
             by definition   g(n) is the mex of its options for n = 0..{checked_to}\n  \
             by theorem      {} settles all larger n\n",
            claim.theorem
        ),
        Verdict::Wrong(why) => format!("{game}   rejected: {statement}\n\n  {why}\n"),
    }
}

/// The last line of an answer: how it is known. Empty where there is nothing to say.
pub fn known_by(by: &Evidence, look: Look) -> String {
    if by.detail.is_empty() {
        return String::new();
    }
    format!("\n  {}\n", look.faint(format!("known by: {}", by.detail)))
}

impl fmt::Display for Description {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.rules)?;
        match &self.example {
            Some(example) => write!(out, " {example}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&solved(self, Look::default(), |_| String::new()))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&line(self, Look::default()))
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        values(self, Look::default()).fmt(f)
    }
}

impl fmt::Display for Periodicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&period(self, Look::default()))
    }
}

/// How much is shown of a claim.
const LONGEST_CLAIM: usize = 200;
/// How much is shown of a value.
const LONGEST_VALUE: usize = 300;

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let of = match self.period {
            Some(_) => "misère quotient of all piles".to_string(),
            None => format!("misère quotient of the piles up to {}", self.upto),
        };
        let _ = writeln!(
            text,
            "{}   {of}: {} elements, {} of them P-positions\n",
            self.game, self.order, self.p_portion
        );
        let generators = self.named_generators();
        let generators: Vec<String> = generators
            .map(|(name, pile)| format!("{name} = {pile}"))
            .collect();
        let orders = self.partial_orders.iter();
        let orders = orders.map(|(pile, order)| format!("{order} at {pile}"));
        let lost = match self.lost_piles.as_slice() {
            [] => "none".to_string(),
            lost => shortened(lost.iter(), MOST_WORDS),
        };
        let last = self.upto.min(100);
        for (name, words) in [
            ("period", self.repeats().unwrap_or_default().as_str()),
            ("generators", &generators.join(", ")),
            ("monoid", self.short_relations().unwrap_or_default()),
            (
                "P-portion",
                &shortened(self.presentation.p_elements.iter(), MOST_WORDS),
            ),
            ("orders", &shortened(orders, MOST_WORDS)),
            ("lost alone", &format!("{lost}, among the piles 1..{last}")),
        ] {
            if !words.is_empty() || name == "P-portion" {
                let _ = writeln!(text, "  {name:10}  {words}");
            }
        }
        if let Some(why) = &self.stopped {
            let _ = writeln!(text, "\n  It was not found beyond that: {why}.");
        }
        f.write_str(text.trim_end())
    }
}

impl fmt::Display for Genera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let kind = match self.first_wild {
            Some(pile) => format!("the first wild pile is {pile}"),
            None => "all of these are tame".to_string(),
        };
        let _ = writeln!(text, "{}   genus of single piles; {kind}\n", self.game);
        let width = self.piles.last().map_or(1, |pile| pile.to_string().len());
        for (pile, genus) in self.piles.iter().zip(&self.genera) {
            let _ = writeln!(text, "  {pile:>width$}   {genus}");
        }
        f.write_str(text.trim_end())
    }
}

/// A line of reasons behind the first.
const GAP: &str = "\n          ";

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games.iter().map(GamePlan::to_string);
        let rows = self.rows.iter();
        let rows = rows.map(|row| format!("{}: {}", row.game, row.detail));
        let theories = self.theories.iter().map(|asked| {
            let (game, words) = (&asked.game, words_of(&asked.theory));
            match &asked.why_not {
                Some(why) => format!("{game}: {words} does not apply here: {why}"),
                None => format!("{game}: {words} applies here"),
            }
        });
        let terms = "terms: xor of their Grundy values, since a turn moves in one of them";
        let terms = self.adds_terms.then(|| terms.to_string());
        let lines: Vec<String> = games.chain(rows).chain(theories).chain(terms).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for GamePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let Some(sums) = &self.sums else {
            return write!(
                f,
                "{game}: its plays end, so a pile is worth its Grundy value"
            );
        };
        writeln!(f, "{game}: a pile is {}", self.pile)?;
        match (&self.engine, sums) {
            (Some(engine), _) => {
                let premise = engine.premise.replace('\n', GAP);
                writeln!(f, "  engine  {}: {premise}", engine.name)?;
            }
            (None, Sums::TheoriesOrSearch(names)) => {
                let names = names.join(", ");
                writeln!(f, "  engine  {names} or {SEARCH}, the first that applies")?;
            }
            (None, _) => {}
        }
        if self.has_boards {
            writeln!(f, "          {}: {BOARDS}", boards::NAME)?;
        }
        for NotUsed { engines, why } in &self.declined {
            writeln!(f, "          not {}: {why}", engines.join(", "))?;
        }
        write!(f, "  sums    {}", self.sums_in_words(sums))
    }
}

impl GamePlan {
    fn sums_in_words(&self, sums: &Sums) -> String {
        let component = match &self.turn {
            None => String::new(),
            Some(turn) => {
                format!("; a turn moves in {turn}, so its piles are one component")
            }
        };
        match sums {
            Sums::Xor => "xor of the piles' Grundy values (Sprague 1935, Grundy 1939)".to_string(),
            Sums::LoopyValues => format!("loopy values (Smith 1966){component}"),
            Sums::Retrograde if self.misere => {
                "retrograde, over whole positions: in misère play values do not decide".to_string()
            }
            Sums::Retrograde => format!("retrograde over whole positions{component}"),
            Sums::ValuesOrRetrograde => format!(
                "loopy values (Smith 1966) where they are known, else retrograde over whole positions{component}"
            ),
            Sums::Plain => format!("search over {WHOLE}"),
            Sums::TheoriesOrSearch(names) => {
                let names: Vec<&str> = names.iter().map(|name| words_of(name)).collect();
                let theories = match names.is_empty() {
                    true => String::new(),
                    false => format!(
                        "{} where its premise holds for the piles that can be reached, else ",
                        names.join(" or ")
                    ),
                };
                match &self.turn {
                    _ if self.misere => format!(
                        "{theories}search over whole positions: in misère play the xor of Grundy values does not decide"
                    ),
                    Some(turn) => format!("a turn moves in {turn}: {theories}search"),
                    None => format!("{theories}search"),
                }
            }
        }
    }
}

/// A failed expectation with the values of both sides at their places.
pub fn refuted(tested: &Tested) -> Diagnostic {
    let claim = one_line(&tested.text);
    let shown = |value: &Value| beginning(value, LONGEST_VALUE);
    let refuted = Diagnostic::error("", clipped(&claim, LONGEST_CLAIM).into_owned())
        .label(tested.left_span, shown(&tested.left));
    let Some((right, span)) = &tested.right else {
        return refuted;
    };
    let refuted = refuted.label(*span, shown(right));
    refuted.help_if(difference(&tested.left, right))
}

/// Where two lists differ, for those too long to compare by eye.
fn difference(left: &Value, right: &Value) -> Option<String> {
    if let ([Value::Position(_), ..], [Value::Position(_), ..]) = (left.items(), right.items()) {
        return set_difference(left.items(), right.items());
    }
    let (Value::List(left), Value::List(right)) = (left, right) else {
        return None;
    };
    let at = left.each().zip(right.each()).position(|(a, b)| a != b);
    match at {
        Some(at) if left.len().max(right.len()) > 3 => Some(format!(
            "they differ first at index {at}: {} and {}",
            beginning(&left.each().nth(at)?, 60),
            beginning(&right.each().nth(at)?, 60)
        )),
        None if left.len() != right.len() => Some(format!(
            "the left list has {}, the right one {}",
            counted(left.len(), "element", "elements"),
            right.len()
        )),
        _ => None,
    }
}

/// What is only in one of two lists of positions, in which the order does not count.
fn set_difference(left: &[Value], right: &[Value]) -> Option<String> {
    let only = |side: &str, these: &[Value], others: &[Value]| {
        let mut seen: HashSet<&Value> = others.iter().collect();
        let own: Vec<&Value> = these.iter().filter(|it| seen.insert(it)).collect();
        let named = own.iter().map(|it| beginning(it, 60));
        let named = shortened(named, 3);
        (!own.is_empty()).then(|| format!("only the {side} list has {named}"))
    };
    let sides = [only("left", left, right), only("right", right, left)];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    let is_seen = left.len().max(right.len()) == 1 || sides.is_empty();
    (!is_seen).then(|| sides.join("; "))
}

/// The values of a box of piles: one row for each pile, with its coordinates and the value, the last coordinate running
/// fastest.
#[derive(Debug)]
pub struct Csv<'a> {
    /// The names of the coordinates.
    pub names: &'a [&'a str],
    /// Both ends of each coordinate.
    pub ranges: &'a [(i64, i64)],
    /// The values in order.
    pub values: &'a Numbers,
}

impl fmt::Display for Csv<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names are made of letters, digits and `_`, so that nothing needs quotes.
        for name in self.names {
            write!(f, "{name},")?;
        }
        f.write_str(if self.names.contains(&"value") {
            "grundy\n"
        } else {
            "value\n"
        })?;
        let mut at: Vec<i64> = self.ranges.iter().map(|(from, _)| *from).collect();
        for value in self.values.iter() {
            for cell in &at {
                write!(f, "{cell},")?;
            }
            writeln!(f, "{value}")?;
            for (cell, (from, to)) in at.iter_mut().zip(self.ranges).rev() {
                if *cell < *to {
                    *cell += 1;
                    break;
                }
                *cell = *from;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::answer::How;
    use crate::text::source::{Sources, Span};

    fn by(detail: &str) -> Evidence {
        Evidence {
            how: How::Computed,
            engine: "plain".to_owned(),
            detail: detail.to_owned(),
        }
    }

    fn table(from: i64, list: &[u64]) -> String {
        let table = Values {
            game: "g".to_owned(),
            from,
            values: list.iter().copied().collect(),
            special: Default::default(),
            by: by(""),
        };
        values(&table, Look::default()).to_string()
    }

    #[test]
    fn tables_are_aligned_by_tens() {
        let list: Vec<u64> = (0..12).collect();
        assert_eq!(
            table(0, &list),
            "g   Grundy values of piles of 0..11\n\n   0:   0   1   2   3   4   5   6   7   8   9\n  10:  10  11\n"
        );
        assert_eq!(
            table(8, &[1, 2, 3]),
            "g   Grundy values of piles of 8..10\n\n   0:                          1  2\n  10:  3\n"
        );
        assert_eq!(table(5, &[]), "g   no piles in this range\n");
        assert!(table(i64::MAX, &[1]).contains('1'));
    }

    #[test]
    fn both_sides_are_shown() {
        let mut sources = Sources::default();
        let source = sources.add("b.nimrule", "expect 1 + 1 == 3\n");
        let tested = Tested {
            span: Span::new(source, 0, 17),
            text: "1 +\n  1 == 3".to_owned(),
            ok: false,
            left: Value::Int(2),
            left_span: Span::new(source, 7, 12),
            right: Some((Value::Int(3), Span::new(source, 16, 17))),
        };
        let refuted = refuted(&tested);
        assert_eq!(refuted.message, "1 + 1 == 3");
        let labels = refuted.labels.iter();
        let sides: Vec<_> = labels.map(|it| (it.span, it.text.as_str())).collect();
        assert_eq!(
            sides,
            [(tested.left_span, "2"), (Span::new(source, 16, 17), "3")]
        );
    }

    #[test]
    fn long_lists_say_where_they_differ() {
        let list = |items: &[i64]| Value::ints(items.iter().copied());
        assert_eq!(
            difference(&list(&[0, 1, 2, 3]), &list(&[0, 1, 5, 3])).as_deref(),
            Some("they differ first at index 2: 2 and 5")
        );
        assert_eq!(
            difference(&list(&[0, 1]), &list(&[0])).as_deref(),
            Some("the left list has 2 elements, the right one 1")
        );
        assert_eq!(difference(&list(&[1]), &list(&[2])), None);
    }

    #[test]
    fn rows_are_in_order() {
        let values = [7, 8, 9, 0].into_iter().collect();
        let csv = Csv {
            names: &["row", "col"],
            ranges: &[(0, 1), (3, 4)],
            values: &values,
        };
        assert_eq!(
            csv.to_string(),
            "row,col,value\n0,3,7\n0,4,8\n1,3,9\n1,4,0\n"
        );
        let values = [5].into_iter().collect();
        let csv = Csv {
            names: &["value"],
            ranges: &[(i64::MAX, i64::MAX)],
            values: &values,
        };
        assert_eq!(csv.to_string(), format!("value,grundy\n{},5\n", i64::MAX));
    }
}
