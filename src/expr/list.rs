//! Lists: of any values, or of integers held in as few bytes as they need.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::OnceLock;

use crate::work::store::{Store, each_width};

/// Lists that grow to this length are packed, where they hold nothing but small numbers.
const LONG: usize = 1 << 12;

pub trait Element {
    fn of(n: i64) -> Self;

    fn integer(&self) -> Option<i64>;
}

/// A list. Whoever looks at its elements as a slice sees values, whichever way they are held; this takes memory where they are
/// packed.
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
pub(crate) enum Packed {
    /// One after the other, from the first one on.
    Range(i64, usize),
    Store(Store),
}

impl<V: Element + Clone> List<V> {
    /// The integers from one to another, both included.
    pub fn range(first: i64, last: i64) -> List<V> {
        let len = (first <= last).then(|| last.abs_diff(first) as usize + 1);
        List::from(Packed::Range(first, len.unwrap_or(0)))
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

    /// The integers where they are packed.
    #[inline]
    pub(crate) fn packed(&self) -> Option<&Packed> {
        match &self.0 {
            Held::Values(_) => None,
            Held::Numbers(numbers) => Some(&numbers.packed),
        }
    }

    /// How many bytes the elements take, beside what they hold.
    pub(crate) fn bytes(&self) -> u64 {
        let values = |values: &Vec<V>| values.capacity() * size_of::<V>();
        match &self.0 {
            Held::Values(list) => values(list) as u64,
            Held::Numbers(numbers) => {
                numbers.packed.bytes() + numbers.values.get().map_or(0, values) as u64
            }
        }
    }

    /// How many bytes more it takes when somebody looks at the elements as a slice.
    pub(crate) fn bytes_to_unpack(&self) -> u64 {
        match &self.0 {
            Held::Numbers(numbers) if numbers.values.get().is_none() => {
                (self.len() * size_of::<V>()) as u64
            }
            _ => 0,
        }
    }

    /// The ends, where its integers follow each other.
    pub(crate) fn run(&self) -> Option<(i64, i64)> {
        if let Some(Packed::Range(first, len @ 1..)) = self.packed() {
            return Some((*first, first + (*len as i64 - 1)));
        }
        let mut ints = self.ints();
        let first = ints.next()?;
        let follow = |last: i64, n| (last.checked_add(1) == Some(n)).then_some(n);
        Some((first, ints.try_fold(first, follow)?))
    }

    /// The least and the greatest of its integers.
    pub(crate) fn extremes(&self) -> Option<(i64, i64)> {
        fn of<T: Copy + Ord + Into<i64>>(numbers: &[T]) -> Option<(i64, i64)> {
            let (first, rest) = numbers.split_first()?;
            let (mut least, mut greatest) = (*first, *first);
            for number in rest {
                least = least.min(*number);
                greatest = greatest.max(*number);
            }
            Some((least.into(), greatest.into()))
        }
        match self.packed() {
            None => {
                let ints = || self.ints();
                Some((ints().min()?, ints().max()?))
            }
            Some(Packed::Range(..)) => self.run(),
            Some(Packed::Store(store)) => each_width!(store, numbers => of(numbers)),
        }
    }

    pub(crate) fn ints(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match &self.0 {
            Held::Values(values) => Box::new(values.iter().filter_map(V::integer)),
            Held::Numbers(numbers) => numbers.packed.ints(),
        }
    }

    /// The elements one by one: what is packed is made values only while they are looked at.
    pub(crate) fn each(&self) -> Box<dyn Iterator<Item = Cow<'_, V>> + '_> {
        match &self.0 {
            Held::Values(values) => Box::new(values.iter().map(Cow::Borrowed)),
            Held::Numbers(numbers) => Box::new(numbers.packed.ints().map(|n| Cow::Owned(V::of(n)))),
        }
    }

    /// Whether it is known to hold nothing but integers.
    pub(crate) fn is_numbers(&self) -> bool {
        self.packed().is_some()
    }

    /// The values, to be changed.
    pub(crate) fn values_mut(&mut self) -> &mut Vec<V> {
        if let Held::Numbers(_) = &self.0 {
            self.0 = Held::Values(self.each().map(Cow::into_owned).collect());
        }
        match &mut self.0 {
            Held::Values(values) => values,
            Held::Numbers(_) => unreachable!("they were made values"),
        }
    }

    pub(crate) fn clear(&mut self) {
        match &mut self.0 {
            Held::Values(values) => values.clear(),
            Held::Numbers(_) => *self = List::default(),
        }
    }

    /// Adds an element at the end.
    #[inline]
    pub(crate) fn push(&mut self, item: V) {
        match &mut self.0 {
            Held::Values(values) => {
                values.push(item);
                if values.len() == LONG {
                    self.pack();
                }
            }
            Held::Numbers(numbers) => {
                let pushed = item.integer().is_some_and(|n| numbers.packed.push(n));
                numbers.values.take();
                if !pushed {
                    self.values_mut().push(item);
                }
            }
        }
    }

    /// Holds small numbers in fewer bytes, where there is nothing else.
    #[cold]
    fn pack(&mut self) {
        let mut packed = Packed::Store(Store::default());
        let is_small = |item: &V| item.integer().is_some_and(|n| packed.push(n));
        if self.iter().all(is_small) {
            *self = List::from(packed);
        }
    }
}

impl Packed {
    pub(crate) fn len(&self) -> usize {
        match self {
            Packed::Range(_, len) => *len,
            Packed::Store(store) => store.len(),
        }
    }

