//! What a text about a game says beside the move: the piles that it begins with, the players, the end, and a question behind it.

use std::ops::Range;

use crate::app::bundled;
use crate::app::command::plain::apart;
use crate::app::command::race;
use crate::app::command::spoken::{found, is_pile, number, piles_in, words, words_of};
use crate::syntax::{ENDINGS, is_stones};
use crate::text::words::is_among;

/// No sentence in which piles are looked for has more bytes.
const LONGEST: usize = 500;

/// What a text about a game says of the piles that it begins with, beside the move.
const STARTS: [&str; 13] = [
    "from|out of? the? NUM STONES?",
    "initially? in? a|the|this? game? ,? there is|are|were $ on|in? the|a? table|row|line|pile|heap|board|box?",
    "you|we|i|players|they|two? players? are? start|begin|play|playing the|a? following? game? with|from|at|on $ on? the? table?",
    "start|starting|begin|beginning|beginning with|from|at $",
    "a|the|this game|play is? starts|begins|played with|from|at|on $",
    "imagine|suppose|assume|given|consider|from|have $",
    "we|you|i have|are given? $",
    "$ are|lie|stand|is on|in the|a? table|row|pile|line|heap",
    "a|the|one pile|heap|row|box|bag|stack has|contains|holds $",
    "in|on a|the|one table|pile|heap|row|box|bag|stack are|is|lie $",
    "a|the|one pile|heap|row|stack of $",
    "$ in|on a|the|one table|pile|heap|row|line|stack",
    "from|given|on|in a|the|one pile|heap|row|stack|bag|box|jar of $",
];

/// Of the piles only how many they are.
const PILES_ALONE: [&str; 9] = [
    "a|n|NUM|some|several|many PILE of? n? STONES?",
    "from|given|in|consider a|the|one PILE of|with? n? STONES",
    "given|consider n PILE of STONES",
    "you|we are given n|a|several|some PILE of STONES",
    "initially? in? this? game? ,? there are n|NUM|several|some|many PILE of? STONES? on? the? table?",
    "initially? in? this? game? ,? there is|are a|one|1 PILE of|with|containing? n? STONES? on? the? table?",
    "initially? in? this? game? ,? there are n STONES in|on? a|one|the? PILE|row|line|table?",
    "two? players? are? play|playing the|a? following? game? with|on NUM PILE of? n? STONES?",
    "two? players? are? play|playing the|a? following? game? with|on a|one|some|several|n? PILE? of? n? STONES?",
];

/// A text without the name of a bundled game before it, as in `Nim: take any`.
fn untitled(text: &str) -> &str {
    let is_of_a_name = |word: &str| {
        let word = word.to_ascii_lowercase();
        let word = word.strip_suffix("'s").unwrap_or(&word);
        let mut parts = bundled::names().flat_map(|name| name.split('_'));
        matches!(word, "the" | "game" | "of")
            || !word.starts_with("mis") && parts.any(|it| it == word)
    };
    let is_title = |title: &str| title.split_whitespace().all(is_of_a_name);
    match text.split_once(':') {
        Some((title, rest)) if is_title(title) => rest.trim_start(),
        _ => text,
    }
}

/// Whether a text says of the end who takes the last stone, rather than who makes the last move.
pub fn says_last_stone(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = words_of(&lower).collect();
    words.windows(3).any(|words| {
        matches!(words, [verb, "the", "last"] if verb.starts_with("tak"))
            || matches!(words, [_, "last", thing] if is_stones(thing))
    })
}

/// Whether a number with a point is in a text: its point ends no sentence.
fn has_decimal(text: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = text.as_bytes();
    let mut points = text.match_indices('.').map(|(at, _)| at);
    points.any(|at| at > 0 && is_digit(bytes.get(at - 1)) && is_digit(bytes.get(at + 1)))
}

