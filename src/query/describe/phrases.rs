//! What a statement of moves says, as phrases behind "a turn": read from its checked moves.

use hashbrown::HashMap;

use super::Phrase;
use super::amounts::{self, Amount, quoted};
use super::taking::{Remains, ToldTaking, of_sizes, piles, takings_joined};
use super::told::{ToldMove, reads};
use crate::expr::builtin::Builtin;
use crate::expr::shape::CoordKind;
use crate::expr::tree::{
    ArithOp, Clause, CompareOp, Expr, Op, PartSizes, PartitionsClause, Place, RangeClause,
};
use crate::expr::value::Value;
use crate::rules::Rulebook;
use crate::rules::game::{Change, Effect, GameRules, Move, Wording};
use crate::text::words::{joined, noun};

pub(super) fn of_statement(game: &GameRules, moves: &[&Move], book: &Rulebook) -> Vec<Phrase> {
    let mut takings: Vec<ToldTaking> = Vec::new();
    let mut places = HashMap::new();
    let mut phrases = Vec::new();
    for rule in moves {
        let told = ToldMove::new(game, rule, book);
        match told.taking() {
            Some(more) => {
                for taking in more {
                    let key = (taking.amounts.clone(), taking.tail.clone());
                    let place = *places.entry(key).or_insert(takings.len());
                    match takings.get_mut(place) {
                        Some(known) => known.left.extend(taking.left),
                        None => takings.push(taking),
                    }
                }
            }
            None => phrases.push(told.phrase()),
        }
    }
    let takings = takings_joined(takings);
    takings
        .iter()
        .map(ToldTaking::phrase)
        .chain(phrases)
        .collect()
}

impl<'g> ToldMove<'g> {
    // ---- Taking from piles of one number

    /// The move as taking from a pile of one number, or splitting one.
    fn taking(&self) -> Option<Vec<ToldTaking>> {
        self.shape().as_heap()?;
        let (amounts, clause) = match self.rule.wording {
            Wording::Take(register) => {
                let place = Place::Int(register);
                let clause = self.clause_of(place)?;
                (Some(self.amounts(clause, place)), Some(clause))
            }
            Wording::Split => (None, None),
            Wording::Change => {
                let (clause, amounts) = self.step(ArithOp::Sub)?;
                (Some(amounts), clause)
            }
        };
        let left = self.left()?;
        let is_count = |test: &&Expr| matches!(test.comparison(), Some((_, CompareOp::Le, _)));
        if left == Remains::Nothing && self.implied.iter().any(is_count) {
            // `COUNT <= 0`: a count that depends on the pile says itself whether nothing may be left.
            return Some(Vec::new());
        }
        let pile = self.game.coords[0];
        let is_named = self.speaks_of(pile, clause);
        let tail = (self.pile(is_named), self.behind(clause.as_slice(), &[]));
        let taking = |amounts: Option<Amount>| ToldTaking {
            amounts,
            left: vec![left.clone()],
            tail: tail.clone(),
        };
        Some(match amounts {
            Some(Amount::These(list)) => {
                let each = list.into_iter().map(|amount| Amount::These(vec![amount]));
                each.map(|amount| taking(Some(amount))).collect()
            }
            amounts => vec![taking(amounts)],
        })
    }

    /// Whether what is said of taking by this clause reads a register: amounts, counts of parts, binders and conditions.
    fn speaks_of(&self, place: Place, amounts: Option<&Clause>) -> bool {
        let named = self
            .rule
            .choices
            .iter()
            .filter(|choice| !choice.name.is_empty());
        let binders = named.filter_map(|choice| self.clause_of(choice.place));
        let counts = self.rule.clauses.iter().any(|clause| match clause {
            Clause::Partitions(PartitionsClause { least, most, .. }) => {
                let mut counts = [least].into_iter().chain(most);
                counts.any(|count| count.mentions(&[place]))
            }
            _ => false,
        });
        let mut tests = self.tests.iter();
        counts
            || tests.any(|test| test.mentions(&[place]))
            || binders.chain(amounts).any(|clause| reads(clause, place))
    }

