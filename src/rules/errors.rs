//! Complaints of this stage: how they are collected, each once and not without end, and their texts, one function a mistake.

use crate::expr::fault::{Fault, FaultKind};
use crate::expr::kind::Kind;
use crate::rules::data::Wrong;
use crate::syntax::ast::Ident;
use crate::syntax::{KINDS, Word, is_stones, number_of};
#[cfg(feature = "program")]
use crate::text::diagnostic::Report;
use crate::text::diagnostic::{Cause, Diagnostic, Enough, Mistake, nearest};
use crate::text::source::Span;
use crate::work::Failure;
use crate::work::world::Unread;

/// An error that is in the book's complaints already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reported;

/// A result whose error was complained about.
pub(super) type Checked<T> = Result<T, Reported>;

/// All of them, after each complained of its own mistakes.
pub(super) fn each<T>(checked: impl Iterator<Item = Checked<T>>) -> Checked<Vec<T>> {
    let checked: Vec<Checked<T>> = checked.collect();
    checked.into_iter().collect()
}

/// How many complaints are kept: nobody reads more.
const MOST: usize = 200;

/// What stands before a number of complaints that may be more.
#[cfg(feature = "program")]
pub(crate) fn at_least(report: &Report) -> &'static str {
    match report.diagnostics.len() < MOST {
        true => "",
        false => "at least ",
    }
}

/// Complaints in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub(super) struct Complaints {
    list: Vec<Diagnostic>,
    errors: usize,
}

impl Complaints {
    /// Adds a complaint, unless it is there already or there are too many.
    pub(super) fn add(&mut self, complaint: Diagnostic) {
        if complaint.is_error() {
            self.errors += 1;
        }
        if !self.is_full() && !self.list.contains(&complaint) {
            self.list.push(complaint);
        }
    }

    /// Whether no more is kept: nobody needs words for it.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MOST
    }

    /// Gives the last complaint this help, where it is of this kind.
    pub(super) fn explain(&mut self, mistake: Mistake, help: &str) {
        let last = self.list.last_mut();
        if let Some(complaint) = last.filter(|it| it.mistake == Some(mistake)) {
            complaint.help = Some(help.to_owned());
        }
    }

    /// How many errors were added, also those that were not kept.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The first error among those added since there were `before` complaints.
    pub(super) fn first_error_since(&self, before: usize) -> Option<Diagnostic> {
        let new = self.list.get(before..).unwrap_or(&[]);
        new.iter().find(|complaint| complaint.is_error()).cloned()
    }

    /// An error whose first place lies inside a span.
    pub(super) fn error_within(&self, span: Span) -> Option<Diagnostic> {
        let is_inside = |complaint: &&Diagnostic| {
            complaint.is_error() && complaint.place().is_some_and(|place| span.holds(place))
        };
        self.list.iter().find(is_inside).cloned()
    }

    pub(super) fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        std::mem::take(&mut self.list)
    }

    /// Goes back to `earlier`; what was added since is returned.
    pub(super) fn take_back(&mut self, earlier: &Complaints) -> Vec<Diagnostic> {
        let now = std::mem::replace(self, earlier.clone());
        now.list.into_iter().skip(earlier.list.len()).collect()
    }
}

// ---- The texts

