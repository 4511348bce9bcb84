//! The parser that is generated from the grammar: it says where a text fails and what could have stood there.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/nimrule.pest"]
pub(super) struct Grammar;
