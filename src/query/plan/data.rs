//! Plans as data, and their words.

use std::fmt;

#[cfg(feature = "json")]
use serde::Serialize;

use super::{BOARDS, SEARCH, WHOLE};
use crate::query::answer::Evidence;
use crate::solve::boards;
use crate::solve::method::words_of;

/// A line of reasons behind the first.
const GAP: &str = "\n          ";

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
    pub(super) adds_terms: bool,
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
    pub(super) misere: bool,
    /// Whether a search uses boards.
    #[cfg_attr(feature = "json", serde(skip))]
    pub(super) has_boards: bool,
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

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = self.games.iter().map(GamePlan::to_string);
        let rows = self.rows.iter();
        let rows = rows.map(|row| format!("{}: {}", row.game, row.detail));
        let theories = self.theories.iter().map(|asked| {
            let (game, words) = (&asked.game, words_of(&asked.theory));
            match &asked.why_not {
                Some(why) => format!("{game}: {words} does not apply here: {why}"),
                None => format!("{game}: {words} applies here"),
            }
        });
        let terms = "terms: xor of their Grundy values, since a turn moves in one of them";
        let terms = self.adds_terms.then(|| terms.to_string());
        let lines: Vec<String> = games.chain(rows).chain(theories).chain(terms).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for GamePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let Some(sums) = &self.sums else {
            return write!(
                f,
                "{game}: its plays end, so a pile is worth its Grundy value"
            );
        };
        writeln!(f, "{game}: a pile is {}", self.pile)?;
        match (&self.engine, sums) {
            (Some(engine), _) => {
                let premise = engine.premise.replace('\n', GAP);
                writeln!(f, "  engine  {}: {premise}", engine.name)?;
            }
            (None, Sums::TheoriesOrSearch(names)) => {
                let names = names.join(", ");
                writeln!(f, "  engine  {names} or {SEARCH}, the first that applies")?;
            }
            (None, _) => {}
        }
        if self.has_boards {
            writeln!(f, "          {}: {BOARDS}", boards::NAME)?;
        }
        for NotUsed { engines, why } in &self.declined {
            writeln!(f, "          not {}: {why}", engines.join(", "))?;
        }
        write!(f, "  sums    {}", self.sums_in_words(sums))
    }
}

impl GamePlan {
    fn sums_in_words(&self, sums: &Sums) -> String {
        let component = match &self.turn {
            None => String::new(),
            Some(turn) => {
                format!("; a turn moves in {turn}, so its piles are one component")
            }
        };
        match sums {
            Sums::Xor => "xor of the piles' Grundy values (Sprague 1935, Grundy 1939)".to_string(),
            Sums::LoopyValues => format!("loopy values (Smith 1966){component}"),
            Sums::Retrograde if self.misere => {
                "retrograde, over whole positions: in misère play values do not decide".to_string()
            }
            Sums::Retrograde => format!("retrograde over whole positions{component}"),
            Sums::ValuesOrRetrograde => format!(
                "loopy values (Smith 1966) where they are known, else retrograde over whole positions{component}"
            ),
            Sums::Plain => format!("search over {WHOLE}"),
            Sums::TheoriesOrSearch(names) => {
                let names: Vec<&str> = names.iter().map(|name| words_of(name)).collect();
                let theories = match names.is_empty() {
                    true => String::new(),
                    false => format!(
                        "{} where its premise holds for the piles that can be reached, else ",
                        names.join(" or ")
                    ),
                };
                match &self.turn {
                    _ if self.misere => format!(
                        "{theories}search over whole positions: in misère play the xor of Grundy values does not decide"
                    ),
                    Some(turn) => format!("a turn moves in {turn}: {theories}search"),
                    None => format!("{theories}search"),
                }
            }
        }
    }
}
