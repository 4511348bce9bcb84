//! Values of games in which a move subtracts a multiple of one of some vectors from a tuple of numbers: rook, bishop, queen, or
//! with a limit of 1 king and knight.
//!
//! The options along a ray from p are those from p − v and p − v itself, so one set of values for each line suffices; the value
//! of p is the mex of the union of the sets of the lines through p. A set remembers how many of its first words are full, and
//! the mex is looked for only from there on. Rays with a limit mark their options one by one.
//!
//! A position takes time proportional to the number of rays, the limits, and the words between the full ones and the mex. Each
//! line that has begun and not ended takes as many bits as there are values.
//!
//! Index bounds: `at` runs over the positions of the box in row-major order; a line's number is below the number of sets; all
//! sets have `words` words, and 64·`words` is more than every value.

use crate::expr::budget::Budget;
use crate::expr::fault::Stop;
use crate::kernel::store::{Slice, Store};

/// Most numbers of a tuple.
pub const DIMENSIONS: usize = 4;

/// Moves along a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ray {
    /// What one step subtracts: at least one entry is positive.
    pub vector: Vec<usize>,
    /// The most steps of a move, if there is a limit.
    pub limit: Option<usize>,
}

/// Values of all positions of a box.
#[derive(Debug, Clone)]
pub struct Rays {
    /// The sizes of the box: number c runs from 0 to `sizes[c]` − 1. Unused ones are 1.
    sizes: [usize; DIMENSIONS],
    total: usize,
    lines: Vec<Lines>,
    limited: Vec<Limited>,
    values: Store,
    /// The next position.
    position: [usize; DIMENSIONS],
    words: usize,
    /// What limited rays mark; all zeros between positions.
    marks: Vec<u64>,
}

/// The lines along a vector.
#[derive(Debug, Clone)]
struct Lines {
    vector: [usize; DIMENSIONS],
    /// For each of the last positions, as many as a step goes back, the number of its line.
    numbers: Vec<u32>,
    /// The place of the next position in `numbers`.
    at: usize,
    sets: Vec<u64>,
    /// For each line, how many of its set's first words are full.
    full: Vec<u32>,
    /// Numbers of lines that have ended.
    free: Vec<u32>,
    /// The line of the present position.
    line: usize,
}

#[derive(Debug, Clone)]
struct Limited {
    vector: [usize; DIMENSIONS],
    /// How far a step goes back in row-major order.
    back: usize,
    limit: usize,
}

impl Rays {
    /// The positions whose number c runs from 0 to `sizes[c]` − 1, none computed yet.
    ///
    /// Returns none if there are not 1 to 4 sizes, a vector has another length or is 0, or there are 2^32 positions or more.
    pub fn new(sizes: &[usize], rays: &[Ray]) -> Option<Rays> {
        let padded = |numbers: &[usize], rest: usize| -> [usize; DIMENSIONS] {
            std::array::from_fn(|c| numbers.get(c).copied().unwrap_or(rest))
        };
        if !(1..=DIMENSIONS).contains(&sizes.len()) {
            return None;
        }
        let total = sizes
            .iter()
            .try_fold(1usize, |all, &size| all.checked_mul(size))?;
        if total >= u32::MAX as usize {
            return None;
        }
        let mut lines = Vec::new();
        let mut limited = Vec::new();
        for ray in rays {
            if ray.vector.len() != sizes.len() || ray.vector.iter().all(|&entry| entry == 0) {
                return None;
            }
            // A vector that leaves the box from everywhere is no move.
            if ray
                .vector
                .iter()
                .zip(sizes)
                .any(|(entry, size)| entry >= size)
            {
                continue;
            }
            let back = ray
                .vector
                .iter()
                .zip(sizes)
                .fold(0, |back, (entry, size)| back * size + entry);
            let vector = padded(&ray.vector, 0);
            match ray.limit {
                Some(limit) => limited.push(Limited {
                    vector,
                    back,
                    limit,
                }),
                None => lines.push(Lines {
                    vector,
                    numbers: vec![0; back],
                    at: 0,
                    sets: Vec::new(),
                    full: Vec::new(),
                    free: Vec::new(),
                    line: 0,
                }),
            }
        }
        Some(Rays {
            sizes: padded(sizes, 1),
            total,
            lines,
            limited,
            values: Store::new(),
            position: [0; DIMENSIONS],
            words: 1,
            marks: vec![0],
        })
    }

