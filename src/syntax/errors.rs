//! What is said about mistakes of form: one function a mistake.

use super::scan::closing;
use super::words::Word;
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;
use crate::text::words::{joined, noun, one_line};

/// More characters than this are not written out in a help line.
pub(super) const LONGEST: usize = 200;

/// `first, second or third`, each as it is.
fn or(phrases: &[String]) -> String {
    joined(phrases, "or").unwrap_or_else(|| "something else".to_owned())
}

/// `here … may stand`
fn may_stand(expected: &[String]) -> String {
    let verb = noun(expected.len(), "must", "may");
    format!("here {} {verb} stand", or(expected))
}

/// Something that cannot stand where it stands.
pub(super) fn unexpected(
    place: Span,
    found: &str,
    expected: &[String],
    help: Option<String>,
) -> Diagnostic {
    Diagnostic::error("unexpected", format!("{} cannot stand here", quoted(found)))
        .label(place, may_stand(expected))
        .help_if(help)
}

/// A text that ends too early; `place` is the last token.
pub(super) fn breaks_off(
    place: Span,
    last: &str,
    expected: &[String],
    help: Option<String>,
) -> Diagnostic {
    let message = format!("something is missing after {}", quoted(last));
    Diagnostic::error("unexpected", message)
        .label(place, format!("after this {} must stand", or(expected)))
        .help_if(help)
}

/// A word where only certain words may stand.
pub(super) fn unknown_word(
    place: Span,
    word: &str,
    expected: &[String],
    meant: Option<&str>,
) -> Diagnostic {
    let diagnostic = Diagnostic::error(
        "unknown_word",
        format!("{} is not a word of the language", quoted(word)),
    )
    .label(place, may_stand(expected));
    match meant {
        Some(meant) => diagnostic.guess(place, meant),
        None => diagnostic,
    }
}

/// A keyword used as a name.
pub(super) fn reserved_word(place: Span, word: &str) -> Diagnostic {
    Diagnostic::error(
        "reserved_word",
        format!("`{word}` is a word of the language and cannot be a name"),
    )
    .label(place, "here a name is meant")
    .help(match Word::of(word) {
        Some(Word::None) => "that there is no move is said by `moves(…) == []`".to_owned(),
        Some(Word::Equal | Word::Unequal) => {
            format!("first stands how many parts there are: `split into 2 {word}`")
        }
        _ => format!("choose another name, for example `{word}_`"),
    })
}

/// An opening bracket that is never closed; `stopped` is where its end was noticed to be missing.
pub(super) fn unclosed(opener: Span, bracket: &str, stopped: Option<(Span, String)>) -> Diagnostic {
    let closer = closing(bracket);
    let diagnostic = Diagnostic::error("unclosed", format!("this `{bracket}` is never closed"))
        .label(opener, "opened here");
    match stopped {
        Some((place, found)) => diagnostic.label(
            place,
            format!("before {} a `{closer}` is missing", quoted(&found)),
        ),
        None => diagnostic,
    }
    .help(format!("add the `{closer}` that belongs to it"))
}

/// A closing bracket of the wrong kind, in whose place another one is meant, or both.
pub(super) fn mismatched(
    (opener, bracket): (Span, &str),
    (place, found): (Span, &str),
    meant: &str,
) -> Diagnostic {
    let closer = closing(bracket);
    Diagnostic::error("unclosed", format!("`{bracket}` is closed by `{found}`"))
        .label(opener, "opened here")
        .label(place, format!("here `{closer}` must stand"))
        .help(format!("write `{meant}`, or close `{bracket}` before"))
        .guess(place, meant)
}

/// A closing bracket without an opening one.
pub(super) fn unopened(place: Span, found: &str) -> Diagnostic {
    Diagnostic::error("unopened", format!("`{found}` closes nothing"))
        .label(place, "nothing is open here")
        .help("leave it out, or look for a bracket that was closed too early")
}

