//! Rules that say nothing, or something else than was meant: warnings that are proved from the checked rules, and never guessed.

mod cases;
mod endless;

use hashbrown::{HashMap, HashSet};

use self::cases::Cases;
use self::endless::endless;
use super::book::Book;
use super::game::{Change, Effect, Ending, GameRules, Move, Wording};
use super::number_facts::NumberFacts;
use super::owner::Owner;
use crate::expr::interval::Interval;
use crate::expr::shape::{Bounds, CoordKind, Entry};
use crate::expr::tree::{ArithOp, Clause, Expr, Op, RangeClause};
use crate::syntax::ast::{self, Moves, Node, Statement, StatementKind};
use crate::syntax::scan::{TokenKind, tokens};
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::{Sources, Span};
use crate::work::budget::Budget;

impl Book {
    /// Looks at the rules of a game for statements that never do anything and for plays that never end.
    pub(super) fn lint(&mut self, item: &ast::GameItem, game: &GameRules, owner: &Owner) {
        let coords = game.header.shape.coords.iter();
        let mut ranges = coords.filter_map(|coord| match coord.kind {
            CoordKind::Int(bounds) => Some(bounds),
            CoordKind::Row { .. } => None,
        });
        // Where there are no piles, that was said.
        if ranges.any(|Bounds { lo, hi }| hi.is_some_and(|hi| hi < lo)) {
            return;
        }
        let pairs = item.statements.windows(2);
        let kinds: Vec<Diagnostic> = pairs
            .filter_map(|pair| two_kinds(&self.texts.sources, pair))
            .collect();
        self.complain_of(kinds);
        let free = Free::of(self, item, owner);
        let mut made: HashMap<usize, Vec<&Move>> = HashMap::new();
        for rule in &game.moves {
            made.entry(rule.statement).or_default().push(rule);
        }
        for (number, statement) in item.statements.iter().enumerate() {
            if !free.is_free(self, statement.span) {
                if let StatementKind::Moves(written) = &statement.kind {
                    self.complain_of(in_numbers(written));
                }
                continue;
            }
            let budget = self.left();
            let found = match &statement.kind {
                StatementKind::Moves(written) => {
                    let moves = made.get(&number).map_or(&[][..], Vec::as_slice);
                    if moves.iter().any(|_| self.go_on().is_err()) {
                        return;
                    }
                    let mut found = Vec::new();
                    found.extend(endless(game, moves));
                    found.extend(idle((game, &budget), moves, (written, statement)));
                    found
                }
                StatementKind::End(condition) => {
                    ending((game, &budget), &game.ends, condition.span)
                }
                StatementKind::Draw(condition) => {
                    ending((game, &budget), &game.draws, condition.span)
                }
                StatementKind::Turn(turn) => turns(turn),
                _ => Vec::new(),
            };
            self.complain_of(found);
        }
    }
}

/// What statements may speak of so that something is proved for all arguments of a game: no parameter, and no `let` of its own.
struct Free {
    names: HashSet<String>,
    /// Whether the ranges of piles depend on such a name.
    has_bound_pile: bool,
}

impl Free {
    fn of(book: &Book, item: &ast::GameItem, owner: &Owner) -> Free {
        let names = match owner.params.is_empty() {
            true => HashSet::new(),
            false => owner.names().into_iter().collect(),
        };
        let mut free = Free {
            names,
            has_bound_pile: false,
        };
        let is_pile = |it: &&Statement| matches!(it.kind, StatementKind::Pile(_));
        let mut piles = item.statements.iter().filter(is_pile);
        free.has_bound_pile = piles.any(|pile| !free.is_free(book, pile.span));
        free
    }

    fn is_free(&self, book: &Book, span: Span) -> bool {
        if self.names.is_empty() {
            return true;
        }
        let text = book.text(span);
        let mut names = tokens(text).filter(|token| token.kind == TokenKind::Name);
        !self.has_bound_pile && !names.any(|name| self.names.contains(name.text(text)))
    }
}

fn known_of(game: &GameRules) -> NumberFacts {
    NumberFacts::of(&game.coords, &game.header.shape)
}

// ---- What never does anything

/// Why a move is none, for all piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Never {
    /// A range without numbers.
    Range(Span),
    /// An amount that is always below 1.
    Amount(Span),
    /// A condition that never holds.
    Condition(Span),
    /// What it leaves is no pile.
    Result,
}

