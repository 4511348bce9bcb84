//! Outcomes of whole positions by the definition: won where some option is lost. The last move wins, or loses in misère play.
//!
//! A position of one component is the node of that component, and the options of a pile are looked at one by one as they are
//! made: nothing is kept of those whose outcomes are known, and the first lost one settles the position.

use crate::solve::positions::nodes::{Id, Node};
use crate::solve::positions::table::{OPEN, Table, UNKNOWN};
use crate::solve::solver::Solver;
use crate::expr::machine::Then;
use crate::expr::position::GameId;
use crate::text::diagnostic::Diagnostic;
use crate::work::budget::Account;
use crate::work::{Failure, Limit};

/// What is worked out of whole positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whole {
    Outcome,
    Remoteness,
}

/// A position that is being worked out.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: Id,
    /// Where its unsettled options begin on the stack of options.
    first: usize,
    fold: Fold,
}

/// A search: a value is 1 where the player to move wins, plus twice the length for remoteness.
struct Search {
    misere: bool,
    kind: Whole,
    table: Table,
    frames: Vec<Frame>,
    /// Options whose values were not known when their positions were begun.
    pending: Vec<Id>,
}

impl Solver {
    /// Whether the player to move wins a whole position.
    pub(crate) fn first_wins(&mut self, root: Id, misere: bool) -> Result<bool, Failure> {
        if let Some(wins) = self.wins_by_kinds(root, misere)? {
            return Ok(wins);
        }
        Ok(self.whole(root, misere, Whole::Outcome)? & 1 == 1)
    }

    /// The outcome and how many moves perfect play lasts: the winner hurries, the loser delays.
    pub(crate) fn remoteness(&mut self, root: Id, misere: bool) -> Result<(bool, u32), Failure> {
        if let Some(found) = self.length_by_kinds(root, misere)? {
            return Ok(found);
        }
        let value = self.whole(root, misere, Whole::Remoteness)?;
        Ok((value & 1 == 1, value >> 1))
    }

    fn whole(&mut self, root: Id, misere: bool, kind: Whole) -> Result<u32, Failure> {
        let table = std::mem::take(self.whole_table(misere, kind));
        let mut search = Search {
            misere,
            kind,
            table,
            frames: Vec::new(),
            pending: Vec::new(),
        };
        let result = match search.table.get(root) {
            Some(value) => Ok(value),
            None => self.whole_search(root, &mut search),
        };
        // What was begun and not ended is unknown again.
        for frame in &search.frames {
            search.table.set(frame.node, UNKNOWN);
        }
        *self.whole_table(misere, kind) = search.table;
        self.positions.machine.budget.hold(Account::Stacks, 0);
        result
    }

    fn whole_table(&mut self, misere: bool, kind: Whole) -> &mut Table {
        match (kind, misere) {
            (Whole::Outcome, false) => &mut self.outcomes,
            (Whole::Outcome, true) => &mut self.misere_outcomes,
            (Whole::Remoteness, false) => &mut self.remoteness,
            (Whole::Remoteness, true) => &mut self.misere_remoteness,
        }
    }

    fn whole_search(&mut self, root: Id, search: &mut Search) -> Result<u32, Failure> {
        self.open_whole(root, search)?;
        loop {
            let Some(frame) = search.frames.last_mut() else {
                let value = search.table.get(root);
                return value.ok_or_else(|| Diagnostic::internal("a search found no value").into());
            };
            let decided = search.kind == Whole::Outcome && frame.fold.wins;
            if decided || search.pending.len() == frame.first {
                let value = frame.fold.value(search.misere, search.kind);
                search.pending.truncate(frame.first);
                search.table.set(frame.node, value);
                search.frames.pop();
                continue;
            }
            let Some(child) = search.pending.last().copied() else {
                continue;
            };
            match search.table.raw(child) {
                UNKNOWN => self.open_whole(child, search)?,
                OPEN => return Err(self.whole_cycle(search, child)),
                value => {
                    frame.fold.add(value);
                    search.pending.pop();
                }
            }
        }
    }

    fn whole_cycle(&mut self, search: &Search, closing: Id) -> Failure {
        let nodes: Vec<Id> = search.frames.iter().map(|frame| frame.node).collect();
        self.positions.loop_along(&nodes, closing, true)
    }

    /// Begins the work on a position: its options go to the stack, or at once to what is known of it.
    fn open_whole(&mut self, node: Id, search: &mut Search) -> Result<(), Failure> {
        let first = search.pending.len();
        search.table.set(node, OPEN);
        search.frames.push(Frame {
            node,
            first,
            fold: Fold::default(),
        });
        self.positions.machine.budget.step()?;
        let budget = &self.positions.machine.budget;
        budget.hold(Account::Stacks, search.memory());
        self.check_memory(0)?;
        let options = match self.positions.nodes.node(node) {
            Node::Pile(game, cells) => self.open_whole_pile(game, &cells, search)?,
            Node::Compound(..) => {
                let options = self.positions.fresh_options(node)?;
                for option in &options {
                    let child = self.positions.whole_of(option)?;
                    search.pending.push(child);
                }
                options.len()
            }
            Node::Sum(components) => self
                .positions
                .sum_options(&components, &mut search.pending)?,
        };
        self.whole_nodes += options as u64 + 1;
        self.positions.machine.budget.steps(options as u64)?;
        if self.whole_nodes > self.whole_limit {
            return Err(Limit::Options(self.whole_limit).into());
        }
        if let Some(frame) = search.frames.last_mut() {
            frame.fold.moves |= options > 0;
        }
        search.sort_pending(first);
        Ok(())
    }

