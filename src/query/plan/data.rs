//! Plans as data.

#[cfg(feature = "json")]
use serde::Serialize;

use crate::query::answer::Evidence;

/// Which method decides, which engines work out the piles, and why others do not. It is written as the text of `plan`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct Plan {
    /// How the winner of a position is known; `None`: it is the plan of a game, or that takes too long to find out.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub by: Option<Evidence>,
    /// The games.
    pub games: Vec<GamePlan>,
    /// What was read of the rows of a position.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub rows: Vec<RowPlan>,
    /// The theories that a position was asked for, in this order.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub theories: Vec<TheoryPlan>,
    /// Whether the values of several terms are added.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(crate) adds_terms: bool,
}

/// How the piles of a game are worked out, and how their sums are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct GamePlan {
    /// The game with its arguments.
    pub game: String,
    /// What a pile is.
    pub pile: String,
    /// What works out the piles; `None`: what decides their sums does it.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub engine: Option<EnginePlan>,
    /// The engines that were asked before and do not apply.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub declined: Vec<NotUsed>,
    /// What decides sums; `None`: those of other games, since its own plays end and theirs may not.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub sums: Option<Sums>,
    /// In how many piles a turn moves, where that is not one.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub turn: Option<String>,
    #[cfg_attr(feature = "json", serde(skip))]
    pub(crate) misere: bool,
    /// Whether a search uses boards.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(crate) has_boards: bool,
}

/// An engine, and why it may answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct EnginePlan {
    /// Its name.
    pub name: String,
    /// Why it may answer; a line for each reason.
    pub premise: String,
}

/// Engines that do not apply.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct NotUsed {
    /// Their names.
    pub engines: Vec<String>,
    /// Why not.
    pub why: String,
}

/// What decides the sums of a game's piles.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize), serde(rename_all = "snake_case"))]
pub enum Sums {
    /// The xor of Grundy values.
    Xor,
    /// Values where plays may go on for ever.
    LoopyValues,
    /// Retrograde analysis of whole positions.
    Retrograde,
    /// Values where they are known, else retrograde analysis.
    ValuesOrRetrograde,
    /// The bare definition: a search over whole positions.
    Plain,
    /// The first of these theories that applies, else a search over whole positions.
    TheoriesOrSearch(Vec<String>),
}

/// What was read of a row.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct RowPlan {
    /// The game with its arguments.
    pub game: String,
    /// Its board in words, or why it has none.
    pub detail: String,
}

/// A theory that was asked.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "json", derive(Serialize))]
pub struct TheoryPlan {
    /// The game with its arguments.
    pub game: String,
    /// Its name.
    pub theory: String,
    /// Why it does not apply; `None`: it does.
    pub why_not: Option<String>,
}