/// A bracket with nothing inside where something must be.
pub(super) fn empty_parentheses(place: Span) -> Diagnostic {
    Diagnostic::error("unexpected", "nothing stands between these parentheses")
        .label(place, "here a value must stand")
        .help("a value or a tuple `(a, b)` stands in parentheses; a position without piles is written with brackets: `nim[]`")
}

/// A text without its closing quote.
pub(super) fn unclosed_string(place: Span) -> Diagnostic {
    Diagnostic::error("unclosed_string", "this text has no closing quote")
        .label(place, "begins here and runs to the end of the line")
        .help("texts stand between two `\"` on one line")
}

/// Too many brackets, `not`s or the like inside each other.
pub(super) fn too_deep(place: Span, limit: usize) -> Diagnostic {
    Diagnostic::error("too_deep", format!("nested more than {limit} levels deep"))
        .label(place, "one level too many")
        .help("give parts of it names of their own with `let`")
}

/// A run of characters that have no meaning outside texts and comments.
pub(super) fn bad_characters(place: Span, run: &str) -> Diagnostic {
    let first = run.chars().next().unwrap_or('\u{fffd}');
    let shown = if first.is_control() || first.is_whitespace() || is_unseen(first) {
        format!("the character U+{:04X}", first as u32)
    } else {
        format!("`{first}` (U+{:04X})", first as u32)
    };
    let meant = match first {
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => Some("a plain space"),
        '“' | '”' | '„' | '«' | '»' => Some("`\"`"),
        '–' | '—' => Some("`-`"),
        '÷' => Some("`/`"),
        '⇒' => Some("`->`"),
        '⊕' => Some("`xor`"),
        '∈' => Some("`in`"),
        '∧' => Some("`and`"),
        '∨' => Some("`or`"),
        '¬' => Some("`not`"),
        _ => None,
    };
    let is_alone = run.len() == first.len_utf8();
    let error = Diagnostic::error("bad_character", format!("{shown} cannot stand here"))
        .label(place, "only in comments and between quotes");
    let error = match meant.and_then(|meant| meant.split('`').nth(1)) {
        Some(sign) if is_alone => error.fix(place, format!(" {sign} ")),
        _ => error,
    };
    error.help(match meant {
        Some(meant) => format!("write {meant}"),
        None if first.is_alphabetic() => {
            "names are made of the letters a to z, digits and `_`".to_owned()
        }
        None => in_mathematics(first).unwrap_or("leave it out").to_owned(),
    })
}

/// Whether a character takes no room, or turns the direction of what stands behind it.
fn is_unseen(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// What is written for a sign of mathematics.
fn in_mathematics(sign: char) -> Option<&'static str> {
    Some(match sign {
        '²' => "a square is a product: `k * k`",
        '³' => "a cube is a product: `k * k * k`",
        '\u{b9}' | '\u{2070}'..='\u{207f}' => "a power is written `pow(k, 4)`",
        '½' => "half of a number, rounded down, is `n / 2`",
        '⅓' => "a third of a number, rounded down, is `n / 3`",
        '¼' => "a quarter of a number, rounded down, is `n / 4`",
        '√' => "the square root, rounded down, is `isqrt(n)`",
        '⌊' | '⌋' => "`n / 2` is rounded down without a sign for it",
        '⌈' | '⌉' => "`n / 2` rounded up is `(n + 1) / 2`",
        '∞' => "what has no end is written `1..`",
        _ => return None,
    })
}

/// Digits that run into letters.
pub(super) fn bad_number(place: Span, word: &str) -> Diagnostic {
    if word.contains(',') {
        return slip("bad_number", place, word, &word.replace(',', "_"));
    }
    let digits: String = word
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '_')
        .collect();
    let letters = word.get(digits.len()..).unwrap_or("");
    let power = letters
        .strip_prefix(['e', 'E'])
        .and_then(|it| it.parse().ok());
    let power = power.filter(|power: &usize| *power <= 18);
    let help = if digits == "0" && letters.starts_with(['x', 'o', 'b']) {
        "integers are decimal".to_owned()
    } else if let Some(power) = power {
        format!(
            "integers are written out, and `_` may stand between digits: `{digits}{}`",
            "0".repeat(power % 3) + &"_000".repeat(power / 3)
        )
    } else {
        format!("for a product write `{digits} * {letters}`")
    };
    Diagnostic::error(
        "bad_number",
        format!("`{word}` is neither a number nor a name"),
    )
    .label(place, "digits run into letters")
    .help(help)
}