/// A name that nothing has; it may be that of a bundled game which was not read.
pub fn unknown_name<'a>(
    name: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
    bundled: &[String],
) -> Diagnostic {
    let error = Diagnostic::error("unknown_name", format!("nothing is called `{name}`"))
        .label(span, "not defined");
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(meant) = in_other_case(name, known.iter().copied()) {
        return did_you_mean(error.mistake(Mistake::Name), meant, span);
    }
    if let Some(number) = number_of(name) {
        return error.mistake(Mistake::Name).fix(span, number.to_string());
    }
    if bundled.iter().any(|it| it == name) {
        let help = format!("the bundled game is read by a line `use \"{name}\"`");
        return error.mistake(Mistake::Undefined).help(help);
    }
    if let Some(kind) = name.strip_suffix('s').filter(|kind| KINDS.contains(kind)) {
        let help = format!("`{kind}(k)` says whether k is one");
        return error.mistake(Mistake::Undefined).help(help);
    }
    let player = match name {
        "player1" | "player_1" => Some(Word::First.text()),
        "player2" | "player_2" => Some(Word::Second.text()),
        _ => None,
    };
    if let Some(player) = player {
        return did_you_mean(error.mistake(Mistake::Name), player, span);
    }
    match nearest(name, known) {
        Some(near) => error.mistake(Mistake::Name).guess(span, near),
        None if is_stones(name) => error.mistake(Mistake::Undefined).help(
            "amounts are numbers with no word behind them: `take 2`, and `take 2..` for two or more",
        ),
        None if name == "half" => error.mistake(Mistake::Undefined).help(
            "half of a pile of `n`, rounded down, is `n / 2`",
        ),
        None if matches!(name, "everything" | "whole") => error
            .mistake(Mistake::Undefined)
            .help("the whole pile is `n`, where nothing else is called so"),
        None => error.mistake(Mistake::Undefined).help(format!(
            "define it with `let {name} = …`, or bind it with `for {name} in …`"
        )),
    }
}

/// The only name that is this one but for capital letters.
pub fn in_other_case<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_meant = |known: &&str| known.eq_ignore_ascii_case(name);
    let mut meant = known.into_iter().filter(is_meant);
    meant.next().filter(|only| meant.all(|it| it == *only))
}

/// The complaint about a name that can only be meant as another one.
pub fn did_you_mean(error: Diagnostic, name: &str, span: Span) -> Diagnostic {
    error
        .help(format!("did you mean `{name}`?"))
        .fix(span, name)
}

/// A call of something that cannot be called.
pub fn unknown_call<'a>(
    name: &str,
    span: Span,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let error = Diagnostic::error(
        "unknown_name",
        format!("no query or function is called `{name}`"),
    )
    .mistake(Mistake::Name)
    .label(span, "not defined");
    let known: Vec<&str> = known.into_iter().collect();
    let meant = match name {
        "g" | "G" | "sg" | "nimber" | "value" | "nim_value" | "grundy_value" | "grundy_number" => {
            Some("grundy")
        }
        "options" | "followers" | "successors" => Some("moves"),
        "outcome" | "wins" | "who_wins" => Some("winner"),
        "nimbers" | "nim_values" | "sg_values" | "grundy_values" => Some("values"),
        "lost" | "cold" | "p_positions" | "losing_positions" => Some("losing"),
        "winning_moves" | "good_moves" => Some("winning"),
        "best_move" => Some("best"),
        "nimsum" | "nim_sum" => Some("xor"),
        "sqrt" => Some("isqrt"),
        "log2" => Some("ilog2"),
        "length" | "size" | "count" => Some("len"),
        _ => in_other_case(name, known.iter().copied()),
    };
    // `is_odd(k)`
    let kind = name.strip_prefix("is");
    let kind = kind.map(|kind| kind.strip_prefix('_').unwrap_or(kind));
    let kind = kind.filter(|kind| KINDS.contains(kind));
    let meant = meant.or(kind);
    if let Some(meant) = meant {
        return did_you_mean(error, meant, span);
    }
    let longer = known
        .iter()
        .filter(|it| name.len() > 2 && it.starts_with(name));
    let mut longer: Vec<String> = longer.map(|it| format!("`{it}`")).collect();
    longer.sort_unstable();
    let help = match name {
        "mod" => Some("a remainder is written `n % 3`"),
        "solve" => Some("the query is `winner(…)`; `solve` is a command"),
        "range" => Some("a range is written `1..3`, and both ends belong to it"),
        "selective" | "conjunctive" | "ordinal" => Some(
            "positions of different games are added with `+`; turns that move in several piles are for one game: `each turn 1..2 piles`",
        ),
        "floor" | "ceil" | "round" => {
            Some("`a / b` is rounded down, and `(a + b - 1) / b` is a quotient rounded up")
        }
        "divisors" | "factors" => {
            Some("the divisors of n are `[d for d in 1..n where n % d == 0]`")
        }
        "tau" | "num_divisors" => {
            Some("the number of divisors of n is `len([d for d in 1..n where n % d == 0])`")
        }
        "phi" | "totient" | "euler_phi" => {
            Some("Euler's function of n is `len([k for k in 1..n where gcd(k, n) == 1])`")
        }
        "omega" => Some(
            "the number of primes that divide n is `len([p for p in 2..n where prime(p) and n % p == 0])`",
        ),
        "digit_sum" | "sum_of_digits" | "digitsum" => {
            Some("the sum of the digits of n is `sum(digits(n))`")
        }
        _ => None,
    };
    if let Some(help) = help {
        return error.help(help);
    }
    if !longer.is_empty() {
        return error.help(format!("did you mean {}?", longer.join(" or ")));
    }
    match nearest(name, known) {
        Some(near) => error.guess(span, near),
        None => error.help(format!("define it with `let {name}(x) = …`")),
    }
}

