//! Questions and commands that are said in words, and what is written for them.

use std::sync::LazyLock;

use super::reference;
use super::shell::Shell;
use crate::app::command::spoken::{found, is_pile, words};
use crate::query::Topic;
use crate::syntax::{FoundRow, Row, Table, Word, is_stones};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::signs;

/// What is asked about the game of the last answer, and how it is written: `$1` is the sizes of piles or a word, `@` the name of the
/// game, `NORMAL` it in normal play, `~` the position of the last answer, and `~?` that, where it was about one. What may stand before
/// it, as in `show me the`, is not repeated here.
static ROWS: Table = LazyLock::new(|| {
    Row::all(
        r"
    # Of a bundled game.
    draw|plot|graph|picture GAME => :plot $1
    GAME period => :period $1
    prove|show that? GAME is periodic => :period $1
    nim-value of? GAME $ => :solve $1 $2
    is GAME $ a? losing|winning|won|lost|win|loss|p|n|p-position|n-position position? => :solve $1 $2
    who? wins|loses? GAME $ misere => :solve misere $1 $2
    explain? why GAME $ loses|wins|is lost|won? => :explain $1 $2
    # Who wins, and how.
    winner of|from|at|in? $ => :solve $1
    who wins|won|loses|lost with|from|at|in|on|for|against? $ => :solve $1
    who will|would win with|from|at|in|on|for $ => :solve $1
    who wins if|when we|there|you|i? start|starting|are|is|begin? with|from|at? $ => :solve $1
    who wins starting|beginning with|from|at $ => :solve $1
    who is winning|ahead with|from|at|in|on|for $ => :solve $1
    who wins W with|from|at|in|on|for $ => :solve $1 $2
    if|when there are|is $ who wins => :solve $1
    which player wins with|from|at|in|on|for? $ => :solve $1
    what|how about $ => :solve $1
    result|outcome of|for|from|with|at $ => :solve $1
    same with|for|from|but $ => :solve $1
    does|can|will|could i|you|we|the? first|second? player? win with|from|at $ => :solve $1
    how do|can|to i|you|we? win with|from|at $ => :solve $1
    what|how many? should|do|would|can i|we|you play|take|do|move|remove from|with|at|in $ => :solve $1
    is $ a? losing|winning|won|lost|win|loss|p|n|p-position|n-position position? => :solve $1
    misere $ => :solve misere @ $1
    $ and|but|if? the? last player|one|move|person|STONES loses => :solve misere @ $1
    $ and|but|if? who|whoever takes|takes the? last one|STONES loses => :solve misere @ $1
    $ and|but|if? the? last player|one|move|person|STONES wins => :solve NORMAL $1
    line|game|play of|from|for|at $ => :line $1
    line|game of|from|for|at W $ => :line $1 $2
    how does|would|will|could it|this|the? game? go|continue|end from|with $ => :line $1
    best $ => best(@[$1])
    best|winning|optimal|good move|moves|play from|with|of|at|in|on|for? $ => :solve $1
    best|winning|optimal|good move|moves|play from|with|of|at|in|on|for? W $ => :solve $1 $2
    who wins|loses => :solve ~
    who will|would win => :solve ~
    how do|can|to i|you|we? win => :solve ~
    best|winning|optimal|good move|moves|play => :solve ~
    what should i|we|you play|take|do|move => :solve ~
    why is $ a? losing|winning|won|lost position? => :explain $1
    explain? why does? $ lose|loses|win|wins => :explain $1
    explain it|this|that? => :why
    why not? => :why
    why $ => :explain $1
    why does|is W $ lose|loses|win|wins|lost|won => :explain $1 $2
    why does|can|must the? first|second? player win|wins|lose|loses with|from|at|in|on $ => :explain $1
    why does|can|must|will the? first|second player win|wins|lose|loses => :why
    # Moves and values.
    moves|options from|of|at|in? $ => moves(@[$1])
    grundy|nim|sg value|number of|for|from|at? $ => grundy(@[$1])
    grundy of|for|at? $ => grundy(@[$1])
    nimber|value|nim-value|grundy-value|sg-value of|for|at? $ => grundy(@[$1])
    nim-sum|nimsum|xor of? $ => xor([$1])
    first $ grundy|nim? values|numbers|nimbers? => :values --to $1-1
    grundy|nim|sg? values|numbers|nimbers below|under $ => :values --to $1-1
    grundy|nim|sg? values|numbers|nimbers from? NUM to|through NUM => :values --from $1 --to $2
    grundy|nim|sg? values|numbers|nimbers up? to? $ => :values --to $1
    grundy|nim|sg? values|numbers|nimbers of|for|in? W up? to $ => :values $1 --to $2
    grundy|nim|sg? values|numbers|nimbers of|for|in? GAME up? to? $ => :values $1 --to $2
    grundy|nim|sg? values|nimbers => :values
    grundy|nim|sg numbers => :values
    values? as|in? csv => :values --csv
    # Positions.
    losing|cold|p positions|numbers? up to $ => losing(@, 0..$1)
    losing|cold|p positions|numbers? below|under $ => losing(@, 0..$1-1)
    losing|cold|p positions|numbers? less|smaller than $ => losing(@, 0..$1-1)
    losing positions|numbers of W up? to? $ => losing($1, 0..$2)
    p-positions up to $ => losing(@, 0..$1)
    p-positions of|for|in W up? to? $ => losing($1, 0..$2)
    losing|cold|p positions|numbers? from|between $ up? to|and|through $ => losing(@, $1..$2)
    p-positions from|between $ up? to|and|through $ => losing(@, $1..$2)
    who wins from|between|with? $ to|and|through $ => [winner(@[n]) for n in $1..$2]
    who loses from|between|with? $ to|and|through $ => losing(@, $1..$2)
    losing|cold|p position|positions|numbers => losing(@)
    losing => losing(@)
    losing up? to $ => losing(@, 0..$1)
    p-positions => losing(@)
    losing of|for|in? W up? to? $ => losing($1, 0..$2)
    winning|hot|n positions|numbers? up to $ => [n for n in 0..$1 where winner(@[n]) == first]
    winning|hot|n positions|numbers? below|under $ => [n for n in 0..$1-1 where winner(@[n]) == first]
    when|where does|do|will the? second player|one? win|wins => losing(@)
    when|where does|do|will the? first player|one? lose|loses => losing(@)
    when do i lose => losing(@)
    for which|what n|piles|sizes|numbers|positions? does|do|will the? second player win|wins => losing(@)
    which|what n|piles|sizes|numbers|positions are lost|losing|cold => losing(@)
    # Patterns.
    is it periodic => :period
    is there a? period => :period
    how long is the? period => :period
    period => :period
    is there a? pattern|formula => conjecture(@)
    pattern|formula => conjecture(@)
    closed form => conjecture(@)
    conjecture => conjecture(@)
    # The rule.
    rule|rules of? this|it? => :describe
    misere => :describe misere(@)
    in|with|under? misere play|version|rules => :describe misere(@)
    what|and? if? the? last player|one|move|stone|person? loses => :describe misere(@)
    who|whoever takes|takes the? last one|STONES loses => :describe misere(@)
    whoever moves last loses => :describe misere(@)
    make it|this|that misere => :describe misere(@)
    in|with|under? normal play|version|rules => :describe NORMAL
    what|and? if? the? last player|one|move|stone|person? wins => :describe NORMAL
    who|whoever takes|takes the? last one|STONES wins => :describe NORMAL
    whoever moves last wins => :describe NORMAL
    # The rest.
    let? me|us? play a? game? against? you? from|with|at $ => :play $1
    let? me|us? play it|this|that => :play ~?
    let? me|us? play => :play
    play W => :play $1
    play W $ => :play $1 $2
    $ => :solve $1
    plot|draw|picture|graph it|this|values? => :plot
    plot|draw it|this|values? up? to $ => :plot --to $1
    picture|graph|plot|drawing => :plot
    export to|as|in W => :export --lang $1
    export W to|as|in W => :export $1 --lang $2
    save it|this|all? as|to|in W => :save $1
    games => :games
    list => :games
    list games => :games
    tour => :tour
    help => :help
    commands => :help commands
    quit|exit|bye => :quit
",
    )
});

