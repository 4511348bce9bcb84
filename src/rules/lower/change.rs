//! `move`: what stands on its left side, and what it becomes.

use super::{Aim, Draft, Lowering, choice};
use crate::expr::kind::Kind;
use crate::expr::shape::CoordKind;
use crate::expr::tree::{CompareOp, Expr, Op};
use crate::expr::value::Value;
use crate::rules::check::indexed;
use crate::rules::errors::{self, Checked, Reported};
use crate::rules::game::{Change, Effect, Move, Wording};
use crate::syntax::ast::{self, Ident, Node, Tail};
use crate::syntax::{self, Word, tokens};
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;
use crate::text::words::none_or_more;

/// A move has at most so many tests, one for each two entries that it names.
const MOST_TESTS: usize = 20_000;

impl Lowering<'_> {
    pub(super) fn rule(&mut self, rule: &ast::MoveRule) -> Checked<Vec<Move>> {
        let lhs = parts_of(&rule.lhs);
        if let Some(error) = self.either(&rule.rhs) {
            return self.scope.fail(error);
        }
        let mut draft = Draft::default();
        for target in lhs {
            self.implicit_index(target, &rule.tail, &mut draft)?;
        }
        let hints: Vec<&ast::Expr> = lhs.iter().chain(&rule.rhs).collect();
        self.bind(&rule.tail, &hints, &mut draft)?;
        let aims = errors::each(lhs.iter().map(|target| self.target(target)));
        let guarded = self.guard(&rule.tail, &mut draft);
        let aims = aims?;
        guarded?;
        for (number, (aim, target)) in aims.iter().zip(lhs).enumerate() {
            let earlier = &aims[..number];
            let text_of = |target: &ast::Expr| self.scope.book.text(target.span);
            let text = text_of(target);
            let (first, help) = match aim {
                Aim::Coord(coord) => (
                    earlier.iter().position(|other| other.coord() == *coord),
                    "give each coordinate one new value",
                ),
                Aim::Entry(..) => (
                    lhs[..number]
                        .iter()
                        .position(|it| is_same(text_of(it), text)),
                    "give each entry one new value; two entries have two indices: `p[i], p[j]`",
                ),
            };
            if let Some(first) = first {
                let message = format!("`{text}` stands twice on the left of this move");
                let mut error = Diagnostic::error("duplicate_name", message);
                error = error.label(target.span, "again here").help(help);
                if let Aim::Entry(..) = aim {
                    error = error.label(lhs[first].span, "first here");
                }
                return self.scope.fail(error);
            }
            if let Aim::Entry(coord, index) = aim {
                self.inside(*coord, index, &mut draft);
                for other in earlier {
                    if let Aim::Entry(same, before) = other
                        && same == coord
                        && !is_known_to_differ(index, before)
                    {
                        let test = index.clone().compare(CompareOp::Ne, before.clone());
                        draft.tests.push(test);
                    }
                }
                if draft.tests.len() > MOST_TESTS {
                    let message = "this move changes too many entries that are named one by one";
                    let error = Diagnostic::error("too_many_entries", message);
                    let help = "a whole row is given as a list: `row -> [x + 1 for x in row]`";
                    return self
                        .scope
                        .fail(error.label(target.span, "from here on").help(help));
                }
            }
        }
        self.scope.positions = true;
        let effect = self.effect(&aims, &rule.rhs)?;
        Ok(vec![self.finish(draft, effect, Wording::Change)?])
    }

    /// `move n -> n - 1 or n / 2`, as one move for each.
    fn either(&self, rhs: &[ast::Expr]) -> Option<Diagnostic> {
        let [value] = rhs else {
            return None;
        };
        let Node::Or(parts) = &value.node else {
            return None;
        };
        let is_result = |part: &ast::Expr| {
            matches!(
                part.node,
                Node::Arith(..) | Node::Name(_) | Node::Int(_) | Node::Tuple(_)
            )
        };
        let source = self.scope.book.texts.sources.get(self.span.source)?;
        let behind = source.plain().get(self.span.end as usize..).unwrap_or("");
        // `move a -> a - 1 or b -> b - 1`
        if !parts.iter().all(is_result) || behind.trim_start().starts_with("->") {
            return None;
        }
        let statement = self.scope.book.text(self.span);
        let before = statement.get(..(value.span.start - self.span.start) as usize)?;
        let behind = statement.get((value.span.end - self.span.start) as usize..)?;
        let text_of = |part: &ast::Expr| self.scope.book.text(part.span);
        let moves = parts
            .iter()
            .map(|part| format!("{before}{}{behind}", text_of(part)));
        let moves = moves.collect::<Vec<String>>().join("  ");
        Some(
            errors::no_conditions(value.span)
                .help(format!("write `{moves}`"))
                .fix(self.span, moves),
        )
    }

    /// An index name on the left that is bound nowhere runs over the row.
    pub(super) fn implicit_index(
        &mut self,
        target: &ast::Expr,
        tail: &Tail,
        draft: &mut Draft,
    ) -> Checked<()> {
        let Some((_, index)) = indexed(target) else {
            return Ok(());
        };
        let Node::Name(name) = &index.node else {
            return Ok(());
        };
        if tail.binds(name) || !self.scope.is_free(name) {
            return Ok(());
        }
        let name = Ident {
            name: name.clone(),
            span: index.span,
        };
        let clause = self.scope.unstated(&name, &[target])?;
        draft.binders.push(clause);
        let chosen = self.scope.locals.last().and_then(choice);
        draft.choices.extend(chosen);
        Ok(())
    }

    /// A coordinate or an entry of a row.
    pub(super) fn target(&mut self, target: &ast::Expr) -> Checked<Aim> {
        let coords = &self.shape().coords;
        let named = |node: &Node| match node {
            Node::Name(name) => coords.iter().position(|coord| coord.name == *name),
            _ => None,
        };
        if let Some(coord) = named(&target.node) {
            return Ok(Aim::Coord(coord));
        }
        if let Some((base, index)) = indexed(target)
            && let Some(coord) = named(&base.node)
            && let CoordKind::Row { .. } = coords[coord].kind
        {
            let index = self.scope.int(index)?;
            return Ok(Aim::Entry(coord, index));
        }
        let text = self.scope.book.text(target.span).to_string();
        if let Some(error) = self.take_from_both(&text, target.span) {
            return self.scope.fail(error);
        }
        let names = self.shape().coords.iter().map(|coord| match coord.kind {
            CoordKind::Int(_) => format!("`{}`", coord.name),
            CoordKind::Row { .. } => format!("`{0}` or `{0}[i]`", coord.name),
        });
        let names: Vec<String> = names.collect();
        // Without a `pile` it is one number.
        let is_name = matches!(target.node, Node::Name(_));
        let more = match self.shape().as_heap() {
            Some(_) if is_name => format!(
                "; for another name write `pile {text}` before the moves, and `pile (a, b)` for several numbers"
            ),
            Some(_) => "; one of several numbers is written `pile (a, b)`".to_owned(),
            None => String::new(),
        };
        let message = format!("`{text}` is no part of a pile of this game");
        self.scope.fail(
            Diagnostic::error("unknown_coordinate", message)
                .label(target.span, "a coordinate or an entry of a row is needed")
                .help(format!("a pile has {}{more}", names.join(", "))),
        )
    }

    /// `take any from both` in words of the language.
    fn take_from_both(&self, text: &str, place: Span) -> Option<Diagnostic> {
        let bounds = self.shape().as_int_tuple().unwrap_or_default();
        let statement = self.scope.book.text(self.span);
        let amounts = statement
            .strip_prefix("take ")?
            .strip_suffix("from both")?
            .trim();
        let [a, b] = self.shape().coords.as_slice() else {
            return (text == "both").then(|| {
                let before = statement.rfind(Word::From.text()).unwrap_or(0);
                let from = Span {
                    start: self.span.start + before as u32,
                    ..place
                };
                syntax::slip("unknown_word", from, "from both", "each turn 2 piles alike")
            });
        };
        let fix = syntax::same_from_both(&a.name, &b.name, amounts);
        (text == "both" && bounds.len() == 2)
            .then(|| syntax::slip("unknown_word", self.span, statement, &fix))
    }

    /// The kind of the new value that a target takes.
    pub(super) fn aim_kind(&self, aim: &Aim) -> Kind {
        match (&self.shape().coords[aim.coord()].kind, aim) {
            (CoordKind::Int(_), _) => Kind::Int,
            (CoordKind::Row { entry, .. }, Aim::Coord(_)) => entry.kind().list(),
            (CoordKind::Row { entry, .. }, Aim::Entry(..)) => entry.kind(),
        }
    }

    pub(super) fn change(&self, aim: &Aim, value: Expr) -> Change {
        match aim {
            Aim::Coord(coord) => Change::Coord {
                coord: *coord,
                value,
            },
            Aim::Entry(coord, index) => Change::Entry {
                coord: *coord,
                index: index.clone(),
                value,
            },
        }
    }

    pub(super) fn effect(&mut self, aims: &[Aim], rhs: &[ast::Expr]) -> Checked<Effect> {
        let values = match parts_of(rhs) {
            parts if aims.len() == parts.len() && aims.len() > 1 => parts,
            _ => rhs,
        };
        if let ([value], [_, ..]) = (values, aims) {
            return self.single_result(aims, value);
        }
        if values.len() != aims.len() {
            let span = rhs.first().map_or(self.span, |first| {
                rhs.last()
                    .map_or(first.span, |last| first.span.to(last.span))
            });
            let left = none_or_more(aims.len(), "coordinate");
            let right = none_or_more(values.len(), "value");
            let message = format!("{left} on the left, {right} on the right");
            let error = Diagnostic::error("wrong_arity", message);
            let why = "one new value is needed for each coordinate on the left";
            let error = error.label(span, why);
            let text = self.scope.book.text(span);
            if let ([_], [first, bound]) = (aims, values)
                && is_bound(bound)
            {
                let texts = [first, bound].map(|value| self.scope.book.text(value.span));
                let fix = texts.join(" for ");
                return self.scope.fail(error.fix(span, fix));
            }
            let mut written = values.iter().map(|value| self.scope.book.text(value.span));
            let first = written.next();
            let error = match (aims, self.shape().as_heap(), self.shape().coords.as_slice()) {
                ([_], Some(_), _) if written.all(|value| Some(value) == first) => {
                    error.fix(span, format!("[{text}]"))
                }
                ([_], Some(_), [pile]) => error.help(format!(
                    "for one pile of each write `[{text}]`; for one of them `{} -> k for k in [{text}]`",
                    pile.name
                )),
                _ if values.iter().all(|value| is_pile(aims, value)) => error.help(format!(
                    "for one of them write `to for to in [{text}]` behind the arrow"
                )),
                _ => error.help("as in `move a, b -> a - k, b - k`"),
            };
            return self.scope.fail(error);
        }
        let mut changes = Vec::new();
        let mut failed = false;
        for (aim, value) in aims.iter().zip(values) {
            let kind = self.aim_kind(aim);
            match self.scope.of_kind(value, &kind, &kind.to_string()) {
                Ok(value) => changes.push(self.change(aim, value)),
                Err(Reported) => {
                    failed = true;
                    if matches!(value.node, Node::Tuple(_)) {
                        self.hint_at_moves();
                    }
                }
            }
        }
        if failed {
            Err(Reported)
        } else {
            Ok(Effect::Change(changes))
        }
    }

    /// Whole piles where single values stand were perhaps meant as several ways to move.
    pub(super) fn hint_at_moves(&mut self) {
        let help =
            "write a `move` of its own for each way to move; several piles stand in brackets";
        self.scope.book.complaints.explain(Mistake::Kind, help);
    }

    /// One expression on the right: a new value, a list of piles, or a position.
    pub(super) fn single_result(&mut self, aims: &[Aim], value: &ast::Expr) -> Checked<Effect> {
        let checked = self.scope.expr(value)?;
        if checked.kind == Kind::Position {
            return self.check_ending_rule(checked).map(Effect::Position);
        }
        if let [aim] = aims {
            let wanted = self.aim_kind(aim);
            if checked.kind.fits(&wanted) {
                return Ok(Effect::Change(vec![self.change(aim, checked)]));
            }
        }
        let pile = self.shape().kind();
        match &checked.kind {
            Kind::List(_)
                if matches!(value.node, Node::Range(..)) && self.shape().as_heap().is_some() =>
            {
                let text = self.scope.book.text(value.span);
                let name = &self.shape().coords[0].name;
                let help = match changes_by_range(value) {
                    // `n + 1..3` begins at n + 1, and what is meant ends at n + 3.
                    Some(place) => format!(
                        "to change it by one of these write `{name} -> {}k for k in {}`",
                        &text[..place],
                        &text[place..]
                    ),
                    None => format!(
                        "for one of them write `{name} -> k for k in {text}`; for a pile of each `{name} -> [{text}]`"
                    ),
                };
                self.scope.fail(
                    Diagnostic::error("bare_range", "a range is no pile")
                        .label(value.span, "one of them, or all of them?")
                        .help(help),
                )
            }
            Kind::List(element) if element.fits(&pile) => Ok(Effect::Piles(checked)),
            Kind::Unknown => Ok(Effect::Piles(checked)),
            Kind::Tuple(kinds) if aims.len() == kinds.len() && aims.len() > 1 => {
                let kinds = kinds.clone();
                let mut changes = Vec::new();
                for (index, (aim, kind)) in aims.iter().zip(kinds).enumerate() {
                    let part = Op::Field(Box::new(checked.clone()), index);
                    let part = Expr::new(part, kind, checked.span);
                    let wanted = self.aim_kind(aim);
                    if !part.kind.fits(&wanted) {
                        let error = errors::wrong_kind(&wanted.to_string(), &part.kind, part.span);
                        return self.scope.fail(error);
                    }
                    changes.push(self.change(aim, part));
                }
                Ok(Effect::Change(changes))
            }
            Kind::Int if aims.len() > 1 => {
                let count = aims.len();
                let message = format!("{count} values are needed on the right, 1 is given");
                let why = "one new value is needed for each coordinate on the left";
                let error = Diagnostic::error("wrong_arity", message).label(checked.span, why);
                self.scope.fail(error.help(
                    "as in `move a, b -> a - k, b - k`; a coordinate that stays as it is can be left out on the left",
                ))
            }
            other => {
                let wanted = match aims {
                    [aim] => self.aim_kind(aim).to_string(),
                    _ => format!("a tuple of {}", aims.len()),
                };
                let words = self.shape().in_words();
                let error = errors::wrong_kind(&wanted, other, checked.span).help(format!(
                    "or a list of piles, each {words}, or a position of another game"
                ));
                self.scope.fail(error)
            }
        }
    }

    /// Complains where a rule leads to a game with another ending rule.
    pub(super) fn check_ending_rule(&mut self, result: Expr) -> Checked<Expr> {
        let misere = self.header.misere;
        let fits = |expr: &Expr| match &expr.op {
            Op::Const(Value::Game(header)) => header.misere == misere,
            Op::Const(Value::Position(position)) => position.is_misere() == misere,
            _ => true,
        };
        if !result.nodes().all(fits) {
            return self.scope.fail(errors::mixed_misere(result.span));
        }
        Ok(result)
    }
}

