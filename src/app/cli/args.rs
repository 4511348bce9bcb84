//! What may be written on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::export::Language;
use crate::picture::Theme;
use crate::play::Setup;
use crate::text::units;

/// Write down the rules of a Nim-like game and get what the mathematics knows about it.
#[derive(Debug, Parser)]
#[command(
    name = "nimrule",
    version,
    about,
    disable_help_subcommand = true,
    after_help = "\
FILE is a path, `-` for standard input, or the name of a bundled game such as nim or kayles.
Without a command nimrule reads definitions and questions from the prompt or from standard input.

Exit codes: 0 fine, 1 an expectation failed, 2 bad usage or bad input, 3 a limit was reached, 4 nimrule itself went wrong."
)]
pub struct CommandLine {
    /// What every command takes.
    #[command(flatten)]
    pub common: Common,
    /// The command; none is the prompt.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The options that all commands take.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// Print answers as JSON, one object a line
    #[arg(long, global = true)]
    pub json: bool,
    /// Use at most this much memory, as in 2GiB or 500MB [default: 2GiB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = units::memory)]
    pub max_memory: Option<u64>,
    /// Give a question at most this much time, as in 10s, 2m or 500ms: to `test` each expectation, to `survey` each game, to
    /// `check` each file, to `play` each move [default: 10s for an expectation, else none]
    #[arg(long, global = true, value_name = "TIME", value_parser = units::time)]
    pub max_time: Option<Duration>,
    /// Use this engine and no other; `plain` is the bare definition
    #[arg(long, global = true, value_name = "NAME")]
    pub engine: Option<String>,
    /// Do without this engine; may be given several times
    #[arg(long, global = true, value_name = "NAME")]
    pub without: Vec<String>,
    /// Let rule files read below this folder, too; may be given several times
    #[arg(long, global = true, value_name = "DIR", value_parser = folder)]
    pub allow_read: Vec<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,
    /// Show no warnings and no progress
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err("there is no such folder".to_owned()),
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Command {
    /// Whether the limits are for each of several questions, as files, games and moves are.
    pub fn has_several_questions(&self) -> bool {
        matches!(
            self,
            Command::Survey { .. }
                | Command::Test { .. }
                | Command::Check { .. }
                | Command::Play { .. }
                | Command::Repl { .. }
        )
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Who wins a position, and by which moves
    Solve {
        #[command(flatten)]
        place: Place,
        /// List all winning moves, not only 20
        #[arg(long)]
        all: bool,
        /// Say which engine answers and why it may
        #[arg(long)]
        plan: bool,
    },
    /// The Grundy values of single piles
    Values(Values),
    /// The period of the Grundy values, proven
    Period(Period),
    /// Verify the certificate of a period, by definition
    Verify(Verify),
    /// Why a position is won or lost
    Explain {
        #[command(flatten)]
        place: Place,
        /// Follow so many moves of best play, and explain the position after each
        #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = |text: &str| units::whole_from(text, 0..=1000_i64))]
        depth: i64,
        /// Say which engine answers and why it may
        #[arg(long)]
        plan: bool,
    },
    /// A line of perfect play to the end
    Line {
        #[command(flatten)]
        place: Place,
        /// Say which engine answers and why it may
        #[arg(long)]
        plan: bool,
    },
    /// The value of an expression, as in 'grundy(nim[5, 9])'
    Eval {
        /// The rules
        file: String,
        /// The expression
        #[arg(value_name = "EXPR", allow_hyphen_values = true)]
        query: String,
    },
    /// Test what the `expect`s of files or folders claim
    Test {
        /// Rule files, or folders with such files in them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
    /// Look for mistakes in rule files
    Check {
        /// Rule files, or folders with such files in them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
    },
    /// The rules of a game in words, as they were understood; of every game where none is named
    Describe(Of),
    /// Which engine answers for a game and why it may
    Plan(Of),
    /// The prompt: define games and ask about them
    Repl {
        /// Rule files to read first
        #[arg(value_name = "FILE")]
        files: Vec<String>,
    },
    /// A picture: Grundy values by size, a board of two coordinates, or a position with its options
    Plot(Plot),
    /// The misère quotient of the piles up to a size, and of all where it goes on
    Quotient(UpTo),
    /// The genus of single piles
    Genus(UpTo),
    /// Play a game against the program, or between two people
    Play(Play),
    /// Look for the periods of many games, one JSON line each
    Survey(Survey),
    /// Everything known about a game in one HTML page, with pictures and a board to play on
    Report(Report),
    /// A function in another language that gives the Grundy values of a game, for pasting
    Export {
        #[command(flatten)]
        of: Of,
        /// The language
        #[arg(long, value_enum, value_name = "LANGUAGE")]
        lang: Language,
    },
}

/// A game in a rule file.
#[derive(Debug, Args)]
pub struct Of {
    /// The rules
    pub file: String,
    /// The game, as in nim or 'bounded(3)'; not needed where the file has one
    pub game: Option<String>,
}

/// The piles of a game up to a size.
#[derive(Debug, Args)]
pub struct UpTo {
    #[command(flatten)]
    pub of: Of,
    /// The largest pile
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: i64,
}

/// Which values are listed, and how.
#[derive(Debug, Args)]
pub struct Values {
    #[command(flatten)]
    pub up: UpTo,
    /// The smallest pile
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub from: i64,
    /// Print rows of comma-separated values; for tuples all piles with coordinates in this range
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Say which engine answers and why it may
    #[arg(long)]
    pub plan: bool,
}

/// How far a period is looked for, and where its proof goes.
#[derive(Debug, Args)]
pub struct Period {
    #[command(flatten)]
    pub of: Of,
    /// The largest pile to compute; if not given, 30 million, or fewer where no theorem covers the game
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: Option<i64>,
    /// Write the proof to this file, for `verify`
    #[arg(long, value_name = "OUT")]
    pub certificate: Option<String>,
}

/// What is verified.
#[derive(Debug, Args)]
pub struct Verify {
    /// The rules
    pub file: String,
    /// The certificate that `period --certificate` wrote
    pub certificate: String,
    /// The game; not needed, since the certificate names it
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
}

/// What is played, and by whom.
#[derive(Debug, Args)]
pub struct Play {
    /// The rules, or a saved game (a file that ends in .json)
    pub file: String,
    /// The position, as in 'nim[5, 9]', or just the piles, as in 5 9; without one a fair one is dealt
    #[arg(allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// The game of the piles, as in nim or 'bounded(3)'; not needed where the file has one
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    #[command(flatten)]
    pub setup: Setup,
}

/// What is surveyed.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("games").required(true).args(["file", "octal"]))]
pub struct Survey {
    /// Rules; every game in them without parameters is surveyed
    pub file: Option<String>,
    /// All octal codes with at most this many digits behind the point instead
    #[arg(long, value_name = "DIGITS", value_parser = |text: &str| units::whole_from(text, 1..=6_u32))]
    pub octal: Option<u32>,
    /// The largest pile to compute
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = units::whole::<u64>)]
    pub to: u64,
    /// Only the I-th of N parts of the games, as in 3/16
    #[arg(long, value_name = "I/N", value_parser = units::shard)]
    pub shard: Option<(u64, u64)>,
    /// Keep what is known in this file, and work on the other games only; else standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Write that file anew, whatever is in it
    #[arg(long, requires = "output")]
    pub fresh: bool,
}

/// A position in a rule file.
#[derive(Debug, Args)]
pub struct Place {
    /// The rules
    pub file: String,
    /// The position, as in 'nim[5, 9]', or just the piles, as in 5 9
    #[arg(required = true, allow_negative_numbers = true)]
    pub position: Vec<String>,
    /// The game of the piles, as in nim or 'bounded(3)'; not needed where the file has one
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
}

/// What is drawn, and how.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --output the picture is text for the terminal. Single numbers are drawn as values by size, tuples of two numbers as a
board; other games, and these too, by the graph of a position, which must be small.")]
pub struct Plot {
    /// The rules
    pub file: String,
    /// The game, as in wythoff or 'bounded(3)', or a position, as in 'nim[3, 2, 1]' or 3 2 1; not needed where the file has
    /// one game
    #[arg(value_name = "GAME|POSITION", allow_negative_numbers = true)]
    pub what: Vec<String>,
    /// The game of a position's piles; not needed where the file has one
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// The largest pile, or the last number of each coordinate [default: 200 for piles, 50 for coordinates]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: Option<i64>,
    /// The smallest pile, or the first number of each coordinate
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub from: Option<i64>,
    /// What is shown; a board of a game of single numbers is one of two piles [default: what fits the game]
    #[arg(long, value_name = "KIND")]
    pub kind: Option<PlotKind>,
    /// Write the picture to this file, .svg or .png; `-` writes SVG to standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<String>,
    /// The colours of a file; auto follows the reader's screen in SVG and is light in PNG
    #[arg(long, value_name = "THEME", default_value = "auto")]
    pub theme: Theme,
    /// How many pixels of a PNG go to one of the picture in each direction
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = |text: &str| units::whole_from(text, 1..=4_u32))]
    pub scale: u32,
}