impl Never {
    fn span(self) -> Option<Span> {
        match self {
            Never::Range(span) | Never::Amount(span) | Never::Condition(span) => Some(span),
            Never::Result => None,
        }
    }
}

/// What a statement says that is never so or always so.
fn idle(
    at: (&GameRules, &Budget),
    moves: &[&Move],
    (written, statement): (&Moves, &Statement),
) -> Vec<Diagnostic> {
    let (game, _) = at;
    let reasons: Vec<Option<Never>> = moves.iter().map(|rule| never(at, rule)).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut seen: HashSet<Span> = HashSet::new();
    for reason in reasons.iter().flatten() {
        let Some(span) = reason.span().filter(|span| seen.insert(*span)) else {
            continue;
        };
        // One part of a statement may be impossible where others are not.
        let mut holders = moves
            .iter()
            .zip(&reasons)
            .filter(|(rule, _)| speaks_at(rule, span));
        if holders.all(|(_, why)| *why == Some(*reason)) {
            found.push(complaint(*reason, span, written));
        }
    }
    if found.is_empty() && reasons.iter().all(Option::is_some) {
        let starts_at_0 = game.header.shape.as_heap().is_some_and(|it| it.lo == 0);
        let is_take = |rule: &&Move| {
            let changes = matches!(rule.effect, Effect::Change(_));
            changes && matches!(rule.wording, Wording::Take(_))
        };
        let why = match moves {
            [] => "there is nothing to choose from",
            _ if starts_at_0 && moves.iter().all(is_take) => "this is always more than there is",
            _ => "there is no such pile, or what it would leave is none",
        };
        found.push(
            Diagnostic::warning("never", "no pile can make this move")
                .mistake(Mistake::Idle)
                .label(statement.span, why)
                .help("remove it, or change the range of the piles"),
        );
    }
    let made = moves.iter().zip(&reasons);
    let made = made.filter(|(_, reason)| reason.is_none());
    let made: Vec<&Move> = made.map(|(rule, _)| *rule).collect();
    found.extend(always(at, &made, written));
    found.extend(downwards(game, moves));
    found
}

/// `take 1..2 split into 2`, written as if it were one move.
fn two_kinds(sources: &Sources, pair: &[Statement]) -> Option<Diagnostic> {
    let [one, other] = pair else {
        return None;
    };
    let (StatementKind::Moves(Moves::Take(take)), StatementKind::Moves(Moves::Split(split))) =
        (&one.kind, &other.kind)
    else {
        return None;
    };
    let between = Span::new(
        one.span.source,
        one.span.end as usize,
        other.span.start as usize,
    );
    let is_apart = sources.slice(between) != " ";
    if is_apart || take.leaving.is_some() || take.from.is_some() || split.sizes.is_some() {
        return None;
    }
    let amounts = take.amounts.listed();
    let amounts = sources.slice(amounts.first()?.span.to(amounts.last()?.span));
    let meant = format!("take {amounts} leaving 0..2 piles");
    let warning = Diagnostic::warning("two_kinds", "these are two kinds of moves");
    Some(
        warning
            .mistake(Mistake::Idle)
            .label(other.span, "this one takes nothing")
            .help(format!(
                "where the rest may be split write `{meant}`; where two kinds are meant, put a line break or two blanks between them"
            ))
    )
}

/// Amounts of numbers alone that are none, whatever the arguments of the game are.
fn in_numbers(written: &Moves) -> Vec<Diagnostic> {
    let idle = written
        .amounts()
        .iter()
        .filter(|it| meant(written, it.span).is_some());
    let found = idle.map(|amount| {
        let reason = match amount.node {
            Node::Range(..) => Never::Range(amount.span),
            _ => Never::Amount(amount.span),
        };
        complaint(reason, amount.span, written)
    });
    found.collect()
}

fn complaint(reason: Never, span: Span, written: &Moves) -> Diagnostic {
    let complaint = match reason {
        Never::Range(_) => {
            let (lo, hi) = meant(written, span).unwrap_or((1, 3));
            Diagnostic::warning("empty_range", "no number lies in this range")
                .label(span, "it always begins above its end")
                .help(format!("the smaller end comes first: `{lo}..{hi}`"))
        }
        Never::Amount(_) => {
            let error = Diagnostic::warning("never", "this is never an amount")
                .label(span, "always below 1, and at least 1 must be taken");
            match meant(written, span) {
                Some((lo, hi)) => error
                    .help(format!(
                        "`{lo} - {hi}` is a difference; did you mean `{lo}..{hi}`?"
                    ))
                    .guess(span, format!("{lo}..{hi}")),
                None => error.help("amounts are 1 or more: `take 1`, `take 1..3`, `take any`"),
            }
        }
        Never::Condition(_) | Never::Result => {
            Diagnostic::warning("never", "this condition never holds")
                .label(span, "so there is no such move")
                .help("remove the statement, or change the condition")
        }
    };
    complaint.mistake(Mistake::Idle)
}

