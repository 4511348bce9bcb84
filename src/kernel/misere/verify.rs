//! The P-check and the N-check: the proof that a monoid is right for all sums of some heaps.
//!
//! Let each heap h have an image Φ(h) in a finite commutative monoid with a P-portion, and let E(h) be the set of the images
//! of its options. The outcome of every sum is that of its image if
//! - the images of heaps without options and of the empty sum are 1, and 1 is no P-element;
//! - P-check: where x Φ(h) is a P-element, no x e with e in E(h) is one;
//! - N-check: every sum of heaps that have options whose image is no P-element has an option whose image is one.
//!
//! The proof is induction over the options: what the checks say of images is what defines the outcome.
//!
//! For the N-check a sum w is represented by its image and by H(w), the set of the u for which some option of w times u is a
//! P-element. Then H(v w) = {u : u Φ(w) in H(v) or u Φ(v) in H(w)}, so these pairs multiply, there are finitely many of them,
//! and a pair with a larger H than another of the same image can be left out, since products preserve the inclusion. The
//! check fails at w if Φ(w) is no P-element and 1 is not in H(w).

use super::monoid::{Bits, Element, Monoid};
use super::word::{Word, product, word};
use crate::work::Limit;
use crate::work::budget::Budget;

/// A heap as the checks see it.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) heap: u32,
    pub(super) image: Element,
    /// H of the heap alone.
    pub(super) hits: Bits,
}

/// The elements that give a P-element with one of the images.
pub(super) fn hits(contexts: &[Bits], images: &[Element]) -> Bits {
    let mut hits = Bits::none(contexts.len());
    for image in images {
        hits.add(&contexts[usize::from(*image)]);
    }
    hits
}

/// A sum that has its place in the N-check.
#[derive(Debug, Clone)]
struct State {
    image: Element,
    hits: Bits,
    /// The state it was made from, and the heap that was added.
    from: u32,
    heap: u32,
}

/// The sums that the N-check of some heaps came down to.
#[derive(Debug, Clone)]
pub(super) struct Check {
    states: Vec<State>,
    by_image: Vec<Vec<u32>>,
}

/// The least word at which a check fails.
#[derive(Debug, Clone)]
pub(super) struct Flaw {
    pub(super) word: Word,
    /// Whether its true outcome is P, if all smaller words have the outcomes of their images.
    pub(super) is_lost: bool,
}

impl Check {
    pub(super) fn new(monoid: &Monoid) -> Check {
        Check {
            states: vec![State {
                image: 0,
                hits: Bits::none(monoid.order()),
                from: 0,
                heap: 0,
            }],
            by_image: vec![Vec::new(); monoid.order()],
        }
    }

    /// The P-check of a heap; the least word at which it fails.
    pub(super) fn p_check(monoid: &Monoid, rule: &Rule) -> Option<Flaw> {
        let fails = |&element: &Element| {
            rule.hits.has(usize::from(element))
                && monoid.is_lost(monoid.product(element, rule.image))
        };
        let element = monoid.elements().find(fails)?;
        Some(Flaw {
            word: product(monoid.word(element), &[rule.heap]),
            is_lost: false,
        })
    }

    /// Adds a heap larger than all before to the N-check. Where it fails or is stopped the check is as before.
    ///
    /// A failure is at the least word that has this heap for its largest.
    pub(super) fn add(
        &mut self,
        monoid: &Monoid,
        rule: &Rule,
        budget: &mut Budget,
    ) -> Result<Option<Flaw>, Limit> {
        if self.is_covered(rule.image, &rule.hits) {
            return Ok(None);
        }
        let before = self.states.len();
        let result = self.extend(monoid, rule, budget);
        if !matches!(result, Ok(None)) {
            self.states.truncate(before);
            for states in &mut self.by_image {
                states.retain(|&state| (state as usize) < before);
            }
        }
        result
    }

    /// Whether a sum of the heaps so far has the same image and nothing that this one has not.
    fn is_covered(&self, image: Element, hits: &Bits) -> bool {
        let mut states = self.by_image[usize::from(image)].iter();
        states.any(|&state| self.states[state as usize].hits.is_within(hits))
    }

    fn extend(
        &mut self,
        monoid: &Monoid,
        rule: &Rule,
        budget: &mut Budget,
    ) -> Result<Option<Flaw>, Limit> {
        let order = monoid.order();
        let of_rule = monoid.products(rule.image);
        let mut from = 0;
        while let Some(state) = self.states.get(from) {
            budget.step()?;
            let image = monoid.product(state.image, rule.image);
            let of_state = monoid.products(state.image);
            let hits = Bits::pick(order, |u| {
                state.hits.has(usize::from(of_rule[u])) || rule.hits.has(usize::from(of_state[u]))
            });
            if !self.is_covered(image, &hits) {
                let number = self.states.len() as u32;
                let is_wrong = !monoid.is_lost(image) && !hits.has(0);
                self.states.push(State {
                    image,
                    hits,
                    from: from as u32,
                    heap: rule.heap,
                });
                if is_wrong {
                    return Ok(Some(Flaw {
                        word: self.word(number),
                        is_lost: true,
                    }));
                }
                self.by_image[usize::from(image)].push(number);
                if number.is_multiple_of(64) {
                    budget.look()?;
                    budget.need(self.bytes())?;
                }
            }
            from += 1;
        }
        Ok(None)
    }

    fn word(&self, state: u32) -> Word {
        let mut heaps = Word::new();
        let mut state = state as usize;
        while state != 0 {
            let at = &self.states[state];
            heaps.push(at.heap);
            state = at.from as usize;
        }
        word(&heaps)
    }

    pub(super) fn bytes(&self) -> u64 {
        // All sets take the same.
        let each = self.states[0].hits.bytes() + 16 + 8;
        (each * self.states.len()) as u64
    }

    /// Checks all heaps, given in increasing order: the least word at which a check fails.
    pub(super) fn all(
        &mut self,
        monoid: &Monoid,
        rules: &[Rule],
        budget: &mut Budget,
    ) -> Result<Option<Flaw>, Limit> {
        if monoid.is_lost(0) {
            return Ok(Some(Flaw {
                word: Word::new(),
                is_lost: false,
            }));
        }
        let p_flaws = rules.iter().filter_map(|rule| Check::p_check(monoid, rule));
        let p_flaw = p_flaws.min_by(|one, other| one.word.cmp(&other.word));
        let top = p_flaw.as_ref().and_then(|flaw| flaw.word.first().copied());
        for rule in rules {
            // Words with this heap are larger.
            if top.is_some_and(|top| top < rule.heap) {
                break;
            }
            if let Some(flaw) = self.add(monoid, rule, budget)? {
                return Ok(Some(match p_flaw {
                    Some(other) if other.word < flaw.word => other,
                    _ => flaw,
                }));
            }
        }
        Ok(p_flaw)
    }
}