/// What is asked at the end of a text about a game: who wins, and maybe from where.
const QUESTIONS: [&str; 13] = [
    "and|so? who wins|loses if alice|bob|you|i|the? first? player? starts|begins|goes|moves|plays first?",
    "do|can|will i|we win",
    "what is the? grundy|nim value|number",
    "how many winning moves are|is there",
    "and|so? who wins|loses with|from|at|in|on|for|against? $",
    "and|so? who will|would win|lose with|from|at|in|on|for? $",
    "and|so? who wins|loses the? game? if? both|the? players? play? optimally|perfectly?",
    "and|so? who will|would win|lose the? game? if? both|the? players? play? optimally|perfectly?",
    "who has a|the winning strategy",
    "if|assuming both|the? players play optimally|perfectly ,? who|which player? will|would? wins|win|loses|lose the? game?",
    "which player wins|loses",
    "which player will|would win|lose",
    "does|will|can the? first|second player win",
];

/// A text before a question at its end, and the piles that this asks about, if it names some.
fn before_question(text: &str) -> Option<(&str, Vec<u64>)> {
    let body = text.trim_end_matches(['?', '.', '!', ' ', '\n']);
    let end = body.rfind(['.', '!', ';', '\n'])? + 1;
    let (rest, question) = body.split_at_checked(end)?;
    let words = words(question).filter(|_| question.len() <= LONGEST)?;
    let piles = QUESTIONS.iter().find_map(|row| piles_in(row, &words))?;
    Some((rest, piles))
}

/// The piles that a text about a game begins with, and what is left of the text, or the rule of a race; no piles: it says only that
/// there are some.
pub fn start_of(text: &str) -> Option<(Vec<u64>, String)> {
    if let Some((start, rule)) = race::race(text) {
        return Some((vec![start], rule));
    }
    let text = apart(text);
    if has_decimal(&text) {
        return None;
    }
    let text = untitled(&text);
    let (text, asked) = match before_question(text) {
        Some((text, asked)) => (text, Some(asked)),
        None => (text, None),
    };
    let mut piles: Option<Vec<u64>> = None;
    let (mut rest, mut dropped) = (String::new(), Vec::new());
    for sentence in sentences(text) {
        // `There are N stones` may say how many they are later.
        let found = match &piles {
            Some(found) if !found.is_empty() => None,
            _ => start_in(sentence),
        };
        let Some((found, left)) = found else {
            rest += sentence;
            continue;
        };
        piles = Some(found);
        let begins = sentence.trim_start().to_ascii_lowercase();
        let is_of_each = ["from ", "in a ", "consider "].iter();
        let is_of_each = is_of_each.copied().any(|word| begins.starts_with(word));
        dropped.extend(sentence.strip_suffix(&left).filter(|_| !is_of_each));
        rest += &left;
        let is_sign = |c: char| matches!(c, '.' | ';' | ':' | '!' | '\n');
        if !left.is_empty() && !left.ends_with(is_sign) {
            rest.extend(sentence.chars().next_back().filter(|c| is_sign(*c)));
        }
    }
    let piles = match asked {
        Some(asked) if !asked.is_empty() => asked,
        Some(_) => piles.unwrap_or_default(),
        None => piles?,
    };
    // `Two piles. 9 stones`
    if !piles.is_empty() && count_of_piles(text).is_some_and(|count| count != piles.len()) {
        return None;
    }
    // `Four rows of 1, 3, 5 and 7`: what is a row is a pile.
    let lower = text.to_ascii_lowercase();
    // Of three piles `both` are none.
    let said: Vec<&str> = words_of(&lower).collect();
    let is_of_players = |next: Option<&&str>| next.is_some_and(|it| is_among(it, "players play"));
    let is_both = |at: usize| said[at] == "both" && !is_of_players(said.get(at + 1));
    if piles.len() > 2 && (0..said.len()).any(is_both) {
        return None;
    }
    let rest = match piles.len() > 1 && lower.contains(" rows ") {
        true => rest.replace(" row", " pile"),
        false => rest,
    };
    // Where the text speaks of n again, this may be all that there were.
    let has_n = |text: &str| words_of(text).any(|word| word.eq_ignore_ascii_case("n"));
    let is_counted = dropped.iter().any(|dropped| has_n(dropped));
    let numbers = rest.replace("n piles", "piles").replace("n heaps", "heaps");
    if is_counted && has_n(&numbers) {
        return None;
    }
    let rest = rest.trim().trim_start_matches([',', '.', ';', ':', ' ']);
    let rest = ["and ", "then "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))
        .unwrap_or(rest);
    Some((piles, rest.trim().to_owned()))
}