pub fn wrong_kind(wanted: &str, found: &Kind, span: Span) -> Diagnostic {
    let error = other_kind(format!("{wanted} is needed here"));
    let error = error.label(span, format!("this is {found}"));
    match found {
        Kind::Tuple(_) if wanted.contains("list") => {
            error.help("a list stands in brackets, as in `[1, 2, 3]`")
        }
        _ => error,
    }
}

/// Numbers that are joined with `or` or `and`.
pub fn alternatives(span: Span) -> Diagnostic {
    other_kind("conditions are joined in this way, and these are numbers")
        .label(span, "numbers are listed with commas")
}

/// A condition that is joined with numbers by `or`.
pub fn one_of(span: Span, fix: &str) -> Diagnostic {
    other_kind("conditions are joined in this way, and not all of these are some")
        .label(span, "which of several numbers it is")
        .help(format!("write `{fix}`"))
}

/// Values that are joined with `or` or `and`.
pub fn no_conditions(span: Span) -> Diagnostic {
    other_kind("conditions are joined in this way, and none of these is one")
        .label(span, "nothing here is true or false")
        .help("compare each with something, as in `… == 3`; of several moves each is a statement of its own")
}

/// Values of other kinds than are needed.
pub fn other_kind(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("wrong_kind", message).mistake(Mistake::Kind)
}

/// A built-in function or query with arguments it does not take.
pub fn wrong_arguments(name: &str, usage: &str, found: &[Kind], span: Span) -> Diagnostic {
    let kinds: Vec<String> = found.iter().map(Kind::to_string).collect();
    let given = if kinds.is_empty() {
        "no arguments are given".to_string()
    } else {
        format!("given: {}", kinds.join(", "))
    };
    Diagnostic::error(
        "wrong_arguments",
        format!("`{name}` does not take these arguments"),
    )
    .label(span, given)
    .help(usage.to_string())
}

/// A function or game with the wrong number of arguments.
pub fn wrong_arity(name: &str, wanted: &str, found: usize, span: Span) -> Diagnostic {
    let message = match wanted {
        "no arguments" => format!("`{name}` takes no arguments"),
        _ => format!("`{name}` takes {wanted}, not {found}"),
    };
    let label = if found == 0 {
        "used here"
    } else {
        "called here"
    };
    Diagnostic::error("wrong_arity", message).label(span, label)
}

/// A call of a value.
pub fn not_a_function(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a value, not a function");
    Diagnostic::error("not_a_function", message).label(span, "cannot be called")
}

/// An argument of a game that no text could say.
pub fn argument_without_words(name: &str, place: usize) -> Diagnostic {
    other_kind(format!("argument {} of `{name}` is nothing that a rulebook could write", place + 1))
        .help("elements of a list are of one kind, tuples have two parts or more, and strings neither `\"` nor line ends")
}

