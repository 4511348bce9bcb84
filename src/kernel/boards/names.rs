//! Names of components: components of one name have the same value, and share an entry of the table.
//!
//! - `mask`: the places themselves.
//! - `rank`: of each live move its R, F and C inside of the component, each place by its rank in the component, hashed; the sum of
//!   the hashes. Equal names mean equal lists of moves, but for a collision of 128 bits. C counts inside of R, too: some places
//!   are needed and not cleared.
//! - `box`: on a rectangle of places by row and column, the least image of the component moved into the corner. The premise is
//!   [checked](Layout::keeps) for each of the shifts, reflections and the transposition that is used: as far as all places have
//!   images, the moves are mapped onto the moves.
//!
//! - `moves`: the same as ranks, with the places in an [order](super::canon) that depends on the moves alone, as far as that is
//!   found: most isomorphic components fall together.
//!
//! A box is tried first, then ranks. After some components it is counted how many names there are of each kind: the order by moves is
//! worth its work where it halves them, and masks are cheaper where ranks tell apart what masks do.

use hashbrown::HashSet;

use super::bits::Bits;
use super::canon::Colours;
use super::{Board, Move};
use crate::work::budget::{Budget, Kept};
use crate::work::chance::{self, Chance};

/// 128 bits that stand for a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Name(pub(super) u64, pub(super) u64);

impl Name {
    pub(super) fn of(bits: u128) -> Name {
        Name((bits >> 64) as u64, bits as u64)
    }

    /// What it adds to the name of a sum.
    #[inline]
    pub(super) fn share(self) -> u128 {
        stirred(u128::from(self.0) << 64 | u128::from(self.1))
    }

    /// The name of the same with a number beside it.
    #[inline]
    pub(super) fn with(self, number: u64) -> Name {
        match number {
            0 => self,
            _ => {
                let bits = u128::from(self.0) << 64 | u128::from(self.1);
                Name::of(stirred(bits ^ stirred(u128::from(number))))
            }
        }
    }

    /// Its bits stirred, for the place in a table.
    #[inline]
    pub(super) fn spread(self) -> u64 {
        chance::stirred(self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ self.1)
    }
}

/// How many names are made before it is asked whether ranks pay.
const MEASURED: usize = 10_000;

/// How many are made before the names by moves are counted,
const ORDERED: usize = 2_000;

/// of how many of the components,
const SAMPLE: usize = 500;

/// where a board has no more moves than this; they have to be this many times fewer.
const MOST_MOVES: usize = 1024;
const FEWER: usize = 2;

/// How many names are remembered by mask at first, and how many at most.
const FIRST_CACHED: usize = 1 << 10;
const MOST_CACHED: usize = 1 << 18;

/// How components are named.
#[derive(Debug)]
enum Naming<const N: usize> {
    Mask,
    Rank {
        hashes: Hashes,
        /// The components that were named so far, and their names.
        measured: Option<(HashSet<Bits<N>>, HashSet<Name>)>,
    },
    Moves(Hashes, Colours),
    Box(Layout),
}

/// What places add to the hashes of moves.
#[derive(Debug)]
struct Hashes {
    /// For each rank what it adds to the hash of a move with it in R, F and C.
    adds: Vec<[u128; 3]>,
    /// The same for each place of the component that is named.
    by_place: Vec<[u128; 3]>,
}

/// Names of components, and in front of them the names that were made last.
#[derive(Debug)]
pub(super) struct Names<const N: usize> {
    way: Naming<N>,
    cache: Vec<(Bits<N>, Name)>,
    made: usize,
    kept: Kept,
}

impl<const N: usize> Names<N> {
    /// Names for the components of a board, whose places lie in these rows and columns, if in any.
    pub(super) fn new(board: &Board<N>, grid: Option<&[(i64, i64)]>, budget: &Budget) -> Names<N> {
        let way = match grid.and_then(|grid| Layout::new(board, grid)) {
            Some(layout) => Naming::Box(layout),
            None => Naming::ranks(),
        };
        let mut names = Names {
            way,
            cache: Vec::new(),
            made: 0,
            kept: budget.keep(0),
        };
        names.resize(FIRST_CACHED);
        names
    }

