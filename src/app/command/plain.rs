//! A text about a game in plain words: what is drawn together apart, numbers in digits, two players without their names, and signs as
//! they are meant.

use crate::app::command::spoken::{in_digits, is_pile, number, words_of};
use crate::syntax::is_stones;
use crate::text::words::is_among;

/// Verbs of what two players do; they also take turns.
const THEY: &str = "play plays playing are alternate alternately alternating move will use take remove may can must";

/// A text in which two players with names are `two players`. What one of them does stays as it is: their moves may differ.
fn unnamed(text: &str) -> String {
    let mut parts = text.split(" and ").peekable();
    let mut unnamed = parts.next().unwrap_or("").to_owned();
    while let Some(part) = parts.next() {
        // `Alice and Bob take 1 and 2`: maybe each another number.
        let next = parts.peek().and_then(|next| next.split([' ', ',']).next());
        let is_of_each = next.is_some_and(|next| number(next).is_some());
        match named_players(&unnamed, part).filter(|_| !is_of_each) {
            Some((kept, behind)) => {
                unnamed.truncate(kept);
                unnamed = unnamed + "two players " + behind;
            }
            None => unnamed = unnamed + " and " + part,
        }
    }
    unnamed
}

/// Where `Alice and Bob play` and `You and your friend take` are cut by their `and`: what stands before the names, and what behind.
fn named_players<'t>(before: &str, behind: &'t str) -> Option<(usize, &'t str)> {
    let is_name = |word: &str| {
        let begins = word.starts_with(char::is_uppercase);
        (begins || matches!(word, "alice" | "bob" | "left" | "right"))
            && word.chars().all(char::is_alphabetic)
    };
    let first = before.rsplit(char::is_whitespace).next()?;
    let (is_friend, behind) = match behind.strip_prefix("your ") {
        Some(behind) => (true, behind),
        None => (false, behind),
    };
    let (second, behind) = behind.split_once(' ')?;
    let verb = behind.split(char::is_whitespace).next()?;
    let are_players = is_name(first) && (is_friend || is_name(second));
    let kept = before.len() - first.len();
    // `A, B and C` are three.
    let other = before.get(..kept)?.trim_end().strip_suffix(',');
    let other = other.and_then(|other| other.rsplit(char::is_whitespace).next());
    let are_two = !other.is_some_and(is_name);
    let acts =
        is_among(verb.trim_end_matches([',', '.']), THEY) || behind.starts_with("take turns");
    (are_players && are_two && acts).then_some((kept, behind))
}

/// A text with the words that are drawn together written apart, and numbers that the tables do not have in digits.
pub fn apart(text: &str) -> String {
    let mut text = unnamed(&text.replace('\u{2019}', "'"));
    for (drawn, written) in [
        ("can't", "cannot"),
        ("Can't", "cannot"),
        ("there's", "there is"),
        ("There's", "There is"),
        ("n't", " not"),
        ("can not", "cannot"),
        ("are unable to", "cannot"),
        ("is not able to", "is unable to"),
        ("cannot make a move", "cannot move"),
        ("cannot make any move", "cannot move"),
        ("cannot make a turn", "cannot move"),
        ("unable to make a move", "unable to move"),
        ("wins the game", "wins"),
        ("loses the game", "loses"),
        ("win the game", "win"),
        ("lose the game", "lose"),
        ("game board", "board"),
        (" (inclusive)", ""),
        (" inclusive", ""),
        (" in turns", " in turn"),
        ("There're", "There are"),
        ("there're", "there are"),
        ("Also, ", ""),
        ("the opponent wins", "the other player wins"),
        ("his opponent wins", "the other player wins"),
        ("Two friends ", "Two players "),
        ("very last ", "last "),
        ("last remaining ", "last "),
        ("stone(s)", "stones"),
        (" thru ", " through "),
        ("Subtraction game", "Subtraction set"),
        ("subtraction game", "subtraction set"),
        ("he/she", "he"),
        ("player's", "player"),
        ("his/her", "his"),
        ("his or her", "his"),
    ] {
        text = text.replace(drawn, written);
    }
    in_digits(&with_sizes(&with_stops(&text)))
}

/// A text in which dots behind a word, which leave nothing out, are a full stop.
fn with_stops(text: &str) -> String {
    let text = text.replace('…', "...");
    let parts: Vec<&str> = text.split("...").collect();
    let mut read = String::new();
    for (at, part) in parts.iter().enumerate() {
        read += part;
        let is_last = at + 1 == parts.len();
        let ends = read.trim_end().ends_with(char::is_alphabetic);
        read += match (is_last, ends) {
            (true, _) => "",
            (false, true) => ".",
            (false, false) => "...",
        };
    }
    read
}

/// A text with sizes that stand behind `n =` or a colon as it is said without: `a pile of n = 15 stones`, `two rows: 3 and 5`.
pub fn with_sizes(text: &str) -> String {
    let mut read = String::new();
    let begins_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once(['=', ':']) {
        let sign = if rest[before.len()..].starts_with('=') {
            "="
        } else {
            ":"
        };
        let number = behind.trim_start();
        // Of many signs each is looked at once.
        let counts_stones = || {
            let digits = number.trim_start_matches(|c: char| c.is_ascii_digit());
            let next = || words_of(digits).next().unwrap_or("").to_ascii_lowercase();
            begins_number(number) && is_stones(&next())
        };
        let word = before.trim_end();
        let is_n = [" n", " N"].iter().find_map(|n| word.strip_suffix(n));
        let is_of_piles = {
            let mut words: Vec<&str> = words_of(word).collect();
            if words
                .last()
                .is_some_and(|word| is_stones(&word.to_ascii_lowercase()))
            {
                words.truncate(words.len().saturating_sub(2));
            }
            words
                .last()
                .is_some_and(|word| is_pile(&word.to_ascii_lowercase()))
        };
        match (sign, is_n) {
            ("=", Some(word)) if counts_stones() => {
                read = read + word + " ";
                rest = number;
            }
            (":", _) if begins_number(number) && is_of_piles => {
                read = read + before + " of ";
                rest = number;
            }
            _ => {
                read = read + before + sign;
                rest = behind;
            }
        }
    }
    read + rest
}