    /// The options of a position that is one pile; how many there are, or were looked at until one was lost.
    fn open_whole_pile(
        &mut self,
        game: GameId,
        cells: &[i64],
        search: &mut Search,
    ) -> Result<usize, Failure> {
        let transitions = self.positions.transitions(game)?;
        let mut raw = std::mem::take(&mut self.positions.scratch);
        let mut watch = self.positions.watch();
        let mut fold = Fold::default();
        let result = transitions.each_option(
            cells,
            &self.positions.book,
            &mut self.positions.machine,
            &mut raw,
            false,
            &mut |options| {
                let more = search.pending.len() * size_of::<Id>();
                if watch.is_over(&self.positions.nodes, more) {
                    return Then::Stop;
                }
                let mut piles = options.piles(options.len() - 1);
                let child = match (piles.next(), piles.next()) {
                    (Some((pile, cells)), None) if pile.alone => {
                        self.positions.nodes.pile(pile.game, cells)
                    }
                    // It is looked at later: piles that cannot move are no part of it.
                    _ => return Then::GoOn,
                };
                drop(piles);
                options.drop_last();
                match search.table.raw(child) {
                    UNKNOWN | OPEN => search.pending.push(child),
                    value => fold.add(value),
                }
                if fold.wins && search.kind == Whole::Outcome {
                    return Then::Stop;
                }
                Then::GoOn
            },
        );
        if let Err(fault) = result {
            self.positions.scratch = raw;
            return Err(transitions.fault_at(cells, fault));
        }
        self.positions.watched(&watch)?;
        if !fold.wins || search.kind == Whole::Remoteness {
            for option in 0..raw.len() {
                let option = self.positions.option_nodes(game, &raw, option);
                let mut parts = option.stay;
                parts.extend(option.others);
                let child = self.positions.whole_of(&parts)?;
                search.pending.push(child);
            }
        }
        self.positions.scratch = raw;
        if let Some(frame) = search.frames.last_mut() {
            frame.fold = fold;
        }
        Ok(watch.count)
    }
}

impl Search {
    /// Puts the newest options into order. Positions with lower nodes come first: they are likely to be known, and to be
    /// lost.
    fn sort_pending(&mut self, first: usize) {
        let Some(newest) = self.pending.get_mut(first..) else {
            return;
        };
        newest.sort_unstable_by(|a, b| b.cmp(a));
        let mut kept = first;
        for place in first..self.pending.len() {
            // `kept` is at most `place`, which is below the length.
            if place == first || self.pending[place] != self.pending[kept - 1] {
                self.pending[kept] = self.pending[place];
                kept += 1;
            }
        }
        self.pending.truncate(kept);
    }

    /// Bytes in use; the solver does not count the table while it is here.
    fn memory(&self) -> u64 {
        let stacks =
            self.pending.capacity() * size_of::<Id>() + self.frames.capacity() * size_of::<Frame>();
        self.table.memory() + stacks as u64
    }
}

/// What is known of a whole position from the options looked at so far.
#[derive(Debug, Clone, Copy, Default)]
struct Fold {
    moves: bool,
    wins: bool,
    /// The shortest win.
    shortest: u32,
    /// The longest loss.
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

    fn value(self, misere: bool, kind: Whole) -> u32 {
        let (wins, length) = match (self.moves, self.wins) {
            (false, _) => (misere, 0),
            (true, true) => (true, self.shortest),
            (true, false) => (false, self.longest),
        };
        match kind {
            Whole::Outcome => u32::from(wins),
            Whole::Remoteness => length.min(OPEN / 2 - 1) << 1 | u32::from(wins),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rulebook;

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
            let found = Solver::new(&book)
                .first_player_wins_by_search(&position)
                .unwrap();
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
                if grundy {
                    solver.grundy(&position).unwrap();
                } else {
                    solver.first_player_wins(&position).unwrap();
                }
                let positions = solver.positions.nodes.len() as u64;
                assert!(positions > 1000, "{text}: {positions} positions");
                let tables = solver.positions.machine.budget.held() - book.bytes();
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
        let limits = crate::work::budget::Limits {
            memory: 4 << 20,
            ..Default::default()
        };
        for grundy in [true, false] {
            let mut solver = Solver::with_limits(&book, &limits);
            let report = if grundy {
                solver.grundy(&position).unwrap_err()
            } else {
                solver.first_player_wins_by_search(&position).unwrap_err()
            };
            assert!(report.to_string().contains("memory"), "{report}");
            assert!(solver.positions.machine.budget.held() < 16 << 20);
        }
    }
}