/// The parts of a text with the signs that end them; the dots of `1, 2, ..., 7` end none.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_dot = |at: usize| rest.as_bytes().get(at) == Some(&b'.');
        let is_between_dots = |at: usize| is_dot(at + 1) || at > 0 && is_dot(at - 1);
        let ends = |(at, _): &(usize, &str)| !(is_dot(*at) && is_between_dots(*at));
        let mut signs = rest.match_indices(['.', ';', ':', '!', '\n']);
        let end = signs.find(ends).map_or(rest.len(), |(at, _)| at + 1);
        let (sentence, behind) = rest.split_at(end);
        rest = behind;
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// What is said of the players, and not of the move.
const PLAYERS: [&str; 26] = [
    "i|we go|move|play|start|begin first",
    "you are playing the|a following? nim? game with a|your friend",
    "two|the|both? players? will? take|play|move|alternate|alternating turns|alternately|taking removing|playing|turns? a|the? following? game?",
    "two|the|both? players? are? play|playing the|a? following? game|nim?",
    "two|the|both? players? are? play|playing the|a? following? game|nim? ,? with? W moving|playing|going|starting first",
    "two|the|both? players? play|move in alternating? turn|turns",
    "player? NUM|alice|bob always? plays|moves|goes first ,? and? the? two|both? players? move|play|alternate in? alternating? turns",
    "two|the|both? players? alternate|alternately turns?",
    "determine|find|print|output|tell the? who|winner will? wins|win? of? the? game? if? both|the? players? play? optimally|perfectly?",
    "assume|assuming|suppose? that? both|the players? play|plays optimally|perfectly",
    "both|the players? use|uses|with an|the? optimal|best strategy",
    "and? with? the? first? W|player NUM? is|will? moves|plays|goes|starts|begins|move|play|go|start|begin|moving|playing|going|starting first",
    "and? player? you|alice|NUM starts|begins|start|begin",
    "W always? makes|has the first move",
    "where? the i-th|ith PILE has|contains W STONES",
    "the? game|play ends|end when|if|once|as soon? as? there? is|are? no STONES|moves|move is|are? possible|left|remaining|remain?",
    "the? game|play ends|end when|if|once|as soon? as? all the? PILE|STONES? are? empty|gone|taken|removed",
    "and? the? first player starts|begins",
    "each|every turn|move|player",
    "on|in|at each|every|your|his|their turn|move",
    "it|this is a game for|of two|2 players",
    "a? game for|of two|2 players",
    "you|players|a? player? may|must not pass|skip",
    "you|players|a? player? cannot pass|skip",
    "passing is not allowed|permitted",
    "no passing",
];

/// Whether a word, which is in small letters, is known beside those of moves.
pub fn is_known(word: &str) -> bool {
    let rows = STARTS
        .iter()
        .chain(&PILES_ALONE)
        .chain(&PLAYERS)
        .chain(&QUESTIONS);
    let mut words = rows.flat_map(|row| row.split([' ', '|']));
    number(word).is_some() || words.any(|known| known.trim_end_matches('?') == word)
}

/// What is written for misère or normal play that is called so.
fn named_play(part: &str) -> Option<&'static str> {
    let part = part.trim().to_lowercase().replace('è', "e");
    let play = ["play", "version", "game", "nim"];
    let name = play.iter().find_map(|word| part.strip_suffix(word));
    match name.unwrap_or(&part).trim_end() {
        "misere" => Some("misere"),
        "normal" if name.is_some() => Some(""),
        _ => None,
    }
}

