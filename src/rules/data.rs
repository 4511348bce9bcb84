//! Tables from CSV files.

use crate::expr::kind::Kind;
use crate::expr::value::Value;
use crate::text::words::counted;
use crate::work::Limit;
use crate::work::budget::Budget;
use crate::work::world::Unread;

/// Why a table cannot be had.
#[derive(Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The file is no table: why not, without what it holds.
    File(String),
    /// A field is no integer: its line, its column and what it holds.
    Field(u64, String, String),
    /// The file has only these columns.
    Column(Vec<String>),
    /// The file is not read.
    Unread(Unread),
}

impl From<Unread> for Wrong {
    fn from(unread: Unread) -> Wrong {
        Wrong::Unread(unread)
    }
}

impl From<String> for Wrong {
    fn from(why: String) -> Wrong {
        Wrong::File(why)
    }
}

impl From<Limit> for Wrong {
    fn from(stop: Limit) -> Wrong {
        Wrong::Unread(stop.into())
    }
}

pub fn column(bytes: &[u8], name: &str, budget: &mut Budget) -> Result<Value, Wrong> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::Headers)
        .from_reader(bytes);
    let headers = reader
        .headers()
        .map_err(|error| in_words(&error, bytes))?
        .clone();
    let place = headers
        .iter()
        .position(|header| header == name)
        .ok_or_else(|| Wrong::Column(headers.iter().map(str::to_owned).collect()))?;
    let mut values = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(&error, bytes))?
    {
        let field = record.get(place).unwrap_or("");
        values.push(Value::Int(integer(field, line_of(bytes, &record), || {
            name.to_owned()
        })?));
        asked(budget, &values, 0)?;
    }
    Ok(Value::list(values))
}

/// The rows as tuples of integers with their kind. A first row that is not all integers is a header.
pub fn rows(bytes: &[u8], budget: &mut Budget) -> Result<(Value, Kind), Wrong> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(bytes);
    let mut rows = Vec::new();
    let mut width = 0;
    let mut record = csv::StringRecord::new();
    let (mut first, mut names) = (true, Vec::new());
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(&error, bytes))?
    {
        width = record.len();
        let is_header = first
            && record
                .iter()
                .any(|field| field.trim().parse::<i64>().is_err());
        first = false;
        if is_header {
            names = record.iter().map(|name| name.trim().to_owned()).collect();
            continue;
        }
        let fields = record.iter().enumerate();
        let row: Result<Vec<Value>, Wrong> = fields
            .map(|(place, field)| {
                let name = || names.get(place).cloned();
                let name = || name().unwrap_or_else(|| (place + 1).to_string());
                integer(field, line_of(bytes, &record), name).map(Value::Int)
            })
            .collect();
        rows.push(Value::tuple(row?));
        asked(budget, &rows, width)?;
    }
    let row = match width {
        0 => Kind::Unknown,
        _ => Kind::Tuple(vec![Kind::Int; width]),
    };
    Ok((Value::list(rows), row.list()))
}

/// Asks the budget for the elements so far, each a tuple of so many parts.
#[inline]
fn asked(budget: &mut Budget, elements: &Vec<Value>, parts: usize) -> Result<(), Limit> {
    budget.step()?;
    if !elements.len().is_multiple_of(ROWS_BETWEEN_LOOKS) {
        return Ok(());
    }
    budget.look()?;
    let of_tuples = elements.len() as u64 * Value::bytes_of_list(parts);
    let of_list = (elements.capacity() * size_of::<Value>()) as u64;
    budget.need(if parts > 0 { of_tuples } else { 0 } + of_list)
}

/// How many rows are read between two looks at the clock and the memory.
const ROWS_BETWEEN_LOOKS: usize = 1 << 12;

