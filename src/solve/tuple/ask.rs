//! The boxes of each game on tuples: when they are asked for, and when a pile is left to the definition.

use hashbrown::HashSet;

use super::window::WINDOW;
use super::winners::{Told, VALUES_ARE_CHEAP, WinnersBy};
use super::{BoxMethod, Cells, Tuples};
use crate::expr::position::{Game, GameId, Term, Turn};
use crate::solve::heap::worth::Hunt;
use crate::solve::piles::{Kind, Piles, Played};
use crate::solve::policy::NEVER_ENDS;
use crate::solve::positions::{Positions, Walk};
use crate::solve::search::Allowance;
use crate::work::budget::{Account, Budget};
use crate::work::failure::found;
use crate::work::{Declined, Failure, Limit};

/// Boxes of so many cells are worked out at once: rays cost little more than a look at what can be reached.
const SMALL_FOR_RAYS: u64 = 1 << 17;
/// The same, option by option.
const SMALL: u64 = 1 << 10;
/// How many options are looked at at least before a box is preferred to the definition; an eighth where rays make it cheap.
const FEW_OPTIONS: u64 = 100_000;
/// How many options a search for outcomes looks at where there is no box.
const WITHOUT_BOX: u64 = 1 << 22;
/// A search that may look at no more options than this is not worth it.
const SHORT_SEARCH: u64 = 1 << 14;

impl Piles {
    /// The engine for the values of a game on tuples, or why there is none.
    pub(crate) fn tuples(&mut self, game: GameId) -> Result<&Result<Tuples, Declined>, Failure> {
        self.boxes_of((game, false))
    }

    fn boxes_of(&mut self, played: Played) -> Result<&Result<Tuples, Declined>, Failure> {
        if !self.boxes.contains_key(&played) {
            let (game, misere) = played;
            let transitions = self.positions.transitions(game)?;
            let found = if transitions.game.header.loopy {
                Err(NEVER_ENDS.into())
            } else if self.policy.plain {
                Err("only the definition is used".into())
            } else if transitions.game.header.misere != misere {
                Err("the last move loses".into())
            } else {
                Tuples::new(&transitions, &self.positions.book, &self.policy)
            };
            self.boxes.insert(played, found);
        }
        Ok(&self.boxes[&played])
    }

    /// The value of a pile of a game on tuples, where its box is worked out. What is known by the definition need not be worked
    /// out again.
    pub(in crate::solve) fn tuple_value(
        &mut self,
        played: Played,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        if self.policy.plain || cells.len() < 2 {
            return Ok(None);
        }
        // What is lost is worth nothing.
        let is_told = |tuples: &Tuples| tuples.has_theorem() && tuples.known_value(cells).is_none();
        let is_told = self.boxes_of(played)?.as_ref().is_ok_and(is_told);
        if is_told && self.loses_without_values(played, cells)? == Some(true) {
            return Ok(Some(0));
        }
        if let Some(value) = self.far_tuple_value(played, cells)? {
            return Ok(Some(value));
        }
        let Piles {
            positions,
            policy,
            boxes,
            definition,
            ..
        } = self;
        let Some(Ok(tuples)) = boxes.get_mut(&played) else {
            return Ok(None);
        };
        if tuples.why_declined().is_some() {
            return Ok(None);
        }
        let Some(box_cells) = tuples.box_cells(cells) else {
            return Ok(None);
        };
        // The greater the box, the longer a look at what can be reached may take.
        let (small, few) = match tuples.way() {
            BoxMethod::Steps | BoxMethod::Rays | BoxMethod::Invariant => {
                (SMALL_FOR_RAYS, (FEW_OPTIONS / 8).max(box_cells / 256))
            }
            BoxMethod::Box => (SMALL, FEW_OPTIONS.max(box_cells / 16)),
        };
        let (game, misere) = played;
        let node = positions.nodes.pile(game, cells);
        if let Some(value) = definition.known(node).filter(|_| !misere) {
            return Ok(Some(u64::from(value)));
        }
        if policy.only.is_none() && box_cells > small.max(tuples.spent.saturating_mul(4)) {
            // Options that conditions leave out take time, too.
            let steps = few.saturating_mul(STEPS_AN_OPTION);
            let (few, looked) = positions.reaches_few(game, cells, few, steps)?;
            tuples.spent = tuples.spent.saturating_add(looked);
            if few != Reached::Many {
                return Ok(None);
            }
        }
        let filled = tuples.fill(cells, &mut positions.machine);
        let value = tuples.get(cells).map(u64::from);
        self.hold_boxes();
        filled?;
        Ok(value)
    }

