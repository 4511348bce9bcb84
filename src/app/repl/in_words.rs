//! Questions and commands that are said in words, and what is written for them.

use super::shell::Shell;
use crate::app::command::said::{Found, found, words};
use crate::query::Topic;
use crate::syntax::Word;
use crate::text::diagnostic::{Diagnostic, Report};

/// What is asked about the game of the last answer, and how it is written: `$` is the sizes of piles, `$..$` two of them that
/// stand apart, `@` the name of the game, `~` the position of the last answer, and `W` a word. What may stand before it, as in `show me the`, is not repeated here.
const ROWS: &[(&str, &str)] = &[
    // Who wins, and how.
    ("winner of|from|at|in? $", ":solve $"),
    (
        "who wins|won|loses|lost with|from|at|in|on|for|against? $",
        ":solve $",
    ),
    ("who will|would win with|from|at|in|on|for $", ":solve $"),
    (
        "who wins if|when we|there|you|i? start|starting|are|is|begin? with|from|at? $",
        ":solve $",
    ),
    ("who wins starting|beginning with|from|at $", ":solve $"),
    (
        "does|can|will|could i|you|we|the? first|second? player? win with|from|at $",
        ":solve $",
    ),
    ("how do|can|to i|you|we? win with|from|at $", ":solve $"),
    (
        "what|how many? should|do|would|can i|we|you play|take|do|move|remove from|with|at|in $",
        ":solve $",
    ),
    (
        "is $ a? losing|winning|won|lost|p|n|p-position|n-position position?",
        ":solve $",
    ),
    ("misere $", ":solve misere @ $"),
    ("best $", "best(@[$])"),
    (
        "best|winning|good move|moves|play from|with|of|at|in|on|for? $",
        ":solve $",
    ),
    ("who wins|loses", ":solve ~"),
    ("who will|would win", ":solve ~"),
    ("how do|can|to i|you|we? win", ":solve ~"),
    ("best|winning|good move|moves|play", ":solve ~"),
    ("what should i|we|you play|take|do|move", ":solve ~"),
    (
        "why is $ a? losing|winning|won|lost position?",
        ":explain $",
    ),
    ("explain? why does? $ lose|loses|win|wins", ":explain $"),
    ("explain it|this|that?", ":why"),
    ("why", ":why"),
    // Moves and values.
    ("moves|options from|of|at|in? $", "moves(@[$])"),
    (
        "grundy|nim|sg value|number of|for|from|at? $",
        "grundy(@[$])",
    ),
    ("grundy of|for|at? $", "grundy(@[$])"),
    ("nimber|value of|for|at? $", "grundy(@[$])"),
    (
        "first $ grundy|nim? values|numbers|nimbers?",
        ":values --to $-1",
    ),
    ("grundy? values up? to? $", ":values --to $"),
    ("grundy|nim? values|nimbers", ":values"),
    ("values? as|in? csv", ":values --csv"),
    // Positions.
    ("losing|cold|p positions? up to $", "losing(@, 0..$)"),
    ("p-positions up to $", "losing(@, 0..$)"),
    (
        "losing|cold|p positions? from|between $ up? to|and|through $",
        "losing(@, $..$)",
    ),
    (
        "p-positions from|between $ up? to|and|through $",
        "losing(@, $..$)",
    ),
    ("losing|cold|p positions", "losing(@)"),
    ("losing", "losing(@)"),
    ("p-positions", "losing(@)"),
    (
        "winning|hot|n positions? up to $",
        "[n for n in 0..$ where winner(@[n]) == first]",
    ),
    (
        "when|where does|do|will the? second player|one? win|wins",
        "losing(@)",
    ),
    (
        "when|where does|do|will the? first player|one? lose|loses",
        "losing(@)",
    ),
    ("when do i lose", "losing(@)"),
    (
        "for which|what n|piles|sizes|numbers|positions? does|do|will the? second player win|wins",
        "losing(@)",
    ),
    (
        "which|what n|piles|sizes|numbers|positions are lost|losing|cold",
        "losing(@)",
    ),
    // Patterns.
    ("is it periodic", ":period"),
    ("is there a? period", ":period"),
    ("period", ":period"),
    ("is there a? pattern|formula", "conjecture(@)"),
    ("pattern|formula", "conjecture(@)"),
    ("closed form", "conjecture(@)"),
    // The rule.
    ("rule|rules of? this|it?", ":describe"),
    ("misere", ":describe misere(@)"),
    (
        "in|with|under? misere play|version|rules",
        ":describe misere(@)",
    ),
    (
        "what|and? if? the? last player|one|move|stone|person? loses",
        ":describe misere(@)",
    ),
    (
        "who|whoever takes|takes the? last one|stone|stick|match|coin loses",
        ":describe misere(@)",
    ),
    ("whoever moves last loses", ":describe misere(@)"),
    ("make it|this|that misere", ":describe misere(@)"),
    // The rest.
    (
        "let? me? play a? game? against? you? from|with|at $",
        ":play $",
    ),
    ("$", ":solve $"),
    ("plot|draw|picture|graph it|this|values?", ":plot"),
    ("picture|graph|plot|drawing", ":plot"),
    ("export to|as|in W", ":export --lang W"),
    ("save it|this|all? as|to|in W", ":save W"),
    ("games", ":games"),
    ("list", ":games"),
    ("list games", ":games"),
    ("tour", ":tour"),
    ("help", ":help"),
    ("commands", ":help commands"),
    ("quit|exit|bye", ":quit"),
];

