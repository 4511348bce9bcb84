//! Games, their turns, and the graph of all positions: the definitions, worked out by brute force.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::data::{Data, Position, Shape};
use super::heap::Heap;
use super::row::Row;
use super::tuple::Tuple;
use super::words::{Cond, Env};

/// The value of the parameter or constant `m` that every game has.
pub const M: &str = "m";

/// A move statement.
#[derive(Clone, Debug)]
pub enum Rule {
    Heap(Heap),
    Tuple(Tuple),
    Row(Row),
}

impl Rule {
    /// The `let`s that the statement needs, and the statement.
    fn text(&self, number: usize) -> (String, String) {
        match self {
            Rule::Heap(rule) => rule.text(number),
            Rule::Tuple(rule) => rule.text(number),
            Rule::Row(rule) => (String::new(), rule.text()),
        }
    }

    fn options(&self, pile: &Data, m: i64) -> Vec<PileOption> {
        match self {
            Rule::Heap(rule) => rule.options(pile.int(), m),
            Rule::Tuple(rule) => rule.options(&pile.numbers(), m),
            Rule::Row(rule) => rule.options(pile, m),
        }
    }
}

/// What a move in one pile leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PileOption {
    /// The statement, the amount and the values of the binders.
    pub choice: Vec<i64>,
    /// The piles that replace this one.
    pub piles: Vec<Data>,
    /// Positions of other games that replace it.
    pub others: Vec<(usize, Vec<Data>)>,
}

impl PileOption {
    pub fn piles(choice: Vec<i64>, piles: Vec<Data>) -> PileOption {
        PileOption {
            choice,
            piles,
            others: Vec::new(),
        }
    }
}

/// In how many piles a turn moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    One,
    /// The text and the counts, as far as they matter.
    Counts(&'static str, Vec<usize>),
    All,
    AllOrNone,
}

impl Turn {
    /// Whether the piles of a term are a sum of terms of one pile.
    fn is_one(&self) -> bool {
        match self {
            Turn::One => true,
            Turn::Counts(_, counts) => *counts == [1],
            Turn::All | Turn::AllOrNone => false,
        }
    }
}

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    pub shape: Shape,
    pub rules: Vec<Rule>,
    pub end: Option<Cond>,
    pub turn: Turn,
    pub alike: bool,
    pub misere: bool,
    /// The value of `m`, and whether it is a parameter.
    pub m: (i64, bool),
}

impl Game {
    pub fn new(shape: Shape, rules: Vec<Rule>) -> Game {
        Game {
            shape,
            rules,
            end: None,
            turn: Turn::One,
            alike: false,
            misere: false,
            m: (3, false),
        }
    }

    pub fn label(&self, number: usize) -> String {
        match self.m {
            (m, true) => format!("g{number}({m})"),
            _ => format!("g{number}"),
        }
    }

    pub fn text(&self, number: usize) -> String {
        let (head, constant) = match self.m {
            (_, true) => (format!("game g{number}({M}) {{"), String::new()),
            (m, false) => (format!("game g{number} {{"), format!("let {M} = {m}")),
        };
        let mut lines = vec![self.shape.text(), constant];
        for (statement, rule) in self.rules.iter().enumerate() {
            let (lets, text) = rule.text(statement);
            lines.push(lets);
            lines.push(text);
        }
        if let Some(end) = &self.end {
            lines.push(format!("end when {}", end.text()));
        }
        let count = match &self.turn {
            Turn::One => "",
            Turn::Counts(text, _) => text,
            Turn::All => "all piles",
            Turn::AllOrNone => "all piles or none",
        };
        if !count.is_empty() {
            let alike = if self.alike { " alike" } else { "" };
            lines.push(format!("each turn {count}{alike}"));
        }
        if self.misere {
            lines.push("misere".to_string());
        }
        lines.retain(|line| !line.is_empty());
        format!("{head}\n    {}\n}}\n", lines.join("\n    "))
    }
}

/// All games of a file.
#[derive(Clone, Debug)]
pub struct World(pub Vec<Game>);

impl World {
    fn game(&self, number: usize) -> &Game {
        &self.0[number]
    }

    pub fn text(&self) -> String {
        let games = self.0.iter().enumerate();
        games.map(|(number, game)| game.text(number)).collect()
    }

    pub fn canonical(&self, terms: Vec<(usize, Vec<Data>)>) -> Position {
        let terms = terms
            .into_iter()
            .map(|(number, piles)| {
                let shape = &self.game(number).shape;
                let piles = piles.iter().map(|pile| shape.canonical(pile)).collect();
                (number, piles)
            })
            .collect();
        Position::new(terms, |number| self.game(number).turn.is_one())
    }