    /// How many bytes a number takes.
    pub(crate) fn width(&self) -> u64 {
        match self {
            Packed::Range(..) => 0,
            Packed::Store(store) => store.width(),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Packed::Range(..) => 0,
            Packed::Store(store) => store.memory(),
        }
    }

    pub(crate) fn get(&self, place: usize) -> Option<i64> {
        match self {
            Packed::Range(first, len) => (place < *len).then(|| first + place as i64),
            Packed::Store(store) => store.get(place).map(i64::from),
        }
    }

    pub(crate) fn contains(&self, n: i64) -> bool {
        match self {
            Packed::Range(first, len) => n >= *first && n.abs_diff(*first) < *len as u64,
            Packed::Store(store) => {
                each_width!(store, numbers => n.try_into().is_ok_and(|n| numbers.contains(&n)))
            }
        }
    }

    /// The integers from one place to before another, which are in the list.
    pub(crate) fn part(&self, part: std::ops::Range<usize>) -> Packed {
        match self {
            Packed::Range(first, _) => Packed::Range(first + part.start as i64, part.len()),
            Packed::Store(store) => {
                let slice = store.slice().from(part.start).up_to(part.len());
                Packed::Store(slice.to_store())
            }
        }
    }

    pub(crate) fn ints(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Packed::Range(first, len) => Box::new((0..*len as i64).map(move |at| first + at)),
            Packed::Store(store) => {
                each_width!(store, numbers => Box::new(numbers.iter().map(|n| i64::from(*n))))
            }
        }
    }

    /// Adds a number at the end, where it is neither negative nor too large.
    fn push(&mut self, n: i64) -> bool {
        match (self, u32::try_from(n)) {
            (_, Err(_)) => false,
            (Packed::Store(store), Ok(n)) => {
                store.push(n);
                true
            }
            (Packed::Range(first, len), Ok(_)) => {
                let follows = first.checked_add_unsigned(*len as u64) == Some(n);
                *len += usize::from(follows);
                follows
            }
        }
    }
}