/// Stands for the game in normal play.
const NORMAL: &str = "NORMAL";

/// What people type at any prompt.
const USUAL: [&str; 5] = [":help", ":quit", ":why", ":games", ":tour"];

/// What may stand before a question.
const BEFORE: [&str; 23] = [
    "please", "now", "so", "and", "ok", "then", "but", "show", "tell", "give", "list", "print",
    "compute", "find", "me", "us", "the", "all", "what", "is", "are", "whats", "a",
];

/// A line that is said in words.
pub(super) struct Phrase {
    written: &'static str,
    found: FoundRow,
    is_one_word: bool,
    /// Whether people type it at any prompt, so that nothing is to be said of it.
    pub(super) is_usual: bool,
}

impl Phrase {
    /// What is asked about a word of the theory.
    fn of_term(term: String) -> Phrase {
        Phrase {
            written: ":help $1",
            found: FoundRow {
                end: 0,
                names: vec![term],
            },
            is_one_word: false,
            is_usual: true,
        }
    }

    /// Whether it is rather a part of the rules before it, where there are such.
    pub(super) fn may_be_a_rule(&self) -> bool {
        self.is_one_word && self.says_the_end()
    }

    /// Whether it says how a game ends, rather than asks.
    pub(super) fn says_the_end(&self) -> bool {
        says_the_end(self.written)
    }
}