    /// A position as it is written; with `misere` the last move loses.
    pub fn written(&self, position: &Position, misere: bool) -> String {
        let label = |number: usize| {
            let game = self.game(number);
            let label = game.label(number);
            if misere && !game.misere {
                format!("misere({label})")
            } else {
                label
            }
        };
        let terms: Vec<String> = position
            .0
            .iter()
            .map(|(number, piles)| {
                let piles: Vec<String> = piles.iter().map(Data::to_string).collect();
                format!("{}[{}]", label(*number), piles.join(", "))
            })
            .collect();
        if terms.is_empty() {
            format!("{}[]", label(0))
        } else {
            terms.join(" + ")
        }
    }

    /// The options of a pile.
    fn pile_options(&self, number: usize, pile: &Data) -> Vec<PileOption> {
        let game = self.game(number);
        let m = game.m.0;
        if let Some(end) = &game.end {
            let mut env: Env = vec![(M, m)];
            for (part, (name, _)) in game.shape.parts(pile).iter().zip(&game.shape.coords) {
                match part {
                    Data::Int(n) => env.push((name, *n)),
                    list => env.extend(super::row::facts(list)),
                }
            }
            if end.holds(&env) {
                return Vec::new();
            }
        }
        let mut found = HashSet::new();
        let mut options = Vec::new();
        for (statement, rule) in game.rules.iter().enumerate() {
            for naming in namings(&game.shape, pile) {
                for mut option in rule.options(&naming, m) {
                    let own = option.piles.iter().all(|pile| game.shape.fits(pile));
                    let others = option.others.iter().all(|(other, piles)| {
                        piles.iter().all(|pile| self.game(*other).shape.fits(pile))
                    });
                    if !own || !others {
                        continue;
                    }
                    option.choice.insert(0, statement as i64);
                    for pile in &mut option.piles {
                        *pile = game.shape.canonical(pile);
                    }
                    option.piles.sort();
                    if found.insert(option.clone()) {
                        options.push(option);
                    }
                }
            }
        }
        options
    }

    /// The positions that a turn can reach, in an order that is the same every time.
    fn moves(&self, known: &mut Known, position: &Position) -> Result<BTreeSet<Position>, NoGraph> {
        let mut found = BTreeSet::new();
        for (place, (number, piles)) in position.0.iter().enumerate() {
            let mut rest = position.0.clone();
            rest.remove(place);
            for (piles, others) in self.turns(known, *number, piles)? {
                let mut terms = rest.clone();
                terms.push((*number, piles));
                terms.extend(others);
                found.insert(self.canonical(terms));
            }
        }
        Ok(found)
    }

    fn turns(
        &self,
        known: &mut Known,
        number: usize,
        piles: &[Data],
    ) -> Result<Vec<Left>, NoGraph> {
        let game = self.game(number);
        let mut options: Vec<Rc<Vec<PileOption>>> = Vec::new();
        for pile in piles {
            if pile.largest() > LARGEST_NUMBER || piles.len() > MOST_PILES {
                return Err(NoGraph::Large);
            }
            let found = match known.get(&(number, pile.clone())) {
                Some(found) => Rc::clone(found),
                None => Rc::new(self.pile_options(number, pile)),
            };
            known.insert((number, pile.clone()), Rc::clone(&found));
            options.push(found);
        }
        if game.turn.is_one() {
            let mut turns = Vec::new();
            for (place, list) in options.iter().enumerate() {
                for option in list.iter() {
                    let mut left = piles.to_vec();
                    left.remove(place);
                    left.extend(option.piles.clone());
                    turns.push((left, option.others.clone()));
                }
            }
            return Ok(turns);
        }
        let choices: usize = options.iter().map(|list| list.len() + 1).product();
        if choices > MOST_CHOICES {
            return Err(NoGraph::Large);
        }
        let movable = options.iter().filter(|list| !list.is_empty()).count();
        let is_turn = |chosen: usize| match &game.turn {
            Turn::One => chosen == 1,
            Turn::Counts(_, counts) => counts.contains(&chosen),
            Turn::All => chosen > 0 && chosen == movable,
            Turn::AllOrNone => chosen > 0 && chosen == piles.len(),
        };
        let mut turns = Vec::new();
        // For each pile: nothing, or one of its options.
        let mut chosen: Vec<Option<usize>> = vec![None; piles.len()];
        loop {
            let mut moves = Vec::new();
            for (choice, list) in chosen.iter().zip(&options) {
                moves.extend(choice.map(|choice| &list[choice]));
            }
            let same = moves
                .windows(2)
                .all(|pair| pair[0].choice == pair[1].choice);
            if is_turn(moves.len()) && (same || !game.alike) {
                let mut left: Left = (Vec::new(), Vec::new());
                for ((choice, list), pile) in chosen.iter().zip(&options).zip(piles) {
                    match choice {
                        None => left.0.push(pile.clone()),
                        Some(choice) => {
                            left.0.extend(list[*choice].piles.clone());
                            left.1.extend(list[*choice].others.clone());
                        }
                    }
                }
                turns.push(left);
            }
            // The next choice, as a number is counted up.
            let counted = chosen.iter_mut().zip(&options).any(|(choice, list)| {
                let next = choice.map_or(0, |choice| choice + 1);
                *choice = Some(next).filter(|next| *next < list.len());
                choice.is_some()
            });
            if !counted {
                return Ok(turns);
            }
        }
    }
}