impl<V> From<Packed> for List<V> {
    fn from(packed: Packed) -> List<V> {
        let values = OnceLock::new();
        List(Held::Numbers(Box::new(Numbers { packed, values })))
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

impl<V: Element + Clone> FromIterator<i64> for List<V> {
    fn from_iter<I: IntoIterator<Item = i64>>(ints: I) -> List<V> {
        let mut list = List::default();
        ints.into_iter().for_each(|n| list.push(V::of(n)));
        list
    }
}

impl<V: Element + Clone + PartialEq> PartialEq for List<V> {
    fn eq(&self, other: &List<V>) -> bool {
        if let (Held::Values(a), Held::Values(b)) = (&self.0, &other.0) {
            return a == b;
        }
        self.len() == other.len()
            && match (self.packed(), other.packed()) {
                (Some(a), Some(b)) => a.ints().eq(b.ints()),
                _ => self.each().eq(other.each()),
            }
    }
}

impl<V: Element + Clone + Eq> Eq for List<V> {}

impl<V: Element + Clone + Hash> Hash for List<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        self.each().for_each(|item| item.hash(state));
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG, Packed, Store};
    use crate::expr::value::{List, Value};

    fn packed(numbers: &[u32]) -> List {
        let mut store = Store::default();
        store.append(numbers);
        Packed::Store(store).into()
    }

    #[test]
    fn whichever_way_numbers_are_held_they_are_the_same_list() {
        let values = |numbers: &[i64]| {
            List::from(numbers.iter().copied().map(Value::Int).collect::<Vec<_>>())
        };
        for (list, numbers) in [
            (packed(&[3, 0, 255]), vec![3, 0, 255]),
            (packed(&[7, 65_535]), vec![7, 65_535]),
            (packed(&[7, 65_536]), vec![7, 65_536]),
            (List::range(-2, 3), vec![-2, -1, 0, 1, 2, 3]),
            (List::range(5, 4), vec![]),
            (packed(&[]), vec![]),
        ] {
            let plain = values(&numbers);
            assert_eq!(list, plain);
            assert_eq!(plain, list);
            assert_eq!(hash(&list), hash(&plain));
            assert_eq!(list.run(), plain.run());
            assert!(list.bytes_to_unpack() > 0 || list.is_empty());
            for (place, n) in numbers.iter().enumerate() {
                let packed = list.packed().expect("it is packed");
                assert_eq!(packed.get(place), Some(*n));
                assert!(packed.contains(*n) && !packed.contains(77));
                let rest = List::from(packed.part(place..numbers.len()));
                assert_eq!(rest, values(&numbers[place..]));
            }
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
        assert_eq!(List::range(4, 6), packed(&[4, 5, 6]));
        assert_eq!(List::range(4, 6).run(), Some((4, 6)));
        assert_eq!(packed(&[4, 6]).run(), None);
    }

    fn hash(list: &List) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut state = std::collections::hash_map::DefaultHasher::new();
        list.hash(&mut state);
        state.finish()
    }

    #[test]
    fn a_list_that_grows_is_packed_where_it_holds_small_numbers() {
        let long = LONG as i64;
        let numbers = |n: i64| Value::Int(n % 250);
        let mut list = List::default();
        let mut plain = Vec::new();
        let mut add = |list: &mut List, more: Value| {
            list.push(more.clone());
            plain.push(more);
            assert_eq!(list.len(), plain.len());
            plain.clone()
        };
        for n in 0..long + 10 {
            add(&mut list, numbers(n));
            assert_eq!(list.is_numbers(), n + 1 >= long);
        }
        for (more, width) in [(255, 1), (256, 2), (65_535, 2), (65_536, 4), (1, 4)] {
            let plain = add(&mut list, Value::Int(more));
            assert_eq!(list, List::from(plain));
            assert!(list.bytes() <= 2 * width * list.len() as u64, "{more}");
        }
        let wide = add(&mut list, Value::Int(-1));
        assert!(!list.is_numbers());
        assert_eq!(list, List::from(wide));
        list.clear();
        assert!(list.is_empty());
        // What holds something else stays as it is.
        let mut list: List = List::default();
        (0..long).for_each(|n| list.push(numbers(n - 1)));
        assert!(!list.is_numbers());
    }
}