    /// Computes the values of the whole box.
    ///
    /// # Errors
    /// A limit; the values so far stay, and work can go on.
    pub fn extend(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        budget.need(self.values.need(self.total, 255) + self.memory())?;
        self.values.reserve(self.total);
        while self.values.len() < self.total {
            let at = self.values.len();
            if at.is_multiple_of(1024) {
                // Sets double.
                budget.need(2 * self.memory() + self.values.need(self.total, self.most()))?;
                budget.look()?;
            }
            let position = self.position;
            let mut from = 0;
            for lines in &mut self.lines {
                from = from.max(lines.enter(&position, self.words));
            }
            for ray in &self.limited {
                for k in 1..=ray.steps(&position) {
                    let value = self.values.get(at - k * ray.back).unwrap_or(0);
                    self.marks[value as usize / 64] |= 1 << (value % 64);
                }
            }
            let value = mex(&self.lines, &self.marks, from, self.words);
            for ray in &self.limited {
                for k in 1..=ray.steps(&position) {
                    let value = self.values.get(at - k * ray.back).unwrap_or(0);
                    self.marks[value as usize / 64] = 0;
                }
            }
            if value as usize >= 64 * self.words {
                budget.need(4 * self.memory())?;
                self.widen();
            }
            for lines in &mut self.lines {
                lines.leave(value, &position, &self.sizes, self.words);
            }
            self.values.push(value);
            for c in (0..DIMENSIONS).rev() {
                self.position[c] += 1;
                if self.position[c] < self.sizes[c] {
                    break;
                }
                self.position[c] = 0;
            }
        }
        Ok(())
    }

    /// The most a value can be for the present words.
    fn most(&self) -> u32 {
        u32::try_from(64 * self.words).unwrap_or(u32::MAX)
    }

    #[cold]
    fn widen(&mut self) {
        let words = self.words;
        for lines in &mut self.lines {
            let mut wide = Vec::with_capacity(2 * lines.sets.len());
            for set in lines.sets.chunks_exact(words) {
                wide.extend_from_slice(set);
                wide.resize(wide.len() + words, 0);
            }
            lines.sets = wide;
        }
        self.words *= 2;
        self.marks = vec![0; self.words];
    }

    /// The values so far, in row-major order: the last number changes fastest.
    pub fn values(&self) -> Slice<'_> {
        self.values.slice()
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        let lines: usize = self
            .lines
            .iter()
            .map(|lines| {
                8 * lines.sets.capacity()
                    + 4 * (lines.numbers.capacity() + lines.full.capacity() + lines.free.capacity())
            })
            .sum();
        self.values.memory() + lines as u64
    }
}

impl Lines {
    /// Finds or begins the line of a position, and returns how many first words of its set are full.
    #[inline]
    fn enter(&mut self, position: &[usize; DIMENSIONS], words: usize) -> usize {
        let goes_on = (0..DIMENSIONS).all(|c| position[c] >= self.vector[c]);
        if !goes_on {
            let number = match self.free.pop() {
                Some(number) => {
                    let set = number as usize * words;
                    self.sets[set..set + words].fill(0);
                    self.full[number as usize] = 0;
                    number
                }
                None => {
                    self.sets.resize(self.sets.len() + words, 0);
                    self.full.push(0);
                    // There are fewer lines than positions.
                    self.full.len() as u32 - 1
                }
            };
            self.numbers[self.at] = number;
        }
        // The place holds the line of the position one step back.
        self.line = self.numbers[self.at] as usize;
        self.full[self.line] as usize
    }

