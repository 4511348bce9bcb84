//! Calls to terms: built-in functions, functions of the file, and comprehensions, which become functions.

use std::sync::Arc;

use super::program::{Binary, Body, Function, Op, Step, Term, Ty};
use super::scope::Scope;
use super::terms::{LETTERS, Parts, refuse};
use crate::expr::builtin::Builtin;
use crate::expr::tree::{self, CompareOp, Comprehension, Expr};
use crate::text::certain::Certain;
use crate::text::diagnostic::Diagnostic;
use crate::text::source::Span;

impl Parts {
    pub(super) fn builtin(
        &mut self,
        scope: &Scope,
        builtin: Builtin,
        args: &[Expr],
        ty: Ty,
    ) -> Result<Term, Diagnostic> {
        let of_list = matches!(args, [only] if !only.kind.is_scalar());
        let mut terms = self.all(scope, args)?;
        let list = |terms: Vec<Term>| Term::new(Op::List(terms), Ty::Int.list());
        let name = match builtin {
            Builtin::Min => return Ok(self.joining(("least_of", "least"), terms, ty)),
            Builtin::Max => return Ok(self.joining(("greatest_of", "greatest"), terms, ty)),
            Builtin::Gcd => return Ok(self.joining(("gcd_of", "gcd"), terms, ty)),
            Builtin::Lcm => return Ok(self.joining(("lcm_of", "lcm"), terms, ty)),
            Builtin::Xor => return Ok(self.joining(("xor_of", "xor"), terms, ty)),
            Builtin::BitAnd => return Ok(self.joining(("bits_of_all", "bits_of_both"), terms, ty)),
            Builtin::BitOr => return Ok(self.joining(("bits_of_some", "bits_of_any"), terms, ty)),
            Builtin::Cells | Builtin::Closure => {
                return Err(refuse(&self.game, "it chooses a drawn board while it runs"));
            }
            Builtin::Odd | Builtin::Even => {
                let op = match builtin {
                    Builtin::Odd => Binary::Compare(CompareOp::Ne),
                    _ => Binary::Compare(CompareOp::Eq),
                };
                let number = terms.pop().certain("the checker asks for an argument");
                let rest = Term::binary(Binary::Rem, number, Term::int(2));
                return Ok(Term::binary(op, rest, Term::int(0)));
            }
            Builtin::Mex => {
                if !of_list {
                    terms = vec![list(terms)];
                }
                "mex_of"
            }
            Builtin::Remove => {
                let indices = terms.split_off(1);
                terms.push(list(indices));
                "without"
            }
            Builtin::Abs => "absolute",
            Builtin::Pow => "power",
            Builtin::NimProduct => "nim_product",
            Builtin::Shift => "shifted",
            Builtin::Isqrt => "isqrt",
            Builtin::Ilog2 => "ilog2",
            Builtin::Popcount => "popcount",
            Builtin::Digits => "digits",
            Builtin::Prime => "is_prime",
            Builtin::Square => "is_square",
            Builtin::Fibonacci => "is_fibonacci",
            Builtin::Triangular => "is_triangular",
            Builtin::PowerOfTwo => "is_power_of_two",
            Builtin::Len => "length",
            Builtin::Indices => "indices",
            Builtin::Sum => "sum_of",
            Builtin::Sort => "sorted_list",
            Builtin::Unique => "unique_of",
            Builtin::Reverse => "reversed_list",
            Builtin::Any => "any_of",
            Builtin::All => "all_of",
            Builtin::Compositions => "compositions",
        };
        Ok(self.helper(name, terms, ty))
    }

    /// One number made of a list by a function of lists, or of several numbers by one of two numbers.
    fn joining(
        &mut self,
        (of_list, name): (&'static str, &'static str),
        terms: Vec<Term>,
        ty: Ty,
    ) -> Term {
        if terms.iter().any(|term| matches!(term.ty, Ty::List(_))) {
            return self.helper(of_list, terms, ty);
        }
        let mut terms = terms.into_iter();
        let mut all = terms.next().certain("the checker asks for an argument");
        // One number alone is its own least.
        if terms.len() == 0 && matches!(name, "gcd" | "lcm") {
            return self.helper("absolute", vec![all], ty);
        }
        for term in terms {
            all = match name {
                "xor" => Term::binary(Binary::Xor, all, term),
                _ => self.helper(name, vec![all, term], Ty::Int),
            };
        }
        all
    }

