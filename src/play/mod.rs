//! Games that are played: between a person and the program, or two people.
//!
//! [`talk`] is the conversation; [`plain`] is one way to hold it. Below it are the
//! [`referee`] who keeps the record, the `opponent`, the [`board`], and the readers of [`words`] and [`commands`].

#[doc(hidden)]
pub mod board;
#[doc(hidden)]
pub mod commands;
#[doc(hidden)]
pub mod deal;
mod meant;
mod opponent;
#[doc(hidden)]
pub mod plain;
#[doc(hidden)]
pub mod referee;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod talk;
#[doc(hidden)]
pub mod words;

pub use self::talk::{Opening, Talk};

use clap::{Args, ValueEnum};

use self::deal::{Dealt, Sizes, deal};
use self::referee::Referee;
use crate::expr::position::Position;
use crate::query::Session;
use crate::text::diagnostic::Report;
use crate::text::units;
use crate::work::chance::Chance;

/// The position a game begins at: the given one, or one that is dealt where there is none or that is asked for; and a remark on
/// the deal.
///
/// # Errors
/// No game or several are there to deal from, no position can be dealt, or the work was interrupted.
pub fn start(
    session: &mut Session,
    game: Option<&str>,
    position: Option<Position>,
    setup: &Setup,
) -> Result<(Referee, Option<String>), Report> {
    let header;
    let sizes = match &position {
        Some(position) if !setup.deal => return Ok((Referee::new(position.clone()), None)),
        Some(position) => Sizes::UpTo(position),
        None => {
            header = session.game(game)?;
            Sizes::Usual(&header)
        }
    };
    let mut chance = Chance::new(setup.seed);
    // Fair is what the person can win; where it is not known yet who begins, either.
    let first_wins = match setup.first {
        Some(Starter::Me) => true,
        Some(Starter::Program) => false,
        None => chance.once_in(2),
    };
    let Dealt { position, is_fair } = deal(session, &sizes, first_wins, &mut chance)?;
    let remark = "No position was found that you can win.\n";
    let remark = (!is_fair && !setup.two).then(|| remark.to_string());
    Ok((Referee::new(position), remark))
}

/// Who plays, and how well.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct Setup {
    /// How well the program plays
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Perfect)]
    pub level: Level,
    /// Who makes the first move; without it you are asked on a terminal, and begin elsewhere
    #[arg(long, value_name = "WHO", value_enum, conflicts_with = "two")]
    pub first: Option<Starter>,
    /// Two people play; the program sees to the rules
    #[arg(long)]
    pub two: bool,
    /// Deal a random position that you can win if you know how; its piles are no larger than those given
    #[arg(long)]
    pub deal: bool,
    /// Make what is left to chance come out the same each time
    #[arg(long, value_name = "N", value_parser = units::whole::<u64>)]
    pub seed: Option<u64>,
}

impl Setup {
    /// Nobody can be asked who begins: the person does.
    pub fn ask_nothing(&mut self) {
        if !self.two {
            self.first.get_or_insert(Starter::Me);
        }
    }
}

/// How well the program plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// A winning move wherever there is one
    #[default]
    Perfect,
    /// Now and then a random move
    Careless,
    /// Random moves
    Random,
}

impl Level {
    /// The level in words, behind "against".
    pub fn in_words(self) -> &'static str {
        match self {
            Level::Perfect => "perfect play",
            Level::Careless => "careless play",
            Level::Random => "random play",
        }
    }
}

/// Who makes the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Starter {
    /// The person
    Me,
    /// The program
    Program,
}
