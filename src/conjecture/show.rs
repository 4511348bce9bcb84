//! The text of a closed form, in the syntax of the language.

use std::fmt::{self, Display, Formatter, Write};

use super::tree::{Expr, Op};

impl Expr {
    /// The text in the syntax of the language; `names` are those of the coordinates, `own` that of the form itself.
    pub fn show<'a>(&'a self, names: &'a [String], own: &'a str) -> impl Display + 'a {
        Shown {
            expr: self,
            names,
            own,
        }
    }
}

impl Op {
    /// How it is written.
    fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Equal => "==",
            Op::Less => "<",
            Op::AtMost => "<=",
            Op::And => "and",
            Op::Or => "or",
        }
    }

    /// How tightly it binds.
    fn level(self) -> u8 {
        match self {
            Op::Or => 1,
            Op::And => 2,
            Op::Equal | Op::Less | Op::AtMost => 4,
            Op::Add | Op::Sub => 6,
            Op::Mul | Op::Div | Op::Rem => 7,
        }
    }
}

struct Shown<'a> {
    expr: &'a Expr,
    names: &'a [String],
    own: &'a str,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, self.expr, 0)
    }
}

impl Shown<'_> {
    /// Writes a part in a place that binds as tightly as `level`.
    fn write(&self, f: &mut Formatter<'_>, expr: &Expr, level: u8) -> fmt::Result {
        let own = match expr {
            Expr::If(..) => 0,
            Expr::Binary(op, ..) => op.level(),
            Expr::In(..) => 4,
            Expr::Not(inner) => match **inner {
                Expr::Binary(Op::Equal, ..) | Expr::In(..) => 4,
                _ => 3,
            },
            Expr::Int(n) if *n < 0 => 8,
            _ => 9,
        };
        let open = own < level;
        if open {
            f.write_char('(')?;
        }
        match expr {
            Expr::Var(number) => match self.names.get(*number) {
                Some(name) => f.write_str(name)?,
                None => write!(f, "x{number}")?,
            },
            Expr::Int(n) => write!(f, "{n}")?,
            Expr::Binary(op, a, b) => {
                // Comparisons are not chained, sums and products are read from the left.
                let chained = own == 4;
                self.write(f, a, own + u8::from(chained))?;
                write!(f, " {} ", op.sign())?;
                let joins = matches!(op, Op::And | Op::Or | Op::Add);
                self.write(f, b, own + u8::from(!joins))?;
            }
            Expr::Call(function, args) => {
                for (i, piece) in function.pattern().split('@').enumerate() {
                    if i > 0 {
                        self.list(f, args)?;
                    }
                    f.write_str(piece)?;
                }
            }
            Expr::If(condition, yes, no) => {
                f.write_str("if ")?;
                self.write(f, condition, 1)?;
                f.write_str(" then ")?;
                self.write(f, yes, 1)?;
                f.write_str(" else ")?;
                self.write(f, no, 0)?;
            }
            Expr::At(list, index) => {
                write!(f, "{list:?}[")?;
                self.write(f, index, 0)?;
                f.write_char(']')?;
            }
            Expr::At2(rows, row, column) => {
                write!(f, "{rows:?}[")?;
                self.write(f, row, 0)?;
                f.write_str("][")?;
                self.write(f, column, 0)?;
                f.write_char(']')?;
            }
            Expr::In(value, list) => {
                self.write(f, value, 5)?;
                write!(f, " in {list:?}")?;
            }
            Expr::Not(value) => self.negation(f, value)?,
            Expr::Again(args) => {
                write!(f, "{}(", self.own)?;
                self.list(f, args)?;
                f.write_char(')')?;
            }
        }
        if open {
            f.write_char(')')?;
        }
        Ok(())
    }

    fn negation(&self, f: &mut Formatter<'_>, value: &Expr) -> fmt::Result {
        match value {
            Expr::Binary(Op::Equal, a, b) => {
                self.write(f, a, 5)?;
                f.write_str(" != ")?;
                self.write(f, b, 5)
            }
            Expr::In(value, list) => {
                self.write(f, value, 5)?;
                write!(f, " not in {list:?}")
            }
            other => {
                f.write_str("not ")?;
                self.write(f, other, 4)
            }
        }
    }

    fn list(&self, f: &mut Formatter<'_>, list: &[Expr]) -> fmt::Result {
        for (i, expr) in list.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            self.write(f, expr, 0)?;
        }
        Ok(())
    }
}
