//! The options of one pile as they are played: those that are different, with what marks them.

use hashbrown::HashSet;

use crate::expr::position::GameId;
use crate::moves::options::Options;
use crate::solve::Solver;
use crate::solve::positions::options::PileOption;
use crate::work::Failure;

/// The options of one pile, all of them or those that were looked for.
pub(super) struct PilePlays {
    pub(super) raw: Options,
    /// The options that are different, with their number among the raw ones.
    pub(super) different: Vec<(usize, PileOption)>,
}

impl PilePlays {
    /// The amount that is taken in an option, where it is a `take`.
    pub(super) fn taken(&self, option: usize) -> Option<i64> {
        self.raw.marks.get(option)?.taken
    }
}

/// About how many bytes an option takes with all that is kept of it.
pub(super) const OPTION: usize = 200;

/// About how many bytes a pile takes beside its options.
const PILE: usize = 400;

/// What the options of piles take.
#[derive(Default)]
pub(super) struct Room {
    pub(super) options: usize,
    pub(super) bytes: u64,
}

impl Room {
    pub(super) fn add(&mut self, plays: &PilePlays) {
        let each = size_of::<(usize, PileOption)>();
        self.options += plays.different.len();
        let own = (PILE + plays.different.capacity() * each) as u64;
        self.bytes += own + plays.raw.bytes();
    }
}

/// The options of a pile; `None`: there are more than `most`.
pub(super) fn pile_plays(
    solver: &mut Solver,
    game: GameId,
    cells: &[i64],
    most: usize,
) -> Result<Option<PilePlays>, Failure> {
    let mut raw = Options::default();
    if !solver
        .positions()
        .marked_options(game, cells, &mut raw, most)?
    {
        return Ok(None);
    }
    let alike = solver.positions().header(game)?.alike;
    let mut different = Vec::with_capacity(raw.len());
    let mut seen = HashSet::new();
    for option in 0..raw.len() {
        solver.budget().step()?;
        let mut nodes = solver.positions().nodes.option(game, &raw, option);
        // Where moves must be alike, the same result of different choices is not the same option.
        if let Some(mark) = raw.marks.get(option).filter(|_| alike) {
            nodes.kind = solver.positions().alike_kinds.number(mark);
        }
        if seen.insert(nodes.clone()) {
            different.push((option, nodes));
        }
        if option.is_multiple_of(4096) {
            let each = 4 * size_of::<(usize, PileOption)>();
            let bytes = raw.bytes() + (different.len() * each) as u64;
            solver.positions().check_memory(bytes)?;
        }
    }
    Ok(Some(PilePlays { raw, different }))
}