/// What the page is about.
#[derive(Debug, Args)]
pub struct Report {
    #[command(flatten)]
    pub of: Of,
    /// The page's file; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: String,
    /// The largest pile whose value is listed [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| units::whole_from(text, 0..=100_000_i64))]
    pub to: Option<i64>,
    /// The position that the board begins with, as in 'nim[7, 5, 3]'; small ones are found for most games
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,
}

/// What a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PlotKind {
    /// Grundy values by pile size
    Values,
    /// Grundy values on a board, as colours
    Heat,
    /// P-positions on a board
    Losing,
    /// Grundy values on a board, as numbers
    Digits,
    /// A position with its options as arrows
    Graph,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn negative_numbers_are_piles() {
        let parsed = CommandLine::try_parse_from(["nimrule", "solve", "nim", "-1", "5", "--json"]);
        let Ok(CommandLine {
            command: Some(Command::Solve { place, .. }),
            common,
        }) = parsed
        else {
            panic!("{parsed:?}");
        };
        assert_eq!(place.position, ["-1", "5"]);
        assert!(common.json);
    }

    #[test]
    fn an_expression_may_begin_with_a_sign() {
        for words in [
            ["nimrule", "eval", "nim", "-1 + 2", "--json"],
            ["nimrule", "eval", "nim", "--json", "-1 + 2"],
            ["nimrule", "--json", "eval", "nim", "-1 + 2"],
        ] {
            let parsed = CommandLine::try_parse_from(words);
            let Ok(CommandLine {
                command: Some(Command::Eval { query, .. }),
                common,
            }) = parsed
            else {
                panic!("{words:?} {parsed:?}");
            };
            assert_eq!(query, "-1 + 2");
            assert!(common.json);
        }
    }
}