/// What people type at any prompt.
const USUAL: [&str; 5] = [":help", ":quit", ":why", ":games", ":tour"];

/// What may stand before a question.
const BEFORE: [&str; 24] = [
    "please", "now", "so", "and", "ok", "then", "but", "show", "tell", "give", "list", "print",
    "compute", "find", "me", "us", "the", "all", "what", "is", "are", "what's", "whats", "a",
];

/// A line that is said in words.
pub(super) struct Phrase {
    written: &'static str,
    found: Found,
    is_one_word: bool,
    /// Whether people type it at any prompt, so that nothing is to be said of it.
    pub(super) is_usual: bool,
}

impl Phrase {
    /// Whether it is rather a part of the rules before it, where there are such.
    pub(super) fn may_be_a_rule(&self) -> bool {
        self.is_one_word && self.written.contains(Word::Misere.text())
    }
}

/// What a line says, if it is one of the rows.
pub(super) fn phrase(line: &str) -> Option<Phrase> {
    if line.trim() == "?" {
        return phrase("help");
    }
    let words = words(line)?;
    // The lines behind it are moves.
    if let Some(rest) = found("play W", &words) {
        return Some(Phrase {
            written: ":play W",
            found: rest,
            is_one_word: false,
            is_usual: true,
        });
    }
    let polite = |word: &&&str| BEFORE.iter().any(|it| word.eq_ignore_ascii_case(it));
    let before = words.iter().take_while(polite).count();
    (0..=before).find_map(|start| {
        let words = words.get(start..).filter(|words| !words.is_empty())?;
        ROWS.iter().find_map(|(row, written)| {
            let found = found(row, words)?;
            if written.contains("$..$") && found.piles.len() != 2 {
                return None;
            }
            // One number is a number.
            let asks = line.trim_end().ends_with('?');
            if *row == "$" && found.piles.len() == 1 && !asks {
                return None;
            }
            let is_one_word = words.len() == 1;
            let is_usual = is_one_word && USUAL.contains(written);
            Some(Phrase {
                written,
                found,
                is_one_word,
                is_usual,
            })
        })
    })
}

impl Shell {
    /// What is written for a line that is said in words.
    ///
    /// # Errors
    /// It speaks of a game or a position, and there is none.
    pub(super) fn written(&self, phrase: &Phrase) -> Result<String, Report> {
        let Found { piles, word } = &phrase.found;
        let mut written = phrase.written.to_owned();
        if written.contains('@') {
            written = written.replace('@', &self.usual_game()?);
        }
        if written.contains('~') {
            let position = match (self.usual_game(), self.session.last_topic()) {
                (Ok(_), Some(Topic::Position(position))) => position.to_string(),
                (Err(unread), _) => return Err(unread),
                _ => {
                    let error = Diagnostic::error("no_answer", "from which piles?");
                    return Err(error.help("say them, as in `who wins 21` or `5 7`").into());
                }
            };
            written = written.replace('~', &position);
        }
        if let (Some((head, behind)), [from, to]) = (written.split_once("$..$"), piles.as_slice()) {
            return Ok(format!("{head}{from}..{to}{behind}"));
        }
        if let (Some((head, _)), [count]) = (written.split_once("$-1"), piles.as_slice()) {
            return Ok(format!("{head}{}", count.saturating_sub(1)));
        }
        let piles: Vec<String> = piles.iter().map(u64::to_string).collect();
        let between = if written.contains(['[', '(']) {
            ", "
        } else {
            " "
        };
        let written = written.replace('$', &piles.join(between));
        Ok(match word {
            Some(word) => written.replace('W', word),
            None => written,
        })
    }
}

/// Whether a row begins with this word, which is in small letters.
pub(super) fn begins_a_row(first: &str) -> bool {
    let asking = ROWS
        .iter()
        .filter(|(_, written)| !written.contains(Word::Misere.text()));
    let heads = asking.map(|(row, _)| row.split(' ').next());
    heads
        .flatten()
        .any(|head| head.split('|').any(|word| word == first))
}