/// What a line says, if it is one of the rows. Where a game that is not the usual one is called as a row calls stones, the row speaks of
/// that game, and says nothing here.
pub(super) fn phrase(line: &str, is_other_game: impl Fn(&str) -> bool) -> Option<Phrase> {
    let line = match line.trim() {
        "?" => "help",
        _ => line,
    };
    let line = &*signs::read(line);
    if let Some(asked) = of_position(line) {
        return Some(asked);
    }
    // `4 piles: 1 2 3 4`
    let apart = line.replace(": ", " ");
    let line = if line.starts_with(':') { line } else { &apart };
    let words: Vec<&str> = words(line)?
        .into_iter()
        .flat_map(in_full)
        .flatten()
        .collect();
    let term = term(&words);
    if let Some((false, term)) = term {
        return Some(Phrase::of_term(term));
    }
    let polite = |word: &&&str| BEFORE.iter().any(|it| word.eq_ignore_ascii_case(it));
    let before = words.iter().take_while(polite).count();
    let is_other = |word: &&&str| is_noun(word) && is_other_game(word);
    let other: Vec<&str> = words.iter().filter(is_other).copied().collect();
    let row = (0..=before).find_map(|start| {
        let words = words.get(start..).filter(|words| !words.is_empty())?;
        ROWS.iter().find_map(|row| {
            let (said, written) = (row.said, row.written);
            let found = found(said, words)?;
            let is_named = |word: &&str| found.names.iter().any(|name| name == word);
            if !other.iter().all(is_named) {
                return None;
            }
            let is_one = found.names.iter().all(|sizes| !sizes.contains(' '));
            let is_end = written.contains("..") || written.contains("--to");
            if is_end && !is_one {
                return None;
            }
            // One number is a number.
            let asks = line.trim_end().ends_with('?');
            if said == "$" && words.len() == 1 && !asks {
                return None;
            }
            let is_one_word = words.len() == 1;
            let is_usual = is_one_word && USUAL.contains(&written) || said.starts_with("play W");
            Some(Phrase {
                written,
                found,
                is_one_word,
                is_usual,
            })
        })
    });
    row.or_else(|| term.map(|(_, term)| Phrase::of_term(term)))
}

/// A question about a position that is written in brackets, as in `who wins (3, 3)`.
fn of_position(line: &str) -> Option<Phrase> {
    let line = line.trim_end_matches(['?', '.', '!', ' ']);
    let (asked, position) = line.split_at(line.find(['(', '['])?);
    let is_sign = |c: char| c.is_ascii_digit() || "()[], ".contains(c);
    if !asked.ends_with(' ') || !position.ends_with([')', ']']) || !position.chars().all(is_sign) {
        return None;
    }
    // One number stands for it.
    let mut asked = phrase(&format!("{asked}1"), |_| false)?;
    let takes_any = [":solve $1", ":explain $1", "@[$1]"]
        .iter()
        .any(|end| asked.written.contains(end));
    asked.found.names = vec![position.replace(' ', "")];
    takes_any.then_some(asked)
}

