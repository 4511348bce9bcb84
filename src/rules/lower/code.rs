//! `octal` and `hex`: taking-and-breaking codes.
//!
//! Digit d_k at place k says what may be left after taking k: bit 0, nothing; bit 1, one pile; bit 2, two piles; and in
//! hexadecimal codes bit 3, three piles (Guy and Smith 1956; Winning Ways, ch. 4).

use super::parts::Rest;
use super::{Count, Draft, Lowering};
use crate::expr::kind::Kind;
use crate::expr::tree::{ArithOp, Clause, Expr, Place, RangeClause};
use crate::rules::errors::Checked;
use crate::rules::game::Move;
use crate::syntax::ast::{self, Base, StrLit};
use crate::text::diagnostic::Diagnostic;

impl Lowering<'_> {
    pub(super) fn code(&mut self, code: &ast::Code) -> Checked<Vec<Move>> {
        self.needs_heap(code.base.word())?;
        let digits = parse(code.base, &code.text);
        let digits = digits.or_else(|diagnostic| self.scope.fail(*diagnostic))?;
        let outer = (self.scope.locals.len(), self.scope.frame);
        let mut moves = Vec::new();
        if digits.whole != 0 {
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            self.guard(&code.tail, &mut draft)?;
            let rest = Rest::new(self.coord(0), None, None);
            for parts in [2, 3] {
                if digits.whole >> parts & 1 == 1 {
                    let count = self.fixed(parts);
                    moves.extend(self.counted_parts(&count, &draft, &rest)?);
                }
            }
        }
        for (places, parts) in digits.moves() {
            self.scope.locals.truncate(outer.0);
            self.scope.frame = outer.1;
            let mut draft = Draft::default();
            self.bind(&code.tail, &[], &mut draft)?;
            let register = self.scope.frame.place(&Kind::Int);
            draft.binders.push(match &places {
                Places::Finite(list) => self.each_constant(register, list),
                Places::Every { first, step } => Clause::Range(RangeClause {
                    var: match register {
                        Place::Int(var) | Place::Obj(var) => var,
                    },
                    lo: self.int(*first),
                    hi: None,
                    step: *step,
                    stops: Vec::new(),
                    starts: Vec::new(),
                }),
            });
            draft.unnamed(register);
            self.guard(&code.tail, &mut draft)?;
            let taken = Expr::local(register, Kind::Int, self.span);
            let rest = self.coord(0).arith(ArithOp::Sub, taken);
            let rest = Rest::new(rest, None, Some(register));
            let count = self.fixed(parts);
            moves.extend(self.counted_parts(&count, &draft, &rest)?);
        }
        Ok(moves)
    }

    pub(super) fn fixed(&self, parts: u32) -> Count {
        Count {
            least: self.int(i64::from(parts)),
            most: Some(self.int(i64::from(parts))),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Digits {
    /// The digit before the point: what a pile may be split into without taking.
    whole: u32,
    /// The digits after the point that stand once.
    head: Vec<u32>,
    /// The digits that repeat for ever; may be empty.
    tail: Vec<u32>,
}

/// Amounts with the same digit bit.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Places {
    Finite(Vec<i64>),
    /// `first, first + step, …` without end.
    Every {
        first: i64,
        step: i64,
    },
}

impl Digits {
    /// For each number of piles left, the amounts after which so many may be left.
    fn moves(&self) -> Vec<(Places, u32)> {
        let mut moves = Vec::new();
        for parts in 0..4 {
            let has = |digit: &u32| digit >> parts & 1 == 1;
            let finite: Vec<i64> = (1..)
                .zip(&self.head)
                .filter(|(_, digit)| has(digit))
                .map(|(k, _)| k)
                .collect();
            if !finite.is_empty() {
                moves.push((Places::Finite(finite), parts));
            }
            let start = self.head.len() as i64 + 1;
            for (offset, _) in (0..).zip(&self.tail).filter(|(_, digit)| has(digit)) {
                let every = Places::Every {
                    first: start + offset,
                    step: self.tail.len() as i64,
                };
                moves.push((every, parts));
            }
        }
        moves
    }
}

/// Reads a code such as `0.77`, `4.7`, `0.(3)` or `0.8F`.
fn parse(base: Base, text: &StrLit) -> Result<Digits, Box<Diagnostic>> {
    let word = base.word();
    let (digits, wholes, example) = match base {
        Base::Octal => ("0 to 7", "0 or 4", "octal 0.77"),
        Base::Hex => ("0 to 9 and A to F", "0, 4, 8 or C", "hex 0.8F"),
    };
    let fail = |message: String, label: &str| {
        Box::new(
            Diagnostic::error("bad_code", message)
                .label(text.span, label)
                .help(format!(
                    "as in `{example}`, or `{word} 0.(3)` with digits that repeat"
                )),
        )
    };
    let radix = if base == Base::Octal { 8 } else { 16 };
    let Some((whole, rest)) = text.text.split_once('.') else {
        return Err(fail(
            format!("`{}` is no {word} code", text.text),
            "a point is missing",
        ));
    };
    let value = |digit: char| {
        digit.to_digit(radix).ok_or_else(|| {
            let mut error = fail(
                format!("`{digit}` is no digit of {word} codes"),
                &format!("digits are {digits}"),
            );
            // The first of its kind is the first wrong one.
            if let (Some(place), Some(label)) = (text.text.find(digit), error.labels.first_mut()) {
                label.span.start += place as u32;
                label.span.end = label.span.start + digit.len_utf8() as u32;
            }
            error
        })
    };
    let mut wholes_read = whole.chars().map(value);
    let whole = match (wholes_read.next(), wholes_read.next()) {
        (Some(digit), None) => digit?,
        _ => {
            return Err(fail(
                format!("`{}` is no {word} code", text.text),
                "one digit stands before the point",
            ));
        }
    };
    if whole & 0b11 != 0 {
        return Err(fail(
            format!("the digit before the point is {wholes}, not {whole}"),
            "without taking, a pile can only be split",
        ));
    }
    let (head, tail) = match rest.split_once('(') {
        None => (rest, ""),
        Some((head, tail)) => match tail.strip_suffix(')') {
            Some(tail) if !tail.is_empty() => (head, tail),
            _ => {
                return Err(fail(
                    "the repeating digits are not closed".to_string(),
                    "`)` is missing",
                ));
            }
        },
    };
    let read = |digits: &str| digits.chars().map(value).collect::<Result<Vec<u32>, _>>();
    let (head, tail) = (read(head)?, read(tail)?);
    if head.is_empty() && tail.is_empty() {
        return Err(fail(
            format!("`{}` has no digits after the point", text.text),
            "digits are missing",
        ));
    }
    Ok(Digits { whole, head, tail })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::source::{SourceId, Span};

    fn read(base: Base, text: &str) -> Option<Digits> {
        let text = StrLit {
            text: text.to_string(),
            span: Span::new(SourceId(0), 0, 0),
        };
        parse(base, &text).ok()
    }

    #[test]
    fn codes() {
        let kayles = read(Base::Octal, "0.77").unwrap();
        assert_eq!(kayles.moves().len(), 3);
        assert_eq!(kayles.moves()[2], (Places::Finite(vec![1, 2]), 2));
        let nim = read(Base::Octal, "0.(3)").unwrap();
        assert_eq!(nim.moves()[0], (Places::Every { first: 1, step: 1 }, 0));
        assert_eq!(read(Base::Hex, "0.8F").unwrap().head, [8, 15]);
        assert_eq!(read(Base::Octal, "4.7").unwrap().whole, 4);
        for wrong in ["0.8", "1.7", "0.", "0.()", "0.(3", "77", "", "44.7", "0.7x"] {
            assert_eq!(read(Base::Octal, wrong), None, "{wrong}");
        }
        assert_eq!(read(Base::Hex, "1.7"), None);
    }
}
