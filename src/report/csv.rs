//! Tables of values as comma-separated rows.

use std::fmt;

use crate::query::answer::Numbers;

/// The values of a box of piles: one row for each pile, with its coordinates and the value, the last coordinate running
/// fastest.
#[derive(Debug)]
pub struct Csv<'a> {
    /// The names of the coordinates.
    pub names: &'a [&'a str],
    /// Both ends of each coordinate.
    pub ranges: &'a [(i64, i64)],
    /// The values in order.
    pub values: &'a Numbers,
}

impl fmt::Display for Csv<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names are made of letters, digits and `_`, so that nothing needs quotes.
        for name in self.names {
            write!(f, "{name},")?;
        }
        f.write_str(if self.names.contains(&"value") {
            "grundy\n"
        } else {
            "value\n"
        })?;
        let mut at: Vec<i64> = self.ranges.iter().map(|(from, _)| *from).collect();
        for value in self.values.iter() {
            for cell in &at {
                write!(f, "{cell},")?;
            }
            writeln!(f, "{value}")?;
            for (cell, (from, to)) in at.iter_mut().zip(self.ranges).rev() {
                if *cell < *to {
                    *cell += 1;
                    break;
                }
                *cell = *from;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_order() {
        let values = [7, 8, 9, 0].into_iter().collect();
        let csv = Csv {
            names: &["row", "col"],
            ranges: &[(0, 1), (3, 4)],
            values: &values,
        };
        assert_eq!(
            csv.to_string(),
            "row,col,value\n0,3,7\n0,4,8\n1,3,9\n1,4,0\n"
        );
        let values = [5].into_iter().collect();
        let csv = Csv {
            names: &["value"],
            ranges: &[(i64::MAX, i64::MAX)],
            values: &values,
        };
        assert_eq!(csv.to_string(), format!("value,grundy\n{},5\n", i64::MAX));
    }
}