    /// A function of the file or game; its number.
    pub(super) fn function(
        &mut self,
        function: &Arc<tree::Function>,
        args: &[Expr],
        result: &Ty,
        span: Span,
    ) -> Result<usize, Diagnostic> {
        let key = Arc::as_ptr(function);
        if let Some(number) = self.known.functions.get(&key) {
            return Ok(*number);
        }
        let name = self.names.give(&function.name);
        let mut scope = self.scope();
        let mut params = Vec::new();
        let letters = LETTERS.into_iter().cycle();
        for ((place, arg), wanted) in function.params.iter().zip(args).zip(letters) {
            let ty = self.ty(&arg.kind, span)?;
            params.push((scope.bind(*place, wanted, ty.clone()), ty));
        }
        if let Some(own) = function.own.as_ref().filter(|_| function.recurs) {
            // Its values are remembered by its arguments.
            let is_plain = params.iter().all(|(_, ty)| *ty == Ty::Int) && !params.is_empty();
            if !is_plain || !matches!(result, Ty::Int | Ty::Bool) {
                return Err(self.refuse_recursion(&function.name, span));
            }
            self.known
                .recursive
                .insert(own.id, self.beside.functions.len());
        }
        // The number is needed before the body is known, which may call it.
        let number = self.beside.functions.len();
        self.beside.functions.push(Function {
            name,
            params,
            result: result.clone(),
            body: Body::Value(Term::int(0)),
            recurs: function.recurs,
        });
        let body = self.term(&scope, &function.body)?;
        self.beside.functions[number].body = Body::Value(body);
        self.beside.order.push(number);
        self.known.functions.insert(key, number);
        Ok(number)
    }

    pub(super) fn refuse_recursion(&self, name: &str, span: Span) -> Diagnostic {
        let why = format!("`{name}` calls itself with more than numbers");
        self.refuse(&why, span)
    }

    /// A function that gives the list of what these steps add; its number.
    pub(super) fn function_of(
        &mut self,
        wanted: &str,
        params: Vec<(String, Ty)>,
        result: &Ty,
        steps: Vec<Step>,
    ) -> usize {
        let name = self.names.give(wanted);
        self.beside.functions.push(Function {
            name,
            params,
            result: result.clone(),
            body: Body::List(steps),
            recurs: false,
        });
        self.beside.order.push(self.beside.functions.len() - 1);
        self.beside.functions.len() - 1
    }

    /// A comprehension becomes a function of the variables it uses.
    pub(super) fn comprehension(
        &mut self,
        scope: &Scope,
        inner: &Comprehension,
        ty: Ty,
    ) -> Result<Term, Diagnostic> {
        let exprs = inner.clauses.iter().flat_map(tree::Clause::exprs);
        let nodes = exprs.chain([&inner.element]).flat_map(Expr::nodes);
        let mut used = Vec::new();
        for place in nodes.filter_map(Expr::as_local) {
            if !used.contains(&place) {
                used.push(place);
            }
        }
        let mut own = self.scope();
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for place in used {
            if let Some((name, ty)) = scope.var(&place) {
                let param = own.bind(place, name, ty.clone());
                own.is_at_least(&param, scope.least(name));
                params.push((param, ty.clone()));
                args.push(Term::var(name, ty.clone()));
            }
        }
        let element = &inner.element;
        let body = self.steps(&mut own, &inner.clauses, &mut |parts, scope| {
            Ok(vec![Step::Push(parts.term(scope, element)?)])
        })?;
        let number = self.function_of("list_of_1", params, &ty, body);
        let op = Op::Call(number, args);
        Ok(Term::new(op, ty))
    }
}