/// A text under a name that another one has.
pub fn loaded_already(name: &str) -> Diagnostic {
    Diagnostic::error("loaded_already", format!("`{name}` is loaded already"))
        .help("give the text another name, or make a new rulebook")
}

/// A text of more bytes than are read.
pub fn long_text(name: &str, length: u64, most: u64) -> Diagnostic {
    Diagnostic::error(
        "text_limit",
        format!("`{name}` has {length} bytes of text, and no more than {most} are read"),
    )
    .help("shorten it, or read it with other limits")
    .cause(Cause::Memory)
}

/// A game, or a position of one, that was not made from this rulebook.
pub fn foreign_game(label: &str) -> Diagnostic {
    let label = match label {
        "this" => label.to_owned(),
        label => format!("`{label}`"),
    };
    Diagnostic::error(
        "foreign_game",
        format!("{label} is a game of another rulebook"),
    )
    .help("make games and positions with the rulebook that is asked about them")
    .cause(Cause::Foreign)
}

/// A name that was given before.
pub fn duplicate(name: &str, first: Span, second: Span) -> Diagnostic {
    Diagnostic::error("duplicate_name", format!("`{name}` is defined twice"))
        .label(second, "defined again here")
        .label(first, "first defined here")
        .help("rename one of them")
}

/// The complaint that a name was given to one of the others.
pub fn given_before<'a>(
    name: &Ident,
    others: impl IntoIterator<Item = &'a Ident>,
) -> Option<Diagnostic> {
    let mut others = others.into_iter();
    let first = others.find(|other| other.name == name.name)?;
    Some(duplicate(&name.name, first.span, name.span))
}

pub fn fault(fault: Fault) -> Diagnostic {
    let Fault { kind, span } = fault;
    match kind {
        FaultKind::Failed(failure) => {
            let is_complete = matches!(*failure, Failure::Fault(_) | Failure::Complaint(_));
            let diagnostic = Diagnostic::from(*failure);
            match is_complete {
                true => diagnostic,
                false => diagnostic.label(span, "while working this out"),
            }
        }
        FaultKind::Overflow => Diagnostic::error("overflow", "the result does not fit 64 bits")
            .label(span, "overflows here")
            .help("integers go from -9223372036854775808 to 9223372036854775807"),
        FaultKind::DivisionByZero => Diagnostic::error("division_by_zero", "division by zero")
            .mistake(Mistake::Divisor)
            .label(span, "the divisor is 0")
            .help("exclude it with a condition, for example `where k > 0`"),
        FaultKind::Index { .. } => Diagnostic::error("index_out_of_range", kind.to_string())
            .label(span, "indexed here")
            .help(
                "indices count from 0, and the last one is `len(xs) - 1`; a condition keeps them inside, such as `where i + 1 < len(xs)` for `xs[i + 1]`",
            ),
        FaultKind::Argument(why) => {
            Diagnostic::error("bad_argument", why).label(span, "called here")
        }
        FaultKind::Empty(name) => Diagnostic::error("bad_argument", kind.to_string())
            .label(span, "called here")
            .help(format!("where the list may be empty, ask for that before, as in `p[i] > 0 and p[i] == {name}(…)`")),
        FaultKind::Pile(no_pile) => no_pile.label(span, "not a pile of this game"),
        FaultKind::MixedMisere => mixed_misere(span),
        FaultKind::Endless(_) => Diagnostic::error("endless_call", kind.to_string())
            .label(span, "called again here")
            .help("a function that calls itself needs an `if` whose other branch calls it no more"),
        FaultKind::Nested(_) => Diagnostic::error("nested_calls", kind.to_string())
            .label(span, "one call too many")
            .help("do the calls end? If so, let each leave less to do, for example a half, or ask for smaller values first: they are kept"),
    }
}

