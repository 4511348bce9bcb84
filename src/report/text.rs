//! Answers for people: the first line answers the question, the rest says why.

use std::fmt::{self, Write};

use super::look::Look;
use crate::certificate::Certificate;
use crate::expr::value::Outcome;
use crate::query::answer::{Best, By, Line, MoveTo, Periodicity, Solution, Values, Verdict};
use crate::text::diagnostic::Diagnostic;
use crate::text::words::{counted, noun, widest};

/// How many values stand in a row.
const ROW: i64 = 10;
/// A move in words wider than this does not push the others' columns aside.
const WIDEST_MOVE: usize = 72;

// Writing to a string never fails, so the results of `write!` are dropped throughout.

/// Who wins a position, and by which moves.
pub fn solution(solution: &Solution, look: Look) -> String {
    let mut text = String::new();
    let class = match solution.winner {
        Outcome::First => " (an N-position)",
        Outcome::Second => " (a P-position)",
        Outcome::Draw => "",
    };
    let _ = write!(
        text,
        "{}   {}{class}",
        look.strong(&solution.position),
        winner(solution.winner, look)
    );
    if let Some(grundy) = solution.grundy {
        let _ = write!(text, ", Grundy value {grundy}");
    }
    if let Some(numbers) = &solution.infinite {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let _ = match numbers.as_slice() {
            [] => write!(text, ", value ∞"),
            numbers => write!(text, ", value ∞({})", numbers.join(", ")),
        };
    }
    text.push_str("\n\n");
    let stopped = solution.stopped;
    if solution.best.is_none() && stopped.is_some() {
        // Whether there is a move at all is not known.
    } else if solution.winning.is_empty() {
        without_winning_move(solution.best.as_ref(), solution.winner, &mut text);
    } else {
        let known = match solution.undecided {
            0 => solution.winning_count,
            _ => Some(solution.winning.len() as u64),
        };
        winning_moves(&solution.winning, known, look, &mut text);
    }
    if solution.undecided > 0 {
        let _ = writeln!(
            text,
            "\n  {} not decided within the limits",
            match solution.undecided {
                1 => "1 more move leads to a position that is".to_owned(),
                count => format!("{count} more moves lead to positions that are"),
            }
        );
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
        if solution.best.is_some() {
            text.push('\n');
        }
        let why = Diagnostic::from(stop).message;
        let _ = writeln!(text, "  Not found: {missing}, since {why}");
    }
    text.push_str(&known_by(&solution.by, look));
    text
}

/// Who wins, in words.
fn winner(outcome: Outcome, look: Look) -> impl fmt::Display {
    match outcome {
        Outcome::First => look.good("the first player wins"),
        Outcome::Second => look.bad("the second player wins"),
        Outcome::Draw => look.strong("a draw"),
    }
}

fn winning_moves(moves: &[MoveTo], count: Option<u64>, look: Look, text: &mut String) {
    let head = noun(moves.len(), "winning move", "winning moves");
    let words = moves.iter().map(|play| play.words.as_str());
    let width = widest(words.chain([head])).min(WIDEST_MOVE);
    let _ = writeln!(
        text,
        "  {}   {}",
        look.faint(format!("{head:width$}")),
        look.faint("leaves")
    );
    for play in moves {
        let _ = writeln!(text, "  {:width$}   {}", play.words, play.to);
    }
    let listed = moves.len() as u64;
    match count {
        Some(count) if count > listed => {
            let _ = writeln!(
                text,
                "\n  {listed} of {count} winning moves; `--all` lists every one"
            );
        }
        None => {
            let _ = writeln!(
                text,
                "\n  {listed} winning moves are listed; there may be more, and `--all` lists every one"
            );
        }
        Some(_) => {}
    }
}

fn without_winning_move(best: Option<&Best>, winner: Outcome, text: &mut String) {
    let _ = match best {
        None if winner == Outcome::First => writeln!(
            text,
            "  No move is left, and the player who made the last one loses."
        ),
        None => writeln!(text, "  No move is left: the game is over."),
        Some(best) => {
            let intro = match (best.wins, best.length) {
                _ if winner == Outcome::Draw => "No winning move. This one keeps the draw:",
                (true, _) => "A winning move:",
                (false, Some(_)) => "No winning move. The longest resistance:",
                (false, None) => "No winning move. To play on:",
            };
            writeln!(
                text,
                "  {intro} {}, leaves {}",
                best.play.words, best.play.to
            )
        }
    };
}

