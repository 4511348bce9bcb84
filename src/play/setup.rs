//! What the players chose before a game.

use clap::{Args, ValueEnum};

use crate::text::units;

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
    /// The same, where nobody can be asked who begins: the person does.
    pub fn without_questions(self) -> Setup {
        match self.two {
            true => self,
            false => Setup {
                first: self.first.or(Some(Starter::Me)),
                ..self
            },
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