/// The numbers of `1 - 3` or `3..1` at this place, as an amount.
fn meant(written: &Moves, span: Span) -> Option<(i64, i64)> {
    let (lo, hi) = match &written.amounts().iter().find(|it| it.span == span)?.node {
        Node::Range(Some(hi), Some(lo)) => (&lo.node, &hi.node),
        Node::Arith(lo, rest) => match &**rest {
            [(ArithOp::Sub, hi)] => (&lo.node, &hi.node),
            _ => return None,
        },
        _ => return None,
    };
    match (lo, hi) {
        (Node::Int(lo), Node::Int(hi)) if (1..*hi).contains(lo) => Some((*lo, *hi)),
        _ => None,
    }
}

/// Whether a part of a move stands at this place.
fn speaks_at(rule: &Move, span: Span) -> bool {
    rule.clauses.iter().any(|clause| match clause {
        Clause::Range(range) => range_span(range) == Some(span),
        Clause::Test(test) => test.span == span,
        _ => clause.exprs().iter().any(|expr| expr.span == span),
    })
}

fn range_span(range: &RangeClause) -> Option<Span> {
    Some(range.lo.span.to(range.hi.as_ref()?.span))
}

/// Why a move is none for all piles; `None`: for some it may be one.
fn never((game, budget): (&GameRules, &Budget), rule: &Move) -> Option<Never> {
    let mut known = known_of(game);
    let mut before: Vec<&Expr> = Vec::new();
    for clause in &rule.clauses {
        match clause {
            Clause::Range(range)
                if range
                    .hi
                    .as_ref()
                    .is_some_and(|hi| known.difference(hi, &range.lo).hi < 0) =>
            {
                return range_span(range).map(Never::Range);
            }
            Clause::Test(test) => {
                let cases = Cases {
                    known: &known,
                    frame: rule.frame,
                    budget,
                };
                if cases.truth(&before, test) == Some(false) {
                    if matches!(test.op, Op::Not(_)) && Move::is_implied(test) {
                        // That all piles are drawn is said where it is written.
                        return None;
                    }
                    return Some(match Move::is_implied(test) {
                        false => Never::Condition(test.span),
                        true => implied(rule, test),
                    });
                }
                known.learn(test, true);
                before.push(test);
            }
            _ => {}
        }
        known.bind(clause);
    }
    leaves_none(game, rule, &known).then_some(Never::Result)
}

/// An amount that is below 1, or another condition that nobody wrote.
fn implied(rule: &Move, test: &Expr) -> Never {
    let Op::Compare(first, _) = &test.op else {
        return Never::Result;
    };
    let Op::Local(place) = first.op else {
        return Never::Result;
    };
    let is_amount = |clause: &&Clause| clause.places() == [place];
    match rule.clauses.iter().find(is_amount) {
        Some(Clause::Value { value, .. }) if value.span == test.span => Never::Amount(test.span),
        Some(Clause::Each { list, .. }) if list.span == test.span => Never::Amount(test.span),
        _ => Never::Result,
    }
}

/// Whether what a move leaves is no pile: some number is outside its range.
fn leaves_none(game: &GameRules, rule: &Move, known: &NumberFacts) -> bool {
    let shape = &game.header.shape;
    let is_outside =
        |value: &Expr, bounds: Bounds| !known.interval(value).meets(Interval::of(bounds));
    match &rule.effect {
        Effect::Change(changes) => changes.iter().any(|change| {
            let bounds = match (&shape.coords[change.coord()].kind, change) {
                (CoordKind::Int(bounds), _) => bounds,
                (CoordKind::Row { entry, .. }, Change::Entry { .. }) => match entry {
                    Entry::Int(bounds) => bounds,
                    Entry::Tuple(_) => return false,
                },
                _ => return false,
            };
            is_outside(change.value(), *bounds)
        }),
        Effect::Piles(list) => match (&list.op, shape.as_heap()) {
            (Op::Elements(items), Some(bounds)) => items
                .iter()
                .any(|item| !matches!(item.op, Op::Range(..)) && is_outside(item, bounds)),
            _ => false,
        },
        Effect::Position(_) => false,
    }
}