    /// The value of a pile whose numbers are piles of their own, or that lies far out along a coordinate along which values repeat.
    pub(crate) fn far_tuple_value(
        &mut self,
        played: Played,
        cells: &[i64],
    ) -> Result<Option<u64>, Failure> {
        let Some(Ok(tuples)) = self.boxes.get_mut(&played) else {
            return Ok(None);
        };
        if let Some(value) = tuples.known_value(cells) {
            return Ok(Some(value));
        }
        let positions = &mut self.positions;
        let apart = tuples.value_apart(cells, &positions.book, &mut positions.machine)?;
        let far = tuples.far_along(cells);
        let Some(far) = far.filter(|_| apart.is_none()) else {
            return Ok(apart);
        };
        let found = tuples.find_repeats(far, cells, &mut self.positions.machine);
        let value = tuples.get(cells).map(u64::from);
        self.hold_boxes();
        found?;
        Ok(value)
    }

    /// The engine that tells who wins piles of a game on tuples in which the last move loses, where there is one.
    pub(crate) fn misere_boxes(&mut self, game: &Game) -> Result<Option<&Tuples>, Failure> {
        let may_be = game.misere && game.turn == Turn::One && self.policy.only.is_none();
        if !may_be || Kind::of(&game.shape) != Kind::Tuple {
            return Ok(None);
        }
        Ok(self.boxes_of((game.id, true))?.as_ref().ok())
    }

    /// Whether the player to move wins a pile of a game in which the last move loses, where its box tells that.
    pub(in crate::solve) fn wins_misere_in_box(
        &mut self,
        game: GameId,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        let header = self.positions.header(game)?;
        if self.misere_boxes(&header)?.is_none() {
            return Ok(None);
        }
        let played = (game, true);
        if let Some(loses) = self.loses_before_box(played, cells)? {
            return Ok(Some(!loses));
        }
        Ok(self.tuple_value(played, cells)?.map(|value| value != 0))
    }

    /// How it is known who wins a pile of a game in which the last move loses, where its box or its engine tells that.
    pub(crate) fn misere_by(
        &mut self,
        game: &Game,
        cells: &[i64],
    ) -> Result<Option<WinnersBy>, Failure> {
        let Some(Ok(tuples)) = self.boxes.get(&(game.id, true)) else {
            return Ok(self.misere_line_by(game, cells));
        };
        if tuples.known_value(cells).is_none() {
            return tuples.winner_by(cells, &mut self.positions.machine);
        }
        if tuples.read_off(cells).is_some() {
            return Ok(Some(WinnersBy {
                engine: WINDOW,
                way: "read off the proven period of the values of a box along a number; a pile without moves counts as 1, for the last move loses",
                by_theorem: true,
            }));
        }
        Ok(Some(WinnersBy {
            engine: tuples.way().name(),
            way: "the mex over the options, computed for a box of piles in order; a pile without moves counts as 1, for the last move loses",
            by_theorem: false,
        }))
    }