/// Whether rows have a word for piles, what these are of, or their sizes.
fn is_noun(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    is_stones(&word) || is_pile(&word) || matches!(&*word, "size" | "sizes" | "number" | "numbers")
}

/// Whether what is written turns on who wins at the end.
fn says_the_end(written: &str) -> bool {
    written.contains(Word::Misere.text()) || written.contains(NORMAL)
}

/// A word, or the two that are drawn together in it.
fn in_full(word: &str) -> [Option<&str>; 2] {
    match word.split_once('\'') {
        Some((first, "s")) if first.eq_ignore_ascii_case("let") => [Some(first), Some("us")],
        Some((first, "s")) => [Some(first), Some("is")],
        _ => [Some(word), None],
    }
}

/// The word of the theory that is asked about, as in `what is a P-position`, and whether `the` stands before it: then it may be one of a
/// game, as the period is.
fn term(words: &[&str]) -> Option<(bool, String)> {
    let is = |word: &str, all: &[&str]| all.iter().any(|it| word.eq_ignore_ascii_case(it));
    let [what, verb, rest @ ..] = words else {
        return None;
    };
    if !is(what, &["what"]) || !is(verb, &["is", "are", "does", "do"]) {
        return None;
    }
    let article = rest.first().filter(|word| is(word, &["a", "an", "the"]));
    let rest = &rest[usize::from(article.is_some())..];
    let rest = rest.strip_suffix(&["mean"]).unwrap_or(rest);
    let said = rest.join(" ");
    let more = ["", " play", " value", " position"];
    let mut called = more.iter().map(|more| said.clone() + more);
    let called = called.find(|called| reference::meaning(called).is_some())?;
    Some((article.is_some_and(|word| is(word, &["the"])), called))
}

impl Shell {
    /// What is written for a line that is said in words.
    ///
    /// # Errors
    /// It speaks of a game or a position, and there is none.
    pub(super) fn written(&mut self, phrase: &Phrase) -> Result<String, Report> {
        let written = phrase.written;
        let game = match written.contains(['@', '~']) || written.contains(NORMAL) {
            true => self.usual_game()?,
            false => String::new(),
        };
        let mut found = phrase.found.clone();
        if written.contains("[$1]") {
            found.names = found.names.iter().map(|it| it.replace(' ', ", ")).collect();
        }
        let normal = game
            .strip_prefix("misere(")
            .and_then(|game| game.strip_suffix(')'));
        let mut filled = found
            .fill(written, &game)
            .replace(NORMAL, normal.unwrap_or(&game));
        if written.contains("~?") {
            let position = match self.session.last_topic() {
                Some(Topic::Position(position)) => position.to_string(),
                Some(Topic::Game(..)) | None => String::new(),
            };
            return Ok(filled.replace("~?", &position).trim_end().to_owned());
        }
        if written.contains('~') {
            let Some(Topic::Position(position)) = self.session.last_topic() else {
                let error = Diagnostic::error("no_answer", "from which piles?");
                return Err(error.help("say them, as in `who wins 21` or `5 7`").into());
            };
            filled = filled.replace('~', &position.to_string());
        }
        Ok(self.in_each_coordinate(&filled).unwrap_or(filled))
    }

    /// The lost positions of a box with the same range for each coordinate, where piles are tuples.
    fn in_each_coordinate(&mut self, written: &str) -> Option<String> {
        let asked = written.strip_prefix("losing(")?.strip_suffix(')')?;
        let (name, range) = asked.rsplit_once(", ")?;
        let game = self.session.game(Some(name)).ok()?;
        let ranges = vec![range; game.shape.as_int_tuple()?.len()];
        Some(format!("losing({name}, {})", ranges.join(", ")))
    }
}

/// Whether a row begins with this word, which is in small letters.
pub(super) fn begins_a_row(first: &str) -> bool {
    let asking = ROWS.iter().filter(|row| !says_the_end(row.written));
    let heads = asking.map(|row| row.said.split(' ').next());
    heads
        .flatten()
        .any(|head| head.split('|').any(|word| word == first))
}