    /// Names by masks alone.
    #[cfg(test)]
    pub(super) fn by_masks(&mut self) {
        self.way = Naming::Mask;
    }

    /// Names by ranks, whatever they cost.
    #[cfg(test)]
    pub(super) fn by_ranks(&mut self) {
        self.way = Naming::ranks();
    }

    /// Names by moves, whatever they cost.
    #[cfg(test)]
    pub(super) fn by_moves(&mut self) {
        self.way = Naming::Moves(Hashes::new(Bits::<N>::ROOM), Colours::default());
    }

    /// How components are named, and by how many images of each.
    pub(super) fn way(&self) -> (&'static str, usize) {
        match &self.way {
            Naming::Mask => ("mask", 1),
            Naming::Rank { .. } => ("rank", 1),
            Naming::Moves(..) => ("moves", 1),
            Naming::Box(layout) => ("box", layout.images.len()),
        }
    }

    fn resize(&mut self, len: usize) {
        self.cache = vec![(Bits::NONE, Name(0, 0)); len];
        let bytes = len * size_of::<(Bits<N>, Name)>();
        self.kept.set(bytes as u64);
    }

    /// The name of a component, which has at least one place.
    #[inline]
    pub(super) fn of(&mut self, part: Bits<N>, board: &Board<N>, budget: &Budget) -> Name {
        if let Naming::Mask = self.way {
            return of_places(part);
        }
        let slot = of_places(part).spread() as usize & (self.cache.len() - 1);
        match self.cache.get(slot) {
            Some((known, name)) if *known == part => *name,
            _ => {
                let name = self.made(part, board, budget);
                let slot = of_places(part).spread() as usize & (self.cache.len() - 1);
                self.cache[slot] = (part, name);
                name
            }
        }
    }

    fn made(&mut self, part: Bits<N>, board: &Board<N>, budget: &Budget) -> Name {
        self.made += 1;
        let len = self.cache.len();
        let larger = (4 * len * size_of::<(Bits<N>, Name)>()) as u64;
        if self.made > 2 * len && len < MOST_CACHED && larger < budget.memory() / 8 {
            self.resize(4 * len);
        }
        match &mut self.way {
            Naming::Mask => of_places(part),
            Naming::Box(layout) => layout.name(part),
            Naming::Moves(hashes, colours) => {
                let order = colours.order(part, board.moves());
                hashes.name(part, order, board.moves())
            }
            Naming::Rank { hashes, measured } => {
                let name = hashes.name(part, part.iter(), board.moves());
                if let Some((masks, names)) = measured {
                    let is_new = masks.insert(part);
                    names.insert(name);
                    if is_new && masks.len() == ORDERED && board.moves().len() <= MOST_MOVES {
                        let mut colours = Colours::default();
                        let (mut ranked, mut ordered) = (HashSet::new(), HashSet::new());
                        let mut sample: Vec<&Bits<N>> = masks.iter().collect();
                        sample.sort_unstable();
                        for part in sample.into_iter().step_by(ORDERED / SAMPLE) {
                            ranked.insert(hashes.name(*part, part.iter(), board.moves()));
                            let order = colours.order(*part, board.moves());
                            ordered.insert(hashes.name(*part, order, board.moves()));
                        }
                        if ordered.len() * FEWER <= ranked.len() {
                            self.way = Naming::Moves(Hashes::new(Bits::<N>::ROOM), colours);
                            self.resize(len);
                            return self.made(part, board, budget);
                        }
                    }
                    if masks.len() >= MEASURED {
                        let pays = names.len() * 10 < masks.len() * 9;
                        *measured = None;
                        if !pays {
                            self.way = Naming::Mask;
                            return of_places(part);
                        }
                    }
                }
                name
            }
        }
    }
}

impl<const N: usize> Naming<N> {
    fn ranks() -> Naming<N> {
        Naming::Rank {
            hashes: Hashes::new(Bits::<N>::ROOM),
            measured: Some(Default::default()),
        }
    }
}

impl Hashes {
    fn new(room: usize) -> Hashes {
        let mut chance = Chance::new(Some(1));
        let mut word = || u128::from(chance.below(u64::MAX));
        let adds = (0..room).map(|_| [(); 3].map(|()| word() << 64 | word()));
        Hashes {
            adds: adds.collect(),
            by_place: vec![[0; 3]; room],
        }
    }