    /// Whether a pile is lost, as far as a search tells that takes little beside its box, or instead of one: a lost option is
    /// enough for it, where the box has the values of all.
    pub(in crate::solve) fn loses_before_box(
        &mut self,
        played: Played,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        if self.policy.plain || self.policy.only.is_some() || cells.len() < 2 {
            return Ok(None);
        }
        let tuples = match self.boxes_of(played)? {
            Ok(tuples) if tuples.known_value(cells).is_none() => tuples,
            Ok(_) | Err(_) => return Ok(None),
        };
        if (tuples.is_for_theorem(cells) || tuples.is_for_lost(cells))
            && let Some(loses) = self.loses_without_values(played, cells)?
        {
            return Ok(Some(loses));
        }
        if let Some(value) = self.far_tuple_value(played, cells)? {
            return Ok(Some(value == 0));
        }
        let Ok(tuples) = self.boxes_of(played)? else {
            return Ok(None);
        };
        let box_cells = tuples.box_cells(cells).filter(|_| !tuples.may_grow());
        let share = tuples.share();
        if tuples.why_declined().is_none()
            && box_cells.is_some()
            && tuples.is_cheap(cells)
            && let Some(value) = self.tuple_value(played, cells)?
        {
            return Ok(Some(value == 0));
        }
        if let Some(loses) = self.loses_without_values(played, cells)? {
            return Ok(Some(loses));
        }
        let Some(tuples) = self.known_boxes(played) else {
            return Ok(None);
        };
        let most = match (tuples.why_declined(), box_cells) {
            (None, Some(cells)) => cells / share,
            (Some(_), _) | (None, None) if tuples.splits() && !played.1 => SHORT_SEARCH,
            (Some(_), _) | (None, None) => WITHOUT_BOX,
        };
        // Where a search and a box do not find room together, the box needs it.
        let both = box_cells.map_or(0, |cells| cells.saturating_mul(16));
        if both > self.positions.machine.budget.memory() {
            return Ok(None);
        }
        let most = most.saturating_sub(tuples.spent);
        if most < SHORT_SEARCH {
            return Ok(None);
        }
        let allowance = &mut Allowance::of(most);
        let loses = self.loses_within(played, cells, allowance);
        if let Some(Ok(tuples)) = self.boxes.get_mut(&played) {
            tuples.spent = tuples.spent.saturating_add(allowance.looked());
        }
        match loses? {
            None => self.loses_without_box(played, cells),
            loses => Ok(loses),
        }
    }

    /// Whether a pile is lost that has no box after all: a search looks at fewer options than the definition, which looks at all; but
    /// at sums where moves leave several piles, of which the definition looks at each pile once.
    fn loses_without_box(
        &mut self,
        played: Played,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        if let Some(value) = self.tuple_value(played, cells)? {
            return Ok(Some(value == 0));
        }
        let is_declined = |tuples: &Tuples| tuples.why_declined().is_some();
        match self.boxes_of(played)? {
            Ok(tuples) if tuples.splits() && !played.1 => Ok(None),
            Ok(tuples) if is_declined(tuples) || tuples.box_cells(cells).is_none() => {
                self.loses_within(played, cells, &mut Allowance::of(u64::MAX))
            }
            Ok(_) | Err(_) => Ok(None),
        }
    }

    /// Whether a pile is lost, where its engine tells that without values.
    fn loses_without_values(
        &mut self,
        played: Played,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        let Some(Ok(tuples)) = self.boxes.get_mut(&played) else {
            return Ok(None);
        };
        let loses = tuples.loses(cells, &mut self.positions.machine);
        self.hold_boxes();
        loses
    }

    /// Whether a pile is lost, where its engine found that without values or without more work.
    pub(crate) fn known_loss(
        &mut self,
        game: &Game,
        cells: &[i64],
    ) -> Result<Option<bool>, Failure> {
        let Some(Ok(tuples)) = self.boxes.get(&(game.id, game.misere)) else {
            return Ok(None);
        };
        let mut cells = Cells::from_slice(cells);
        game.shape.sort(&mut cells, 0);
        tuples.is_known_lost(&cells, &mut self.positions.machine)
    }