/// The coordinates of one side of a move, in parentheses or without.
fn parts_of(side: &[ast::Expr]) -> &[ast::Expr] {
    match side {
        [
            ast::Expr {
                node: Node::Tuple(parts),
                ..
            },
        ] => parts,
        list => list,
    }
}

/// Whether a value is a whole pile, one part for each coordinate on the left.
fn is_pile(aims: &[Aim], value: &ast::Expr) -> bool {
    matches!(&value.node, Node::Tuple(parts) if parts.len() == aims.len() && parts.len() > 1)
}

/// Whether a value says what a name goes through: `k in 1..3`.
fn is_bound(value: &ast::Expr) -> bool {
    match &value.node {
        Node::Compare(left, rest) => {
            let is_in = matches!(&**rest, [(ast::CompareOp::In, _)]);
            is_in && matches!(left.node, Node::Name(_))
        }
        _ => false,
    }
}

/// Whether two indices are different numbers.
fn is_known_to_differ(one: &Expr, other: &Expr) -> bool {
    matches!((&one.op, &other.op), (Op::Const(one), Op::Const(other)) if one != other)
}

/// Whether two texts are of the same words.
fn is_same(one: &str, other: &str) -> bool {
    let words = |text| tokens(text).map(move |token| token.text(text));
    words(one).eq(words(other))
}

/// Where in `n + 1..3` the range begins that is meant, in bytes.
fn changes_by_range(value: &ast::Expr) -> Option<usize> {
    let Node::Range(Some(first), Some(last)) = &value.node else {
        return None;
    };
    let (Node::Arith(_, rest), Node::Int(_)) = (&first.node, &last.node) else {
        return None;
    };
    let (_, last) = rest.last()?;
    matches!(last.node, Node::Int(_)).then_some((last.span.start - value.span.start) as usize)
}