/// A line of play.
pub fn line(line: &Line, look: Look) -> String {
    let mut text = String::new();
    let _ = write!(
        text,
        "{}   {}",
        look.strong(&line.start),
        winner(line.winner, look)
    );
    let _ = match line.winner {
        Outcome::Draw => writeln!(text, "\n"),
        _ => writeln!(
            text,
            ", in {}\n",
            counted(line.steps.len(), "move", "moves")
        ),
    };
    if line.steps.is_empty() {
        text.push_str("  No move is left: the game is over.\n");
    }
    let width = line.steps.len().to_string().len();
    for (index, step) in line.steps.iter().enumerate() {
        let player = Outcome::decided(step.by_first).word();
        let _ = writeln!(
            text,
            "  {:>width$}  {player:>6}: {}, leaves {}",
            index + 1,
            step.play.words,
            step.play.to
        );
    }
    if line.winner == Outcome::Draw {
        let _ = match line.repeats {
            Some(0) => writeln!(
                text,
                "\n  The position stands again from which the play began, and so on for ever."
            ),
            Some(earlier) => writeln!(
                text,
                "\n  The position after move {earlier} stands again, and so on for ever."
            ),
            None => writeln!(text, "\n  Neither player has to lose, and so on for ever."),
        };
    }
    if !line.is_perfect {
        text.push_str("\n  The winner's moves all win, but faster wins and longer resistance were not looked for.\n");
    }
    text.push_str(&known_by(&line.by, look));
    text
}

/// A table of Grundy values, ten in a row with the size of the first at the left. It is written as it is made.
pub fn values(values: &Values, look: Look) -> impl fmt::Display + '_ {
    ValueTable { values, look }
}

struct ValueTable<'a> {
    values: &'a Values,
    look: Look,
}

/// A value that is no number.
fn special(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or("?")
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
            .map(|text| special(text).chars().count());
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
            let special = values.special.get(&place).map(special);
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
    let mut text = String::new();
    let Some(proven) = &found.proven else {
        let _ = writeln!(text, "{}   no period is proven\n", look.strong(&found.game));
        if let Some(why) = &found.why_not {
            let _ = writeln!(text, "  {why}");
        }
        if let Some(observed) = &found.observed {
            let rise = match observed.saltus {
                0 => String::new(),
                saltus => format!(" + {saltus}"),
            };
            let _ = writeln!(
                text,
                "  observed on 0..{}, not proven: g(n + {}) = g(n){rise} from n = {} on",
                found.checked_to, observed.period, observed.preperiod
            );
        }
        if found.checked_to > 0 {
            let _ = writeln!(
                text,
                "  values computed for n = 0..{}; the largest is {}, first at n = {}",
                found.checked_to, found.largest.0, found.largest.1
            );
        }
        return text;
    };
    if proven.saltus > 0 {
        let _ = writeln!(
            text,
            "{}   g(n + {}) = g(n) + {} from n = {} on\n",
            look.strong(&found.game),
            proven.period,
            proven.saltus,
            proven.preperiod
        );
        let by = match found.checked_to {
            0 => proven.theorem.clone(),
            last => format!(
                "by {}: what decides the values repeats, raised by {}, among n = 0..{last}, which settles all larger n",
                proven.theorem, proven.saltus
            ),
        };
        let _ = writeln!(text, "  proven   {by}");
        return text;
    }
    let _ = writeln!(
        text,
        "{}   period {} from n = {} on\n",
        look.strong(&found.game),
        proven.period,
        proven.preperiod
    );
    let _ = writeln!(
        text,
        "  proven   by {}: g(n + {}) = g(n) for n = {}..{}, which settles all larger n",
        proven.theorem, proven.period, proven.preperiod, found.checked_to
    );
    let shown: Vec<String> = proven.repeats.iter().take(24).map(u64::to_string).collect();
    let more = if proven.period > shown.len() as u64 {
        " …"
    } else {
        ""
    };
    let _ = writeln!(text, "  repeats  {}{more}", shown.join(" "));
    let _ = writeln!(
        text,
        "  largest  {}, first at n = {}",
        found.largest.0, found.largest.1
    );
    text
}

/// What came of the check of a certificate.
pub fn verified(claim: &Certificate, verdict: &Verdict, look: Look) -> String {
    let rise = match claim.saltus {
        0 => String::new(),
        saltus => format!(" + {saltus}"),
    };
    let statement = format!(
        "g(n + {}) = g(n){rise} from n = {} on",
        claim.period, claim.preperiod
    );
    match verdict {
        Verdict::Right(checked_to) => format!(
            "{}   verified: {statement}\n\n  by definition   g(n) is the mex of its options for n = 0..{checked_to}\n  by theorem      {} settles all larger n\n",
            look.strong(&claim.game),
            claim.theorem
        ),
        Verdict::Wrong(why) => format!(
            "{}   rejected: {statement}\n\n  {why}\n",
            look.strong(&claim.game)
        ),
    }
}

/// The last line of an answer: how it is known. Empty where there is nothing to say.
pub fn known_by(by: &By, look: Look) -> String {
    if by.detail.is_empty() {
        return String::new();
    }
    format!("\n  {}\n", look.faint(format!("known by: {}", by.detail)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::answer::How;

    fn by(detail: &str) -> By {
        By {
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
}