    /// The name of a component by the ranks of its places in an order.
    fn name<const N: usize>(
        &mut self,
        part: Bits<N>,
        order: impl Iterator<Item = usize>,
        moves: &[Move<N>],
    ) -> Name {
        for (place, add) in order.zip(&self.adds) {
            self.by_place[place] = *add;
        }
        let mut name = part.len() as u128;
        for m in moves.iter().filter(|m| m.is_live(&part)) {
            let mut hash = 0u128;
            for (places, kind) in [(m.requires, 0), (m.forbids, 1), (m.clears, 2)] {
                for place in (places & part).iter() {
                    hash = hash.wrapping_add(self.by_place[place][kind]);
                }
            }
            name = name.wrapping_add(stirred(hash));
        }
        Name::of(stirred(name))
    }
}

#[inline]
pub(super) fn of_places<const N: usize>(part: Bits<N>) -> Name {
    match part.words() as &[u64] {
        [word] => Name(0, *word),
        [low, high] => Name(*high, *low),
        words => {
            let words = words
                .iter()
                .fold(0, |hash, word| stirred(hash ^ u128::from(*word)));
            Name::of(words)
        }
    }
}

/// Bits of which each depends on each.
#[inline]
fn stirred(bits: u128) -> u128 {
    let bits = (bits ^ (bits >> 67)).wrapping_mul(0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 59)).wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
    bits ^ (bits >> 64)
}

/// A full rectangle of places.
#[derive(Debug)]
pub(super) struct Layout {
    /// Each place along the longer side and across it.
    places: Vec<(usize, usize)>,
    /// For each place its bit in each image.
    bits: Vec<[u128; 8]>,
    /// The longer side and the other one.
    length: usize,
    width: usize,
    /// The images that are compared.
    images: Vec<Image>,
}

/// First reflected or not along the longer side and across it, then transposed or not: three bits.
#[derive(Debug, Clone, Copy)]
struct Image(usize);

impl Image {
    fn mirrored(self) -> bool {
        self.0 & 1 == 1
    }

    fn flipped(self) -> bool {
        self.0 & 2 == 2
    }

    fn transposed(self) -> bool {
        self.0 & 4 == 4
    }
}

/// The greatest area whose places fit a name.
const MOST_AREA: usize = 128;

impl Layout {
    /// The rectangle in whose rows and columns the places lie, each once, where shifts keep the moves.
    fn new<const N: usize>(board: &Board<N>, grid: &[(i64, i64)]) -> Option<Layout> {
        let (mut places, (rows, columns)) = rectangle(grid)?;
        if rows * columns > MOST_AREA {
            return None;
        }
        if rows < columns {
            places
                .iter_mut()
                .for_each(|place| *place = (place.1, place.0));
        }
        let mut layout = Layout {
            bits: Vec::new(),
            places,
            length: rows.max(columns),
            width: rows.min(columns),
            images: Vec::new(),
        };
        let (last, end) = (layout.length - 1, layout.width - 1);
        let shifts = layout.keeps(board, |(along, across)| (along + 1, across))
            && layout.keeps(board, |(along, across)| (along, across + 1));
        if !shifts {
            return None;
        }
        let mirrored = layout.keeps(board, |(along, across)| (last - along, across));
        // Across a single row nothing changes.
        let flipped = end > 0 && layout.keeps(board, |(along, across)| (along, end - across));
        // Only what is closed under composition.
        let transposed = end > 0
            && mirrored == flipped
            && layout.keeps(board, |(along, across)| (across, along));
        layout.images = (0..8).map(Image).collect();
        layout.images.retain(|image| {
            (mirrored || !image.mirrored())
                && (flipped || !image.flipped())
                && (transposed || !image.transposed())
        });
        let bit = |place: &(usize, usize)| {
            let corners = std::array::from_fn(|image| layout.corner(Image(image), *place, *place));
            corners.map(|place: usize| 1 << place)
        };
        layout.bits = layout.places.iter().map(bit).collect();
        Some(layout)
    }

