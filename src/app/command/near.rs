//! What to say of a sentence that is not read: which of its words are not known, what near it is written how, and which bundled
//! game is of its kind. None of this is a reading.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use crate::app::bundled;
use crate::app::command::plain::{apart, with_sizes};
use crate::app::command::said::{is_known, number_apart, start_of};
use crate::app::command::spoken::{is_pile, number, words_of};
use crate::syntax::{LONGEST_SENTENCE, is_known_word, is_stones, whole_text};
use crate::text::diagnostic::{Cause, Diagnostic, Mistake};
use crate::text::source::{SourceId, Span};
use crate::text::words::is_among;

/// Something that sentences speak of.
struct NearRules {
    /// What words of it begin with; short ones and those with a `!` are whole words.
    stems: &'static str,
    /// Rules near it, and what they say.
    rules: &'static str,
    says: &'static str,
    /// What is said of bundled games of its kind, if there are such.
    games: &'static str,
}

/// In each line the fields of [`NearRules`] with `|` between them.
static WAYS: LazyLock<Vec<NearRules>> = LazyLock::new(|| {
    let rows = "
    opponent previous preceding earlier | pile (n, last)  move n, last -> n - k, k for k in 1..2 * last | lets a pile carry what was taken last, and takes at most twice as much | opponent
    repeat copy | pile (n, last)  move n, last -> n - k, k for k in 1..5 where k != last | takes another number than the last time | copy
    king | pile (a, b)  move a, b -> a - i, b - j for i in 0..1, j in 0..1 where i + j > 0 | goes one step left, down or diagonally |
    queen diagonal | pile (a, b)  take any from a  take any from b  move a, b -> a - k, b - k for k in 1.. | moves left, down or diagonally | queen
    knight | pile (x, y)  move x, y -> x - 2, y - 1  move x, y -> x - 1, y - 2 | goes two cells one way and one the other, towards the corner |
    rook board column | pile (x, y)  take any from x  take any from y | moves left or down on a board |
    poison bite | pile p[]  move p -> p[..i-1] ++ [min(x, j) for x in p[i..]] for i in 0..len(p)-1, j in 0..p[i]-1  misere | bites a square off with all to the right and below, and the last one loses | poison
    chocolate | pile (a, b)  move a, b -> [(k, b), (a - k, b)] for k in 1..a / 2  move a, b -> [(a, k), (a, b - k)] for k in 1..b / 2 | breaks a bar of a by b squares in two | chocolate
    domino | move n -> [a, n - 2 - a] for a in 0..(n - 2) / 2 | covers two neighbours in a row | domino
    heads tails flip turned | move n -> k for k in 0..n - 1 | turns coin n, and a coin k on its left or none (k = 0) | turning_turtles
    adjacent neighbour neighbor | take 1, 2 leaving 0..2 piles | takes neighbours in a row, which may fall in two | skittle
    largest biggest smallest | pile {p[]}  take any from p[i] where p[i] == max(p) | takes from a largest pile |
    root | take 1..isqrt(n) | takes at most the square root of the pile |
    both | take any  each turn 1..2 piles alike | takes from one pile, or the same number from two | wythoff
    total reach counting raise adds adding add increase | pile said in 0..30  move said -> said + k for k in 1..3 | adds 1, 2 or 3 up to 30 | total
    double doubling multiply multiplie | pile n in 1..100  move n -> 2 * n | doubles a pile up to 100 |
    ends ending stops | take 1..3  end when n <= 1 | ends play where at most one stone is left, and whoever is to move then loses |
    reduc | move n -> m for m in 0..n / 2 where m < n | leaves at most half of a pile |
    leave leaves | move n -> m for m in 1..3 where m < n | leaves 1 to 3 stones of a pile |
    into | split into 2.. | splits a pile into two or more |
    half halve | take 1..n / 2 | takes at most half of a pile | halve
    prime | take k where prime(k) | takes a prime number |
    power | take k where power_of_two(k) | takes a power of two |
    square! | take k where square(k) | takes a square number | take_a_square
    divisor divid factor | take k where n % k == 0 | takes a divisor of the pile |
    multiple | take k where k % 3 == 0 | takes a multiple of 3 |
    digit | take k for k in digits(n) | subtracts one of the digits of the pile |
    digit | move n -> n / (10 * p) * p + n % p for i in indices(digits(n)), p = pow(10, i) where n > 0 | crosses a digit out |
    cross crossing strike delete erase | pile {left[]}  move left -> [x for x in left where k % x != 0] for k in left | crosses out a number of a list and its divisors | divisor_game
    pass skip | take any  move n -> n  loopy | may pass, so that plays may go on for ever |
    unequal different | split into 2 unequal | splits a pile into two of different sizes |
    equal | split into 2 equal | splits a pile into halves |
    split | split into 2 | splits a pile into two |
    if when unless provided only otherwise while | take 1, 2 where even(n)  take 1 where odd(n) | has the condition behind each move |
    not except never forbidden | take k for k in 1..5 where k != 3 | takes 1 to 5, but not 3 |
    "
    .trim();
    let way = |row: &'static str| {
        let mut fields = row.split('|').map(str::trim);
        let mut next = || fields.next().unwrap_or_default();
        NearRules {
            stems: next(),
            rules: next(),
            says: next(),
            games: next(),
        }
    };
    rows.lines().map(way).collect()
});

