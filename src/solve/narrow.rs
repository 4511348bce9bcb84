//! Grundy values in as few bytes as they need.

/// A row of values: bytes while all are below 256, then two bytes each, then four.
#[derive(Debug, Clone)]
pub(crate) enum Narrow {
    /// All below 2⁸.
    Byte(Vec<u8>),
    /// All below 2¹⁶.
    Short(Vec<u16>),
    /// Any.
    Word(Vec<u32>),
}

impl Default for Narrow {
    fn default() -> Narrow {
        Narrow::Byte(Vec::new())
    }
}

/// Runs the same code for the slice of each width.
macro_rules! each_width {
    ($store:expr, $values:ident => $body:expr) => {
        match $store {
            $crate::solve::narrow::Narrow::Byte($values) => $body,
            $crate::solve::narrow::Narrow::Short($values) => $body,
            $crate::solve::narrow::Narrow::Word($values) => $body,
        }
    };
}
pub(crate) use each_width;

impl Narrow {
    /// So many zeros.
    pub(crate) fn zeros(len: usize) -> Narrow {
        Narrow::Byte(vec![0; len])
    }

    pub(crate) fn len(&self) -> usize {
        each_width!(self, values => values.len())
    }

    /// Bytes in use.
    pub(crate) fn memory(&self) -> u64 {
        match self {
            Narrow::Byte(values) => values.capacity() as u64,
            Narrow::Short(values) => values.capacity() as u64 * 2,
            Narrow::Word(values) => values.capacity() as u64 * 4,
        }
    }

    /// Bytes a value takes.
    pub(crate) fn width(&self) -> u64 {
        match self {
            Narrow::Byte(_) => 1,
            Narrow::Short(_) => 2,
            Narrow::Word(_) => 4,
        }
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Option<u32> {
        match self {
            Narrow::Byte(values) => values.get(place).map(|value| u32::from(*value)),
            Narrow::Short(values) => values.get(place).map(|value| u32::from(*value)),
            Narrow::Word(values) => values.get(place).copied(),
        }
    }

    /// Makes room for values up to this one.
    #[inline]
    pub(crate) fn fit(&mut self, value: u32) {
        match self {
            Narrow::Byte(values) if value > u32::from(u8::MAX) => {
                *self = if value > u32::from(u16::MAX) {
                    Narrow::Word(values.iter().map(|value| u32::from(*value)).collect())
                } else {
                    Narrow::Short(values.iter().map(|value| u16::from(*value)).collect())
                };
            }
            Narrow::Short(values) if value > u32::from(u16::MAX) => {
                *self = Narrow::Word(values.iter().map(|value| u32::from(*value)).collect());
            }
            _ => {}
        }
    }

    /// Adds a value at the end.
    pub(crate) fn push(&mut self, value: u32) {
        self.fit(value);
        // It fits now.
        match self {
            Narrow::Byte(values) => values.push(value as u8),
            Narrow::Short(values) => values.push(value as u16),
            Narrow::Word(values) => values.push(value),
        }
    }

    /// Replaces the values from a place on.
    pub(crate) fn set_all(&mut self, place: usize, new: &[u32]) {
        self.fit(new.iter().copied().max().unwrap_or(0));
        let end = place + new.len();
        // They fit now.
        match self {
            Narrow::Byte(values) => put_all(values.get_mut(place..end), new, |value| value as u8),
            Narrow::Short(values) => put_all(values.get_mut(place..end), new, |value| value as u16),
            Narrow::Word(values) => put_all(values.get_mut(place..end), new, |value| value),
        }
    }

    /// Replaces a value.
    #[inline]
    pub(crate) fn set(&mut self, place: usize, value: u32) {
        self.fit(value);
        // It fits now.
        match self {
            Narrow::Byte(values) => put(values, place, value as u8),
            Narrow::Short(values) => put(values, place, value as u16),
            Narrow::Word(values) => put(values, place, value),
        }
    }
}

fn put_all<V>(slots: Option<&mut [V]>, new: &[u32], narrow: impl Fn(u32) -> V) {
    for (slot, value) in slots.unwrap_or_default().iter_mut().zip(new) {
        *slot = narrow(*value);
    }
}

#[inline]
fn put<V>(values: &mut [V], place: usize, value: V) {
    if let Some(slot) = values.get_mut(place) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_widening() {
        let mut narrow = Narrow::default();
        let values = [3, 255, 256, 7, 65_535, 65_536, 4_000_000_000];
        for value in values {
            narrow.push(value);
        }
        narrow.set(0, 70_000);
        assert_eq!(narrow.get(0), Some(70_000));
        for (place, value) in values.iter().enumerate().skip(1) {
            assert_eq!(narrow.get(place), Some(*value));
        }
        assert_eq!(narrow.get(values.len()), None);
        let mut jump = Narrow::zeros(2);
        jump.set(1, 100_000);
        assert_eq!((jump.get(0), jump.get(1)), (Some(0), Some(100_000)));
    }
}
