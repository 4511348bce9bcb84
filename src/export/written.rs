//! Types, constants and terms as text, with the parentheses they need.

use super::print::Printer;
use super::program::{Binary, Op, Table, Term, Ty};
use super::words::fill;
use crate::expr::value::Value;

/// Where nothing may stand without parentheses but names, numbers and calls.
const TIGHT: u8 = 9;

impl Printer<'_> {
    /// A text of the language with what stands for its slots.
    pub(super) fn text(&self, name: &str, slots: &[(&str, &str)]) -> String {
        fill(self.texts[name], slots)
    }

    /// A text for one item or several.
    fn items(&self, name: &str, items: &[String], ty: &str) -> String {
        let comma = if items.len() == 1 { "," } else { "" };
        let items = items.join(", ");
        self.text(name, &[("items", &items), ("comma", comma), ("type", ty)])
    }

    pub(super) fn ty(&self, it: &Ty) -> String {
        match it {
            Ty::Int => self.texts["int"].to_string(),
            Ty::Bool => self.texts["bool"].to_string(),
            Ty::List(element) => self.text("list_type", &[("element", &self.ty(element))]),
            Ty::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.ty(part)).collect();
                self.items("tuple_type", &parts, "")
            }
        }
    }

    fn list(&self, ty: &Ty, items: &[String]) -> String {
        let name = match items.is_empty() {
            true => "empty_list",
            false => "list",
        };
        let (ty, element, items) = (self.ty(ty), self.ty(ty.element()), items.join(", "));
        self.text(
            name,
            &[("type", &ty), ("element", &element), ("items", &items)],
        )
    }

    /// Names that stand for the elements of a tuple.
    pub(super) fn pattern(&self, names: &[String]) -> String {
        self.items("pattern", names, "")
    }

    fn truth(&self, truth: bool) -> String {
        self.texts[if truth { "true" } else { "false" }].to_string()
    }

    pub(super) fn sign(&self, op: Binary) -> &'static str {
        let own = self.words.signs.iter().find(|(own, _)| *own == op);
        own.map_or(op.sign().0, |(_, sign)| sign)
    }

    pub(super) fn field(&self, tuple: &str, index: usize) -> String {
        let index = index.to_string();
        self.text("field", &[("tuple", tuple), ("index", &index)])
    }

    fn call(&self, name: &str, result: &Ty, args: &[Term]) -> String {
        let args: Vec<String> = args.iter().map(|arg| self.argument(arg)).collect();
        let text = match name {
            "repeated" => "call_of_repeated",
            _ => "call",
        };
        let element = self.ty(result.element());
        let args = args.join(", ");
        self.text(
            text,
            &[("name", name), ("element", &element), ("args", &args)],
        )
    }

    pub(super) fn table_name(&self, table: &Table) -> String {
        let upper = table.name.to_uppercase();
        let slots = [("name", table.name.as_str()), ("UPPER", &upper)];
        self.text("constant", &slots)
    }

    fn argument(&self, it: &Term) -> String {
        match it.ty {
            Ty::List(_) => self.text("borrowed", &[("it", &self.term(it, 0))]),
            _ => self.kept(it, 0),
        }
    }

    /// A value that is kept.
    pub(super) fn kept(&self, it: &Term, tight: u8) -> String {
        let text = self.term(it, tight);
        match it.ty {
            _ if !(it.ty.has_list() && is_place(it)) => text,
            Ty::List(_) => self.text("list_copy", &[("it", &text)]),
            _ => self.text("copy", &[("it", &text)]),
        }
    }

    fn all_kept(&self, all: &[Term]) -> Vec<String> {
        all.iter().map(|it| self.kept(it, 0)).collect()
    }

    /// The text of a term in a place that binds so tightly.
    pub(super) fn term(&self, it: &Term, tight: u8) -> String {
        if let Op::Helper(name, args) = &it.op
            && let Some((_, op)) = self.words.operations.iter().find(|(own, _)| own == name)
            && let [a, b] = args.as_slice()
        {
            return self.term(&Term::binary(*op, a.clone(), b.clone()), tight);
        }
        let (text, own) = self.bare(it);
        match own < tight {
            true => format!("({text})"),
            false => text,
        }
    }

    /// The text of a term, and how tightly it binds.
    fn bare(&self, it: &Term) -> (String, u8) {
        let text = match &it.op {
            Op::Int(n) if *n == i64::MIN => return (format!("{} - 1", n + 1), 6),
            Op::Int(n) if *n < 0 => return (n.to_string(), 8),
            Op::Int(n) => n.to_string(),
            Op::Bool(truth) => self.truth(*truth),
            Op::Var(name) => name.clone(),
            Op::Table(number) => self.table_name(&self.program.beside.tables[*number]),
            Op::Neg(a) => return (format!("-{}", self.term(a, TIGHT)), 8),
            Op::Not(a) => {
                let own = self.words.not;
                return (self.text("not", &[("it", &self.term(a, own + 1))]), own);
            }
            Op::Binary(op, a, b) => return (self.binary(*op, a, b), op.sign().1),
            Op::If(condition, yes, no) => {
                let (yes, no) = (self.kept(yes, 1), self.kept(no, 0));
                let condition = self.term(condition, 1);
                let slots = [("condition", &*condition), ("yes", &yes), ("no", &no)];
                return (self.text("choice", &slots), 0);
            }
            Op::Helper(name, args) => self.call(name, &it.ty, args),
            Op::Call(number, args) => {
                self.call(&self.program.beside.functions[*number].name, &it.ty, args)
            }
            Op::Field(tuple, index) => self.field(&self.term(tuple, TIGHT), *index),
            Op::List(items) => self.list(&it.ty, &self.all_kept(items)),
            Op::Tuple(items) => self.items("tuple", &self.all_kept(items), &self.ty(&it.ty)),
        };
        (text, TIGHT)
    }

    fn binary(&self, op: Binary, a: &Term, b: &Term) -> String {
        let (_, own) = op.sign();
        // Comparisons are not chained, and what mixes operators of one kind is clearer with parentheses.
        let (left, right) = match op {
            Binary::Xor => (TIGHT, TIGHT),
            Binary::And | Binary::Or => {
                let same = |it: &Term| matches!(&it.op, Op::Binary(other, ..) if *other == op);
                let place = |it: &Term| if same(it) { own } else { 3 };
                (place(a), place(b))
            }
            _ if own == 4 => (5, 5),
            _ => (own, own + 1),
        };
        let (a, b) = (self.term(a, left), self.term(b, right));
        format!("{a} {} {b}", self.sign(op))
    }

    pub(super) fn constant(&self, value: &Value, ty: &Ty) -> String {
        match (value, ty) {
            (Value::List(items), Ty::List(element)) => {
                let items = items.iter().map(|item| self.constant(item, element));
                self.list(ty, &items.collect::<Vec<_>>())
            }
            (Value::Tuple(items), Ty::Tuple(types)) => {
                let items = items.iter().zip(types);
                let items = items.map(|(item, ty)| self.constant(item, ty));
                self.items("tuple", &items.collect::<Vec<_>>(), &self.ty(ty))
            }
            (Value::Bool(truth), _) => self.truth(*truth),
            (Value::Int(n), _) if *n == i64::MIN => format!("({} - 1)", n + 1),
            (other, _) => other.to_string(),
        }
    }
}

/// Whether a term is a place that something else owns.
fn is_place(it: &Term) -> bool {
    matches!(it.op, Op::Var(_) | Op::Table(_) | Op::Field(..))
}