/// An integer that does not fit.
pub(super) fn number_too_large(place: Span) -> Diagnostic {
    Diagnostic::error("number_too_large", "this number is too large")
        .label(place, "more than 9223372036854775807")
        .help("integers have 64 bits")
}

/// `// …` or `/* … */`
pub(super) fn foreign_comment(place: Span, text: &str) -> Diagnostic {
    let (sign, help) = match text.get(..2) {
        Some("/*") => ("/*", "write `# …`, on every line of the comment"),
        Some("--") => (
            "--",
            "write `# …`; two signs before a number are written `- -3`",
        ),
        _ => (
            "//",
            "write `# …`; for a division without remainder write `/`",
        ),
    };
    Diagnostic::error(
        "foreign_comment",
        format!("`{sign}` does not begin a comment"),
    )
    .label(place, "here `#` begins a comment")
    .help(help)
}

/// `=` in an expression.
pub(super) fn single_equals(place: Span) -> Diagnostic {
    Diagnostic::error("single_equals", "a single `=` does not compare")
        .mistake(Mistake::Operator)
        .label(place, "here an operator must stand")
        .help("write `==` to compare")
        .guess(place, "==")
}

/// `^` in an expression.
pub(super) fn caret(place: Span) -> Diagnostic {
    Diagnostic::error("caret", "there is no operator `^`")
        .mistake(Mistake::Operator)
        .label(place, "not known")
        .help("write `xor(a, b)` for the nim-sum of two numbers, `pow(a, b)` for a power")
}

/// What a turn that changes nothing is.
pub(crate) const PASS: &str = "move n -> n  loopy";

/// A turn of phrase that is not of the language, with what is written instead.
pub(crate) fn slip(code: &'static str, place: Span, written: &str, fix: &str) -> Diagnostic {
    let written = quoted(&one_line(written));
    let help = match fix {
        "" => format!("leave {written} out"),
        PASS => {
            format!("write `{fix}`: a turn that changes nothing, so that plays may go on for ever")
        }
        fix => format!("write `{fix}`"),
    };
    Diagnostic::error(code, format!("{written} is not how this is written"))
        .label(place, "not in the language")
        .help(help)
        .fix(place, fix)
}

/// A turn of phrase that may mean one of two things, with both as they are written: what is taken from one of several, and from each.
pub(super) fn two_meanings(place: Span, written: &str, one: &str, each: &str) -> Diagnostic {
    let written = quoted(&one_line(written));
    Diagnostic::ambiguous(format!("{written} may mean two things"))
        .label(place, "from one of them, or from each?")
        .help(format!(
            "from one of them is `{one}`; the same number from each is `{each}`"
        ))
}

/// What a statement says beyond what can be read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unclear {
    /// In what parts the rest is split.
    Parts,
    /// Other numbers from several piles than from one.
    Amounts,
    /// Something before the verb.
    Before,
    /// Two bounds, which may be one range or two.
    Bounds,
    /// A whole text about a game.
    Text,
    /// How the game ends.
    End,
    /// How large a pile is.
    Start,
    /// Whether stones or piles are left.
    Left,
    /// What half of an odd pile is.
    Half,
    /// Whether piles or stones are counted.
    Piles,
    /// Whether a condition is one of all numbers or of the last.
    Condition,
    /// Values by cases, as other languages have them.
    Cases,
    /// How often a player may pass.
    Passes,
}