// ---- What is always so

/// Conditions that hold for every pile.
fn always(
    (game, budget): (&GameRules, &Budget),
    moves: &[&Move],
    written: &Moves,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    // What is true without a look at the pile is no condition of the moves any more.
    if let Some(guard) = &written.tail().guard
        && !moves.is_empty()
    {
        let mut parts = Vec::new();
        conjuncts(guard, &mut parts);
        parts.retain(|part| !moves.iter().any(|rule| speaks_at(rule, *part)));
        found.extend(parts.into_iter().map(holds_always));
    }
    for rule in moves {
        let mut known = known_of(game);
        for clause in &rule.clauses {
            let cases = Cases {
                known: &known,
                frame: rule.frame,
                budget,
            };
            if let Clause::Test(test) = clause
                && !Move::is_implied(test)
                && cases.truth(&[], test) == Some(true)
            {
                found.push(holds_always(test.span));
            }
            known.bind(clause);
        }
    }
    found
}

/// The parts of a condition that are joined by `and`.
fn conjuncts(condition: &ast::Expr, parts: &mut Vec<Span>) {
    match &condition.node {
        Node::And(inner) => inner.iter().for_each(|part| conjuncts(part, parts)),
        _ => parts.push(condition.span),
    }
}

fn holds_always(span: Span) -> Diagnostic {
    Diagnostic::warning("always", "this condition always holds")
        .label(span, "so it says nothing")
        .help("remove it, or write what was meant")
}

/// Ranges in lists that run downwards for every pile.
fn downwards(game: &GameRules, moves: &[&Move]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for rule in moves {
        let mut known = known_of(game);
        rule.clauses.iter().for_each(|clause| known.bind(clause));
        let mut ranges = Vec::new();
        for expr in rule.exprs() {
            listed_ranges(expr, &mut ranges);
        }
        for (lo, hi) in ranges {
            let length = known.difference(hi, lo);
            if length.hi <= 0 && length.lo < 0 {
                let most = match length.hi {
                    0 => "it never has more than one number",
                    _ => "it never has any number",
                };
                found.push(
                    Diagnostic::warning("empty_range", "this range runs downwards")
                        .label(lo.span.to(hi.span), most)
                        .help("the smaller end comes first; `reverse([1..3])` runs downwards"),
                );
            }
        }
    }
    found
}

/// The ranges that stand for their numbers in lists.
fn listed_ranges<'e>(expr: &'e Expr, found: &mut Vec<(&'e Expr, &'e Expr)>) {
    for child in expr.children() {
        if let (Op::Elements(_), Op::Range(lo, Some(hi))) = (&expr.op, &child.op) {
            found.push((lo, hi));
        }
        listed_ranges(child, found);
    }
}

/// An `end when` that ends the game for every pile or for none.
fn ending(
    (game, budget): (&GameRules, &Budget),
    endings: &[Ending],
    span: Span,
) -> Vec<Diagnostic> {
    let ending = endings.iter().find(|ending| ending.condition.span == span);
    let truth = ending.and_then(|Ending { frame, condition }| {
        let cases = Cases {
            known: &known_of(game),
            frame: *frame,
            budget,
        };
        cases.truth(&[], condition)
    });
    let warning = truth.map(|truth| match truth {
        true => Diagnostic::warning("always", "this condition always holds")
            .label(span, "so no pile has another move"),
        false => Diagnostic::warning("never", "this condition never holds")
            .label(span, "so it says nothing"),
    });
    let warning = warning.map(|it| it.help("remove it, or write what was meant"));
    warning.into_iter().collect()
}

/// Ranges of `each turn` that run downwards.
fn turns(turn: &ast::Turn) -> Vec<Diagnostic> {
    let is_empty = |count: &&ast::Expr| match &count.node {
        Node::Range(Some(lo), Some(hi)) => {
            matches!((&lo.node, &hi.node), (Node::Int(lo), Node::Int(hi)) if hi < lo)
        }
        _ => false,
    };
    let empty = turn.count.listed().iter().filter(is_empty);
    empty
        .map(|count| {
            Diagnostic::warning("empty_range", "no number lies in this range")
                .label(count.span, "so no turn moves in so many piles")
                .help("the smaller end comes first: `1..3`")
        })
        .collect()
}