fn says_who_wins(part: &str) -> bool {
    let mut words = part.split_whitespace();
    words.any(|word| matches!(word, "wins" | "win" | "loses" | "lose"))
}

/// Several sentences as one about the move, with what is said of the end behind it.
pub fn joined(text: &str) -> String {
    let text = apart(text);
    let text = untitled(&text).trim().trim_end_matches(['.', '!']);
    if number_apart(text).is_some() {
        return text.to_owned();
    }
    let is_end = |aside: &str| named_play(aside).is_some() || says_who_wins(aside);
    let text = match text.strip_suffix(')').and_then(|it| it.rsplit_once('(')) {
        Some((before, aside)) if is_end(aside) => &format!("{before}. {aside}"),
        _ => text,
    };
    let mut moves: Vec<&str> = Vec::new();
    let mut end: Option<&str> = None;
    let mut has_two_ends = false;
    let is_said = |part: &str, row: &str| words(part).is_some_and(|it| found(row, &it).is_some());
    let mut take = |part: &'_ str| -> bool {
        let mut endings = ENDINGS.iter();
        let ending = endings.find(|row| is_said(part, row.said));
        let ending = ending.map(|row| row.written);
        match ending.or_else(|| named_play(part)) {
            // Of two ends nobody knows which is meant.
            Some(written) if end.is_some_and(|end| end != written) => {
                has_two_ends = true;
                return false;
            }
            Some(written) => end = Some(written),
            None => return PLAYERS.iter().any(|row| is_said(part, row)),
        }
        true
    };
    let mut first_end = None;
    for sentence in text.split([';', '!', '\n']).flat_map(|it| it.split(". ")) {
        let mut sentence = sentence.trim();
        let is_taken = loop {
            if sentence.is_empty() || take(sentence) {
                break true;
            }
            match sentence.split_once([',', ':']) {
                Some((first, rest)) if !first.is_empty() && take(first) => sentence = rest.trim(),
                _ => break false,
            }
        };
        if is_taken {
            continue;
        }
        // What is said of the end may come first.
        let (first, rest) = sentence.split_once([',', ':']).unwrap_or((sentence, ""));
        let is_end = first_end.is_none() && says_who_wins(first);
        match is_end && (moves.is_empty() || rest.is_empty()) {
            true => {
                first_end = Some(first);
                moves.extend(Some(rest.trim()).filter(|rest| !rest.is_empty()));
            }
            false => moves.push(sentence),
        }
    }
    let turned = match moves.as_slice() {
        [only] => condition_behind(only),
        _ => None,
    };
    if let Some(turned) = &turned {
        moves = vec![turned];
    }
    if has_two_ends {
        return text.to_owned();
    }
    let last_loses = |part: &str| {
        let words: Vec<&str> = words_of(part).collect();
        let has = |all: &[&str]| all.iter().any(|word| words.contains(word));
        has(&["last"]) == has(&["lose", "loses"])
    };
    if end
        .zip(first_end)
        .is_some_and(|(end, first)| end.is_empty() == last_loses(first))
    {
        return text.to_owned();
    }
    let end = end.filter(|end| !end.is_empty());
    moves.extend(first_end);
    moves.extend(end);
    moves.join(", ")
}

/// Where a number begins a sentence or a line behind another one: it is none of the amounts before it.
pub fn number_apart(text: &str) -> Option<Range<usize>> {
    let mut stops = text.match_indices(['.', ';', '!', '\n']);
    stops.find_map(|(at, stop)| {
        let (before, behind) = (&text[..at], &text[at + 1..]);
        let is_open = [",", " or"]
            .iter()
            .any(|word| before.trim_end().ends_with(word));
        let ends = stop == "\n" || behind.starts_with(char::is_whitespace);
        if !ends || is_open || !begins_with_amount(behind) {
            return None;
        }
        let word = words_of(behind).next()?;
        let start = at + 1 + behind.find(word)?;
        Some(start..start + word.len())
    })
}