/// How many words without numbers and signs of the language are prose.
const WORDS_OF_PROSE: usize = 4;

/// How many ways are shown, and how many games.
const MOST_WAYS: usize = 2;
const MOST_GAMES: usize = 2;

/// How many words behind it a word denies.
const DENIES: usize = 4;

/// How many places are marked.
const MOST_LABELS: usize = 3;

/// What is said of an end that counts what the players have, beside `more` and `most`.
const COUNTED: &str = "score scores scored points";

/// Who has moves of their own.
const PLAYERS: &str = "alice bob left right 1 2 one two first second player white black";

/// Why a text is about a game of another kind: the players have moves of their own, or points are counted.
fn outside(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = words_of(&lower).collect();
    let has_won = |word: &&str| matches!(*word, "win" | "wins" | "winner");
    let of_most = |words: &[&str]| matches!(words, ["more" | "most", what, ..] if is_stones(what));
    let is_scored = words.iter().any(|word| is_among(word, COUNTED))
        || words.iter().any(has_won) && words.windows(2).any(of_most);
    if is_scored {
        return Some(
            "who wins is said by the last move alone: what the players have taken is not counted here",
        );
    }
    // `Alice and Bob take` the same.
    let acts = |at: &usize| {
        is_among(words[*at + 1], VERBS)
            && is_among(words[*at], PLAYERS)
            && (words[*at + 1].ends_with('s') || *at == 0 || words[*at - 1] != "and")
    };
    let mut players = (0..words.len().saturating_sub(1))
        .filter(acts)
        .map(|at| words[at]);
    let first = players.next()?;
    players.any(|player| player != first).then_some(
        "both players have the same moves here; games in which they have different ones are of another theory",
    )
}

/// Whether a text is a sentence rather than a rule with a mistake.
pub fn is_prose(text: &str) -> bool {
    if outside(text).is_some() || is_start_alone(text) {
        return true;
    }
    let text = match text.len() <= LONGEST_SENTENCE {
        true => &*with_sizes(text),
        false => text,
    };
    let words = text.split(|c: char| c.is_whitespace() || ",.;:!?()".contains(c));
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic) && !word.is_empty();
    let is_call = |pair: &[char]| pair[0].is_alphanumeric() && pair[1] == '(';
    let signs: Vec<char> = text.chars().collect();
    words.filter(is_word).count() >= WORDS_OF_PROSE
        && !text.replace("...", "").contains("..")
        && !text.contains("->")
        && !text.contains(['[', '{', '=', '"', '#'])
        && !signs.windows(2).any(is_call)
}

