//! What is left or made: counts of parts and parts with names.

use std::iter;

use super::{Count, Draft, Lowering, wording};
use crate::expr::builtin::Builtin;
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, CompareOp, Expr, Op, PartSizes, PartitionsClause, Place};
use crate::rules::errors::{self, Checked};
use crate::rules::game::{Change, Effect, Move, Wording};
use crate::syntax::ast::{self, Ident, Node, Parts, Sizes, Tail};
use crate::syntax::scan::tokens;
use crate::syntax::{self, Word};
use crate::text::diagnostic::{Diagnostic, Mistake};
use crate::text::source::Span;

/// What is left of a pile, to fall into parts.
pub(super) struct Rest {
    pub(super) size: Expr,
    pub(super) sizes: PartSizes,
    /// Whether something was taken, so that it may also stay one pile or be nothing.
    pub(super) taking: bool,
    pub(super) wording: Wording,
}

impl Rest {
    pub(super) fn new(size: Expr, sizes: Option<&(Sizes, Span)>, taken: Option<Place>) -> Rest {
        Rest {
            size,
            sizes: match sizes {
                None => PartSizes::Any,
                Some((Sizes::Equal, _)) => PartSizes::Equal,
                Some((Sizes::Unequal, _)) => PartSizes::Unequal,
            },
            taking: taken.is_some(),
            wording: taken.map_or(Wording::Split, wording),
        }
    }
}

