//! Monoids by generators and relations.

use std::fmt::{self, Display, Formatter};

use super::monoid::Monoid;
use super::word::Word;

/// A commutative monoid by generators and relations, with its P-portion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presentation {
    /// The heaps that are generators, increasing.
    pub generators: Vec<u32>,
    /// Words that are equal, the larger first. All other equations follow.
    pub relations: Vec<(Word, Word)>,
    /// The least words of the P-elements, increasing.
    pub lost: Vec<Word>,
}

impl Presentation {
    /// The presentation of a monoid by its least words: each word that is not least though all its subwords are is equal to a
    /// smaller one.
    ///
    /// As rules from left to right the relations take every word to the least one of its element. This is the form in which
    /// the literature gives quotients.
    pub fn of(monoid: &Monoid) -> Presentation {
        let relations = monoid.leading().into_iter().map(|word| {
            let element = monoid.of(&word).expect("a word of its letters");
            let least = Word::from_slice(monoid.word(element));
            (word, least)
        });
        let relations = relations.collect();
        Presentation {
            generators: monoid.letters().to_vec(),
            relations,
            lost: monoid
                .elements()
                .filter(|&element| monoid.is_lost(element))
                .map(|element| Word::from_slice(monoid.word(element)))
                .collect(),
        }
    }

    /// A word in the names of the generators: a, b, c, …, with exponents; 1 for the empty one.
    pub fn spell(&self, word: &[u32]) -> String {
        spell(&self.generators, word)
    }

    /// The P-elements in the names of the generators.
    pub fn spell_lost(&self) -> Vec<String> {
        self.lost.iter().map(|word| self.spell(word)).collect()
    }
}

/// Generators and relations in the way of the literature, without the P-portion: `⟨a, b | a² = 1, b³ = b⟩`.
impl Display for Presentation {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let names: Vec<String> = (0..self.generators.len()).map(name).collect();
        let relations: Vec<String> = self
            .relations
            .iter()
            .map(|(word, least)| format!("{} = {}", self.spell(word), self.spell(least)))
            .collect();
        write!(f, "⟨{} | {}⟩", names.join(", "), relations.join(", "))
    }
}

/// The name of a generator by its place: a, …, z, a1, …, z1, a2, ….
pub fn name(place: usize) -> String {
    let letter = char::from(b'a' + (place % 26) as u8);
    match place / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// A word over some generators in their names.
pub fn spell(generators: &[u32], word: &[u32]) -> String {
    let mut text = String::new();
    for (place, generator) in generators.iter().enumerate() {
        let power = word.iter().filter(|&heap| heap == generator).count();
        if power == 0 {
            continue;
        }
        text.push_str(&name(place));
        if power > 1 {
            let digits = power.to_string();
            text.extend(digits.bytes().filter_map(|digit| {
                "⁰¹²³⁴⁵⁶⁷⁸⁹"
                    .chars()
                    .nth(usize::from(digit.wrapping_sub(b'0')))
            }));
        }
    }
    if text.is_empty() {
        text.push('1');
    }
    text
}