/// Whether a complaint says already what may be meant.
pub fn is_told(wrong: &Diagnostic) -> bool {
    let is_plain = wrong
        .place()
        .is_none_or(|place| wrong.help == whole_text(place).help);
    let is_unclear = matches!(wrong.mistake, Some(Mistake::Unclear | Mistake::Ambiguous));
    is_unclear && !is_plain || wrong.cause != Cause::Input
}

/// What a sentence is told that is not read, and begins at a byte of a source; `describe` is how a game is described there.
pub fn refused(text: &str, source: SourceId, start: usize, describe: &str) -> Diagnostic {
    let place = Span::new(source, start, start + text.trim_end().len());
    let mut error = whole_text(place);
    if text.len() > LONGEST_SENTENCE {
        return error;
    }
    if let Some(number) = number_alone(text) {
        return Diagnostic::ambiguous("is this an amount, or how many stones there are?")
            .label(Span::new(source, start + number.start, start + number.end), "stands alone")
            .help("say what there is, as in `12 stones`; amounts stand in one list, as in `take 1, 2, 12`");
    }
    if is_start_alone(text) {
        return Diagnostic::error("unclear", "this says what play begins with, and no move")
            .mistake(Mistake::Unclear)
            .label(place, "")
            .help(
                "go on with what a player may do in a turn, as in `each player takes 1, 2 or 3`",
            );
    }
    let unknown = unknown(text);
    if !unknown.is_empty() {
        error.labels.clear();
    }
    for (from, to) in unknown.into_iter().take(MOST_LABELS) {
        error = error.label(
            Span::new(source, start + from, start + to),
            "not understood",
        );
    }
    let why = outside(text).map(str::to_owned);
    error.help_if(why.or_else(|| near(text, describe)))
}

/// Whether a text says of a game nothing but the piles that it begins with.
fn is_start_alone(text: &str) -> bool {
    if text.len() > LONGEST_SENTENCE {
        return false;
    }
    // `pile of 21` is a mistake in rules.
    let is_rule = words_of(text).next().is_some_and(is_pile);
    let start = start_of(text).filter(|_| !is_rule && !text.contains('='));
    start.is_some_and(|(piles, rest)| !piles.is_empty() && rest.is_empty())
}

/// Verbs of the sentences behind which a number alone is asked about.
const VERBS: &str = "take takes taking remove removes removing subtract subtracts split splits";

/// Where a sentence or a line is a number alone, behind one about a move.
pub fn number_alone(text: &str) -> Option<Range<usize>> {
    let place = number_apart(text)?;
    let (before, behind) = (text.get(..place.start)?, text.get(place.end..)?);
    if !words_of(before).any(|word| is_among(&word.to_lowercase(), VERBS)) {
        return None;
    }
    let end = behind.find(['.', ';', '!', '\n', '?']);
    let behind = behind.get(..end.unwrap_or(behind.len()))?;
    let mut words = behind.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .all(|word| number(word).is_some() || matches!(word, "and" | "or"))
        .then_some(place)
}

/// Where words are that no sentence that is read has.
fn unknown(text: &str) -> Vec<(usize, usize)> {
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    // `can't` and `twenty-one` are words.
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '\u{2019}' | '-');
    let is_known = |word: &str| is_known(word) || is_known_word(&apart(word));
    for part in text.split_inclusive(|c| !is_inside(c)) {
        let word = part.trim_end_matches(|c| !is_inside(c));
        let is_word = word.contains(char::is_alphabetic) && !word.contains(char::is_numeric);
        if is_word && !is_known(&word.to_lowercase()) {
            let place = (at, at + word.len());
            match places.last_mut() {
                Some(last) if text.get(last.1..at).is_some_and(|it| it.trim().is_empty()) => {
                    last.1 = place.1;
                }
                _ => places.push(place),
            }
        }
        at += part.len();
    }
    places
}

