//! A program as text: steps, functions, and the whole in its frame.

use hashbrown::HashMap;

use super::program::{
    Binary, Body, Formula, Function, Period, Program, ProgramForm, Range, Rules, Step, Table, Term,
    Ty, mention,
};
use super::words::Words;
use crate::text::words::as_name;

/// The width of the lines of a table.
const WIDTH: usize = 92;

pub(super) fn print(program: &Program, words: &'static Words) -> String {
    let texts = words.texts();
    Printer {
        program,
        words,
        texts,
    }
    .whole()
}

pub(super) struct Printer<'p> {
    pub(super) program: &'p Program,
    pub(super) words: &'static Words,
    pub(super) texts: HashMap<&'static str, &'static str>,
}

impl Printer<'_> {
    fn steps(&self, all: &[Step]) -> String {
        let behind = |number: usize| all.get(number + 1..).unwrap_or(&[]);
        let steps = all.iter().enumerate();
        join_lines(steps.map(|(number, step)| self.step(step, behind(number))))
    }

    /// A step before others, which tell whether its names are used.
    fn step(&self, step: &Step, behind: &[Step]) -> String {
        match step {
            Step::Let(name, _) if !mention(behind, name) => String::new(),
            Step::Let(name, value) => {
                let (ty, text) = (self.ty(&value.ty), self.kept(value, 0));
                self.text("assign", &[("name", name), ("type", &ty), ("value", &text)])
            }
            Step::Parts(names, _) if !names.iter().any(|name| mention(behind, name)) => {
                String::new()
            }
            Step::Parts(names, value) => {
                let (names, text) = (self.pattern(names), self.kept(value, 0));
                self.text("take_apart", &[("names", &names), ("value", &text)])
            }
            Step::Push(value) => self.text("push", &[("value", &self.kept(value, 0))]),
            Step::Option(piles) => self.option(piles),
            Step::OptionOf(list) => self.option_of(list),
            Step::Range(range, body) => self.range(range, body),
            Step::Each { vars, list, body } => self.each(vars, list, body),
            Step::If(condition, body) => self.only_if(condition, 1, self.steps(body)),
        }
    }

    fn only_if(&self, condition: &Term, tight: u8, steps: String) -> String {
        let condition = self.term(condition, tight);
        self.text("condition", &[("condition", &condition), ("steps", &steps)])
    }

    fn range(&self, range: &Range, body: &[Step]) -> String {
        let Range {
            var, first, last, ..
        } = range;
        let (step, stops) = (range.step, &range.stops);
        let end = |it: &Term| self.term(it, 5);
        let is_used = mention(body, var) || stops.iter().any(|stop| stop.mentions(var));
        let name = match is_used {
            true => var.clone(),
            false => self.text("ignored", &[("name", var)]),
        };
        let goes_on: Vec<String> = stops.iter().map(|stop| self.term(stop, 3)).collect();
        let and_while: String = goes_on.iter().map(|stop| format!(" && {stop}")).collect();
        let over = stops.iter().map(|stop| {
            let over = self.term(&stop.clone().negated(), 3);
            self.text("stop", &[("over", &over)])
        });
        let past = last
            .as_ref()
            .map(|last| self.term(&last.clone().and_one(), 0));
        let name_of_text = match (last, step) {
            (None, 1) => "count",
            (None, _) => "count_by",
            (Some(_), 1) => "range",
            (Some(_), _) => "range_by",
        };
        self.text(
            name_of_text,
            &[
                ("name", &name),
                ("first", &end(first)),
                ("last", &last.as_ref().map(end).unwrap_or_default()),
                ("past", &past.unwrap_or_default()),
                ("by", &step.to_string()),
                ("while", &goes_on.join(" && ")),
                ("and_while", &and_while),
                ("stops", &join_lines(over)),
                ("steps", &self.steps(body)),
            ],
        )
    }

    fn each(&self, vars: &[String], list: &Term, body: &[Step]) -> String {
        let element = list.ty.element();
        let is_used = vars.iter().any(|var| mention(body, var));
        let (text, names) = match (vars, element) {
            ([var], Ty::Int | Ty::Bool) => ("each", var.clone()),
            ([var], _) => ("each_tuple", var.clone()),
            (vars, _) => ("each_tuple", self.pattern(vars)),
        };
        let (unused, names) = match is_used {
            true => ("", names),
            false => (
                self.words.maybe_unused,
                self.text("ignored", &[("name", &names)]),
            ),
        };
        let every = match element.has_list() {
            true => "cloned",
            false => "copied",
        };
        self.text(
            text,
            &[
                ("unused", unused),
                ("type", &self.ty(element)),
                ("names", &names),
                ("every", every),
                ("list", &self.term(list, 0)),
                ("steps", &self.steps(body)),
            ],
        )
    }

    fn is_ascending(&self) -> bool {
        matches!(self.program.way, ProgramForm::Ascending(_))
    }

    fn option(&self, piles: &[Vec<Term>]) -> String {
        let piles: Vec<Vec<String>> = piles
            .iter()
            .map(|pile| pile.iter().map(|cell| self.term(cell, 0)).collect())
            .collect();
        if self.is_ascending() {
            let values: Vec<String> = piles
                .iter()
                .flatten()
                .map(|size| self.known(size))
                .collect();
            let sum = match values.is_empty() {
                true => "0".to_string(),
                false => values.join(" ^ "),
            };
            return self.text("mark_value", &[("sum", &sum)]);
        }
        let parts = piles.iter().map(|pile| {
            let cells = pile.join(", ");
            self.text("part", &[("cells", &cells)])
        });
        let parts = join_lines(parts);
        let tuples: Vec<String> = piles.iter().map(|pile| self.pattern(pile)).collect();
        let tuple = self.pattern(&tuples);
        self.text("option", &[("parts", &parts), ("tuple", &tuple)])
    }

    /// The value of a smaller pile.
    fn known(&self, size: &str) -> String {
        let is_name = size.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let tight = match is_name {
            true => size.to_string(),
            false => format!("({size})"),
        };
        self.text("known", &[("size", size), ("tight", &tight)])
    }

    fn option_of(&self, list: &Term) -> String {
        let text = self.term(list, 0);
        let slots = [("list", text.as_str())];
        if self.is_ascending() {
            return self.text("mark_list", &slots);
        }
        match list.ty.element() {
            Ty::Tuple(parts) => {
                let cells = (0..parts.len()).map(|place| self.field("part", place));
                let cells = cells.collect::<Vec<_>>().join(", ");
                self.text("option_of_tuples", &[("list", &text), ("cells", &cells)])
            }
            _ => self.text("option_of_numbers", &slots),
        }
    }

    fn param(&self, name: &str, ty: &Ty, unused: &str) -> String {
        let text = match ty {
            Ty::Int | Ty::Bool => "param",
            Ty::List(_) => "list_param",
            Ty::Tuple(_) => "tuple_param",
        };
        self.text(
            text,
            &[
                ("name", name),
                ("type", &self.ty(ty)),
                ("element", &self.ty(ty.element())),
                ("unused", unused),
            ],
        )
    }

    fn function(&self, it: &Function) -> String {
        let is_used = |name: &str| match &it.body {
            Body::Value(value) => value.mentions(name),
            Body::List(steps) => mention(steps, name),
        };
        let params = it.params.iter().map(|(name, ty)| match is_used(name) {
            true => self.param(name, ty, ""),
            false => self.param(name, ty, self.words.maybe_unused),
        });
        let has_unused = it.params.iter().any(|(name, _)| !is_used(name));
        let names: Vec<&str> = it.params.iter().map(|(name, _)| name.as_str()).collect();
        let params = params.collect::<Vec<_>>().join(", ");
        let (text, value, steps) = match &it.body {
            Body::Value(value) => {
                let text = if it.recurs { "recursion" } else { "function" };
                (text, self.kept(value, 0), String::new())
            }
            Body::List(steps) => ("list_function", String::new(), self.steps(steps)),
        };
        self.text(
            text,
            &[
                ("unused", if has_unused { "unused" } else { "" }),
                ("type", &self.ty(&it.result)),
                ("name", &it.name),
                ("names", &names.join(", ")),
                ("width", &names.len().to_string()),
                ("params", &params),
                ("value", &value),
                ("steps", &steps),
            ],
        )
    }

    fn comment(&self, words: &str) -> String {
        // A backslash at the end would make the next line a comment in C++, too.
        let line = format!("{} {}", self.words.comment, words.trim_end_matches('\\'));
        line.trim_end().to_string()
    }

    /// All moves, one after the other.
    fn moves(&self, rules: &Rules) -> String {
        join_lines(rules.moves.iter().flat_map(|rule| {
            let steps = self.steps(&rule.steps);
            let steps = match rule.has_names() {
                true => self.text("scope", &[("steps", &steps)]),
                false => steps,
            };
            [self.comment(&rule.words), steps]
        }))
    }

    /// All moves of a pile that does not end the game.
    fn moves_unless_ended(&self, rules: &Rules) -> String {
        match &rules.end {
            Some(end) if !rules.moves.is_empty() => {
                self.only_if(&end.clone().negated(), 0, self.moves(rules))
            }
            _ => self.moves(rules),
        }
    }

    /// All moves with the names of the coordinates, where the options of a pile are listed.
    fn named_moves(&self, rules: &Rules) -> String {
        let in_end = |name: &str| rules.end.as_ref().is_some_and(|end| end.mentions(name));
        let in_moves = |name: &str| rules.moves.iter().any(|rule| mention(&rule.steps, name));
        let end = rules.end.as_ref().map(|end| {
            let condition = self.term(end, 0);
            self.text("unless", &[("condition", &condition)])
        });
        if rules.namings.len() <= 1 {
            let in_either = |name: &str| in_end(name) || in_moves(name);
            let names = self.names(&in_either, false);
            return join_lines([names, end.unwrap_or_default(), self.moves(rules)]);
        }
        let each = |names: String, steps: String| {
            let steps = join_lines([names, steps]);
            self.text("each_naming", &[("steps", &steps)])
        };
        let namings = rules.namings.iter().map(|naming| {
            let naming: Vec<String> = naming.iter().map(usize::to_string).collect();
            self.text("naming", &[("items", &naming.join(", "))])
        });
        let namings = namings.collect::<Vec<_>>().join(", ");
        let width = self.program.coords.len().to_string();
        join_lines([
            self.comment(
                "The order of the numbers does not count, so the rules are tried under every naming.",
            ),
            self.text(
                "namings",
                &[("width", &width), ("items", &namings)],
            ),
            end.map_or(String::new(), |end| each(self.names(&in_end, true), end)),
            each(self.names(&in_moves, true), self.moves(rules)),
        ])
    }

    /// The lines that give the coordinates that are used their names, in their own order or in that of a naming.
    fn names(&self, used: &dyn Fn(&str) -> bool, by_order: bool) -> String {
        let coords = self.program.coords.iter().enumerate();
        let cells = coords
            .filter(|(_, coord)| used(&coord.name))
            .map(|(place, coord)| {
                let place = match by_order {
                    true => format!("order[{place}]"),
                    false => place.to_string(),
                };
                self.text("cell", &[("name", &coord.name), ("place", &place)])
            });
        let cells = join_lines(cells);
        let names = self.pattern(&self.program.coord_names());
        self.text(
            if by_order { "cells_in_order" } else { "cells" },
            &[("cells", &cells), ("names", &names)],
        )
    }

    /// Tables, functions of the library and functions of the rules.
    fn library(&self) -> String {
        let gap = self.words.gap;
        let helpers = self.words.helpers(&self.program.beside.helpers);
        let mut text: String = helpers
            .iter()
            .map(|helper| format!("{helper}\n{gap}"))
            .collect();
        for table in &self.program.beside.tables {
            text += &self.table(table);
            text += "\n";
        }
        if !self.program.beside.tables.is_empty() {
            text += gap;
        }
        let functions = self.program.beside.order.iter();
        let functions = functions.map(|number| &self.program.beside.functions[*number]);
        for function in functions.clone().filter(|it| it.recurs) {
            let params = function.params.iter();
            let params = params.map(|(name, ty)| self.param(name, ty, ""));
            let params = params.collect::<Vec<_>>().join(", ");
            let slots = [
                ("type", &*self.ty(&function.result)),
                ("name", &function.name),
                ("params", &params),
            ];
            let declared = self.text("declaration", &slots);
            if !declared.is_empty() {
                text += &format!("{declared}\n{gap}");
            }
        }
        for function in functions {
            text += &self.function(function);
            text += "\n";
            text += gap;
        }
        text
    }

    fn table(&self, table: &Table) -> String {
        let element = table.ty.element();
        let items = table.value.items();
        let text = match element.has_list() {
            true => "nested_table",
            false => "table",
        };
        let lines = in_lines(items.iter().map(|item| self.constant(item, element)));
        self.text(
            text,
            &[
                ("type", &self.ty(&table.ty)),
                ("element", &self.ty(element)),
                ("name", &self.table_name(table)),
                ("count", &items.len().to_string()),
                ("items", &lines),
            ],
        )
    }

    /// The condition that the arguments are no pile.
    fn outside(&self, names: &[String]) -> String {
        let mut conditions = Vec::new();
        for (name, coord) in names.iter().zip(&self.program.coords) {
            conditions.push(format!("{name} < {}", coord.bounds.lo));
            if let Some(hi) = coord.bounds.hi {
                conditions.push(format!("{name} > {hi}"));
            }
        }
        conditions.join(&format!(" {} ", self.sign(Binary::Or)))
    }

    /// The value of a pile behind the preperiod.
    fn value(&self, n: &str, it: &Period) -> String {
        let (preperiod, period) = (it.preperiod, it.period);
        let past = match preperiod {
            0 => n.to_string(),
            _ => format!("({n} - {preperiod})"),
        };
        let (text, place) = match (preperiod, period) {
            (_, 1) => ("value_at", preperiod.to_string()),
            (0, _) => ("value_at_term", format!("{n} % {period}")),
            _ => ("value_at_term", format!("{preperiod} + {past} % {period}")),
        };
        let value = self.text(text, &[("place", &place)]);
        let divide = self.sign(Binary::Div);
        let times = match (period, it.rise) {
            (_, 0) => return value,
            (1, 1) => past,
            (1, rise) => format!("{rise} * {past}"),
            (_, 1) => format!("{past} {divide} {period}"),
            (_, rise) => format!("{rise} * ({past} {divide} {period})"),
        };
        format!("{value} + {times}")
    }

    /// What the function is called, the type of what it gives, and that, where one term says it.
    fn answer(&self, size: &str) -> (&'static str, String, String) {
        let int = self.ty(&Ty::Int);
        match &self.program.way {
            ProgramForm::Period(period) => ("grundy", int, self.value(size, period)),
            ProgramForm::Formula(Formula {
                function, value, ..
            }) => (function, self.ty(&value.ty), self.kept(value, 0)),
            ProgramForm::Ascending(_) | ProgramForm::Search(_) => ("grundy", int, String::new()),
        }
    }

    /// What the texts of this form of program are called, and the moves or exceptions in them.
    fn way(&self) -> (&'static str, String) {
        match &self.program.way {
            ProgramForm::Period(_) => ("period", String::new()),
            ProgramForm::Ascending(it) => ("ascending", self.moves_unless_ended(it)),
            ProgramForm::Search(it) => ("search", self.named_moves(it)),
            ProgramForm::Formula(it) => ("formula", self.exceptions(it)),
        }
    }

    /// What is right where a formula is wrong.
    fn exceptions(&self, formula: &Formula) -> String {
        join_lines(formula.exceptions.iter().map(|(here, value)| {
            let (condition, value) = (self.term(here, 0), self.kept(value, 0));
            self.text("exception", &[("condition", &condition), ("value", &value)])
        }))
    }

    fn whole(&self) -> String {
        let program = self.program;
        let about = program.about.iter().map(|words| self.comment(words));
        let coords = program.coord_names();
        // Where all piles are worked out in order the name of the coordinate is that of a loop.
        let names = match self.is_ascending() {
            true => vec!["size".to_string()],
            false => coords.clone(),
        };
        let params = names.iter().map(|name| self.param(name, &Ty::Int, ""));
        let params = params.collect::<Vec<_>>().join(", ");
        let size = names.join(", ");
        let (way, moves) = self.way();
        let (preperiod, values) = match &program.way {
            ProgramForm::Period(it) => (it.preperiod, &it.values[..]),
            _ => (0, &[][..]),
        };
        let library = self.library();
        let counts = [&library, &moves]
            .iter()
            .any(|text| text.contains("_count_from"));
        let recurs = program
            .beside
            .functions
            .iter()
            .any(|function| function.recurs);
        let is_unordered = matches!(&program.way, ProgramForm::Search(rules) if rules.unordered);
        let is_search = matches!(program.way, ProgramForm::Search(_));
        let (by_moves, has_library) = (is_search || self.is_ascending(), !library.is_empty());
        let lowest = program.coords.first().map_or(0, |coord| coord.bounds.lo);
        let (function, result, value) = self.answer(&size);
        let slots: &[(&str, &str)] = &[
            ("about", &join_lines(about)),
            ("game", &as_name(&program.game)),
            ("params", &params),
            ("size", &size),
            ("outside", &self.outside(&names)),
            ("pile", coords.first().map_or("n", String::as_str)),
            ("tuple", &self.pattern(&coords)),
            ("width", &coords.len().to_string()),
            ("library", &library),
            ("moves", &moves),
            ("counts", given(counts)),
            ("memo", given(recurs)),
            ("ordered", given(!is_unordered)),
            ("unordered", given(is_unordered)),
            ("search", given(is_search)),
            ("sizes", given(by_moves)),
            ("helpers", given(has_library)),
            ("algorithm", given(has_library || is_search)),
            ("vectors", given(has_library || by_moves)),
            ("lowest", &positive(u64::try_from(lowest).unwrap_or(0))),
            ("from_0", given(lowest <= 0)),
            ("values", &in_lines(values.iter().map(u64::to_string))),
            ("count", &values.len().to_string()),
            ("last", &values.len().saturating_sub(1).to_string()),
            ("preperiod", &positive(preperiod)),
            ("function", function),
            ("type", &result),
            ("value", &value),
        ];
        let above = self.text(&format!("above_{way}"), slots);
        let body = self.text(way, slots);
        let mut slots = slots.to_vec();
        slots.extend([("above", above.as_str()), ("body", body.as_str())]);
        let mut text = self.text("frame", &slots);
        text.push('\n');
        text
    }
}

/// For a slot of which texts ask only whether it is empty: something where it is so.
fn given(is: bool) -> &'static str {
    if is { "given" } else { "" }
}

/// A number, unless it is 0.
fn positive(number: u64) -> String {
    match number {
        0 => String::new(),
        number => number.to_string(),
    }
}

/// Texts one below the other, without those that are empty.
fn join_lines(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join("\n")
}

/// Items with commas behind them, as many on a line as fit.
fn in_lines(items: impl Iterator<Item = String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + item.len() + 2 <= WIDTH => *line += &format!(" {item},"),
            _ => lines.push(format!("{item},")),
        }
    }
    lines.join("\n")
}
