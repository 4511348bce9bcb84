//! The check of a whole rulebook: everything that can be found wrong before a question is asked.

use super::book::{Book, Claims, Definition};
use super::check::Scope;
use super::errors::{Reported, given_before};
use super::games::MOST_KEPT;
use super::instance::{needed, unused};
use super::owner::kind_of;
use crate::expr::shape::each_choice;
use crate::expr::tree::{Expr, Op};
use crate::expr::value::Value;
use crate::syntax::ast;
use crate::text::diagnostic::{Diagnostic, Mistake};

/// How many ways to fill in parameters are tried for a game that is used nowhere.
const MAX_TRIALS: usize = 64;

impl Book {
    /// Checks all definitions and expectations; complaints are collected.
    pub(super) fn check_all(&mut self, claims: &Claims) {
        let definitions = self.definitions.numbered();
        let definitions: Vec<(u32, Definition)> = definitions
            .map(|(number, it)| (number, it.clone()))
            .collect();
        for &(number, ref definition) in &definitions {
            if self.go_on().is_err() {
                return;
            }
            self.spent.checking = 0;
            let was_used = self.used.contains(&number);
            let before = self.games.fresh();
            match definition {
                Definition::Let(item) => self.check_let(number, item),
                Definition::Game(item) if needed(item) == 0 => {
                    let made = self.instance(number, false, &[], item.name.span);
                    self.complain_of(made.err());
                }
                Definition::Game(_) => {}
            }
            if !is_kept(number) {
                self.spent.made -= self.games.drop_moves(before);
            }
            // The check itself is no use.
            if !was_used {
                self.used.remove(&number);
            }
        }
        for claim in claims {
            if self.go_on().is_err() {
                return;
            }
            self.spent.checking = 0;
            self.check_expect(claim);
        }
        // Games that need arguments and got none anywhere.
        let made: hashbrown::HashSet<u32> =
            self.games.iter().map(|slot| slot.key.definition).collect();
        for &(number, ref definition) in &definitions {
            if let Definition::Game(item) = definition
                && needed(item) > 0
                && !made.contains(&number)
            {
                let was_used = self.used.contains(&number);
                self.try_arguments(number, item);
                if !was_used {
                    self.used.remove(&number);
                }
            }
        }
        if !self.has_errors() {
            for &(number, ref definition) in &definitions {
                if let Definition::Let(item) = definition
                    && !self.used.contains(&number)
                    && !item.name.name.starts_with('_')
                    && self.is_own(item.span)
                {
                    self.complain(unused(&item.name, "`let`"));
                }
            }
        }
    }

    fn check_let(&mut self, number: u32, item: &ast::LetItem) {
        if let Some(params) = &item.params {
            if params.is_empty() {
                self.complain(
                    Diagnostic::error(
                        "wrong_arity",
                        format!("`{}` takes no arguments", item.name.name),
                    )
                    .label(item.name.span, "a function has at least one")
                    .help(format!("write `let {} = …`", item.name.name)),
                );
                return;
            }
            for param in params {
                Scope::new(self, None).warn_hiding(param);
            }
            let at = (None, item.name.span);
            let names = params.iter().enumerate();
            let twice = names.filter_map(|(place, param)| given_before(param, &params[..place]));
            let twice: Vec<Diagnostic> = twice.collect();
            if !self.functions.is_done(&at) && !twice.is_empty() {
                self.complain_of(twice);
            } else if !self.functions.is_done(&at) {
                self.try_function(number, item, params.len());
                if !is_kept(number) {
                    self.spent.made -= self.functions.drop_made(&at);
                }
            }
        } else {
            // A failure is among the complaints.
            let _ = self.let_value(None, number, item.name.span);
        }
    }

    /// A function that was not called yet: only names that nothing has are reported.
    fn try_function(&mut self, number: u32, item: &ast::LetItem, params: usize) {
        let before = self.complaints.clone();
        let mut unknown = Vec::new();
        for sample in samples() {
            let kind = kind_of(&sample);
            let arg = Expr::new(Op::Const(sample), kind, item.name.span);
            let args = vec![arg; params];
            if self.function(None, number, &args, item.name.span).is_ok() {
                let _ = self.complaints.take_back(&before);
                return;
            }
            unknown = self
                .complaints
                .take_back(&before)
                .into_iter()
                .filter(|new| matches!(new.mistake, Some(Mistake::Name | Mistake::Undefined)))
                .collect();
        }
        self.complain_of(unknown);
    }

    pub(super) fn check_expect(&mut self, expect: &ast::ExpectItem) {
        let mut scope = Scope::new(self, None);
        let _: Result<Expr, Reported> = scope.truth(&expect.claim);
    }

    /// Checks a game that needs arguments with sample ones.
    fn try_arguments(&mut self, number: u32, item: &ast::GameItem) {
        let before = self.complaints.clone();
        let mut first = None;
        // Parameters with defaults behind those without keep them, so that the defaults are checked.
        for args in trials(needed(item)) {
            let result = self.instance(number, false, &args, item.name.span);
            let mut new = self.complaints.take_back(&before);
            if let Err(diagnostic) = result {
                new.push(diagnostic);
            }
            if !new.iter().any(Diagnostic::is_error) {
                // What is unused or hidden is so for all arguments.
                return self.complain_of(new);
            }
            first.get_or_insert(new);
        }
        self.complain_of(first.into_iter().flatten());
    }
}

/// Whether what the check makes of the definition with this number is kept.
fn is_kept(number: u32) -> bool {
    (number as usize) < MOST_KEPT
}

fn samples() -> Vec<Value> {
    vec![
        Value::Int(3),
        Value::ints([1, 2]),
        Value::list(vec![Value::tuple(vec![Value::Int(1), Value::Int(2)])]),
        Value::list(vec![Value::ints([1])]),
        Value::tuple(vec![Value::Int(1), Value::Int(2)]),
    ]
}

/// Sample arguments: first the simplest for all parameters, then mixtures.
fn trials(count: usize) -> Vec<Vec<Value>> {
    let samples = samples();
    let mut all: Vec<Vec<Value>> = samples
        .iter()
        .map(|sample| vec![sample.clone(); count])
        .collect();
    for mut mixture in each_choice(&vec![samples; count]).take(MAX_TRIALS) {
        // The first parameter changes first.
        mixture.reverse();
        if !all.contains(&mixture) {
            all.push(mixture);
        }
    }
    all
}