    /// Adds the value of the position to its line.
    #[inline]
    fn leave(
        &mut self,
        value: u32,
        position: &[usize; DIMENSIONS],
        sizes: &[usize; DIMENSIONS],
        words: usize,
    ) {
        let set = &mut self.sets[self.line * words..(self.line + 1) * words];
        set[value as usize / 64] |= 1 << (value % 64);
        let full = &mut self.full[self.line];
        while set.get(*full as usize) == Some(&!0) {
            *full += 1;
        }
        if (0..DIMENSIONS).any(|c| position[c] + self.vector[c] >= sizes[c]) {
            self.free.push(self.line as u32);
        }
        self.at += 1;
        if self.at == self.numbers.len() {
            self.at = 0;
        }
    }
}

impl Limited {
    /// How many steps are possible.
    #[inline]
    fn steps(&self, position: &[usize; DIMENSIONS]) -> usize {
        (0..DIMENSIONS)
            .filter(|&c| self.vector[c] > 0)
            .map(|c| position[c] / self.vector[c])
            .min()
            .unwrap_or(0)
            .min(self.limit)
    }
}

/// The least value in none of the sets of the present lines nor marked, if there are none below 64·`from`.
#[inline]
fn mex(lines: &[Lines], marks: &[u64], from: usize, words: usize) -> u32 {
    for (w, &mark) in marks.iter().enumerate().take(words).skip(from) {
        let all = lines
            .iter()
            .fold(mark, |all, lines| all | lines.sets[lines.line * words + w]);
        if all != !0 {
            return 64 * w as u32 + all.trailing_ones();
        }
    }
    64 * words as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::budget::Limits;

    pub(crate) fn plain(sizes: &[usize], rays: &[Ray]) -> Vec<u32> {
        let total: usize = sizes.iter().product();
        let mut values: Vec<u32> = Vec::new();
        for at in 0..total {
            let mut position = Vec::new();
            let mut rest = at;
            for &size in sizes.iter().rev() {
                position.insert(0, rest % size);
                rest /= size;
            }
            let mut seen = Vec::new();
            for ray in rays {
                for k in 1..=ray.limit.unwrap_or(usize::MAX) {
                    let Some(option) = position
                        .iter()
                        .zip(&ray.vector)
                        .map(|(&p, &v)| p.checked_sub(k * v))
                        .collect::<Option<Vec<_>>>()
                    else {
                        break;
                    };
                    let index = option
                        .iter()
                        .zip(sizes)
                        .fold(0, |i, (p, size)| i * size + p);
                    seen.push(values[index]);
                }
            }
            values.push((0..).find(|value| !seen.contains(value)).unwrap_or(0));
        }
        values
    }

    fn random(seed: &mut u64, below: usize) -> usize {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn random_rays() {
        let mut seed = 8;
        for round in 0..300 {
            let d = 1 + round % 4;
            let sizes: Vec<usize> = (0..d)
                .map(|_| random(&mut seed, [200, 24, 9, 6][d - 1]) + usize::from(round % 9 > 0))
                .collect();
            let rays: Vec<Ray> = (0..random(&mut seed, 6))
                .map(|_| Ray {
                    vector: (0..d).map(|_| random(&mut seed, 3)).collect(),
                    limit: [None, None, Some(random(&mut seed, 4))][random(&mut seed, 3)],
                })
                .collect();
            let zero = rays.iter().any(|ray| ray.vector.iter().all(|&v| v == 0));
            let Some(mut engine) = Rays::new(&sizes, &rays) else {
                assert!(zero);
                continue;
            };
            assert!(!zero);
            let stopped = Limits::default();
            stopped
                .interrupt
                .store(true, std::sync::atomic::Ordering::Relaxed);
            if !sizes.contains(&0) {
                assert!(engine.extend(&mut Budget::start(&stopped)).is_err());
            }
            engine
                .extend(&mut Budget::start(&Limits::default()))
                .unwrap();
            let values: Vec<u32> = engine.values().iter().collect();
            assert!(values == plain(&sizes, &rays), "{sizes:?} {rays:?}");
        }
    }
}