    /// The amounts that a register takes: a fresh name stands for itself where conditions speak of it.
    fn amounts(&self, clause: &Clause, place: Place) -> Amount {
        if let Some(such) = &self.such {
            return such.clone();
        }
        let mut choices = self.rule.choices.iter();
        let choice = choices.find(|choice| choice.place == place);
        let name = choice.map_or("", |choice| choice.name.as_str());
        match name.is_empty() || !self.is_read(place, &[clause]) {
            true => amounts::of(clause, &self.implied, place, &self.names),
            false => Amount::Said {
                words: format!("`{name}`"),
                sign: amounts::Sign::Positive,
            },
        }
    }

    /// The amount of `n -> n - AMOUNT` or `n -> n + AMOUNT`, with the clause that says it, where none is below 1.
    fn step(&self, sign: ArithOp) -> Option<(Option<&'g Clause>, Amount)> {
        let Some([Change::Coord { coord, value }]) = self.rule.effect.changes() else {
            return None;
        };
        let (first, op, amount) = value.operation()?;
        if op != sign || first.as_local()? != *self.game.coords.get(*coord)? {
            return None;
        }
        let (clause, amounts) = match &amount.op {
            Op::Local(place) => {
                let clause = self.clause_of(*place)?;
                if self.is_read(*place, &[clause]) {
                    return None;
                }
                let amounts = amounts::of(clause, &[], *place, &self.names);
                (Some(clause), amounts)
            }
            Op::Const(Value::Int(amount)) => (None, Amount::These(vec![*amount])),
            _ => return None,
        };
        amounts.are_positive().then_some((clause, amounts))
    }

