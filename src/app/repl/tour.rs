//! `:tour`: from Nim to Kayles in ten steps.

use super::ask::why;
use super::shell::{Call, Done, Out, Refused, Shell};
use crate::report::look::wrapped;
use crate::text::diagnostic::Diagnostic;

struct TourStep {
    title: &'static str,
    /// What is said before the entries.
    before: &'static str,
    /// The games that the entries need, by name; those that are new here are shown.
    games: &'static [&'static str],
    /// What is entered, as one would type it.
    entries: &'static [&'static str],
    /// What is said behind them.
    after: &'static str,
}

const GAMES: &[(&str, &str)] = &[
    ("nim", "game nim { take any }"),
    ("lim", "game lim(m) { take 1..m }"),
    ("set", "game set(S) { take S }"),
    (
        "queen",
        "game queen { pile {a, b}  move a -> a - k for k in 1..  move a, b -> a - k, b - k for k in 1.. }",
    ),
    ("grundy", "game grundy { split into 2 unequal }"),
    ("kayles", "game kayles { take 1..2 leaving 0..2 piles }"),
];

const STEPS: &[TourStep] = &[
    TourStep {
        title: "Nim",
        before: "There are piles of stones. A turn takes any number of stones from one pile, and who cannot move loses. A game says what a turn does to one pile; a position is a list of piles.",
        games: &["nim"],
        entries: &["winner(nim[3, 4, 5])", "best(nim[3, 4, 5])"],
        after: "The first player wins, by one move only. The next step says how one finds it.",
    },
    TourStep {
        title: "The nim-sum",
        before: "Write the piles in binary, one below the other, and count the 1s of each column: where all counts are even the player to move loses (a P-position), anywhere else they win (an N-position).",
        games: &["nim"],
        entries: &["explain(nim[3, 4, 5])", "best(nim[3, 4, 5])", "winner(it)"],
        after: "`it` is the last answer, here the position that the winning move leaves.",
    },
    TourStep {
        title: "A limit",
        before: "Now at most m stones may be taken, and m is up to you. The Grundy value of a pile says how much it is worth in Nim stones.",
        games: &["lim"],
        entries: &["values(lim(3), 0..12)", "best(lim(3)[10])"],
        after: "The values are n mod (m + 1). At 0 the player to move loses, so leave a multiple of 4.",
    },
    TourStep {
        title: "The mex",
        before: "Where do values come from? The value of a pile is the least number that is missing (the mex) among the values of what one move leaves. `why` asks for the reason of the last answer.",
        games: &["lim"],
        entries: &["grundy(lim(3)[6])", "why"],
        after: "A pile without a move has the value 0: of no values the least one missing is 0.",
    },
    TourStep {
        title: "Sums",
        before: "Positions of different games can be put side by side: a turn moves in one of them. The value of a sum is the xor of the values; that is all one has to know of its parts.",
        games: &["nim", "lim"],
        entries: &[
            "grundy(lim(3)[6] + nim[5])",
            "best(lim(3)[6] + nim[5])",
            "grundy(it)",
        ],
        after: "The pile of 6 is worth 2, as a Nim pile of 2 is, so the winning move makes the other pile 2, too.",
    },
    TourStep {
        title: "Periods",
        before: "Subtraction games allow the numbers of a set. Their values repeat at last, and a finite check proves it for piles of every size.",
        games: &["set"],
        entries: &[
            "values(set([1, 3, 4]), 0..20)",
            "period(set([1, 3, 4]))",
            "winner(set([1, 3, 4])[1000000000000])",
        ],
        after: "The answer is (period, preperiod); `:by` or `why` says how it is known. A pile of 10^12 is no trouble.",
    },
    TourStep {
        title: "Two coordinates",
        before: "A pile may have coordinates. In Wythoff's game a queen walks to the corner of a board: {a, b} is a pair whose order does not matter.",
        games: &["queen"],
        entries: &["losing(queen, 0..10, 0..10)", "explain(queen[(2, 3)])"],
        after: "The pairs that lose lie along two rays at the golden ratio: `plot(queen, 0..60, 0..60)` shows them.",
    },
    TourStep {
        title: "Misère play",
        before: "In misère play who makes the last move loses. Any game can be turned round; nim-sums no longer decide, and nimrule says what does.",
        games: &["nim"],
        entries: &[
            "winner(nim[1, 1, 1])",
            "winner(misere(nim)[1, 1, 1])",
            "explain(misere(nim)[1, 2, 3])",
        ],
        after: "Misère Nim is played as ever while a pile of two or more is left; then leave an odd number of 1s.",
    },
    TourStep {
        title: "Splitting",
        before: "A move may leave several piles. They are a sum, so their values are xored. In Grundy's game a move splits a pile into two unequal ones.",
        games: &["grundy"],
        entries: &["values(grundy, 0..12)", "explain(grundy[8])"],
        after: "Whether the values of Grundy's game ever repeat is not known to anybody.",
    },
    TourStep {
        title: "Kayles",
        before: "A row of skittles: a ball knocks down one of them, or two that are neighbours, and may leave a gap in the row. This is all there is to write:",
        games: &["kayles"],
        entries: &[
            "values(kayles, 0..11)",
            "period(kayles)",
            "winner(kayles[5, 9])",
        ],
        after: "From 71 on the values repeat with period 12, which Guy and Smith's theorem proves. That was the tour. `:play kayles[5, 6]` plays, `plot(kayles, 0..120)` draws, `:export kayles` writes a function to paste; `:help` lists everything, and the games of the books are at hand: `:load moore`.",
    },
];

