//! Calls: built-in functions, functions of the file, and comprehensions, which become functions.

use std::sync::Arc;

use hashbrown::HashMap;

use super::program::{Binary, Body, Function, Op, Step, Term, Ty};
use super::scope::Scope;
use super::terms::{LETTERS, Parts};
use crate::expr::builtin::Builtin;
use crate::expr::tree::{self, Comprehension, Expr, Place};
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
        use Builtin::*;
        let of_list = matches!(args, [only] if !only.kind.is_scalar());
        let mut terms = self.all(scope, args)?;
        let pair = match builtin {
            Min => Some(("least", "least_of")),
            Max => Some(("greatest", "greatest_of")),
            Gcd => Some(("gcd", "gcd_of")),
            Lcm => Some(("lcm", "lcm_of")),
            Xor => Some(("", "xor_of")),
            _ => None,
        };
        if let Some((pairwise, whole)) = pair {
            if of_list {
                return Ok(self.helper(whole, terms, ty));
            }
            let mut terms = terms.into_iter();
            // One number alone is its own least.
            let mut all = terms.next().expect("the checker asks for an argument");
            if terms.len() == 0 && matches!(builtin, Gcd | Lcm) {
                return Ok(self.helper("absolute", vec![all], ty));
            }
            for term in terms {
                all = match builtin {
                    Xor => Term::binary(Binary::Xor, all, term),
                    _ => self.helper(pairwise, vec![all, term], Ty::Int),
                };
            }
            return Ok(all);
        }
        let name = match builtin {
            Odd | Even => {
                let op = if builtin == Odd {
                    Binary::Ne
                } else {
                    Binary::Eq
                };
                let number = terms.pop().expect("the checker asks for an argument");
                let rest = Term::binary(Binary::Rem, number, Term::int(2));
                return Ok(Term::binary(op, rest, Term::int(0)));
            }
            Mex if !of_list => {
                let list = Term {
                    op: Op::List(terms),
                    ty: Ty::List(Box::new(Ty::Int)),
                };
                terms = vec![list];
                "mex_of"
            }
            Remove => {
                let indices = terms.split_off(1);
                terms.push(Term {
                    op: Op::List(indices),
                    ty: Ty::List(Box::new(Ty::Int)),
                });
                "without"
            }
            Mex => "mex_of",
            Abs => "absolute",
            Pow => "power",
            Isqrt => "isqrt",
            Ilog2 => "ilog2",
            Popcount => "popcount",
            Digits => "digits",
            Prime => "is_prime",
            Square => "is_square",
            Fibonacci => "is_fibonacci",
            Triangular => "is_triangular",
            PowerOfTwo => "is_power_of_two",
            Len => "length",
            Indices => "indices",
            Sum => "sum_of",
            Sort => "sorted_list",
            Unique => "unique_of",
            Reverse => "reversed_list",
            Any => "any_of",
            All => "all_of",
            Compositions => "compositions",
            Min | Max | Gcd | Lcm | Xor => unreachable!("pairs are joined above"),
        };
        Ok(self.helper(name, terms, ty))
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
        if let Some(number) = self.known_functions.get(&key) {
            return Ok(*number);
        }
        let name = self.names.give(&function.name);
        let mut scope = self.scope();
        let mut params = Vec::new();
        let letters = LETTERS.into_iter().cycle();
        for ((place, arg), wanted) in function.params.iter().zip(args).zip(letters) {
            let ty = self.ty(&arg.kind, span)?;
            params.push((scope.bind(*place, wanted, ty.clone(), false), ty));
        }
        let body = self.term(&scope, &function.body)?;
        let number = self.functions.len();
        self.functions.push(Function {
            name,
            params,
            result: result.clone(),
            body: Body::Value(body),
        });
        self.known_functions.insert(key, number);
        Ok(number)
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
        self.functions.push(Function {
            name,
            params,
            result: result.clone(),
            body: Body::List(steps),
        });
        self.functions.len() - 1
    }

    /// A comprehension becomes a function of the variables it uses.
    pub(super) fn comprehension(
        &mut self,
        scope: &Scope,
        inner: &Comprehension,
        ty: Ty,
    ) -> Result<Term, Diagnostic> {
        let mut used = Vec::new();
        let exprs = inner.clauses.iter().flat_map(tree::Clause::exprs);
        for expr in exprs.chain([&inner.element]) {
            locals(expr, &mut used);
        }
        let mut own = self.scope();
        let (mut params, mut args) = (Vec::new(), Vec::new());
        for place in used {
            if let Some((name, ty)) = scope.var(&place) {
                let natural = scope.is_natural(name);
                let param = own.bind(place, name, ty.clone(), natural);
                params.push((param, ty.clone()));
                args.push(Term::var(name, ty.clone()));
            }
        }
        let element = &inner.element;
        let body = self.steps(
            &mut own,
            &inner.clauses,
            &HashMap::new(),
            &mut |parts, scope| Ok(vec![Step::Push(parts.term(scope, element)?)]),
        )?;
        let number = self.function_of("list_of_1", params, &ty, body);
        let op = Op::Call(number, args);
        Ok(Term { op, ty })
    }
}

/// The registers that an expression reads and does not set itself, in the order in which they appear.
fn locals(expr: &Expr, into: &mut Vec<Place>) {
    if let tree::Op::Local(place) = &expr.op
        && !into.contains(place)
    {
        into.push(*place);
    }
    for child in expr.children() {
        locals(child, into);
    }
}
