//! What the three printers share: lines with indentation, terms with the parentheses they need, and the order of steps.

use super::frame;
use super::program::{Binary, Body, Function, Op, Program, Rules, Step, Table, Term, Ty, mention};
use crate::expr::value::Value;

/// Lines with indentation.
#[derive(Debug, Default)]
pub(super) struct Lines {
    text: String,
    depth: usize,
}

/// The width of a line.
const WIDTH: usize = 100;

impl Lines {
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Several lines with the indentation of this place.
    pub(super) fn block(&mut self, block: &str) {
        block.lines().for_each(|line| self.line(line));
    }

    /// Lines between a head and an end, one step further in; an empty end is left out.
    pub(super) fn nest(&mut self, head: &str, end: &str, inside: impl FnOnce(&mut Lines)) {
        self.block(head);
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        if !end.is_empty() {
            self.line(end);
        }
    }

    /// Items with commas behind them, as many on a line as fit.
    pub(super) fn items(&mut self, items: impl Iterator<Item = String>) {
        let mut line = String::new();
        for item in items {
            if !line.is_empty() && line.len() + item.len() + 2 + 4 * self.depth > WIDTH {
                self.line(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&item);
            line.push(',');
        }
        if !line.is_empty() {
            self.line(line);
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// How tightly an operation binds, in all three languages.
fn level(op: Binary) -> u8 {
    match op {
        Binary::Or => 1,
        Binary::And => 2,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 4,
        // In C++ it binds more loosely than a comparison: always with parentheses.
        Binary::Xor => 0,
        Binary::Add | Binary::Sub => 6,
        Binary::Mul | Binary::Div | Binary::Rem => 7,
    }
}

/// Where nothing may stand without parentheses but names, numbers and calls.
pub(super) const TIGHT: u8 = 9;

/// What differs between the languages.
pub(super) trait Language {
    /// The sign of an operation.
    fn sign(&self, op: Binary) -> &'static str {
        op.sign()
    }

    /// `not`, with how tightly it binds.
    fn not(&self) -> (&'static str, u8) {
        ("!", 8)
    }

    fn truth(&self, truth: bool) -> &'static str {
        if truth { "true" } else { "false" }
    }

    /// The operation that is the same as a function of the library, if there is one.
    fn operation(&self, _: &str) -> Option<Binary> {
        None
    }

    /// A choice, without parentheses around it.
    fn choice(&self, condition: String, yes: String, no: String) -> String;

    fn list(&self, ty: &Ty, items: Vec<String>) -> String;

    fn tuple(&self, ty: &Ty, items: Vec<String>) -> String;

    fn field(&self, tuple: String, index: usize) -> String;

    /// A call of a function of the library.
    fn helper(&self, name: &str, result: &Ty, args: Vec<String>) -> String;

    /// A call of a function of the program.
    fn call(&self, name: &str, args: Vec<String>) -> String;

    /// An argument of a call.
    fn argument(&self, text: String, _: &Term) -> String {
        text
    }

    /// A value that is kept.
    fn kept(&self, text: String, _: &Term) -> String {
        text
    }

    /// How a table is called.
    fn table(&self, table: &Table) -> String {
        table.name.clone()
    }

    /// A comment of one line.
    fn comment(&self, words: &str) -> String {
        format!("// {words}")
    }

    /// The first line of a step, or all of it.
    fn line(&self, step: &Line<'_>) -> String;

    /// Behind a function, a loop or a condition; empty where the indentation says so.
    fn end(&self) -> &'static str {
        "}"
    }

    /// What stands around steps whose names are their own, where the language has such a thing.
    fn scope(&self) -> Option<(&'static str, &'static str)> {
        Some(("{", "}"))
    }

    /// The first line of a function of the program.
    fn head(&self, function: &Function) -> String;

    /// The lines that begin a list of this type, and its name.
    fn new_list(&self, of: &Ty) -> (String, &'static str);

    /// The last line of a function.
    fn result(&self, value: &str) -> String {
        format!("return {value};")
    }

    /// All namings of the coordinates, and the head of the loop over them.
    fn orders(&self, program: &Program, namings: &[Vec<usize>]) -> (String, &'static str);

    /// The lines that give the coordinates that are used their names, in their own order or in that of a naming.
    fn names(&self, program: &Program, used: &dyn Fn(&str) -> bool, by_order: bool) -> String;

    /// The lines that return from the function of the options, with none, where a condition holds.
    fn unless(&self, condition: &str) -> String;

    /// A move to these piles.
    fn option(&self, lines: &mut Lines, piles: &[Vec<String>]);

    /// A move to the piles of a list.
    fn option_of(&self, lines: &mut Lines, list: &str, element: &Ty);
}

/// A step in the words of a language.
pub(super) enum Line<'a> {
    Let(&'a str, &'a Ty, String),
    Parts(&'a [String], String),
    Range {
        var: &'a str,
        is_used: bool,
        first: String,
        /// The last value, and the one behind it.
        last: Option<(String, String)>,
        step: i64,
        /// Conditions that end the loop where one does not hold, and the same turned round.
        stops: Vec<(String, String)>,
    },
    Each {
        vars: &'a [String],
        is_used: bool,
        element: &'a Ty,
        list: String,
    },
    If(String),
    Push(String),
}

/// The xor of the values of piles, each as `known` writes it; of none it is 0.
pub(super) fn xor_of(piles: &[Vec<String>], known: impl Fn(&String) -> String) -> String {
    let values: Vec<String> = piles.iter().flatten().map(known).collect();
    match values.is_empty() {
        true => "0".to_string(),
        false => values.join(" ^ "),
    }
}

/// The text of a term in a place that binds so tightly.
pub(super) fn term<L: Language>(lang: &L, program: &Program, it: &Term, tight: u8) -> String {
    if let Op::Helper(name, args) = &it.op
        && let Some(op) = lang.operation(name)
        && let [a, b] = args.as_slice()
    {
        let operation = Term::binary(op, a.clone(), b.clone());
        return term(lang, program, &operation, tight);
    }
    let of = |it: &Term, tight: u8| term(lang, program, it, tight);
    let kept = |it: &Term| lang.kept(of(it, 0), it);
    let (text, own) = match &it.op {
        Op::Int(n) if *n == i64::MIN => (format!("{} - 1", n + 1), 6),
        Op::Int(n) if *n < 0 => (n.to_string(), 8),
        Op::Int(n) => (n.to_string(), TIGHT),
        Op::Bool(truth) => (lang.truth(*truth).to_string(), TIGHT),
        Op::Var(name) => (name.clone(), TIGHT),
        Op::Table(number) => match program.tables.get(*number) {
            Some(table) => (lang.table(table), TIGHT),
            None => (String::new(), TIGHT),
        },
        Op::Neg(a) => (format!("-{}", of(a, TIGHT)), 8),
        Op::Not(a) => {
            let (word, own) = lang.not();
            (format!("{word}{}", of(a, own + 1)), own)
        }
        Op::Binary(op, a, b) => {
            let own = level(*op);
            // Comparisons are not chained, and what mixes operators of one kind is clearer with parentheses.
            let (left, right) = match op {
                Binary::Xor => (TIGHT, TIGHT),
                Binary::And | Binary::Or => {
                    let same = |it: &Term| matches!(&it.op, Op::Binary(other, ..) if other == op);
                    let place = |it: &Term| if same(it) { own } else { 3 };
                    (place(a), place(b))
                }
                _ if own == 4 => (5, 5),
                Binary::Add | Binary::Mul => (own, own + 1),
                _ => (own, own + 1),
            };
            (
                format!("{} {} {}", of(a, left), lang.sign(*op), of(b, right)),
                own,
            )
        }
        Op::If(condition, yes, no) => {
            let text = lang.choice(
                of(condition, 1),
                lang.kept(of(yes, 1), yes),
                lang.kept(of(no, 0), no),
            );
            (text, 0)
        }
        Op::Helper(name, args) => {
            let args = args.iter().map(|arg| lang.argument(of(arg, 0), arg));
            (lang.helper(name, &it.ty, args.collect()), TIGHT)
        }
        Op::Call(number, args) => {
            let name = program
                .functions
                .get(*number)
                .map_or("", |f| f.name.as_str());
            let args = args.iter().map(|arg| lang.argument(of(arg, 0), arg));
            (lang.call(name, args.collect()), TIGHT)
        }
        Op::Field(tuple, index) => (lang.field(of(tuple, TIGHT), *index), TIGHT),
        Op::List(items) => (lang.list(&it.ty, items.iter().map(kept).collect()), TIGHT),
        Op::Tuple(items) => (lang.tuple(&it.ty, items.iter().map(kept).collect()), TIGHT),
    };
    if own < tight {
        format!("({text})")
    } else {
        text
    }
}

/// A constant in the words of a language.
pub(super) fn constant<L: Language>(lang: &L, value: &Value, ty: &Ty) -> String {
    match (value, ty) {
        (Value::List(items), Ty::List(element)) => {
            let items = items.iter().map(|item| constant(lang, item, element));
            lang.list(ty, items.collect())
        }
        (Value::Tuple(items), Ty::Tuple(types)) => {
            let items = items.iter().zip(types);
            let items = items.map(|(item, ty)| constant(lang, item, ty));
            lang.tuple(ty, items.collect())
        }
        (Value::Bool(truth), _) => lang.truth(*truth).to_string(),
        (Value::Int(n), _) if *n == i64::MIN => format!("({} - 1)", n + 1),
        (other, _) => other.to_string(),
    }
}

/// Prints steps.
pub(super) fn steps<L: Language>(lang: &L, program: &Program, lines: &mut Lines, all: &[Step]) {
    for (number, step) in all.iter().enumerate() {
        let behind = all.get(number + 1..).unwrap_or(&[]);
        one(lang, program, lines, step, behind);
    }
}

fn one<L: Language>(lang: &L, program: &Program, lines: &mut Lines, step: &Step, behind: &[Step]) {
    let text = |it: &Term| term(lang, program, it, 0);
    let kept = |it: &Term| lang.kept(text(it), it);
    let (head, body) = match step {
        Step::Let(name, value) => {
            if mention(behind, name) {
                lines.block(&lang.line(&Line::Let(name, &value.ty, kept(value))));
            }
            return;
        }
        Step::Parts(names, value) => {
            if names.iter().any(|name| mention(behind, name)) {
                lines.block(&lang.line(&Line::Parts(names, kept(value))));
            }
            return;
        }
        Step::Push(value) => {
            lines.block(&lang.line(&Line::Push(kept(value))));
            return;
        }
        Step::Option(piles) => {
            let piles: Vec<Vec<String>> = piles
                .iter()
                .map(|pile| pile.iter().map(text).collect())
                .collect();
            lang.option(lines, &piles);
            return;
        }
        Step::OptionOf(list) => {
            let element = match &list.ty {
                Ty::List(element) => element,
                other => other,
            };
            lang.option_of(lines, &text(list), element);
            return;
        }
        Step::Range {
            var,
            first,
            last,
            step,
            stops,
            body,
        } => {
            let is_used = mention(body, var) || stops.iter().any(|stop| stop.mentions(var));
            let end = |it: &Term| term(lang, program, it, 5);
            let turned = stops.iter().map(|stop| {
                let opposite = stop.clone().negated();
                let text = |it: &Term| term(lang, program, it, 3);
                (text(stop), text(&opposite))
            });
            let line = Line::Range {
                var,
                is_used,
                first: end(first),
                last: last
                    .as_ref()
                    .map(|last| (end(last), text(&last.clone().and_one()))),
                step: *step,
                stops: turned.collect(),
            };
            (lang.line(&line), body)
        }
        Step::Each { vars, list, body } => {
            let element = match &list.ty {
                Ty::List(element) => element,
                other => other,
            };
            let line = Line::Each {
                vars,
                is_used: vars.iter().any(|var| mention(body, var)),
                element,
                list: text(list),
            };
            (lang.line(&line), body)
        }
        Step::If(condition, body) => {
            let condition = term(lang, program, condition, 1);
            (lang.line(&Line::If(condition)), body)
        }
    };
    lines.nest(&head, lang.end(), |lines| {
        steps(lang, program, lines, body);
    });
}

/// The lines that give the coordinates that are used their names, each by the words for a constant.
pub(super) fn cells(
    program: &Program,
    used: &dyn Fn(&str) -> bool,
    by_order: bool,
    constant: &str,
) -> String {
    let coords = program.coords.iter().enumerate();
    let coords = coords.filter(|(_, coord)| used(&coord.name));
    let lines = coords.map(|(number, coord)| match by_order {
        true => format!("{constant} {} = pile[order[{number}]];\n", coord.name),
        false => format!("{constant} {} = pile[{number}];\n", coord.name),
    });
    lines.collect()
}

/// Comments, one a line.
pub(super) fn comments<L: Language>(lang: &L, lines: &mut Lines, all: &[String]) {
    for words in all {
        lines.line(lang.comment(words).trim_end());
    }
}

/// A function of the rules.
pub(super) fn function<L: Language>(lang: &L, program: &Program, lines: &mut Lines, it: &Function) {
    lines.nest(&lang.head(it), lang.end(), |lines| match &it.body {
        Body::Value(value) => {
            let text = lang.kept(term(lang, program, value, 0), value);
            lines.line(lang.result(&text));
        }
        Body::List(all) => {
            let (begin, name) = lang.new_list(&it.result);
            lines.line(begin);
            steps(lang, program, lines, all);
            lines.line(lang.result(name));
        }
    });
}

/// All moves, one after the other.
pub(super) fn moves<L: Language>(lang: &L, program: &Program, lines: &mut Lines, rules: &Rules) {
    for rule in &rules.moves {
        lines.line(lang.comment(&rule.words));
        let print = |lines: &mut Lines| steps(lang, program, lines, &rule.steps);
        match lang.scope().filter(|_| rule.has_names()) {
            Some((begin, end)) => lines.nest(begin, end, print),
            None => print(lines),
        }
    }
}

/// All moves of a pile that does not end the game.
pub(super) fn moves_unless_ended<L: Language>(
    lang: &L,
    program: &Program,
    lines: &mut Lines,
    rules: &Rules,
) {
    match frame::any(&rules.ends) {
        Some(end) if !rules.moves.is_empty() => {
            let goes_on = term(lang, program, &end.negated(), 0);
            lines.nest(&lang.line(&Line::If(goes_on)), lang.end(), |lines| {
                moves(lang, program, lines, rules);
            });
        }
        _ => moves(lang, program, lines, rules),
    }
}

/// All moves with the names of the coordinates, where the options of a pile are listed.
pub(super) fn named_moves<L: Language>(
    lang: &L,
    program: &Program,
    lines: &mut Lines,
    rules: &Rules,
) {
    let in_ends = |name: &str| rules.ends.iter().any(|end| end.mentions(name));
    let in_moves = |name: &str| rules.moves.iter().any(|rule| mention(&rule.steps, name));
    let end = frame::any(&rules.ends);
    let end = end.map(|end| lang.unless(&term(lang, program, &end, 0)));
    if rules.namings.len() <= 1 {
        let in_either = |name: &str| in_ends(name) || in_moves(name);
        lines.block(&lang.names(program, &in_either, false));
        lines.block(&end.unwrap_or_default());
        moves(lang, program, lines, rules);
        return;
    }
    lines.line(lang.comment(
        "The order of the numbers does not count, so the rules are tried under every naming.",
    ));
    let (orders, each) = lang.orders(program, &rules.namings);
    lines.line(orders);
    if let Some(end) = end {
        lines.nest(each, lang.end(), |lines| {
            lines.block(&lang.names(program, &in_ends, true));
            lines.block(&end);
        });
    }
    lines.nest(each, lang.end(), |lines| {
        lines.block(&lang.names(program, &in_moves, true));
        moves(lang, program, lines, rules);
    });
}

/// The parameters of a function that its body does not mention.
pub(super) fn unused(function: &Function) -> Vec<&str> {
    let params = function.params.iter().map(|(name, _)| name.as_str());
    let is_used = |name: &str| match &function.body {
        Body::Value(value) => value.mentions(name),
        Body::List(steps) => mention(steps, name),
    };
    params.filter(|name| !is_used(name)).collect()
}