    /// What is left of a pile of one number.
    fn left(&self) -> Option<Remains> {
        let list = match &self.rule.effect {
            Effect::Change(_) => {
                let is_left = |test: &&Expr| match &test.op {
                    Op::Compare(first, _) => matches!(first.op, Op::Arith(..)),
                    _ => false,
                };
                return Some(match self.implied.iter().any(is_left) {
                    true => Remains::Some,
                    false => Remains::Rest,
                });
            }
            Effect::Position(_) => return None,
            Effect::Piles(list) => list,
        };
        match &list.op {
            Op::Elements(items) if items.is_empty() => Some(Remains::Nothing),
            Op::Elements(items) => Some(self.two_or_named(items)),
            Op::Local(place) => match self.clause_of(*place)? {
                Clause::Partitions(PartitionsClause {
                    least, most, sizes, ..
                }) => Some(self.partition(least, most.as_ref(), *sizes)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The two parts of a pile, or parts with names.
    fn two_or_named(&self, items: &[Expr]) -> Remains {
        if let [
            part,
            Expr {
                op: Op::Arith(..), ..
            },
        ] = items
            && let Op::Local(place) = part.op
        {
            let sizes = match self.clause_of(place) {
                Some(Clause::Range(RangeClause { hi: Some(hi), .. })) => match &hi.op {
                    // `(rest - 1) / 2` and `rest / 2`
                    Op::Arith(total, _) if is_one_less(total) => PartSizes::Unequal,
                    _ => PartSizes::Any,
                },
                _ => PartSizes::Equal,
            };
            return Remains::Parts(2, Some(2), sizes);
        }
        let names: Vec<String> = items.iter().map(|item| quoted(&self.names, item)).collect();
        let number = piles(names.len() as i64, Some(names.len() as i64));
        let names = joined(&names, "and").unwrap_or_default();
        let mut implied = self.implied.iter();
        let sizes = implied.find_map(|test| sizes_compared(test, items));
        let of_sizes = of_sizes(sizes.unwrap_or(PartSizes::Any));
        Remains::Said(format!("{number} {names}{of_sizes}"))
    }

    fn partition(&self, least: &Expr, most: Option<&Expr>, sizes: PartSizes) -> Remains {
        if let (Some(least), None | Some(Some(_))) = (least.as_int(), most.map(Expr::as_int)) {
            return Remains::Parts(least, most.and_then(Expr::as_int), sizes);
        }
        // One part is no split, whatever is written: this maximum is not, so that it has the place of the whole statement.
        let least = match &least.op {
            Op::Call(Builtin::Max, args)
                if args.last().is_some_and(|two| two.span == least.span) =>
            {
                args.first().unwrap_or(least)
            }
            _ => least,
        };
        let least = quoted(&self.names, least);
        let number = match most.map(|most| quoted(&self.names, most)) {
            Some(most) if most == least => format!("{least} piles"),
            Some(most) => format!("{least} to {most} piles"),
            None => format!("{least} or more piles"),
        };
        Remains::Said(number + of_sizes(sizes))
    }

    // ---- All other moves

    fn phrase(&self) -> Phrase {
        match &self.rule.effect {
            Effect::Change(changes) => self.changed(changes),
            Effect::Piles(list) => self.replaced(list),
            Effect::Position(position) => {
                let by = format!("`{}`", self.names.text(position));
                self.general(format!("replaces {} by ", self.whole()), by, &[position])
            }
        }
    }

    fn general(&self, head: String, last: String, effects: &[&Expr]) -> Phrase {
        let behind = self.behind(&[], effects);
        Phrase { head, last, behind }
    }

    /// The pile as a whole: `one pile of `n``.
    fn whole(&self) -> String {
        match self.shape().as_heap() {
            Some(_) => self.pile(true),
            None => {
                let names = match self.shape().names().as_slice() {
                    [only] => (*only).to_string(),
                    several => format!("({})", several.join(", ")),
                };
                format!("`{names}`")
            }
        }
    }

    fn replaced(&self, list: &Expr) -> Phrase {
        let whole = self.whole();
        let items: Option<Vec<String>> = match &list.op {
            Op::Elements(items) if !items.iter().any(|it| matches!(it.op, Op::Range(..))) => {
                Some(items.iter().map(|it| quoted(&self.names, it)).collect())
            }
            Op::Const(Value::List(items)) if items.len() <= 3 => {
                Some(items.iter().map(Value::to_string).collect())
            }
            _ => None,
        };
        let by = match items.as_deref() {
            None => format!("the piles `{}`", self.names.text(list)),
            Some([]) => {
                let is_named = self.tests.iter().any(|it| it.mentions(&self.game.coords));
                let whole = if is_named { whole } else { self.pile(false) };
                return self.general("removes ".to_string(), whole, &[]);
            }
            Some(items) => {
                let noun = noun(items.len(), "the pile", "the piles");
                format!("{noun} {}", joined(items, "and").unwrap_or_default())
            }
        };
        self.general(format!("replaces {whole} by "), by, &[list])
    }

    fn changed(&self, changes: &[Change]) -> Phrase {
        if let Some(phrase) = self.taken_from(changes) {
            return phrase;
        }
        if let Some((clause, amounts)) = self.step(ArithOp::Add)
            && self.shape().as_heap().is_some()
        {
            let pile = self.pile(self.speaks_of(self.game.coords[0], clause));
            return Phrase {
                head: format!("raises {pile} by "),
                last: amounts.words(),
                behind: self.behind(clause.as_slice(), &[]),
            };
        }
        let values: Vec<&Expr> = changes.iter().map(Change::value).collect();
        if self.shape().as_heap().is_some()
            && let [value] = values.as_slice()
        {
            let to = quoted(&self.names, value);
            let head = format!("changes {} to one of ", self.pile(true));
            return self.general(head, to, &values);
        }
        let is_whole = changes.len() == self.shape().coords.len() && changes.len() > 1;
        if is_whole && changes.iter().all(|it| matches!(it, Change::Coord { .. })) {
            let mut sorted: Vec<&Change> = changes.iter().collect();
            sorted.sort_by_key(|change| change.coord());
            let to = sorted.iter().map(|it| self.names.text(it.value()));
            let to: Vec<String> = to.collect();
            let head = format!("moves from {} to ", self.whole());
            return self.general(head, format!("`({})`", to.join(", ")), &values);
        }
        let mut but: Vec<&Clause> = Vec::new();
        let each = changes.iter().map(|change| {
            let index = self.any_index(change);
            but.extend(index);
            let an = if index.is_some() { "an entry " } else { "" };
            let (from, to) = (self.place(change), quoted(&self.names, change.value()));
            (format!("{an}{from} to "), to)
        });
        let mut each: Vec<(String, String)> = each.collect();
        let several = changes.iter().filter_map(Change::index).count() > 1;
        let (from, mut last) = each.pop().unwrap_or_default();
        if several {
            last.push_str(" (different entries)");
        }
        let mut places: Vec<String> = each.into_iter().map(|(from, to)| from + &to).collect();
        places.push(from);
        Phrase {
            head: format!("changes {}", joined(&places, "and").unwrap_or_default()),
            last,
            behind: self.behind(&but, &values),
        }
    }

    /// The binder by which an entry is any one of its row.
    fn any_index(&self, change: &Change) -> Option<&'g Clause> {
        let binder = self.clause_of(change.index()?.as_local()?)?;
        let (_, row) = binder.indices()?;
        (self.game.coords[change.coord()] == row).then_some(binder)
    }

    /// Where a new value goes: a coordinate, or an entry of a row.
    fn place(&self, change: &Change) -> String {
        let coord = &self.shape().coords[change.coord()];
        let name = &coord.name;
        match (change, &coord.kind) {
            (Change::Entry { index, .. }, _) => format!("`{name}[{}]`", self.names.text(index)),
            (Change::Coord { .. }, CoordKind::Row { .. }) if **name != *"row" => {
                format!("the row `{name}`")
            }
            (Change::Coord { .. }, _) => format!("`{name}`"),
        }
    }

    /// Taking from a coordinate or an entry.
    fn taken_from(&self, changes: &[Change]) -> Option<Phrase> {
        let taken = |amounts: String, from: String, behind: String| Phrase {
            head: format!("takes {amounts} from "),
            last: from,
            behind,
        };
        let Wording::Take(register) = self.rule.wording else {
            let [change @ Change::Coord { .. }] = changes else {
                return None;
            };
            if self.shape().as_heap().is_some() {
                return None;
            }
            let (clause, amounts) = self.step(ArithOp::Sub)?;
            let behind = self.behind(clause.as_slice(), &[]);
            return Some(taken(amounts.words(), self.place(change), behind));
        };
        let [change] = changes else {
            return None;
        };
        let place = Place::Int(register);
        let clause = self.clause_of(place)?;
        let amounts = self.amounts(clause, place).words();
        let (mut from, mut but) = (self.place(change), vec![clause]);
        if let Some(binder) = self.any_index(change) {
            but.push(binder);
            let mut places = binder.places().into_iter();
            if !places.any(|place| self.is_read(place, &but) || reads(clause, place)) {
                from = format!(
                    "one entry of `{}`",
                    self.shape().coords[change.coord()].name
                );
            } else {
                from = format!("an entry {from}");
            }
        }
        let values: Vec<&Expr> = changes.iter().map(Change::value).collect();
        Some(taken(amounts, from, self.behind(&but, &values)))
    }
}

/// `X - 1`
fn is_one_less(total: &Expr) -> bool {
    matches!(total.operation(), Some((_, ArithOp::Sub, n)) if n.as_int() == Some(1))
}

/// Whether parts with names are compared by `equal` or `unequal`.
fn sizes_compared(test: &Expr, parts: &[Expr]) -> Option<PartSizes> {
    let (first, op, second) = test.comparison()?;
    let is_part = |expr: &Expr| {
        let mut parts = parts.iter().filter_map(Expr::as_local);
        expr.as_local()
            .is_some_and(|place| parts.any(|part| part == place))
    };
    match op {
        CompareOp::Eq if is_part(first) && is_part(second) => Some(PartSizes::Equal),
        CompareOp::Ne if is_part(first) && is_part(second) => Some(PartSizes::Unequal),
        _ => None,
    }
}
