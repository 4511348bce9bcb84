//! Moves on integers, run in blocks: the innermost loop of a move is worked out for many values of its binder at once.
//!
//! What columns cannot run (rows, partitions, comprehensions) is left to the machine, move by move. A fault is only noticed
//! here; what exactly went wrong, the machine says.

mod cells;
mod clauses;
mod column;
mod condition;
mod equation;
mod factors;
mod few_values;
mod lanes;
mod nearly_all;
mod numbers;
mod ops;
mod program;
mod run;
mod scalar;
mod term;
mod total;

pub(crate) use column::{Column, Mask};
pub(crate) use condition::{Condition, ConditionPart};
pub(crate) use lanes::Lanes;
pub(crate) use nearly_all::AllBut;
pub(crate) use run::{Columns, Scratch, Sink, each_lane};