    /// What a theorem looks at to tell who wins a pile, where one does.
    pub(crate) fn told(&mut self, game: GameId, cells: &[i64]) -> Result<Option<Told>, Failure> {
        if self.policy.plain || self.policy.only.is_some() || cells.len() < 2 {
            return Ok(None);
        }
        match self.tuples(game)? {
            Ok(tuples) if tuples.has_theorem() => {}
            Ok(_) | Err(_) => return Ok(None),
        }
        self.loses_without_values((game, false), cells)?;
        let tuples = self.known_boxes((game, false));
        Ok(tuples.and_then(|tuples| tuples.told(cells)))
    }

    /// Whether a theorem tells the winner of a pile, and its value takes much more.
    pub(crate) fn is_for_theorem(&self, game: GameId, cells: &[i64]) -> bool {
        let tuples = self.known_boxes((game, false));
        tuples.is_some_and(|tuples| tuples.is_for_theorem(cells))
    }

    /// The lost piles to which moves from a pile lead, where a theorem tells them.
    pub(in crate::solve) fn lost_options(&self, game: GameId, cells: &[i64]) -> Option<Vec<Cells>> {
        self.known_boxes((game, false))?.lost_options(cells)
    }

    /// The boxes of a game, where it is known to have some.
    fn known_boxes(&self, played: Played) -> Option<&Tuples> {
        self.boxes.get(&played)?.as_ref().ok()
    }

    /// About how many options the piles of a term have whose numbers are piles of their own; 0 for others.
    pub(in crate::solve) fn tuple_options_about(&self, term: &Term) -> Result<u64, Failure> {
        let Some(tuples) = self.known_boxes((term.game.id, false)) else {
            return Ok(0);
        };
        let mut about: u64 = 0;
        for pile in &term.piles {
            let heaps = tuples.heaps_apart(&term.game.cells(pile)?);
            for (heap, size) in heaps.into_iter().flatten() {
                about = about.saturating_add(heap.option_count(size));
            }
        }
        Ok(about)
    }

    /// The options of a pile that have a value, as far as the hunt goes, where its numbers are piles of their own.
    pub(in crate::solve) fn options_apart(
        &mut self,
        game: GameId,
        cells: &[i64],
        value: u64,
        hunt: &mut Hunt,
    ) -> Result<Option<Vec<Cells>>, Failure> {
        let Some(Ok(tuples)) = self.boxes.get(&(game, false)) else {
            return Ok(None);
        };
        let machine = &mut self.positions.machine;
        Ok(found(tuples.options_apart(cells, value, hunt, machine))?.flatten())
    }

