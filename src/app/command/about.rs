//! What is said of names: how a word is used.

use crate::expr::builtin::Builtin;
use crate::rules::query::Query;
use crate::syntax::Word;

/// How a query, a function or a word of the language is used.
pub fn usage(word: &str) -> Option<String> {
    let query = Query::by_name(word).map(Query::usage);
    let builtin = || Builtin::by_name(word).map(Builtin::usage);
    let reserved = || Word::of(word).map(Word::help);
    query.or_else(builtin).or_else(reserved).map(str::to_string)
}
