//! Outcomes of whole positions by the definition: won where some option is lost. The last move wins, or loses in misère play.
//!
//! A position of one component is the node of that component, and the options of a pile are looked at one by one as they are
//! made: nothing is kept of those whose outcomes are known, and the first lost one settles the position.

use super::{Allowance, Root};
use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::kernel::search::deep::dedup_from;
use crate::solve::positions::Positions;
use crate::solve::positions::nodes::{Id, Node, NodeTable, OPEN, UNKNOWN};
use crate::work::Failure;
use crate::work::budget::Account;

/// What is known of whole positions: 1 where the player to move wins, plus twice the length for remoteness.
#[derive(Default)]
pub(super) struct Outcomes {
    /// Outcomes and remoteness, each where the last move wins and where it loses.
    tables: [[NodeTable; 2]; 2],
}

/// A position that is being worked out.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: Id,
    /// Where its unsettled options begin on the stack of options.
    first: usize,
    fold: Fold,
}

struct Search<'a> {
    misere: bool,
    /// Whether also how long the game lasts.
    measures: bool,
    table: &'a mut NodeTable,
    /// Bytes of the other tables.
    beside: u64,
    allowance: &'a mut Allowance,
    frames: Vec<Frame>,
    /// Options whose values were not known when their positions were begun.
    pending: Vec<Id>,
}

impl Outcomes {
    /// What is known of a whole position after a search.
    pub(super) fn find(
        &mut self,
        root: Root,
        measures: bool,
        allowance: &mut Allowance,
        positions: &mut Positions,
    ) -> Result<u32, Failure> {
        let Root { node, misere, .. } = root;
        let all = self.memory();
        let table = &mut self.tables[usize::from(measures)][usize::from(misere)];
        if let Some(value) = table.get(node) {
            return Ok(value);
        }
        let mut search = Search {
            misere,
            measures,
            beside: all - table.memory(),
            table,
            allowance,
            frames: Vec::new(),
            pending: Vec::new(),
        };
        let result = search.run(node, positions);
        // What was begun and not ended is unknown again.
        for frame in &search.frames {
            search.table.set(frame.node, UNKNOWN);
        }
        search.hold(positions);
        positions.machine.budget.hold(Account::Stacks, 0);
        result
    }

    /// Whether it is known who wins a whole position of normal play.
    pub(super) fn knows(&self, node: Id) -> bool {
        self.tables[0][0].get(node).is_some()
    }

    fn memory(&self) -> u64 {
        self.tables.iter().flatten().map(NodeTable::memory).sum()
    }
}