    /// Whether a pile is lost, where a search that looks at so many options tells it.
    pub(in crate::solve) fn loses_within(
        &mut self,
        played: Played,
        cells: &[i64],
        allowance: &mut Allowance,
    ) -> Result<Option<bool>, Failure> {
        let (game, misere) = played;
        let node = self.positions.nodes.pile(game, cells);
        if !misere && self.definition.known(node).is_some() {
            return Ok(None);
        }
        let root = self.root(node, misere);
        let positions = &mut self.positions;
        match self.searches.wins_within(root, allowance, positions) {
            Ok(wins) => Ok(Some(!wins)),
            // The engine or the definition tells it, or what is wrong.
            Err(
                Failure::Limit(Limit::Options(_), _) | Failure::Fault(_) | Failure::Complaint(_),
            ) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Works out the box up to a pile; false where the definition decides.
    pub(crate) fn fill_tuples(&mut self, game: GameId, corner: &[i64]) -> Result<bool, Failure> {
        self.tuples(game)?;
        let filled = match self.boxes.get_mut(&(game, false)) {
            Some(Ok(tuples)) => tuples.fill(corner, &mut self.positions.machine),
            Some(Err(_)) | None => Ok(false),
        };
        self.hold_boxes();
        filled
    }

    /// Says how many bytes the boxes take.
    pub(in crate::solve) fn hold_boxes(&self) {
        let boxes = self.boxes.values().flatten().map(Tuples::memory);
        let budget = &self.positions.machine.budget;
        budget.hold(Account::Boxes, boxes.sum());
    }
}

impl Tuples {
    /// A search may look at one option for so many cells of a box.
    fn share(&self) -> u64 {
        match self.way() {
            BoxMethod::Steps | BoxMethod::Rays => 256,
            BoxMethod::Invariant | BoxMethod::Box => 16,
        }
    }

    /// Whether the box up to a pile takes less than a search, if it comes out no larger.
    fn is_cheap(&self, cells: &[i64]) -> bool {
        let box_cells = self.box_cells(cells);
        box_cells.is_some_and(|cells| cells / self.share() < SHORT_SEARCH)
    }

    /// Whether the lost piles of its box take much less than the values.
    fn is_for_lost(&self, cells: &[i64]) -> bool {
        let finds_lost = self.way() == BoxMethod::Rays && !self.has_theorem();
        finds_lost
            && self
                .box_cells(cells)
                .is_none_or(|cells| cells > VALUES_ARE_CHEAP)
    }

    /// Whether a theorem tells the winners of piles.
    fn has_theorem(&self) -> bool {
        self.winners_by().is_some_and(|by| by.by_theorem)
    }

    /// The same, where the value of a pile takes much more.
    fn is_for_theorem(&self, cells: &[i64]) -> bool {
        self.has_theorem() && !self.is_cheap(cells)
    }
}

/// What a look at all ways from a pile finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::solve) enum Reached {
    Few,
    Many,
    /// A pile of another game, or one whose options cannot be listed: the definition says what is there.
    Elsewhere,
}

/// About how many steps an option takes, where few of those that are tried are options.
pub(in crate::solve) const STEPS_AN_OPTION: u64 = 32;

impl Positions {
    /// Whether more than `few` options lie on all ways from a pile, or it takes more than so many steps to find out; and how many
    /// were looked at. The piles are no nodes: they may be very many.
    pub(in crate::solve) fn reaches_few(
        &mut self,
        game: GameId,
        from: &[i64],
        few: u64,
        most: u64,
    ) -> Result<(Reached, u64), Failure> {
        let walked = Budget::aside(
            self,
            |positions| &mut positions.machine.budget,
            most,
            |positions| positions.walk_few(game, from, few),
        );
        match walked {
            Err(Failure::Limit(Limit::Effort, _)) => {
                // Unless it was the limit of the whole.
                self.machine.budget.look()?;
                Ok((Reached::Many, few))
            }
            walked => walked,
        }
    }

    fn walk_few(
        &mut self,
        game: GameId,
        from: &[i64],
        few: u64,
    ) -> Result<(Reached, u64), Failure> {
        let mut seen = HashSet::new();
        let mut walk = Walk::from([Cells::from_slice(from)], &mut seen);
        let mut looked = 0;
        while let Some(pile) = walk.next() {
            self.machine.budget.step()?;
            match self.list(game, &pile, false) {
                Ok(()) => {}
                Err(Failure::Fault(_) | Failure::Complaint(_)) => {
                    return Ok((Reached::Elsewhere, looked));
                }
                Err(failure) => return Err(failure),
            }
            looked += 1 + self.listed.len() as u64;
            if looked > few || self.machine.budget.need(walk.memory()).is_err() {
                return Ok((Reached::Many, looked));
            }
            for option in 0..self.listed.len() {
                for (end, cells) in self.listed.piles(option) {
                    if end.game != game {
                        return Ok((Reached::Elsewhere, looked));
                    }
                    walk.add(Cells::from_slice(cells));
                }
            }
        }
        Ok((Reached::Few, looked))
    }
}
