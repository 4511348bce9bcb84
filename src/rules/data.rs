//! Tables from CSV files.

use crate::expr::kind::Kind;
use crate::expr::value::Value;

/// Why a column cannot be had.
#[derive(Debug, PartialEq, Eq)]
pub enum NoColumn {
    /// What is wrong with the file.
    File(String),
    /// The file has only these columns.
    Unknown(Vec<String>),
}

impl From<String> for NoColumn {
    fn from(why: String) -> NoColumn {
        NoColumn::File(why)
    }
}

/// The integers of a column.
pub fn column(bytes: &[u8], name: &str) -> Result<Value, NoColumn> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::Headers)
        .from_reader(bytes);
    let headers = reader.headers().map_err(|error| in_words(&error))?.clone();
    let place = headers
        .iter()
        .position(|header| header == name)
        .ok_or_else(|| NoColumn::Unknown(headers.iter().map(str::to_owned).collect()))?;
    let mut values = Vec::new();
    let mut record = csv::StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(&error))?
    {
        let field = record.get(place).unwrap_or("");
        values.push(Value::Int(integer(field, &record, name)?));
    }
    Ok(Value::list(values))
}

/// The rows as tuples of integers with their kind. A first row that is not all integers is a header.
pub fn rows(bytes: &[u8]) -> Result<(Value, Kind), String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(bytes);
    let mut rows = Vec::new();
    let mut width = 0;
    let mut record = csv::StringRecord::new();
    let mut first = true;
    while reader
        .read_record(&mut record)
        .map_err(|error| in_words(&error))?
    {
        width = record.len();
        let is_header = first
            && record
                .iter()
                .any(|field| field.trim().parse::<i64>().is_err());
        first = false;
        if is_header {
            continue;
        }
        let row: Result<Vec<Value>, String> = record
            .iter()
            .enumerate()
            .map(|(place, field)| integer(field, &record, &(place + 1).to_string()).map(Value::Int))
            .collect();
        rows.push(Value::tuple(row?));
    }
    Ok((
        Value::list(rows),
        Kind::Tuple(vec![Kind::Int; width]).list(),
    ))
}

fn integer(field: &str, record: &csv::StringRecord, column: &str) -> Result<i64, String> {
    // The reader could do it, but makes each record anew for it.
    let field = field.trim();
    field.parse().map_err(|_| {
        let line = record.position().map_or(0, csv::Position::line);
        format!("line {line}, column `{column}`: `{field}` is not an integer")
    })
}

fn in_words(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            let fields = if *len == 1 { "field" } else { "fields" };
            format!("line {line} has {len} {fields}, the lines before it {expected_len}")
        }
        csv::ErrorKind::Utf8 { pos, .. } => {
            let line = pos.as_ref().map_or(0, csv::Position::line);
            format!("line {line} is not UTF-8 text")
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_rows() {
        let text = b"\xef\xbb\xbflow,high\r\n0,0\r\n1, 2\r\n";
        assert_eq!(column(text, "high"), Ok(Value::ints([0, 2])));
        let known = ["low", "high"].map(str::to_owned).to_vec();
        assert_eq!(column(text, "middle"), Err(NoColumn::Unknown(known)));
        let (value, kind) = rows(text).unwrap();
        assert_eq!(value.to_string(), "[(0, 0), (1, 2)]");
        assert_eq!(kind, Kind::Tuple(vec![Kind::Int; 2]).list());
    }

    #[test]
    fn bad_files_name_the_line() {
        let wrong = |text: &[u8]| match column(text, "a") {
            Err(NoColumn::File(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(wrong(b"a,b\n1,2\n3\n").contains("line 3 has 1 field,"));
        assert!(wrong(b"a\n1\nx\n").contains("line 3, column `a`: `x`"));
    }
}
