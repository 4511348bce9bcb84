//! The parser that is generated from `grammar/nimrule.pest`.

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "grammar/nimrule.pest"]
pub(super) struct Grammar;