impl Search<'_> {
    fn run(&mut self, root: Id, positions: &mut Positions) -> Result<u32, Failure> {
        self.open(root, positions)?;
        loop {
            let Some(frame) = self.frames.last_mut() else {
                let value = self.table.get(root);
                return value.ok_or(Failure::Bug("a search found no value"));
            };
            let decided = !self.measures && frame.fold.wins;
            if decided || self.pending.len() == frame.first {
                let Frame { node, first, fold } = *frame;
                self.pending.truncate(first);
                self.table.set(node, self.value(fold));
                self.frames.pop();
                continue;
            }
            let Some(child) = self.pending.last().copied() else {
                continue;
            };
            match self.table.raw(child) {
                UNKNOWN => self.open(child, positions)?,
                OPEN => {
                    let path: Vec<Id> = self.frames.iter().map(|frame| frame.node).collect();
                    return Err(positions.loop_along(&path, child, true));
                }
                value => {
                    frame.fold.add(value);
                    self.pending.pop();
                }
            }
        }
    }

    /// Begins the work on a position: its options go to the stack, or at once to what is known of it.
    fn open(&mut self, node: Id, positions: &mut Positions) -> Result<(), Failure> {
        let first = self.pending.len();
        self.table.set(node, OPEN);
        self.frames.push(Frame {
            node,
            first,
            fold: Fold::default(),
        });
        positions.machine.budget.step()?;
        self.hold(positions);
        positions.check_memory(0)?;
        let before = positions.machine.budget.done();
        let options = match positions.nodes.node(node) {
            Node::Pile(game, cells) => self.open_pile(game, &cells, positions)?,
            Node::Compound(..) => {
                let options = positions.fresh_options(node)?;
                for option in &options {
                    let child = positions.whole_of(option)?;
                    self.pending.push(child);
                }
                options.len()
            }
            Node::Sum(components) => positions.sum_options(&components, &mut self.pending)?,
        };
        let worked = positions.machine.budget.done() - before;
        self.allowance
            .take(options as u64 + 1 + worked / STEPS_OF_AN_OPTION)?;
        positions.machine.budget.steps(options as u64)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.fold.moves |= options > 0;
        }
        // Positions with lower nodes come first: they are likely to be known, and to be lost.
        self.pending[first..].sort_unstable_by(|a, b| b.cmp(a));
        dedup_from(&mut self.pending, first);
        Ok(())
    }

    /// The options of a position that is one pile; how many there are, or were looked at until one was lost.
    fn open_pile(
        &mut self,
        game: GameId,
        cells: &[i64],
        positions: &mut Positions,
    ) -> Result<usize, Failure> {
        let mut fold = Fold::default();
        let only_outcome = !self.measures;
        let mut left = self.allowance.left();
        let (table, pending) = (&*self.table, &mut self.pending);
        let count = positions.each_option(game, cells, |nodes, options| {
            // More are not allowed.
            if left == 0 {
                return (Then::Stop, 0);
            }
            left -= 1;
            let mut piles = options.piles(options.len() - 1);
            let child = match (piles.next(), piles.next()) {
                (Some((pile, cells)), None) if pile.alone => nodes.pile(pile.game, cells),
                // It is looked at later: piles that cannot move are no part of it.
                _ => return (Then::GoOn, 0),
            };
            drop(piles);
            options.drop_last();
            match table.raw(child) {
                UNKNOWN | OPEN => pending.push(child),
                value => fold.add(value),
            }
            let then = match fold.wins && only_outcome {
                true => Then::Stop,
                false => Then::GoOn,
            };
            (then, pending.len() * size_of::<Id>())
        })?;
        if !(fold.wins && only_outcome) {
            let listed = 0..positions.listed.len();
            let left = listed.map(|option| positions.listed_option(game, option).components());
            for components in left.collect::<Vec<_>>() {
                self.pending.push(positions.whole_of(&components)?);
            }
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.fold = fold;
        }
        Ok(count)
    }

    /// What is known of a position after a look at all its options.
    fn value(&self, fold: Fold) -> u32 {
        let (wins, length) = match (fold.moves, fold.wins) {
            (false, _) => (self.misere, 0),
            (true, true) => (true, fold.shortest),
            (true, false) => (false, fold.longest),
        };
        match self.measures {
            false => u32::from(wins),
            true => length.min(OPEN / 2 - 1) << 1 | u32::from(wins),
        }
    }

    fn stacks(&self) -> u64 {
        (self.pending.capacity() * size_of::<Id>() + self.frames.capacity() * size_of::<Frame>())
            as u64
    }

    /// Says how many bytes the tables and the stacks take.
    fn hold(&self, positions: &Positions) {
        let budget = &positions.machine.budget;
        budget.hold(Account::Outcomes, self.beside + self.table.memory());
        budget.hold(Account::Stacks, self.stacks());
    }
}

/// So many steps of the machine take as long as it takes to look at an option.
const STEPS_OF_AN_OPTION: u64 = 64;

/// What is known of a whole position from the options looked at so far.
#[derive(Debug, Clone, Copy, Default)]
struct Fold {
    moves: bool,
    wins: bool,
    shortest: u32,
    longest: u32,
}