/// How something near a sentence is written, and a game of its kind.
fn near(text: &str, describe: &str) -> Option<String> {
    let said = apart(&text.to_lowercase());
    let said: Vec<&str> = words_of(&said).collect();
    // Of what may not be done nothing is shown.
    let is_denied = |at: usize| {
        let before = said.get(at.saturating_sub(DENIES)..at).unwrap_or_default();
        let denies = |word: &&str| is_among(word, "not no non never cannot nor without");
        before.iter().any(denies)
    };
    let speaks = |way: &&NearRules| {
        let mut stems = way.stems.split(' ');
        stems.any(|stem| {
            // `but` is not the beginning of `button`, and `squares` are cells.
            let whole = stem.strip_suffix('!').or((stem.len() <= 4).then_some(stem));
            let is_it = |word: &str| whole.map_or(word.starts_with(stem), |whole| word == whole);
            let mut said = said.iter().enumerate();
            said.any(|(at, word)| is_it(word) && !is_denied(at))
        })
    };
    let ways: Vec<&NearRules> = WAYS.iter().filter(speaks).take(MOST_WAYS).collect();
    let names = said.iter().flat_map(|word| bundled::named_by(word));
    let of_ways = ways.iter().filter(|way| !way.games.is_empty());
    let of_ways = of_ways.flat_map(|way| {
        let words = [way.games.to_owned()];
        let found = bundled::about(&words);
        found.map(|(name, _)| name).collect::<Vec<_>>()
    });
    let mut seen = HashSet::new();
    let games = names.chain(of_ways).filter(|game| seen.insert(*game));
    let games = games
        .take(MOST_GAMES)
        .map(|game| format!("`{describe} {game}`"));
    let games: Vec<String> = games.collect();
    let ways = ways
        .iter()
        .map(|way| format!("`{}` {}", way.rules, way.says));
    let ways: Vec<String> = ways.collect();
    let near = format!("near it: {}", ways.join("; "));
    let kind = format!("a game of this kind may be {}", games.join(" or "));
    let parts = [(near, ways.is_empty()), (kind, games.is_empty())];
    let parts = parts.into_iter().filter(|(_, is_empty)| !is_empty);
    parts
        .map(|(part, _)| part)
        .reduce(|near, kind| format!("{near}; {kind}"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::Rulebook;
    use crate::work::budget::Limits;
    use crate::work::world::Nowhere;

    #[test]
    fn every_way_can_be_read_and_its_games_are_there() {
        for way in WAYS.iter() {
            let mut book = Rulebook::new(Arc::new(Nowhere), Limits::default());
            let read = book.add("way", &format!("game rule {{ {} }}", way.rules));
            let warnings = read.unwrap_or_else(|report| panic!("{}: {report}", way.rules));
            assert!(warnings.diagnostics.is_empty(), "{}: {warnings}", way.rules);
            let games = bundled::about(&[way.games.to_owned()]).count();
            assert!(
                way.games.is_empty() || (1..=4).contains(&games),
                "{}: {games}",
                way.games
            );
        }
    }

    #[test]
    fn what_is_near_is_said() {
        for (said, marked, help) in [
            (
                "take as many as the opponent took last",
                "opponent",
                "fibonacci_nim",
            ),
            (
                "a queen moves left, down or diagonally",
                "queen",
                "`:describe wythoff`",
            ),
            ("take a fifth or double the pile", "fifth", "2 * n"),
        ] {
            let told = refused(said, SourceId(0), 0, ":describe");
            let place = told.labels[0].span;
            assert_eq!(said.get(place.bytes()), Some(marked), "{said}");
            assert!(
                told.help.as_ref().is_some_and(|it| it.contains(help)),
                "{told:?}"
            );
        }
        for (said, marked, not_said) in [
            ("one shall not pass", 4..9, "may pass"),
            ("you don't take a multiple of 3", 4..9, "% 3"),
        ] {
            let told = refused(said, SourceId(0), 0, ":describe");
            let place = told.labels[0].span;
            assert_eq!(place.bytes(), marked, "{said}");
            assert!(!told.help.is_some_and(|it| it.contains(not_said)), "{said}");
        }
    }
}