/// A statement that says more than can be read of it.
pub(super) fn unclear(place: Span, why: Unclear) -> Diagnostic {
    let (label, help) = match why {
        Unclear::Parts => (
            "which parts may there be?",
            "any two piles that the rest makes are `leaving 2 piles`, as in `take 1 leaving 2 piles`; for others write the parts, as in `move n -> [a, n - 1 - a] for a in 1..n / 2 where …`",
        ),
        Unclear::Amounts => (
            "other numbers from several piles than from one?",
            "of the same numbers from one pile or from two write `each turn 1..2 piles`, with `alike` where both give the same; for others write two piles as one, as in `pile (a, b)  take 1..2 from a  take 1..2 from b  move a, b -> a - 1, b - 1`",
        ),
        Unclear::Before => (
            "what does this say of the move?",
            "a condition stands behind the move, as in `take 2 where even(n)`, and what is not allowed is left out; `winner(nim[3])` is a question",
        ),
        Unclear::Bounds => (
            "both of these, or either?",
            "from the least to the most is a range, as in `take 2..n / 2`; numbers of which either may be are apart, as in `take 1..3, 8..`",
        ),
        Unclear::Text => (
            "not understood as a whole",
            "say the move alone, as in `take 1 or 2 stones`; `help phrases` lists sentences that are read, and `help rules` how other moves are written",
        ),
        Unclear::End => (
            "how does the game end?",
            "where whoever takes the very last one loses write `misere`, and nothing where that wins; for another end say when play is over, as in `end when n == 1`",
        ),
        Unclear::Start => (
            "how large is the pile?",
            "a rule says what a move does, as in `take 1, 2`; how large piles are is said behind its name in questions, as in `rule[20]`, and a move of some piles alone has a condition, as in `take 1 where n >= 5`",
        ),
        Unclear::Left => (
            "are these piles, or stones?",
            "into how many piles the rest may fall is `leaving 1..2 piles`; so many stones are left where a condition says so, as in `take k where n - k >= 1` or `take k where n - k == n / 2`",
        ),
        Unclear::Half => (
            "and of an odd pile?",
            "`take n / 2` rounds down and `take (n + 1) / 2` up; `take n / 2 where even(n)` takes of even piles alone",
        ),
        Unclear::Piles => (
            "so many piles, or so many stones?",
            "`take 1` takes one stone and `take n` a whole pile; a turn that moves in two piles is `each turn 2 piles`",
        ),
        Unclear::Condition => (
            "of all of them, or of the last?",
            "a condition is one of its whole statement, as in `take 1, 2 where even(n)`; what has another one is a statement of its own: `take 1  take 2 where even(n)`",
        ),
        Unclear::Cases => (
            "values by cases?",
            "which value is meant is told by conditions, as in `if n == 0 then 1 else n / 2`; several follow each other: `if … then … else if … then … else …`",
        ),
        Unclear::Passes => (
            "how often is a number of the pile",
            "a pass that is there once is taken like a stone, as in `pile (p[], passes in 0..1)  take any from p[i]  take 1 from passes where sum(p) > 0`; one that is always there is `move n -> n  loopy`",
        ),
    };
    Diagnostic::error("unclear", "this says more than can be read")
        .mistake(Mistake::Unclear)
        .label(place, label)
        .help(help)
}

/// A text about a game, of which nothing is read.
#[cfg(feature = "program")]
pub(crate) fn whole_text(place: Span) -> Diagnostic {
    unclear(place, Unclear::Text)
}

/// `from both`, where the numbers may be the same or not.
pub(super) fn from_both(place: Span, written: &str) -> Diagnostic {
    let written = quoted(&one_line(written));
    Diagnostic::ambiguous(format!("{written} may mean two things"))
        .label(place, "the same number from each, or any?")
        .help("the same from each of two piles is `each turn 2 piles alike`; any of these numbers from each is `each turn 2 piles`")
}

/// An operator of another language.
pub(super) fn foreign_operator(place: Span, operator: &str, help: &str) -> Diagnostic {
    Diagnostic::error(
        "foreign_operator",
        format!("there is no operator `{operator}`"),
    )
    .mistake(Mistake::Operator)
    .label(place, "not known")
    .help(help)
}

