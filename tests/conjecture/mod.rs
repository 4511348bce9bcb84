//! The finder of closed forms: games with known forms, families of formulas, data without a form; and what people see.

mod asked;
mod case;
pub mod definition;
mod families;
mod known;
mod lists;
mod none;
mod numbers;
mod pairs;
