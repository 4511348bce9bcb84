//! Lists: of any values, or of integers held in as few bytes as they need.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

/// What lists hold.
pub trait Element {
    fn of(n: i64) -> Self;

    /// The integer, where it is one.
    fn integer(&self) -> Option<i64>;
}

/// A list. Whoever looks at its elements sees values, whichever way they are held.
#[derive(Debug, Clone)]
pub struct List<V>(Held<V>);

#[derive(Debug, Clone)]
enum Held<V> {
    Values(Vec<V>),
    Numbers(Box<Numbers<V>>),
}

/// Integers, and the values made of them once somebody asked for those.
#[derive(Debug, Clone)]
struct Numbers<V> {
    packed: Packed,
    values: OnceLock<Vec<V>>,
}

/// Integers in few bytes.
#[derive(Debug, Clone)]
enum Packed {
    /// One after the other, from the first one on.
    Range(i64, usize),
    Bytes(Vec<u8>),
    Shorts(Vec<u16>),
}

impl<V: Element + Clone> List<V> {
    pub fn bytes(bytes: Vec<u8>) -> List<V> {
        List::packed(Packed::Bytes(bytes))
    }

    /// A list of these numbers.
    pub fn shorts(shorts: Vec<u16>) -> List<V> {
        List::packed(Packed::Shorts(shorts))
    }

    /// The integers from one to another, both included.
    pub fn range(first: i64, last: i64) -> List<V> {
        let len = (first <= last).then(|| last.abs_diff(first) as usize + 1);
        List::packed(Packed::Range(first, len.unwrap_or(0)))
    }

    fn packed(packed: Packed) -> List<V> {
        List(Held::Numbers(Box::new(Numbers {
            packed,
            values: OnceLock::new(),
        })))
    }

    pub fn len(&self) -> usize {
        match &self.0 {
            Held::Values(values) => values.len(),
            Held::Numbers(numbers) => numbers.packed.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// For how many elements there is room where they are held as values.
    pub(crate) fn room(&self) -> usize {
        match &self.0 {
            Held::Values(values) => values.capacity(),
            Held::Numbers(numbers) => numbers.packed.len(),
        }
    }

    /// The ends of the range that it is known to be.
    pub(crate) fn ends(&self) -> Option<(i64, i64)> {
        match &self.0 {
            Held::Numbers(numbers) => match numbers.packed {
                Packed::Range(first, len) if len > 0 => Some((first, first + (len as i64 - 1))),
                _ => None,
            },
            Held::Values(_) => None,
        }
    }

    /// The least and the greatest of its integers.
    pub(crate) fn extremes(&self) -> Option<(i64, i64)> {
        fn of<T: Copy + Ord + Into<i64>>(numbers: &[T]) -> Option<(i64, i64)> {
            let least = numbers.iter().min()?;
            Some(((*least).into(), (*numbers.iter().max()?).into()))
        }
        match &self.0 {
            Held::Values(values) => {
                let ints = || values.iter().filter_map(V::integer);
                Some((ints().min()?, ints().max()?))
            }
            Held::Numbers(numbers) => match &numbers.packed {
                Packed::Range(..) => self.ends(),
                Packed::Bytes(bytes) => of(bytes),
                Packed::Shorts(shorts) => of(shorts),
            },
        }
    }

    pub(crate) fn ints(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match &self.0 {
            Held::Values(values) => Box::new(values.iter().filter_map(V::integer)),
            Held::Numbers(numbers) => numbers.packed.ints(),
        }
    }

    /// Whether it is known to hold nothing but integers.
    pub(crate) fn is_numbers(&self) -> bool {
        matches!(self.0, Held::Numbers(_))
    }

    /// The values, to be changed.
    pub(crate) fn values_mut(&mut self) -> &mut Vec<V> {
        if let Held::Numbers(_) = &self.0 {
            self.0 = Held::Values(self.to_vec());
        }
        match &mut self.0 {
            Held::Values(values) => values,
            Held::Numbers(_) => unreachable!("they were made values"),
        }
    }
}

impl Packed {
    fn len(&self) -> usize {
        match self {
            Packed::Range(_, len) => *len,
            Packed::Bytes(bytes) => bytes.len(),
            Packed::Shorts(shorts) => shorts.len(),
        }
    }

    fn ints(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Packed::Range(first, len) => {
                let first = *first;
                Box::new((0..*len as i64).map(move |at| first + at))
            }
            Packed::Bytes(bytes) => Box::new(bytes.iter().map(|n| i64::from(*n))),
            Packed::Shorts(shorts) => Box::new(shorts.iter().map(|n| i64::from(*n))),
        }
    }
}

impl<V: Element> Deref for List<V> {
    type Target = [V];

    #[inline]
    fn deref(&self) -> &[V] {
        match &self.0 {
            Held::Values(values) => values,
            Held::Numbers(numbers) => {
                let made = || numbers.packed.ints().map(V::of).collect();
                numbers.values.get_or_init(made)
            }
        }
    }
}

impl<V> Default for List<V> {
    fn default() -> List<V> {
        List::from(Vec::new())
    }
}

impl<V> From<Vec<V>> for List<V> {
    fn from(values: Vec<V>) -> List<V> {
        List(Held::Values(values))
    }
}

impl<V: Element> FromIterator<i64> for List<V> {
    fn from_iter<I: IntoIterator<Item = i64>>(ints: I) -> List<V> {
        List::from(ints.into_iter().map(V::of).collect::<Vec<_>>())
    }
}

impl<V: Element + Clone + PartialEq> PartialEq for List<V> {
    fn eq(&self, other: &List<V>) -> bool {
        match (self.is_numbers(), other.is_numbers()) {
            (true, true) => self.len() == other.len() && self.ints().eq(other.ints()),
            _ => self[..] == other[..],
        }
    }
}

impl<V: Element + Clone + Eq> Eq for List<V> {}

impl<V: Element + Hash> Hash for List<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self[..].hash(state);
    }
}

#[cfg(test)]
mod tests {
    use crate::expr::value::{List, Value};

    #[test]
    fn whichever_way_numbers_are_held_they_are_the_same_list() {
        let values = |numbers: &[i64]| {
            List::from(numbers.iter().copied().map(Value::Int).collect::<Vec<_>>())
        };
        for (list, numbers) in [
            (List::bytes(vec![3, 0, 255]), vec![3, 0, 255]),
            (List::shorts(vec![7, 65_535]), vec![7, 65_535]),
            (List::range(-2, 3), vec![-2, -1, 0, 1, 2, 3]),
            (List::range(5, 4), vec![]),
            (List::bytes(Vec::new()), vec![]),
        ] {
            let plain = values(&numbers);
            assert_eq!(list, plain);
            assert_eq!(plain, list);
            assert_eq!(list[..], plain[..]);
            assert_eq!(
                (list.len(), list.is_empty()),
                (numbers.len(), numbers.is_empty())
            );
            assert_eq!(list.extremes(), plain.extremes());
            assert_eq!(list.ints().collect::<Vec<_>>(), numbers);
            let mut more = list.clone();
            more.values_mut().push(Value::Int(9));
            assert_eq!(more.len(), numbers.len() + 1);
            assert_ne!(more, list);
            assert_eq!(Value::from(list), Value::from(plain));
        }
        assert_eq!(List::range(4, 6), List::bytes(vec![4, 5, 6]));
        assert_eq!(List::range(4, 6).ends(), Some((4, 6)));
    }
}