/// A word of another language.
pub(super) fn foreign_word(
    place: Span,
    word: &str,
    expected: &[String],
    meant: &[Word],
) -> Diagnostic {
    let meant: Vec<&str> = meant.iter().map(|word| word.text()).collect();
    let meant = meant.join(" ");
    unknown_word(place, word, expected, None)
        .help(format!("write `{meant}`"))
        .guess(place, meant)
}

/// `;` at the end of a statement or item.
pub(super) fn semicolon(place: Span) -> Diagnostic {
    Diagnostic::error("semicolon", "`;` cannot stand here")
        .label(place, "not needed")
        .help("leave it out: every statement begins with a word of its own, and so the one before it ends")
}

/// An `if` without `else`; `place` is what stands there instead, or the last token.
pub(super) fn missing_else(place: Span) -> Diagnostic {
    Diagnostic::error("missing_else", "this `if` has no `else`")
        .label(place, "up to here no `else` was found")
        .help("every `if` has a value for both cases: `if c then a else b`")
}

/// `move` without `->`.
pub(super) fn missing_arrow(place: Span, found: &str) -> Diagnostic {
    Diagnostic::error(
        "missing_arrow",
        format!("{} cannot stand here", quoted(found)),
    )
    .label(place, "here `->` must stand")
    .help("a move is written `move n -> n - 1`")
}

/// `->` outside `move`.
pub(super) fn stray_arrow(place: Span, expected: &[String]) -> Diagnostic {
    Diagnostic::error("unexpected", "`->` cannot stand here")
        .label(place, may_stand(expected))
        .help("`->` stands once in a `move`: `move n -> n - 1`")
}

/// A game without the brace; `place` is the last token of its head.
pub(super) fn missing_brace(place: Span) -> Diagnostic {
    Diagnostic::error("missing_brace", "this game has no `{`")
        .label(place, "after this `{` must stand")
        .help("the rules of a game stand in braces: `game nim { take any }`")
}

/// An item between the braces of a game, which begin at `opener`.
pub(super) fn item_in_game(place: Span, word: &str, opener: Span) -> Diagnostic {
    let (what, message) = match word == Word::Game.text() {
        true => (
            "a game",
            "a game cannot stand inside another game".to_owned(),
        ),
        false => ("an item", format!("`{word}` cannot stand inside a game")),
    };
    Diagnostic::error("item_in_game", message)
        .label(place, format!("{what} begins here"))
        .label(opener, "the game around it")
        .help("move it behind the `}` of that game, or close that game before it")
}

/// A statement outside of a game.
pub(super) fn outside_game(place: Span, word: &str) -> Diagnostic {
    Diagnostic::error("outside_game", format!("`{word}` stands outside of a game"))
        .label(place, "here `game`, `let`, `expect` or `use` may stand")
}

/// A range behind something that has one or that is more than one coordinate.
pub(super) fn stray_range(place: Span) -> Diagnostic {
    Diagnostic::error("stray_range", "this range belongs to no coordinate")
        .label(place, "no coordinate to bound")
        .help("write the range behind each coordinate: `pile {a in 0..5, b in 0..5}`")
}

/// A text without anything in it where an expression is needed.
pub(super) fn empty(place: Span) -> Diagnostic {
    Diagnostic::error("unexpected", "there is nothing here")
        .label(place, "here a value must stand")
        .help("write an expression, for example `grundy(nim[5])`")
}

/// The end of a list of mistakes that got too long.
pub(super) fn too_many(place: Span, more: usize) -> Diagnostic {
    Diagnostic::error("too_many", format!("and {more} more mistakes"))
        .label(place, "the first of them")
}

/// Text that was matched but not understood; the grammar and the tree builder disagree.
pub(super) fn not_understood(place: Span) -> Diagnostic {
    Diagnostic::internal("it cannot read this although it is well-formed").label(place, "this")
}

/// A token in backquotes, shortened where it is long.
pub(super) fn quoted(found: &str) -> String {
    let mut characters = found.chars();
    let head: String = characters.by_ref().take(30).collect();
    if characters.next().is_some() {
        format!("`{head}…`")
    } else {
        format!("`{head}`")
    }
}