/// Shows the next step, or the one that is named.
pub(super) fn tour(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let number = match call.rest {
        "" => Some(shell.tour % STEPS.len()),
        text => text.parse::<usize>().ok().and_then(|it| it.checked_sub(1)),
    };
    let step = number.and_then(|number| Some((number, STEPS.get(number)?)));
    let Some((number, step)) = step else {
        let error = Diagnostic::error("command", "`:tour` takes the number of a step or nothing");
        return Err(error
            .help(format!("the steps are 1 to {}", STEPS.len()))
            .into());
    };
    if let Some(name) = taken(shell, step) {
        let error = Diagnostic::error(
            "name_taken",
            format!("the tour needs the name `{name}`, which stands for something else here"),
        )
        .help("`:save FILE` keeps what is defined; `:clear` forgets it, and the tour can begin");
        return Err(Refused::Command(error));
    }
    shell.tour = number + 1;
    // A step is shown at once.
    out.room = None;
    out.answer(format!(
        "{}\n\n{}\n",
        shell.look().strong(format!(
            "Step {} of {}: {}",
            number + 1,
            STEPS.len(),
            step.title
        )),
        wrapped(step.before, shell.look().width)
    ));
    for (name, text) in games(step) {
        if !shell.book().defines(name) {
            out.answer(format!("> {text}"));
            shell.entries(text, call.number, out);
        }
    }
    for entry in step.entries {
        if out.interrupted {
            return Ok(());
        }
        out.answer(format!("> {entry}"));
        match *entry {
            "why" => why(shell, &Call { rest: "", ..*call }, out)?,
            entry => shell.entries(entry, call.number, out),
        }
    }
    out.answer(format!("\n{}", wrapped(step.after, shell.look().width)));
    if number + 1 < STEPS.len() {
        out.answer("\nTry what you like; `:tour` goes on.");
    }
    Ok(())
}

fn games(step: &TourStep) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let wanted = step.games;
    GAMES.iter().filter(move |(name, _)| wanted.contains(name))
}

/// A name of the step that stands for something else.
fn taken(shell: &Shell, step: &TourStep) -> Option<&'static str> {
    let book = shell.book();
    let own = book.own_game_names();
    // A bundled game in use gives way like one that was not asked about.
    let is_bundled = |name: &str| book.is_bundled(name) && !own.iter().any(|it| it == name);
    let other = |(name, text): &&(&'static str, &'static str)| {
        !is_bundled(name)
            && book
                .definition_text(name)
                .is_some_and(|(known, _)| known != *text)
    };
    games(step).find(other).map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_steps_lead_from_nim_to_kayles() {
        assert_eq!(STEPS.len(), 10);
        for step in STEPS {
            assert_eq!(games(step).count(), step.games.len(), "{}", step.title);
        }
    }
}
