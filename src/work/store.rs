//! Numbers in the narrowest width that fits.

/// Values by pile size, in bytes while all of them fit, else in two or four bytes each.
///
/// Pushing is amortised O(1); a value that does not fit widens all values once, so at most twice in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Store {
    /// All values are below 2^8.
    U8(Vec<u8>),
    /// All values are below 2^16.
    U16(Vec<u16>),
    /// Any values.
    U32(Vec<u32>),
}

/// A view of the values of a [`Store`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slice<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
}

/// A width values are held in.
pub trait Value: Copy + Default + Ord + Into<u32> {
    /// The largest value that fits.
    const MOST: u32;

    /// The low bits of `value`; callers make sure that it is at most [`Value::MOST`].
    fn cut(value: u32) -> Self;
}

macro_rules! widths {
    ($($width:ty),*) => {$(
        impl Value for $width {
            const MOST: u32 = <$width>::MAX as u32;

            #[inline]
            fn cut(value: u32) -> $width {
                value as $width
            }
        }
    )*};
}

widths!(u8, u16, u32);

#[inline]
fn wide<T: Value>(value: T) -> u32 {
    value.into()
}

/// Runs the same code for the values of each width, those of a [`Store`] or of a [`Slice`].
macro_rules! each_width {
    (Slice: $slice:expr, $values:ident => $body:expr) => {
        match $slice {
            $crate::work::store::Slice::U8($values) => $body,
            $crate::work::store::Slice::U16($values) => $body,
            $crate::work::store::Slice::U32($values) => $body,
        }
    };
    ($store:expr, $values:ident => $body:expr) => {
        match $store {
            $crate::work::store::Store::U8($values) => $body,
            $crate::work::store::Store::U16($values) => $body,
            $crate::work::store::Store::U32($values) => $body,
        }
    };
}
pub(crate) use each_width;

impl Default for Store {
    fn default() -> Store {
        Store::U8(Vec::new())
    }
}

impl Store {
    pub fn zeros(len: usize) -> Store {
        Store::U8(vec![0; len])
    }

    /// Bytes a value takes.
    pub fn width(&self) -> u64 {
        self.slice().width()
    }

    /// Replaces a value that is there.
    #[inline]
    pub fn set(&mut self, place: usize, value: u32) {
        self.set_all(place, &[value]);
    }

    /// Replaces the values from a place on, as many as are there.
    #[inline]
    pub fn set_all(&mut self, place: usize, new: &[u32]) {
        fn put<T: Value>(values: &mut [T], place: usize, new: &[u32]) {
            for (at, slot) in values[place..][..new.len()].iter_mut().enumerate() {
                *slot = T::cut(new[at]);
            }
        }
        self.fit(new.iter().copied().max().unwrap_or(0));
        each_width!(self, values => put(values, place, new));
    }

    #[inline]
    pub fn len(&self) -> usize {
        each_width!(self, values => values.len())
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of pile `i`, if it is known.
    #[inline]
    pub fn get(&self, i: usize) -> Option<u32> {
        self.slice().get(i)
    }

    /// The value of pile `i`, which must be known.
    #[inline]
    pub fn at(&self, i: usize) -> u32 {
        each_width!(self, values => wide(values[i]))
    }

    #[inline]
    pub fn slice(&self) -> Slice<'_> {
        match self {
            Store::U8(values) => Slice::U8(values),
            Store::U16(values) => Slice::U16(values),
            Store::U32(values) => Slice::U32(values),
        }
    }

    /// How many bytes the values take, with what is reserved.
    pub fn memory(&self) -> u64 {
        self.width() * each_width!(self, values => values.capacity()) as u64
    }

    /// How many bytes `len` values take in all if none exceeds `most`, and not less than now; while values are widened the
    /// narrow ones are counted too.
    pub fn need(&self, len: usize, most: u32) -> u64 {
        let width = self.width().max(match most {
            0x1_0000.. => 4,
            0x100.. => 2,
            _ => 1,
        });
        let old = if width == self.width() {
            0
        } else {
            self.memory()
        };
        (len as u64).saturating_mul(width).saturating_add(old)
    }

    /// Makes room for `len` values in all of the present width.
    pub fn reserve(&mut self, len: usize) {
        let more = len.saturating_sub(self.len());
        each_width!(self, values => values.reserve_exact(more));
    }

    #[inline]
    pub fn push(&mut self, value: u32) {
        self.fit(value);
        each_width!(self, values => values.push(Value::cut(value)));
    }

