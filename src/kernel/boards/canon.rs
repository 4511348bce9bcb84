//! An order of the places of a component that depends on its moves alone, as far as colours tell places apart.
//!
//! Each place has a colour, a number. In a round a move is coloured by the colours of its places and what they are in it (needed,
//! barring, cleared), and a place by its own colour and those of its moves. Rounds go on until they tell no more places apart; then
//! the lowest place of the smallest class of several gets a colour of its own. Where places of one class can be exchanged, isomorphic
//! components get the same order. Where they cannot, the order may differ; since a name is made of the moves in this order, equal
//! names mean equal moves all the same.

use super::Move;
use super::bits::Bits;
use crate::work::chance::stirred;

/// The colours of the places of a component, and its moves.
#[derive(Debug, Default)]
pub(super) struct Colours {
    /// The places of the component, and their colours.
    places: Vec<usize>,
    colours: Vec<u64>,
    next: Vec<u64>,
    /// For each place of the board its number in the component.
    number: Vec<usize>,
    /// The places of the moves one after the other, by number, and what they are in the move; where each move ends.
    members: Vec<(usize, u64)>,
    ends: Vec<usize>,
    sorted: Vec<(u64, usize)>,
}

impl Colours {
    /// The places of a component in order.
    pub(super) fn order<const N: usize>(
        &mut self,
        part: Bits<N>,
        moves: &[Move<N>],
    ) -> impl Iterator<Item = usize> {
        self.read(part, moves);
        let mut classes = self.refine();
        while classes < self.places.len() {
            if let Some(place) = self.tied() {
                self.colours[place] = stirred(self.colours[place] ^ u64::MAX);
            }
            // The place is told apart from now on, and so there are more classes each time.
            classes = self.refine().max(classes + 1);
        }
        self.sort();
        self.sorted.iter().map(|(_, number)| self.places[*number])
    }

    fn read<const N: usize>(&mut self, part: Bits<N>, moves: &[Move<N>]) {
        self.places.clear();
        self.places.extend(part.iter());
        self.colours.clear();
        self.colours.resize(self.places.len(), 1);
        self.number.resize(Bits::<N>::ROOM, 0);
        for (number, place) in self.places.iter().enumerate() {
            self.number[*place] = number;
        }
        self.members.clear();
        self.ends.clear();
        for m in moves.iter().filter(|m| m.is_live(&part)) {
            for place in (m.support() & part).iter() {
                let is_in = |places: &Bits<N>| u64::from(places.contains(place));
                let role = is_in(&m.requires) | is_in(&m.forbids) << 1 | is_in(&m.clears) << 2;
                let salt = stirred(role + 1);
                self.members.push((self.number[place], salt));
            }
            self.ends.push(self.members.len());
        }
    }

    /// Colours places until no more are told apart; how many colours there are.
    fn refine(&mut self) -> usize {
        let mut classes = self.classes();
        loop {
            self.next.clear();
            self.next
                .extend(self.colours.iter().map(|colour| stirred(*colour)));
            let mut start = 0;
            for end in &self.ends {
                let members = &self.members[start..*end];
                start = *end;
                let sum = members.iter().fold(0u64, |sum, (place, salt)| {
                    sum.wrapping_add(stirred(self.colours[*place] ^ salt))
                });
                for (place, salt) in members {
                    let next = &mut self.next[*place];
                    *next = next.wrapping_add(stirred(stirred(sum) ^ salt));
                }
            }
            std::mem::swap(&mut self.colours, &mut self.next);
            let found = self.classes();
            if found <= classes {
                return found;
            }
            classes = found;
        }
    }

    fn sort(&mut self) {
        self.sorted.clear();
        let colours = self.colours.iter().copied().zip(0..);
        self.sorted.extend(colours);
        self.sorted.sort_unstable();
    }

    fn classes(&mut self) -> usize {
        self.sort();
        self.sorted.chunk_by(|a, b| a.0 == b.0).count()
    }

    /// The lowest place of the smallest class of several.
    fn tied(&mut self) -> Option<usize> {
        self.sort();
        let classes = self.sorted.chunk_by(|a, b| a.0 == b.0);
        let several = classes.filter(|class| class.len() > 1);
        let smallest = several.min_by_key(|class| class.len())?;
        smallest.first().map(|(_, number)| *number)
    }
}