/// Random rules that lead beyond these are passed over.
const LARGEST_NUMBER: i64 = 60;
pub const MOST_PILES: usize = 9;
const MOST_CHOICES: usize = 5000;

/// The options of the piles met so far.
type Known = HashMap<(usize, Data), Rc<Vec<PileOption>>>;

/// The piles and the terms that a turn leaves of a term.
type Left = (Vec<Data>, Vec<(usize, Vec<Data>)>);

/// The ways to name the coordinates of an unordered tuple; else the pile itself.
fn namings(shape: &Shape, pile: &Data) -> Vec<Data> {
    if !shape.unordered {
        return vec![pile.clone()];
    }
    let mut all: Vec<Vec<Data>> = vec![Vec::new()];
    for item in pile.items() {
        all = all
            .into_iter()
            .flat_map(|known| {
                (0..=known.len()).map(move |place| {
                    let mut more = known.clone();
                    more.insert(place, item.clone());
                    more
                })
            })
            .collect();
    }
    all.into_iter().map(Data::Tuple).collect()
}

/// Why there is no graph.
#[derive(Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// Some position can come back.
    Cycle,
    /// It would be too large.
    Large,
}

/// All positions that can be reached, each after those it leads to, with their values by definition.
#[derive(Default)]
pub struct Graph {
    known: Known,
    numbers: HashMap<Position, usize>,
    pub positions: Vec<Position>,
    pub moves: Vec<Vec<usize>>,
    pub grundy: Vec<i64>,
    /// Whether the player to move wins, and how many moves are left; in normal and in misère play.
    pub outcome: [Vec<(bool, usize)>; 2],
}

impl Graph {
    pub fn of(world: &World, roots: &[Position], most: usize) -> Result<Graph, NoGraph> {
        let mut graph = Graph::default();
        let mut open = HashSet::new();
        for root in roots {
            graph.visit(world, root, &mut open, most)?;
        }
        Ok(graph)
    }

    /// The number of a position; nothing where it cannot be reached.
    pub fn number(&self, position: &Position) -> Option<usize> {
        self.numbers.get(position).copied()
    }

    fn visit(
        &mut self,
        world: &World,
        position: &Position,
        open: &mut HashSet<Position>,
        most: usize,
    ) -> Result<usize, NoGraph> {
        if let Some(number) = self.numbers.get(position) {
            return Ok(*number);
        }
        if !open.insert(position.clone()) {
            return Err(NoGraph::Cycle);
        }
        if self.positions.len() + open.len() > most {
            return Err(NoGraph::Large);
        }
        let mut moves = Vec::new();
        for to in world.moves(&mut self.known, position)? {
            moves.push(self.visit(world, &to, open, most)?);
        }
        open.remove(position);
        let number = self.positions.len();
        self.positions.push(position.clone());
        self.numbers.insert(position.clone(), number);
        let values: HashSet<i64> = moves.iter().map(|to| self.grundy[*to]).collect();
        self.grundy
            .push((0..).find(|value| !values.contains(value)).unwrap_or(0));
        for (misere, table) in self.outcome.iter_mut().enumerate() {
            let next: Vec<(bool, usize)> = moves.iter().map(|to| table[*to]).collect();
            let lost = next.iter().filter(|(wins, _)| !wins);
            let fastest = lost.map(|(_, length)| length + 1).min();
            let slowest = next.iter().map(|(_, length)| length + 1).max();
            table.push(match (fastest, slowest) {
                (Some(length), _) => (true, length),
                (None, Some(length)) => (false, length),
                (None, None) => (misere == 1, 0),
            });
        }
        self.moves.push(moves);
        Ok(number)
    }
}
