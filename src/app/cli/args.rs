//! What may be written on the command line.

use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ColorChoice, Parser, Subcommand};
use clap_complete::Shell;

use crate::app::command::args::{CommonArgs, Inspection, Question, RulesArgs};
use crate::play::Setup;

/// Write down the rules of a Nim-like game and get what the mathematics knows about it.
#[derive(Debug, Parser)]
#[command(
    name = "nimrule",
    bin_name = "nimrule",
    version,
    about,
    disable_help_subcommand = true,
    after_help = "\
FILE is a file, `-` for standard input, a bundled game such as nim or kayles, or a code such as 0.77; `-e 'take 1..3'` stands in its \
place, and what names bundled games only, such as 'kayles[5, 8]', needs none.
Without a command nimrule reads definitions and questions from the prompt or from standard input.

Examples:
  nimrule solve kayles 5 8        who wins, and by which move
  nimrule values -e 'take 1..3'   the Grundy values of rules of your own
  nimrule period 0.07             the period of an octal game
  nimrule new mine                a file to begin with
  nimrule help values             more about a command, a word or a complaint

Exit codes: 0 fine, 1 an expectation failed, 2 bad usage or bad input, 3 a limit was reached, 4 nimrule itself went wrong."
)]
pub struct CommandLine {
    /// What every command takes.
    #[command(flatten)]
    pub common: CommonArgs,
    /// What the prompt has no need of.
    #[command(flatten)]
    pub outside: OutsideArgs,
    /// The command; none is the prompt.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What all commands take of the world outside.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Options of all commands")]
pub struct OutsideArgs {
    /// Let rule files read below this folder, too; may be given several times
    #[arg(long, global = true, value_name = "DIR", value_parser = folder, display_order = 106)]
    pub allow_read: Vec<PathBuf>,
    /// When to use colour; auto is on a terminal, unless NO_COLOR is set
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 107
    )]
    pub color: ColorChoice,
}

fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    match folder.is_dir() {
        true => Ok(folder),
        false => Err("there is no such folder".to_owned()),
    }
}

impl Command {
    /// Whether the limits are for each of several questions, as files, games and moves are.
    pub fn has_several_questions(&self) -> bool {
        let are_several = |files: &[String]| match files {
            [] => false,
            [file] => Path::new(file).is_dir(),
            _ => true,
        };
        match self {
            Command::Inspection(Inspection::Check { files, .. }) | Command::Fmt { files, .. } => {
                are_several(files)
            }
            _ => matches!(
                self,
                Command::Question(Question::Survey(_))
                    | Command::Inspection(_)
                    | Command::Gallery { .. }
                    | Command::Play { .. }
                    | Command::Lsp
                    | Command::Repl { .. }
            ),
        }
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    #[command(flatten)]
    Question(Question),
    #[command(flatten)]
    Inspection(Inspection),
    /// Play a game against the program, or between two people
    #[command(after_help = "Example: nimrule play nim 3 4 5")]
    Play(PlayArgs),
    /// Write rule files in one style: how lines are indented and spaced
    #[command(after_help = "Example: nimrule fmt mine.nimrule")]
    Fmt {
        /// Rule files, or folders with such files in them; `-` is standard input, and is written to standard output
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Write nothing; fail where a file is not in the style
        #[arg(long)]
        check: bool,
        /// Write nothing; show what would change
        #[arg(long)]
        diff: bool,
    },
    /// A site of the games in a folder of rule files: a page for each, and one to find them
    #[command(after_help = "Example: nimrule gallery mine -o site")]
    Gallery {
        /// A folder with rule files in it, also in its folders
        folder: String,
        /// The folder of the site, which is made where there is none
        #[arg(short, long, value_name = "SITE", value_parser = NonEmptyStringValueParser::new())]
        output: String,
    },
    /// The prompt: define games and ask about them
    #[command(after_help = "Example: nimrule repl mine.nimrule")]
    Repl {
        /// Rule files to read first
        #[arg(value_name = "FILE")]
        files: Vec<String>,
    },
    /// What editors ask about rule files, by the Language Server Protocol on standard input and output
    #[command(
        after_help = "Example: nimrule lsp, as the command of a language server in the settings of an editor"
    )]
    Lsp,
    /// Write a rule file to begin with, which says in comments how it goes on
    #[command(after_help = "Example: nimrule new mine, then nimrule check mine.nimrule")]
    New {
        /// The name of the game; its file is NAME.nimrule
        name: String,
    },
    /// More about a command, or about a query, a function or a word of the language
    #[command(
        after_help = "Examples: nimrule help values, nimrule help take, nimrule help phrases, nimrule help theory"
    )]
    Help {
        /// A command, or what `:help` knows at the prompt
        topic: Vec<String>,
    },
    /// What completes commands and options in a shell, for its startup file
    #[command(
        after_help = "Example: nimrule completions bash > ~/.local/share/bash-completion/completions/nimrule"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// The manual page, of the program or of a command
    #[command(after_help = "Example: nimrule man > nimrule.1")]
    Man {
        /// The command
        command: Option<String>,
    },
}

/// What is played, and by whom.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The rules, as for `solve`, or a saved game (a file that ends in .json), and the position, as in 'nim[5, 9]', or its piles,
    /// as in 5 9; without one a fair one is dealt
    #[arg(value_names = ["FILE", "POSITION"], num_args = 1.., allow_negative_numbers = true)]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
    #[command(flatten)]
    pub setup: Setup,
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
    fn piles_and_expressions_may_begin_with_a_sign() {
        for (words, meant) in [
            ("solve nim -1 5 --json", "nim|-1|5"),
            ("eval nim -1+2 --json", "nim|-1+2"),
            ("eval nim --json -1+2", "nim|-1+2"),
            ("--json eval nim -1+2", "nim|-1+2"),
        ] {
            let args = format!("nimrule {words}");
            let parsed = CommandLine::try_parse_from(args.split(' '));
            let Ok(CommandLine {
                command: Some(Command::Question(question)),
                common,
                ..
            }) = parsed
            else {
                panic!("{words} {parsed:?}");
            };
            assert_eq!(question.words().join("|"), meant);
            assert!(common.json);
        }
    }
}