fn integer(
    field: &str,
    line: impl FnOnce() -> u64,
    column: impl FnOnce() -> String,
) -> Result<i64, Wrong> {
    // The reader could do it, but makes each record anew for it.
    let field = field.trim();
    let wrong = |_| Wrong::Field(line(), column(), field.to_owned());
    field.parse().map_err(wrong)
}

fn line_of<'r>(bytes: &'r [u8], record: &'r csv::StringRecord) -> impl FnOnce() -> u64 + 'r {
    || line(bytes, record.position())
}

/// The line of a record. The reader counts no blank lines, and a line too late where they end in two characters.
fn line(bytes: &[u8], record: Option<&csv::Position>) -> u64 {
    let start = record.map_or(0, |position| position.byte() as usize);
    let (before, rest) = bytes.split_at(start.min(bytes.len()));
    let blank = rest.iter().take_while(|byte| b"\r\n".contains(byte));
    let before = &bytes[..before.len() + blank.count()];
    let ends = before
        .iter()
        .enumerate()
        .filter(|(place, byte)| match byte {
            b'\n' => true,
            b'\r' => before.get(place + 1) != Some(&b'\n'),
            _ => false,
        });
    ends.count() as u64 + 1
}

fn in_words(error: &csv::Error, bytes: &[u8]) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            let line = line(bytes, pos.as_ref());
            let fields = counted(*len, "field", "fields");
            format!("line {line} has {fields}, the lines before it {expected_len}")
        }
        csv::ErrorKind::Utf8 { pos, .. } => {
            let line = line(bytes, pos.as_ref());
            format!("line {line} is not UTF-8 text")
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::budget::Limits;

    fn budget() -> Budget {
        Budget::start(&Limits::default())
    }

    #[test]
    fn columns_and_rows() {
        let text = b"\xef\xbb\xbflow,high\r\n0,0\r\n1, 2\r\n";
        let column = |name| column(text, name, &mut budget());
        assert_eq!(column("high"), Ok(Value::ints([0, 2])));
        let known = ["low", "high"].map(str::to_owned).to_vec();
        assert_eq!(column("middle"), Err(Wrong::Column(known)));
        let none = rows(b"", &mut budget()).unwrap();
        assert_eq!(none, (Value::list(vec![]), Kind::Unknown.list()));
        let (value, kind) = rows(text, &mut budget()).unwrap();
        assert_eq!(value.to_string(), "[(0, 0), (1, 2)]");
        assert_eq!(kind, Kind::Tuple(vec![Kind::Int; 2]).list());
    }

    #[test]
    fn bad_files_name_the_line() {
        let wrong = |text: &[u8]| column(text, "a", &mut budget()).unwrap_err();
        let Wrong::File(why) = wrong(b"a,b\n1,2\n3\n") else {
            panic!("no table");
        };
        assert!(why.contains("line 3 has 1 field,"), "{why}");
        for (text, line) in [
            ("a\n1\nx\n", 3),
            ("a\r\n1\r\nx\r\n", 3),
            ("a\r1\rx\r", 3),
            ("a\n1\n\n\nx", 5),
            ("\n\na\nx\n", 4),
        ] {
            let field = Wrong::Field(line, "a".to_owned(), "x".to_owned());
            assert_eq!(wrong(text.as_bytes()), field, "{text:?}");
            let row = rows(text.as_bytes(), &mut budget());
            assert_eq!(row, Err(field), "{text:?}");
        }
    }

    #[test]
    fn a_table_asks_the_budget() {
        let text = "1,2\n".repeat(100_000);
        let limits = Limits {
            memory: 1 << 20,
            ..Limits::default()
        };
        let stopped = rows(text.as_bytes(), &mut Budget::start(&limits));
        assert!(matches!(
            stopped,
            Err(Wrong::Unread(Unread::Stop(Limit::Memory { .. })))
        ));
        let limits = Limits::default();
        limits
            .interrupt
            .store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = rows(text.as_bytes(), &mut Budget::start(&limits));
        assert_eq!(stopped, Err(Limit::Interrupted.into()));
    }
}