impl Lowering<'_> {
    pub(super) fn split(&mut self, split: &ast::Split) -> Checked<Vec<Move>> {
        self.needs_heap(Word::Split)?;
        if let Some(slip) = self.parts_as_sum(split) {
            return self.scope.fail(slip);
        }
        for count in split.parts.counts() {
            let least = match &count.node {
                Node::Range(Some(lo), _) => lo,
                _ => count,
            };
            if let Node::Int(n) = least.node
                && n < 2
            {
                let message = format!("splitting into {n} changes nothing");
                return self.scope.fail(
                    Diagnostic::error("bad_count", message)
                        .label(least.span, "at least 2 parts are needed")
                        .help("as in `split into 2`, `split into 2..3` or `split into 2..`"),
                );
            }
        }
        let mut draft = Draft::default();
        self.bind(&split.tail, &[], &mut draft)?;
        let rest = Rest::new(self.coord(0), split.sizes.as_ref(), None);
        self.leave(&split.parts, &split.tail, draft, &rest)
    }

    /// `split into a + b`, where nothing is called so: parts with names.
    fn parts_as_sum(&self, split: &ast::Split) -> Option<Diagnostic> {
        let [count] = split.parts.counts() else {
            return None;
        };
        let Node::Arith(first, rest) = &count.node else {
            return None;
        };
        let is_sum = rest.iter().all(|(op, _)| *op == ArithOp::Add);
        let parts = iter::once(&**first).chain(rest.iter().map(|(_, part)| part));
        let names = parts.map(|part| match &part.node {
            Node::Name(name) if self.scope.is_free(name) && !split.tail.binds(name) => {
                Some(&**name)
            }
            _ => None,
        });
        let names: Vec<&str> = names.collect::<Option<_>>().filter(|_| is_sum)?;
        let written = self.scope.book.text(count.span);
        Some(syntax::slip(
            "unknown_word",
            count.span,
            written,
            &names.join(", "),
        ))
    }

    /// Moves that leave `rest` as so many parts.
    pub(super) fn leave(
        &mut self,
        parts: &Parts,
        tail: &Tail,
        mut draft: Draft,
        rest: &Rest,
    ) -> Checked<Vec<Move>> {
        match parts {
            Parts::Named(names) => {
                let list = self.named_parts(names, rest, &mut draft)?;
                self.guard(tail, &mut draft)?;
                let effect = Effect::Piles(list);
                Ok(vec![self.finish(draft, effect, rest.wording)?])
            }
            Parts::Counts(counts) => {
                self.are_counts(counts, rest)?;
                let checked = counts.iter().map(|count| self.count(count));
                let checked = checked.collect::<Checked<Vec<Count>>>()?;
                self.guard(tail, &mut draft)?;
                let mut moves = Vec::new();
                for count in checked {
                    moves.extend(self.counted_parts(&count, &draft, rest)?);
                }
                Ok(moves)
            }
        }
    }

    /// Complains where counts are rather sizes: what is left of a pile, or all parts of one.
    fn are_counts(&mut self, counts: &[ast::Expr], rest: &Rest) -> Checked<()> {
        let (Some(first), Some(last)) = (counts.first(), counts.last()) else {
            return Ok(());
        };
        let book = &self.scope.book;
        let name = &self.shape().coords[0].name;
        let written = book.text(self.span);
        let behind = (last.span.end - self.span.start) as usize;
        let behind = written.get(behind..).unwrap_or_default().trim_start();
        let text = book.text(first.span.to(last.span));
        let is_of_size = tokens(text).any(|token| token.text(text) == name);
        let is_clear =
            behind.starts_with(Word::Pile.text()) || !matches!(rest.sizes, PartSizes::Any);
        if is_clear || !rest.taking && counts.len() < 2 || !is_of_size {
            return Ok(());
        }
        let help = match (rest.taking, counts) {
            (true, [count]) => {
                let is = match count.node {
                    Node::Range(..) => Word::In.text(),
                    _ => "==",
                };
                format!(
                    "so many stones are left where `take k where {name} - k {is} {text}` says so, and so many piles where it is `leaving {text} piles`"
                )
            }
            (true, _) => format!("piles of these sizes are left by `move {name} -> [{text}]`"),
            (false, _) => format!(
                "for parts of these sizes write `move {name} -> [{text}]`, for two of any sizes `split into a, b`"
            ),
        };
        self.scope.fail(
            Diagnostic::error("bad_count", "numbers of piles stand here, and no sizes")
                .label(
                    first.span.to(last.span),
                    "these depend on the size of the pile",
                )
                .help(help),
        )
    }

    fn count(&mut self, count: &ast::Expr) -> Checked<Count> {
        match &count.node {
            Node::Range(lo, hi) => {
                let (least, most) = self.scope.ends(lo.as_deref(), hi.as_deref(), count.span)?;
                Ok(Count { least, most })
            }
            _ => {
                let least = self.scope.int(count);
                let least = least.inspect_err(|_| self.hint_at_parts(count))?;
                if let Some(n @ ..0) = least.as_int() {
                    return self.scope.fail(
                        Diagnostic::error("bad_count", format!("there are no {n} piles"))
                            .label(count.span, "a count is at least 0"),
                    );
                }
                Ok(Count {
                    most: Some(least.clone()),
                    least,
                })
            }
        }
    }

    /// An unknown name where a count stands was perhaps meant to name a part.
    fn hint_at_parts(&mut self, count: &ast::Expr) {
        if matches!(count.node, ast::Node::Name(_)) {
            let help = "one name alone is a count; to name the parts write two or more: `a, b`";
            let complaints = &mut self.scope.book.complaints;
            complaints.explain(Mistake::Undefined, help);
        }
    }

    /// The moves for a range of counts: none, one and two parts have loops of their own.
    pub(super) fn counted_parts(
        &mut self,
        count: &Count,
        draft: &Draft,
        rest: &Rest,
    ) -> Checked<Vec<Move>> {
        let mut moves = Vec::new();
        let most = count.most.as_ref().map_or(Some(i64::MAX), Expr::as_int);
        let (Some(mut least), Some(most)) = (count.least.as_int(), most) else {
            return self.varying_parts(count, draft, rest);
        };
        if rest.taking && least <= 0 && most >= 0 {
            moves.push(self.nothing_left(draft, rest)?);
        }
        if rest.taking && least <= 1 && most >= 1 {
            let mut draft = draft.clone();
            draft.test(&rest.size, CompareOp::Ge, self.int(1));
            let change = Change::Coord {
                coord: 0,
                value: rest.size.clone(),
            };
            moves.push(self.finish(draft, Effect::Change(vec![change]), rest.wording)?);
        }
        if least <= 2 && most >= 2 {
            moves.push(self.two_parts(draft, rest)?);
        }
        least = least.max(3);
        if most >= least {
            let most = (most != i64::MAX).then(|| self.int(most));
            moves.push(self.partitions((self.int(least), most), draft, rest)?);
        }
        Ok(moves)
    }

    fn nothing_left(&mut self, draft: &Draft, rest: &Rest) -> Checked<Move> {
        let mut draft = draft.clone();
        draft.test(&rest.size, CompareOp::Eq, self.int(0));
        let none = Expr::new(Op::Elements(Vec::new()), Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(none), rest.wording)
    }

    fn two_parts(&mut self, draft: &Draft, rest: &Rest) -> Checked<Move> {
        let size = &rest.size;
        let mut draft = draft.clone();
        let place = self.scope.frame.place(&Kind::Int);
        let part = Expr::local(place, Kind::Int, self.span);
        let half = |size: Expr| size.arith(ArithOp::Div, self.int(2));
        match rest.sizes {
            PartSizes::Any | PartSizes::Unequal => {
                let total = match rest.sizes {
                    PartSizes::Unequal => size.clone().arith(ArithOp::Sub, self.int(1)),
                    _ => size.clone(),
                };
                draft.range(place, self.int(1), Some(half(total)));
            }
            PartSizes::Equal => {
                draft.value(place, half(size.clone()));
                draft.test(&part, CompareOp::Ge, self.int(1));
                let twice = part.clone().arith(ArithOp::Mul, self.int(2));
                draft.test(&twice, CompareOp::Eq, size.clone());
            }
        }
        let other = size.clone().arith(ArithOp::Sub, part.clone());
        let list = Expr::new(Op::Elements(vec![part, other]), Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(list), rest.wording)
    }

    fn partitions(
        &mut self,
        (least, most): (Expr, Option<Expr>),
        draft: &Draft,
        rest: &Rest,
    ) -> Checked<Move> {
        let mut draft = draft.clone();
        let place = self.scope.frame.place(&Kind::Int.list());
        if let Place::Obj(var) = place {
            draft.binders.push(Clause::Partitions(PartitionsClause {
                var,
                total: rest.size.clone(),
                least,
                most,
                sizes: rest.sizes,
            }));
        }
        let list = Expr::local(place, Kind::Int.list(), self.span);
        self.finish(draft, Effect::Piles(list), rest.wording)
    }

    /// Counts that depend on the pile or on a binder.
    fn varying_parts(&mut self, count: &Count, draft: &Draft, rest: &Rest) -> Checked<Vec<Move>> {
        let mut moves = Vec::new();
        if rest.taking {
            let mut empty = draft.clone();
            empty.test(&count.least, CompareOp::Le, self.int(0));
            if let Some(most) = &count.most {
                empty.test(most, CompareOp::Ge, self.int(0));
            }
            moves.push(self.nothing_left(&empty, rest)?);
        }
        let least = if rest.taking {
            count.least.clone()
        } else {
            let args = vec![count.least.clone(), self.int(2)];
            Expr::new(Op::Call(Builtin::Max, args), Kind::Int, self.span)
        };
        moves.push(self.partitions((least, count.most.clone()), draft, rest)?);
        Ok(moves)
    }

    /// Parts with names: every ordered choice.
    fn named_parts(&mut self, names: &[Ident], rest: &Rest, draft: &mut Draft) -> Checked<Expr> {
        let mut left = rest.size.clone();
        let mut parts: Vec<Expr> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if let Some(error) = errors::given_before(name, &names[..index]) {
                return self.scope.fail(error);
            }
            self.check_fresh(name)?;
            let place = self.scope.bind(name, Kind::Int);
            let part = Expr::local(place, Kind::Int, name.span);
            let after = (names.len() - index - 1) as i64;
            if after > 0 {
                let most = left.clone().arith(ArithOp::Sub, self.int(after));
                draft.range(place, self.int(1), Some(most));
                left = left.arith(ArithOp::Sub, part.clone());
            } else {
                draft.value(place, left.clone());
                draft.test(&part, CompareOp::Ge, self.int(1));
            }
            for other in &parts {
                let op = match rest.sizes {
                    PartSizes::Any => continue,
                    PartSizes::Equal => CompareOp::Eq,
                    PartSizes::Unequal => CompareOp::Ne,
                };
                draft.test(&part, op, other.clone());
            }
            parts.push(part);
        }
        Ok(Expr::new(Op::Elements(parts), Kind::Int.list(), self.span))
    }
}