impl Fold {
    fn add(&mut self, option: u32) {
        let length = (option >> 1) + 1;
        if option & 1 == 0 {
            self.shortest = if self.wins {
                self.shortest.min(length)
            } else {
                length
            };
            self.wins = true;
        } else {
            self.longest = self.longest.max(length);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Rulebook;
    use crate::solve::Solver;
    use crate::solve::policy::Policy;
    use crate::work::Limit;
    use crate::work::budget::Limits;

    const RULES: &str = "
        game chomp {
            pile row[]
            move row -> row[..i - 1] ++ [min(r, j) for r in row[i..]] for i in indices(row), j in 0..row[i] - 1
        }
        game welter {
            pile {coin[]}
            move coin[i] -> cell for i, cell in 0..coin[i] - 1 where cell not in coin
        }
        game circular_nim {
            pile n[]
            move n[i], n[(i + 1) % len(n)] -> a, b
                for i in indices(n), a in 0..n[i], b in 0..n[(i + 1) % len(n)] where a + b < n[i] + n[(i + 1) % len(n)]
        }
        game cut { pile row[]  move row -> [row[..i - 1], row[i + 1..]] for i in indices(row) where row[i] > len(row) }";

    /// Whether the player to move wins, from the list of moves alone.
    fn by_hand(book: &Rulebook, text: &str) -> bool {
        let mut session = crate::Session::new(book.clone(), crate::Settings::default()).unwrap();
        let moves = session
            .eval_text("test", &format!("moves({text})"))
            .unwrap();
        let options = moves.value.items();
        let misere = text.starts_with("misere");
        if options.is_empty() {
            return misere;
        }
        options
            .iter()
            .any(|option| !by_hand(book, &option.to_string()))
    }

    #[test]
    fn outcomes_agree_with_a_search_that_remembers_nothing() {
        let book = Rulebook::parse(RULES).unwrap();
        for text in [
            "misere(chomp)[[2, 2, 1]]",
            "misere(chomp)[[2], [2, 1]]",
            "chomp[[2, 1], [3]]",
            "misere(welter)[{1, 3}]",
            "misere(welter)[[0, 3], [1, 2]]",
            "misere(cut)[[9, 9, 9, 3]]",
            "misere(cut)[[5, 1, 9, 2], [4, 4]]",
            "cut[[5, 3, 3, 5]]",
        ] {
            let text = text.replace('{', "[").replace('}', "]");
            let position = book.position(&text).unwrap();
            let found = Solver::new(&book).wins_by_search(&position).unwrap();
            assert_eq!(found, by_hand(&book, &text), "{text}");
        }
    }

    #[test]
    fn a_position_takes_few_bytes() {
        let book = Rulebook::parse(RULES).unwrap();
        for text in [
            "chomp[[8, 8, 8, 8, 8, 8, 8, 8]]",
            "welter[[6, 9, 12, 14, 17]]",
            "circular_nim[[4, 4, 4, 4, 4]]",
        ] {
            for grundy in [true, false] {
                let text = if grundy {
                    text.to_string()
                } else {
                    text.replacen('[', ")[", 1).replacen("", "misere(", 1)
                };
                let position = book.position(&text).unwrap();
                let mut solver = Solver::new(&book);
                solver.piles().set_policy(Policy {
                    without: vec!["boards".to_string()],
                    ..Policy::default()
                });
                if grundy {
                    solver.position_grundy(&position).unwrap();
                } else {
                    solver.winner(&position).unwrap();
                }
                let positions = solver.positions().nodes.len() as u64;
                assert!(positions > 1000, "{text}: {positions} positions");
                let tables = solver.budget().held() - book.bytes();
                let bytes = tables / positions;
                assert!(bytes <= 64, "{text}: {bytes} bytes a position");
            }
        }
    }

    #[test]
    fn the_options_of_one_pile_are_held_to_the_memory_allowed() {
        let book = Rulebook::parse(
            "game g { pile (a, b)  move a, b -> x, 0 for x in 0..a - 1 where b > 0 }",
        );
        let book = book.unwrap();
        let position = book.position("g[(100000000, 1)]").unwrap();
        let limits = Limits::default().with_memory(4 << 20);
        for grundy in [true, false] {
            let mut solver = Solver::with_limits(&book, &limits);
            let failure = if grundy {
                solver.position_grundy(&position).unwrap_err()
            } else {
                solver.wins_by_search(&position).unwrap_err()
            };
            assert!(matches!(failure.limit(), Some(Limit::Memory { .. })));
            assert!(solver.budget().held() < 16 << 20);
        }
    }
}
