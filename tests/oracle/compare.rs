//! Asks nimrule and compares its answers with the graph.

use std::collections::HashSet;

use nimrule::work::budget::Limits;
use nimrule::{Outcome, Position as Asked, Rulebook, Session, Settings, Value};
use proptest::test_runner::TestCaseError;

use super::data::{Position, terms};
use super::play::{Graph, NoGraph, World};

/// The most positions of a graph; a random rule with more is passed over.
const MOST: usize = 2500;

type Checked<T = ()> = Result<T, TestCaseError>;

/// A session with these rules.
pub fn session(text: &str, engine: Option<&str>) -> Checked<Session> {
    // A hang is a failure that shows the rules.
    let limits = Limits::default().with_effort(1 << 28);
    let settings = Settings::default().with_limits(limits).with_engine(engine);
    let session = Rulebook::parse(text).and_then(|book| Session::new(book, settings));
    session.map_err(|report| TestCaseError::fail(format!("refused: {report}\n{text}")))
}

/// The games of a rule file in nimrule's hands.
pub struct Nimrule<'w> {
    world: &'w World,
    text: String,
    session: Session,
}

impl<'w> Nimrule<'w> {
    pub fn new(world: &'w World, engine: Option<&str>) -> Checked<Nimrule<'w>> {
        let text = world.text();
        Ok(Nimrule {
            world,
            session: session(&text, engine)?,
            text,
        })
    }

    pub fn ask(&mut self, query: &str) -> Checked<Value> {
        match self.session.eval_text("query", query) {
            Ok(answer) => Ok(answer.value),
            Err(report) => Err(self.failed(query, &report.to_string())),
        }
    }

    fn failed(&self, query: &str, why: &str) -> TestCaseError {
        TestCaseError::fail(format!("{query}: {why}\n{}", self.text))
    }

    pub fn expect(&mut self, query: &str, answer: impl ToString) -> Checked {
        let found = self.ask(query)?.to_string();
        let answer = answer.to_string();
        if found == answer {
            return Ok(());
        }
        Err(self.failed(query, &format!("{found}, but by definition {answer}")))
    }

    /// The position in an answer.
    fn read(&self, position: &Asked) -> Position {
        let games = &self.world.0;
        let terms = terms(position)
            .into_iter()
            .map(|(label, piles)| {
                let bare = label
                    .strip_prefix("misere(")
                    .and_then(|label| label.strip_suffix(')'))
                    .unwrap_or(&label);
                let number = (0..games.len())
                    .find(|number| games[*number].label(*number) == bare)
                    .unwrap_or_else(|| panic!("no game is called {label}"));
                (number, piles)
            })
            .collect();
        self.world.canonical(terms)
    }

    fn positions(&mut self, query: &str) -> Checked<Vec<Position>> {
        let value = self.ask(query)?;
        let items = value.items().iter();
        Ok(items
            .map(|item| match item {
                Value::Position(position) => self.read(position),
                other => panic!("{other} is no position"),
            })
            .collect())
    }

    /// A list of positions without an order, each once.
    fn expect_set(&mut self, query: &str, wanted: &HashSet<&Position>) -> Checked {
        let found = self.positions(query)?;
        let set: HashSet<&Position> = found.iter().collect();
        if set.len() != found.len() {
            return Err(self.failed(query, "some position is listed twice"));
        }
        if set == *wanted {
            return Ok(());
        }
        let show = |list: Vec<&&Position>| -> String {
            let list = list.into_iter();
            let texts: Vec<String> = list.map(|p| self.world.written(p, false)).collect();
            texts.join(", ")
        };
        let missing = show(wanted.difference(&set).collect());
        let extra = show(set.difference(wanted).collect());
        Err(self.failed(query, &format!("missing {missing}; too many {extra}")))
    }

    fn reached(&self, graph: &Graph, position: &Position) -> Checked<usize> {
        let missing = || self.failed(&position.text(self.world), "no move leads here");
        graph.number(position).ok_or_else(missing)
    }

    /// Every query about one position, the last move winning or losing.
    pub fn examine(&mut self, graph: &Graph, position: &Position, misere: bool) -> Checked {
        let written = self.world.written(position, misere);
        let at = self.reached(graph, position)?;
        let outcome = &graph.outcome[usize::from(misere)];
        let (wins, length) = outcome[at];
        let moves = &graph.moves[at];
        if !misere {
            self.expect(&format!("grundy({written})"), graph.grundy[at])?;
        }
        let winner = if wins { "first" } else { "second" };
        self.expect(&format!("winner({written})"), winner)?;
        let all = moves.iter().map(|to| &graph.positions[*to]);
        self.expect_set(&format!("moves({written})"), &all.collect())?;
        let lost = moves.iter().filter(|to| !outcome[**to].0);
        let lost: HashSet<&Position> = lost.map(|to| &graph.positions[*to]).collect();
        self.expect_set(&format!("winning({written})"), &lost)?;
        self.expect(&format!("len(winning({written}))"), lost.len())?;

        let query = format!("best({written})");
        match self.ask(&query)? {
            Value::Nothing if moves.is_empty() => {}
            Value::Position(best) => {
                let best = self.reached(graph, &self.read(&best))?;
                let (next_wins, next_length) = outcome[best];
                let perfect =
                    moves.contains(&best) && next_wins != wins && next_length + 1 == length;
                if !perfect {
                    let why = format!("{} is not the best", graph.positions[best].text(self.world));
                    return Err(self.failed(&query, &why));
                }
            }
            other => return Err(self.failed(&query, &format!("{other}"))),
        }

        self.examine_play(graph, at, misere)?;

        let query = format!("line({written})");
        let line = self.positions(&query)?;
        let numbers = line.iter().map(|position| self.reached(graph, position));
        let numbers = numbers.collect::<Checked<Vec<usize>>>()?;
        let legal = numbers
            .windows(2)
            .all(|pair| graph.moves[pair[0]].contains(&pair[1]));
        let ends = numbers
            .last()
            .is_some_and(|last| graph.moves[*last].is_empty());
        if !legal || !ends || numbers.first() != Some(&at) || numbers.len() != length + 1 {
            let texts: Vec<String> = line.iter().map(|p| p.text(self.world)).collect();
            let why = format!(
                "{} is not a line of perfect play of {length} moves",
                texts.join(", ")
            );
            return Err(self.failed(&query, &why));
        }
        Ok(())
    }

    /// The move that the program plays: how long the play lasts may be too much work, who wins is not.
    fn examine_play(&mut self, graph: &Graph, at: usize, misere: bool) -> Checked {
        let written = self.world.written(&graph.positions[at], misere);
        let outcome = &graph.outcome[usize::from(misere)];
        let wins = outcome[at].0;
        let position = self.session.position(None, std::slice::from_ref(&written));
        let solution = position.and_then(|position| self.session.solve(&position, 1));
        let solution = solution.map_err(|why| self.failed(&written, &why.to_string()))?;
        let is_right = match &solution.best {
            None => graph.moves[at].is_empty(),
            Some(best) => {
                let to = self.reached(graph, &self.read(&best.play.to))?;
                best.wins == wins && graph.moves[at].contains(&to) && outcome[to].0 != wins
            }
        };
        match is_right && (solution.winner == Outcome::First) == wins {
            true => Ok(()),
            false => Err(self.failed(&written, &format!("{solution:?} is wrong"))),
        }
    }
}

impl Position {
    fn text(&self, world: &World) -> String {
        world.written(self, false)
    }
}

/// Compares everything about these positions; false where the world is no fit one.
pub fn compare(world: &World, positions: &[Position]) -> Checked<bool> {
    let graph = match Graph::of(world, positions, MOST) {
        Ok(graph) => graph,
        Err(NoGraph::Large) => return Ok(false),
        Err(NoGraph::Cycle) => {
            refuses_cycle(world, positions)?;
            return Ok(true);
        }
    };
    let misere_only = world.0.iter().any(|game| game.misere);
    let mut best = Nimrule::new(world, None)?;
    let mut plain = Nimrule::new(world, Some("plain"))?;
    for position in positions {
        for misere in [false, true] {
            if misere || !misere_only {
                best.examine(&graph, position, misere)?;
                plain.examine(&graph, position, misere)?;
            }
        }
    }
    Ok(true)
}

/// Where a position can come back, the value of some root is an error that says so.
fn refuses_cycle(world: &World, positions: &[Position]) -> Checked {
    // Where every pile can be left as it is, the rules say so themselves.
    let mut nimrule = match Nimrule::new(world, None) {
        Err(TestCaseError::Fail(why)) if why.message().contains("need never end") => return Ok(()),
        nimrule => nimrule?,
    };
    nimrule.session.settings_mut().limits.effort = Some(1 << 21);
    if world.0.iter().any(|game| game.misere) {
        return Ok(());
    }
    for position in positions {
        if Graph::of(world, std::slice::from_ref(position), MOST).err() != Some(NoGraph::Cycle) {
            continue;
        }
        let query = format!("grundy({})", world.written(position, false));
        match nimrule.session.eval_text("query", &query) {
            Ok(answer) => {
                let why = format!("{}, but a position can come back", answer.value);
                return Err(nimrule.failed(&query, &why));
            }
            Err(report) if report.to_string().contains("need never end") => {}
            // Piles may also grow without end before any comes back.
            Err(report) if report.is_limit() || report.to_string().contains("64 bits") => {}
            Err(report) => return Err(nimrule.failed(&query, &report.to_string())),
        }
    }
    Ok(())
}