/// Whether the first word is a number, and not of players: `Two players take turns`, `One of them begins`.
fn begins_with_amount(text: &str) -> bool {
    let mut words = words_of(text);
    let is_number = words.next().and_then(number).is_some();
    let next = words.next().unwrap_or("").to_ascii_lowercase();
    is_number && !is_among(&next, "player players people of")
}

/// `If the pile is even, take 1` with the condition behind the move, where there is one move alone.
fn condition_behind(sentence: &str) -> Option<String> {
    let (condition, rest) = sentence.split_once(", ")?;
    let rest = rest.strip_prefix("then ").unwrap_or(rest);
    let (begins, is_what) = condition.split_once(' ')?;
    let begins = begins.to_ascii_lowercase();
    let others =
        "take remov split divid break cut halve separat replac if when else otherwise unless";
    let goes_on = |word: &str| others.split(' ').any(|other| word.starts_with(other));
    let is_one = !rest.split([' ', ',']).skip(1).any(goes_on);
    (is_one && matches!(&*begins, "if" | "when")).then(|| format!("{rest} {begins} {is_what}"))
}

/// How many piles a text says that there are, where it does not say how large they are.
pub fn count_of_piles(text: &str) -> Option<usize> {
    // `into 2..4 piles` says of parts.
    let text = text.replace("..", " ");
    let mut parts = text.split(['.', ',', ';', ':', '!', '\n']);
    parts.find_map(|part| {
        let words = words(part).filter(|_| part.len() <= LONGEST)?;
        let found = PILES_ALONE.iter().find_map(|row| found(row, &words))?;
        found.names.first()?.parse().ok()
    })
}

