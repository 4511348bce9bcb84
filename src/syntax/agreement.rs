//! The parser reads what the grammar matches, no more and no less: tried on the examples, on the fixtures, on rare forms, and on
//! all of them with tokens left out, doubled, exchanged or put in.

use std::path::Path;

use pest::Parser as _;

use super::cursor::Parser;
use super::depth::too_deep;
use super::grammar::{Grammar, Rule};
use super::scan::tokens;
use super::words::{Role, Word};
use crate::text::source::SourceId;

/// What stands seldom in the examples, and some that is no text of the language.
const RARE: &[&str] = &[
    "game g(k, low = 1,) \"G\" { pile n in 0..30 take low..k, 3, 8.. leaving 0..2 piles from n for i in 1..3 while i < 2 where n > 1 }",
    "game g { pile {p[] in 0..3} in 0..5 take any from p[i][j] leaving a, b pile p[(r in 0..7, c,)] in 1..2 }",
    "game g { pile (n, {used[]} in 1..3,) split into 2..k pile unequal split into a, b where a < b split into 2 equal }",
    "game g { pile {a, b,} in 1..2 pile {{p[]}} pile {p[]} take 1 leaving 1 pile take 2 leaving 1 pile pile b take 3 leaving 2 pile }",
    "game g { octal 0.77 hex C.8 for x in 1.. octal 4.(3)7 where even(n) misere loopy misere hex 0.8F }",
    "game g { move a, (b, c) -> a - k, [b; c] for (dx, dy,) in steps, k, x = p[i], j while j * j <= n where k > 1 }",
    "game g { each turn 1..k piles alike each turn all piles or none each turn all alike each turn 2 pile draw when n > 1 end when a }",
    "let draw(while, w,) = while + draw * -w .. -9_223_372_036_854_775_808 let f() = 1 let t = (1,) let e = nim[]",
    "expect a not in 1.. and not b == not c or ..3 in x[..i-1][1..][a; 2] == octal 0.7 + hex 1.2 and any(p) or all (p)",
    "expect if a then 1 else if b then 2 else 3 == misere(game { take 1.. octal 0.77 }[5, 8]) use \"a b.csv\"",
    "let x = sum(f(x) for x in xs, y where x <= y) ++ [a, b,] ++ [x for x in 1.. while (x)] - - 3 * max(a, b,) % 2",
    "let h = 1.. not in 2 let b = 9999999999999999999 let c = 1_0 let e = a\tb # c\r\nlet _ = _ let a = -x[1] let f = 1 ..< 2",
    "game g { take any(p) + 1 take while where while take draw draw when draw end when while == (draw) }",
    "game g { take k where while take 1 - > 2 move n - > 3 each turn all(x) each turn any end when draw when x }",
    "let b = c ... d let e = a =< b let f = 1.. + 2 let g = a < 1..2..3 take 1.. -> 2 draw (when)",
    "take 1, a leaving 1..2 piles from p[i] for x, (y, z) in 1.. while x where a == b and not c",
];

/// What is put in.
const TOKENS: &[&str] = &[
    "a", "n", "1", "2_0", "\"t\"", "(", ")", "[", "]", "{", "}", ",", ";", "..", "-", "->", "+",
    "++", "*", "==", "=", "<", "while", "draw", "when", "not", "in", "or", "and", "if", "then",
    "else", "for", "where", "any", "all", "misere", "pile", "piles", "take", "game", "octal",
    "0.7", "let", "true", "leaving", "from", "# c\n",
];

fn numbers() -> impl FnMut(usize) -> usize {
    let mut state = 1_u64;
    move |below| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below.max(1)
    }
}

/// A rule of the grammar, and what reads it.
type Goal = (Rule, fn(&mut Parser<'_>) -> Option<()>);

const GOALS: [Goal; 5] = [
    (Rule::file, |it| it.file().map(drop)),
    (Rule::only_head, |it| it.head().map(drop)),
    (Rule::only_statement, |it| it.statement().map(drop)),
    (Rule::only_expr, |it| it.expr().map(drop)),
    (Rule::only_exprs, |it| it.expr_list().map(drop)),
];

/// Whether a text is read, where grammar and parser agree on it.
fn is_read(text: &str, (rule, read): Goal) -> bool {
    let mut complaints = Vec::new();
    let mut ask = |_| true;
    let parser = Parser::new(SourceId(0), text, &mut complaints, &mut ask);
    let is_read = parser.of_clean(0).whole(read).is_some();
    let is_matched = Grammar::parse(rule, text).is_ok();
    assert_eq!(is_matched, is_read, "{rule:?}: {text}");
    is_read
}

fn texts(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|it| it == "nimrule") {
            found.extend(std::fs::read_to_string(path));
        }
    }
}

/// Whether a statement or an item begins with a word, or ends with it.
fn begins(word: &str) -> bool {
    let is_word = |word: Word| word.is(Role::Statement) || word.is(Role::Item);
    word == "}" || Word::of(word).is_some_and(is_word)
}

/// A text with a token left out, doubled, exchanged, replaced or put in, and some blanks left out.
fn mutant(words: &[&str], number: &mut impl FnMut(usize) -> usize) -> String {
    let mut words = words.to_vec();
    if words.is_empty() {
        return String::new();
    }
    let at = number(words.len());
    let other = TOKENS[number(TOKENS.len())];
    match number(6) {
        0 if words.len() > 1 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        2 if at > 0 => words.swap(at, at - 1),
        3 => words.insert(at, other),
        4 => words[at] = other,
        _ => {}
    }
    let mut text = String::new();
    for word in words {
        text.push_str(word);
        match number(8) {
            0 => {}
            _ if word.starts_with('#') => text.push('\n'),
            _ => text.push(' '),
        }
    }
    text
}

#[test]
fn the_parser_reads_what_the_grammar_matches() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<String> = RARE.iter().map(|text| (*text).to_owned()).collect();
    texts(&root.join("examples"), &mut all);
    texts(&root.join("tests"), &mut all);
    let mut number = numbers();
    let mut read = [0; GOALS.len()];
    for (row, text) in all.iter().enumerate() {
        let tokens: Vec<_> = tokens(text).collect();
        let words: Vec<&str> = tokens.iter().map(|token| token.text(text)).collect();
        if text.len() > 20_000
            || words.is_empty()
            || too_deep(tokens.iter().copied(), text).is_some()
        {
            continue;
        }
        is_read(text, GOALS[0]);
        let is_rare = row < RARE.len();
        for _ in 0..if is_rare { 200 } else { 40 } {
            let goal = number(GOALS.len());
            // Statements and expressions are parts of a text.
            let first = number(words.len());
            let next = |from: usize| {
                let mut behind = (from..words.len()).skip(1);
                behind.find(|at| begins(words[*at])).unwrap_or(words.len())
            };
            let part = match goal {
                0 if is_rare || number(30) == 0 => 0..words.len(),
                0 | 3 | 4 => first..(first + 1 + number(8)).min(words.len()),
                _ => next(first)..next(next(first)),
            };
            let mutant = mutant(&words[part], &mut number);
            if too_deep(super::scan::tokens(&mutant), &mutant).is_none() {
                read[goal] += usize::from(is_read(&mutant, GOALS[goal]));
            }
        }
    }
    // Some of each kind were right.
    assert!(read.iter().all(|count| *count > 5), "{read:?}");
}
