//! Values worked out in order, with options in columns, against the bare definition pile by pile.
//!
//! Rules are drawn at random, faults and all: where the definition has an answer, the engine has the same one or declines;
//! where the engine says that a rule faults, it does.

mod blocks;
mod line;
mod rules;
mod tuple;
mod upwards;
mod winners;

use crate::common::{ask, check, session};