    pub fn append<T: Value>(&mut self, more: &[T]) {
        fn put<S: Value, T: Value>(values: &mut Vec<T>, more: &[S]) {
            values.extend(more.iter().map(|&value| T::cut(value.into())));
        }
        let most = more
            .iter()
            .fold(0, |most, &value| u32::max(most, value.into()));
        self.fit(most);
        each_width!(self, values => put(values, more));
    }

    pub fn extend(&mut self, more: Slice<'_>) {
        each_width!(Slice: more, more => self.append(more));
    }

    pub fn truncate(&mut self, len: usize) {
        each_width!(self, values => values.truncate(len));
    }

    /// Widens the values until `value` fits.
    #[inline]
    pub fn fit(&mut self, value: u32) {
        match self {
            Store::U8(_) if value <= u8::MOST => {}
            Store::U16(_) if value <= u16::MOST => {}
            Store::U32(_) => {}
            Store::U8(_) | Store::U16(_) => self.widen(value),
        }
    }

    #[cold]
    fn widen(&mut self, value: u32) {
        fn wider<S: Value, T: Value>(values: &[S], room: usize) -> Vec<T> {
            let mut wide = Vec::with_capacity(room);
            wide.extend(values.iter().map(|&value| T::cut(value.into())));
            wide
        }
        *self = match (&*self, value <= u16::MOST) {
            (Store::U8(values), true) => Store::U16(wider(values, values.capacity())),
            (Store::U8(values), false) => Store::U32(wider(values, values.capacity())),
            (Store::U16(values), _) => Store::U32(wider(values, values.capacity())),
            (Store::U32(_), _) => return,
        };
    }
}

impl<'a> Slice<'a> {
    pub const NONE: Slice<'static> = Slice::U8(&[]);

    #[inline]
    pub fn len(&self) -> usize {
        each_width!(Slice: self, values => values.len())
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes a value takes.
    pub fn width(&self) -> u64 {
        match self {
            Slice::U8(_) => 1,
            Slice::U16(_) => 2,
            Slice::U32(_) => 4,
        }
    }

    #[inline]
    pub fn get(&self, i: usize) -> Option<u32> {
        each_width!(Slice: self, values => values.get(i).copied().map(wide))
    }

    /// The first values, at most this many.
    pub fn up_to(self, len: usize) -> Slice<'a> {
        let len = len.min(self.len());
        match self {
            Slice::U8(values) => Slice::U8(&values[..len]),
            Slice::U16(values) => Slice::U16(&values[..len]),
            Slice::U32(values) => Slice::U32(&values[..len]),
        }
    }

    pub fn from(self, first: usize) -> Slice<'a> {
        let first = first.min(self.len());
        match self {
            Slice::U8(values) => Slice::U8(&values[first..]),
            Slice::U16(values) => Slice::U16(&values[first..]),
            Slice::U32(values) => Slice::U32(&values[first..]),
        }
    }

    /// The same values, as wide as they are here.
    pub fn to_store(self) -> Store {
        match self {
            Slice::U8(values) => Store::U8(values.to_vec()),
            Slice::U16(values) => Store::U16(values.to_vec()),
            Slice::U32(values) => Store::U32(values.to_vec()),
        }
    }

    /// The first place of the largest value, and the value.
    pub fn largest(self) -> Option<(usize, u32)> {
        fn of<T: Value>(values: &[T]) -> Option<(usize, u32)> {
            let most = values.iter().map(|&value| value.into()).max()?;
            let place = values.iter().position(|&value| value.into() == most)?;
            Some((place, most))
        }
        each_width!(Slice: self, values => of(values))
    }

    pub fn iter(self) -> impl Iterator<Item = u32> + 'a {
        (0..self.len()).map_while(move |i| self.get(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_widen_and_stay() {
        let values = [0, 7, 255, 256, 3, 65_535, 65_536, u32::MAX, 1];
        for cut in 0..=values.len() {
            let mut store = Store::default();
            for &value in &values[..cut] {
                store.push(value);
            }
            store.append(&values[cut..]);
            assert_eq!(store.slice().iter().collect::<Vec<_>>(), values);
            assert_eq!(store.get(values.len()), None);
            store.truncate(4);
            assert_eq!(store.len(), 4);
        }
    }

    #[test]
    fn the_width_is_the_least_that_fits() {
        let mut store = Store::default();
        store.append(&[255u32]);
        assert!(matches!(store, Store::U8(_)));
        store.append(&[256u16]);
        assert!(matches!(store, Store::U16(_)));
        store.push(65_536);
        assert!(matches!(store, Store::U32(_)));
    }
}