/// A misère game added to a normal one.
pub fn mixed_misere(span: Span) -> Diagnostic {
    Diagnostic::error(
        "mixed_misere",
        "a misère game can only be added to misère games",
    )
    .label(
        span,
        "one of these ends with the last move losing, another with it winning",
    )
    .help("write `misere(GAME)` for the game with the last move losing")
}

/// An open range that nothing ends.
///
/// `first` is its first number as it is written, and `coord` a coordinate of the game's piles, where it has one that is a number.
pub fn endless(
    name: &str,
    first: &str,
    span: Span,
    what_it_is: &str,
    coord: Option<&str>,
) -> Diagnostic {
    let what = if name.is_empty() {
        "this amount".to_string()
    } else {
        format!("`{name}`")
    };
    Diagnostic::error("endless_range", format!("nothing shows that {what} ever stops growing"))
        .label(span, what_it_is)
        .help(match coord {
            Some(coord) => {
                let name = if name.is_empty() { "k" } else { name };
                format!("give it an upper end, as in `{first}..{coord}`, a condition that bounds it, as in `where {name} * {name} <= {coord}`, or one that ends it, as in `for {name} in {first}.. while {name} < {coord}`")
            }
            None if name.is_empty() => "give it an upper end, as in `1..10`".to_owned(),
            None => format!("say where it ends, as in `for {name} in 1..10`, or give a list: `for {name} in …`"),
        })
}

/// A game or position where a rule computes.
pub fn game_in_rule(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("query_in_rule", format!("{what} cannot stand here"))
        .label(span, "a rule computes with its own pile only")
        .help("in a rule a position such as `nim[3]` stands only behind the `->` of a `move`")
}

/// A file that is not read.
pub fn unread(path: &str, unread: &Unread, span: Span) -> Diagnostic {
    match unread {
        Unread::Why(why) => {
            Diagnostic::error("unreadable_file", format!("cannot read `{path}`: {why}"))
                .label(span, "named here")
        }
        Unread::Outside { folder, .. } => {
            Diagnostic::error("outside_root", format!("`{path}` is not read: {unread}"))
                .label(span, "named here")
                .enough(Enough::Folder(folder.clone()))
        }
        Unread::Stop(limit) => Diagnostic::from(*limit).label(span, "read here"),
    }
}

/// A file that `use` names and that holds something else. What it holds is not shown.
pub fn no_rule_file(path: &str, line: usize, span: Span) -> Diagnostic {
    Diagnostic::error(
        "unreadable_file",
        format!("cannot read `{path}`: it is not a rule file (line {line})"),
    )
    .label(span, "named here")
    .help("where it is meant to be one, give it a name that ends in `.nimrule` to be shown its mistakes")
}

/// A file that is no table of integers; what it holds is told only where it is `shown`.
pub(super) fn bad_table(path: &str, wrong: &Wrong, shown: bool, span: Span) -> Diagnostic {
    let why = match wrong {
        Wrong::Field(line, column, field) if shown => {
            format!("line {line}, column `{column}`: `{field}` is not an integer")
        }
        Wrong::Field(line, column, _) => {
            format!("line {line}, column `{column}` is not an integer")
        }
        Wrong::File(why) => why.clone(),
        Wrong::Column(_) => "it has no such column".to_owned(),
        Wrong::Unread(why) => return unread(path, why, span),
    };
    Diagnostic::error("bad_table", format!("cannot use the table `{path}`: {why}"))
        .label(span, "read here")
        .help("a table is a CSV file with a line of column names and then integers")
}

pub fn unknown_column(path: &str, name: &str, span: Span, known: &[String]) -> Diagnostic {
    let listed: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let near = nearest(name, known.iter().map(String::as_str));
    Diagnostic::error(
        "bad_table",
        format!("the table `{path}` has no column `{name}`"),
    )
    .label(span, "no such column")
    .help_near(near, &format!("it has {}", listed.join(", ")))
}

pub fn query_in_rule(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("query_in_rule", format!("a rule cannot use {what}"))
        .label(span, "a rule sees only its own pile")
        .help("use it in an `expect` or at the prompt")
}