    /// Whether a map of the places, which may leave the rectangle, keeps the moves: let D be the places with an image, and f the
    /// map. The moves with R in D, their F and C cut down to D, are mapped onto the moves with R in f(D), cut down to f(D). Then
    /// the game from any p in D is the game from f(p).
    fn keeps<const N: usize>(
        &self,
        board: &Board<N>,
        map: impl Fn((usize, usize)) -> (usize, usize),
    ) -> bool {
        let mut at = vec![0; self.places.len()];
        for (place, (along, across)) in self.places.iter().enumerate() {
            at[along * self.width + across] = place;
        }
        let image = |place: usize| {
            let (along, across) = map(self.places[place]);
            let inside = along < self.length && across < self.width;
            inside.then(|| at[along * self.width + across])
        };
        let all = 0..self.places.len();
        let from: Bits<N> = all
            .clone()
            .filter(|place| image(*place).is_some())
            .collect();
        let to: Bits<N> = all.filter_map(image).collect();
        let within = |m: &Move<N>, part: Bits<N>| {
            let inside = m.requires.is_within(&part);
            inside.then(|| m.map(|places| places & part))
        };
        let moves = board.moves().iter();
        let before = moves.clone().filter_map(|m| within(m, from));
        let mapped: HashSet<Move<N>> = before
            .map(|m| m.map(|places| places.iter().filter_map(image).collect()))
            .collect();
        let after: HashSet<Move<N>> = moves.filter_map(|m| within(m, to)).collect();
        mapped == after
    }

    /// The place of the corner that an image has, of what lies between a low and a high end: along times the width, and across.
    /// Transposed, what lies across may reach over the width; but of a component that is no longer than the board is wide no two
    /// places have the same bit.
    fn corner(&self, image: Image, low: (usize, usize), high: (usize, usize)) -> usize {
        let along = if image.mirrored() {
            self.length - 1 - high.0
        } else {
            low.0
        };
        let across = if image.flipped() {
            self.width - 1 - high.1
        } else {
            low.1
        };
        match image.transposed() {
            true => across * self.width + along,
            false => along * self.width + across,
        }
    }

    /// The least image, moved into the corner. One that is longer than the board is wide has no place there when it is
    /// transposed, nor has any other that is like it.
    fn name<const N: usize>(&self, part: Bits<N>) -> Name {
        let mut bits = [0; 8];
        let mut low = (usize::MAX, usize::MAX);
        let mut high = (0, 0);
        for place in part.iter() {
            for (bits, more) in bits.iter_mut().zip(&self.bits[place]) {
                *bits |= more;
            }
            let (along, across) = self.places[place];
            low = (low.0.min(along), low.1.min(across));
            high = (high.0.max(along), high.1.max(across));
        }
        let fits_across = high.0 - low.0 < self.width;
        let images = self
            .images
            .iter()
            .filter(|image| fits_across || !image.transposed());
        let in_corner = images.map(|image| bits[image.0] >> self.corner(*image, low, high));
        Name::of(in_corner.min().unwrap_or(0))
    }
}

/// Where the places stand in a rectangle that they fill, from its corner, and its sides.
pub(super) type Rectangle = (Vec<(usize, usize)>, (usize, usize));

pub(super) fn rectangle(grid: &[(i64, i64)]) -> Option<Rectangle> {
    let rows = grid.iter().map(|place| place.0);
    let columns = grid.iter().map(|place| place.1);
    let low = (rows.clone().min()?, columns.clone().min()?);
    let side = |low: i64, high: Option<i64>| {
        let side = high?.checked_sub(low)?.checked_add(1)?;
        usize::try_from(side)
            .ok()
            .filter(|side| *side <= grid.len())
    };
    let sides = (side(low.0, rows.max())?, side(low.1, columns.max())?);
    let places = grid
        .iter()
        .map(|place| ((place.0 - low.0) as usize, (place.1 - low.1) as usize));
    let places: Vec<(usize, usize)> = places.collect();
    let distinct = places.iter().collect::<HashSet<_>>().len();
    let is_full = distinct == grid.len() && sides.0 * sides.1 == grid.len();
    is_full.then_some((places, sides))
}