/// The piles that a sentence begins or ends with, and what is left of it.
fn start_in(sentence: &str) -> Option<(Vec<u64>, String)> {
    if sentence.len() > LONGEST {
        return None;
    }
    let piles = |part: &str| {
        let part = part.trim_matches([' ', ',', '.', ';', ':', '!', '\n']);
        if let Some((name, size)) = part.split_once('=') {
            let size = number(size.trim()).filter(|_| name.trim().eq_ignore_ascii_case("n"));
            return size.map(|size| vec![size]);
        }
        let words = words(part)?;
        let is_thing = |word: &&str| {
            let word = word.to_ascii_lowercase();
            is_stones(&word) || is_pile(&word)
        };
        // `we have 5 stones each`
        let has = |word: &str| words.iter().any(|it| it.eq_ignore_ascii_case(word));
        let is_of_piles = words.last() == Some(&"each") && words.iter().any(|word| is_pile(word));
        let is_of_one = has("have") && has("each") && !is_of_piles;
        let piles = |row: &&str| piles_in(row, &words).filter(|_| !is_of_one);
        let of = |rows: &[&str]| rows.iter().find_map(piles);
        let sizes = || of(&["$"]).filter(|_| words.iter().any(is_thing));
        let alone = || of(&PILES_ALONE).map(|_| Vec::new());
        of(&STARTS).or_else(alone).or_else(sizes)
    };
    if let Some(found) = piles(sentence) {
        return Some((found, String::new()));
    }
    let joins = [",", " and ", " from which ", " with ", " from ", " out of "];
    let mut cuts: Vec<usize> = joins
        .iter()
        .flat_map(|join| sentence.match_indices(join).map(|(at, _)| at))
        .collect();
    cuts.sort_unstable();
    // `from a pile of 3, 5 or 7` says which piles have the move.
    let goes_on = |behind: &str| {
        let behind = behind.trim_start_matches([',', ' ']);
        let and = ["or ", "and "]
            .iter()
            .find_map(|and| behind.strip_prefix(and));
        let mut words = words_of(behind.strip_prefix("and ").unwrap_or("")).map(str::to_lowercase);
        let is_a = words
            .next()
            .is_some_and(|word| is_among(&word, "a an another one"));
        let is_more = is_a
            && words
                .next()
                .is_some_and(|it| is_pile(&it) || is_stones(&it));
        is_more || begins_with_amount(and.unwrap_or(behind))
    };
    let before = cuts.iter().rev().find_map(|cut| {
        let (part, left) = sentence.split_at_checked(*cut)?;
        let piles = piles(part).filter(|_| !goes_on(left))?;
        Some((piles, left.to_owned()))
    });
    before.or_else(|| {
        cuts.iter().find_map(|cut| {
            let (left, part) = sentence.split_at_checked(*cut)?;
            let begins = part.trim_start_matches([',', ' ']).to_ascii_lowercase();
            let is_start = ["start", "begin", "from ", "out of ", "with "]
                .iter()
                .any(|word| begins.starts_with(word))
                || begins.contains('=');
            // `take 1 from a pile of 20, and the last one wins`
            let (first, behind) = part.split_at(part.find(',').unwrap_or(part.len()));
            let in_the_middle = || {
                let piles = piles(first).filter(|_| !goes_on(behind))?;
                Some((piles, format!("{left}{behind}")))
            };
            let found = piles(part).map(|piles| (piles, left.to_owned()));
            // `from any pile with 3 stones` is a condition.
            let last = left.rsplit(' ').next().unwrap_or("");
            // `1 from 5 heaps of 3` may be a turn in several piles.
            let is_several =
                begins.starts_with("from ") && begins.split([' ', ',']).skip(2).any(is_pile);
            let is_several = is_several && !begins.starts_with("from a ");
            let is_condition = begins.starts_with("with ") && is_pile(last) || is_several;
            (is_start && !is_condition)
                .then(|| found.or_else(in_the_middle))
                .flatten()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_it_begins_with() {
        for (text, start) in [
            (
                "There are 21 matches, each player takes 1, 2 or 3",
                Some((vec![21], "each player takes 1, 2 or 3")),
            ),
            (
                "There are three piles of 3, 4 and 5 stones. Take any.",
                Some((vec![3, 4, 5], "Take any.")),
            ),
            (
                "Start with 21 stones; take 1 or 2",
                Some((vec![21], "take 1 or 2")),
            ),
            (
                "take 1 or 2, starting with 21 stones",
                Some((vec![21], "take 1 or 2")),
            ),
            ("There are two piles. Take any", Some((vec![], "Take any"))),
            (
                "A pile of 21 stones: take 1 or 2",
                Some((vec![21], "take 1 or 2")),
            ),
            ("21 stones, take 1 to 3", Some((vec![21], "take 1 to 3"))),
            (
                "There are 21 coins. Take 1 or 2. Who wins with 20?",
                Some((vec![20], "Take 1 or 2.")),
            ),
            (
                "There are 21 coins. Take 1 or 2. Who wins?",
                Some((vec![21], "Take 1 or 2.")),
            ),
            ("There are two piles of 3 and a pile. Take 1.", None),
            ("There are two piles of 3 and a stone. Take 1.", None),
            ("Take 1 or 2. Who will win?", Some((vec![], "Take 1 or 2."))),
            ("Take 1 or 2. Who took 3?", None),
            (
                "There are twenty one matches. Take 1 or 2.",
                Some((vec![21], "Take 1 or 2.")),
            ),
            (
                "There are two hundred and five coins. Take 1 or 2.",
                Some((vec![205], "Take 1 or 2.")),
            ),
            (
                "A dozen coins are on the table. Take 1 or 2.",
                Some((vec![12], "Take 1 or 2.")),
            ),
            ("take 1.5 stones", None),
            ("take 1 from a heap of 10, 12 or 15", None),
            ("take 1, 2 or 3", None),
            ("take 1, 2 stones", None),
            ("each player takes 1 or 2, and the last one wins", None),
        ] {
            let start = start.map(|(piles, rest)| (piles, rest.to_owned()));
            assert_eq!(start_of(text), start, "{text}");
        }
    }
}
