//! What may be asked, with the words and options that the command line and the prompt share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::codes::has_codes;
use super::usage::wrong;
use super::words::{Rules, name_bundled, rules};
use crate::export::Language;
use crate::picture::Theme;
use crate::query::Settings;
use crate::syntax::Word;
use crate::text::diagnostic::Diagnostic;
use crate::text::units;

/// The options that all commands take at both faces.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Options of all commands")]
pub struct CommonArgs {
    /// Print answers and complaints as JSON, one object a line
    #[arg(long, global = true, display_order = 100)]
    pub json: bool,
    /// Show no warnings, no progress and no remarks; `eval` prints the value alone
    #[arg(short, long, global = true, display_order = 101)]
    pub quiet: bool,
    /// Give a question at most this much time, as in 10s, 2m or 500ms: to `test` each expectation, to `survey` each game, to
    /// `check` each file, to `gallery` each game, to `play` each move [default: 10s for an expectation or a game of `gallery`, else
    /// none]
    #[arg(long, alias = "timeout", global = true, allow_hyphen_values = true, value_name = "TIME", value_parser = units::time, display_order = 102)]
    pub max_time: Option<Duration>,
    /// Use at most this much memory, as in 2GiB or 500MB [default: 2GiB]
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "SIZE", value_parser = units::memory, display_order = 103)]
    pub max_memory: Option<u64>,
    /// Use this engine and no other; `plain` is the bare definition
    #[arg(long, global = true, value_name = "NAME", display_order = 104)]
    pub engine: Option<String>,
    /// Do without this engine; may be given several times
    #[arg(long, global = true, value_name = "NAME", display_order = 105)]
    pub without: Vec<String>,
}

impl CommonArgs {
    /// Sets limits and engines.
    pub fn set(&self, settings: &mut Settings) {
        let limits = &mut settings.limits;
        limits.time = self.max_time.or(limits.time);
        limits.memory = self.max_memory.unwrap_or(limits.memory);
        settings.engine = self.engine.clone().or_else(|| settings.engine.take());
        settings.without.extend(self.without.iter().cloned());
    }
}

/// What is asked of the rules of a file, or of those of the prompt.
#[derive(Debug, Subcommand)]
pub enum Question {
    /// Who wins a position, and by which moves
    #[command(after_help = "Example: nimrule solve kayles 5 8")]
    Solve {
        #[command(flatten)]
        place: PositionArgs,
        /// List all winning moves, not only 20
        #[arg(long)]
        all: bool,
    },
    /// Why a position is won or lost
    #[command(after_help = "Example: nimrule explain nim 5 9 11 --depth 2")]
    Explain {
        #[command(flatten)]
        place: PositionArgs,
        /// Follow so many moves of best play, and explain the position after each
        #[arg(long, value_name = "MOVES", default_value_t = 0, value_parser = |text: &str| units::whole_from(text, 0..=1000_i64))]
        depth: i64,
    },
    /// A line of perfect play to the end
    #[command(after_help = "Example: nimrule line nim 2 3")]
    Line(PositionArgs),
    /// The value of an expression
    #[command(
        after_help = "Examples: nimrule eval 'grundy(kayles[5, 9])', nimrule eval mine.nimrule 'losing(mine, 0..50)'"
    )]
    Eval(EvalArgs),
    /// The Grundy values of single piles
    #[command(after_help = "Example: nimrule values kayles --to 40")]
    Values(ValuesArgs),
    /// The period of the Grundy values, proven
    #[command(after_help = "Examples: nimrule period kayles, nimrule period 0.07")]
    Period(PeriodArgs),
    /// Verify the certificate of a period, by definition
    #[command(
        after_help = "Example: nimrule period kayles --certificate kayles.json, then nimrule verify kayles kayles.json"
    )]
    Verify(VerifyArgs),
    /// The rules of a game in words, as they were understood; of every game where none is named
    #[command(after_help = "Example: nimrule describe wythoff")]
    Describe(GameArgs),
    /// Which engine answers for a game or a position and why it may
    #[command(after_help = "Examples: nimrule plan kayles, nimrule plan kayles 5 8")]
    Plan(GameArgs),
    /// The genus of single piles, or of a position
    #[command(after_help = "Examples: nimrule genus kayles --to 12, nimrule genus kayles 5 3")]
    Genus(UpToArgs),
    /// The misère quotient of the piles up to a size; without `--to` that of all piles, where little work proves it
    #[command(after_help = "Example: nimrule quotient kayles --to 10")]
    Quotient(UpToArgs),
    /// Look for the periods of many games, one JSON line each
    #[command(after_help = "Example: nimrule survey --octal 2 --to 100000 --output codes.jsonl")]
    Survey(SurveyArgs),
    /// A picture: Grundy values by size, a board of two coordinates, or a position with its options
    Plot(PlotArgs),
    /// Everything known about a game in one HTML page, with pictures and a board to play on
    #[command(after_help = "Example: nimrule report kayles, which writes kayles.html")]
    Report(ReportArgs),
    /// A function in another language that gives the Grundy values of a game, for pasting
    #[command(after_help = "Example: nimrule export kayles --lang python")]
    Export {
        #[command(flatten)]
        of: GameArgs,
        /// The language; it may also stand last [default: cpp]
        #[arg(long, value_enum, ignore_case = true, value_name = "LANGUAGE")]
        lang: Option<Language>,
        /// The shortest formula that fits, marked as a conjecture, in place of the rules
        #[arg(long)]
        conjecture: bool,
    },
}

impl Question {
    /// Takes the rules off its words.
    pub fn rules(&self, words: &mut Vec<String>) -> Result<Rules, Diagnostic> {
        if let (Question::Survey(_), [base, digits, ..]) = (self, words.as_slice())
            && base == Word::Octal.text()
            && digits.parse::<u32>().is_ok()
        {
            let help =
                format!("`--octal {digits}` is all octal codes with at most {digits} digits");
            return Err(wrong(format!("`{base} {digits}` is no game"), help));
        }
        match self {
            // The last word is the certificate, which names its game.
            Question::Verify(asked) => {
                let certificate = words.pop();
                let found = rules(words, asked.given.rules.as_deref());
                words.extend(certificate);
                found
            }
            // Codes are rules already.
            Question::Survey(survey) if survey.list(words).is_some() => Ok(Rules::Here),
            _ => match self.given().rules.as_deref() {
                given if name_bundled(words, given) => rules(words, None),
                given => rules(words, given),
            },
        }
    }

    /// Whether it needs no words.
    pub fn is_complete(&self) -> bool {
        let is_told = match self {
            Question::Report(page) => page.start.is_some(),
            Question::Survey(survey) => survey.octal.is_some() || survey.codes.is_some(),
            _ => false,
        };
        is_told || self.given().rules.is_some()
    }

    /// What is given by options in the place of words.
    pub fn given(&self) -> &RulesArgs {
        self.asked().0
    }

    /// The words that are no options: the rules, and what is asked of them.
    pub fn words(&self) -> Vec<String> {
        self.asked().1
    }

    /// Asks about the piles that the rules begin with, where it is about a position and names none.
    pub fn begin_with(&self, words: &mut Vec<String>, start: Vec<String>) {
        use Question::{Explain, Line, Solve};
        if words.is_empty() && matches!(self, Solve { .. } | Explain { .. } | Line(_)) {
            *words = start;
        }
    }

    fn asked(&self) -> (&RulesArgs, Vec<String>) {
        let (given, words) = match self {
            Question::Solve { place, .. }
            | Question::Explain { place, .. }
            | Question::Line(place) => (&place.given, &place.words),
            Question::Eval(eval) => {
                let words = eval.first.iter().chain(&eval.second);
                return (&eval.given, words.cloned().collect());
            }
            Question::Describe(of)
            | Question::Plan(of)
            | Question::Export { of, .. }
            | Question::Values(ValuesArgs { of, .. })
            | Question::Period(PeriodArgs { of, .. })
            | Question::Report(ReportArgs { of, .. })
            | Question::Genus(UpToArgs { of, .. })
            | Question::Quotient(UpToArgs { of, .. }) => (&of.given, &of.words),
            Question::Verify(verify) => (&verify.given, &verify.words),
            Question::Plot(plot) => (&plot.given, &plot.words),
            Question::Survey(survey) => (&survey.given, &survey.words),
        };
        (given, words.clone())
    }
}

/// What is done with rules as a whole: those of files, or those that are defined at the prompt.
#[derive(Debug, Subcommand)]
pub enum Inspection {
    /// Look for mistakes in rules, and say the rules back
    #[command(after_help = "Example: nimrule check mine.nimrule")]
    Check {
        /// Rule files, or folders with such files in them; at the prompt none is what is defined there
        #[arg(value_name = "FILE")]
        files: Vec<String>,
        /// Look at these rules, as in 'take 1..3'
        #[arg(short = 'e', long, value_name = "RULES")]
        rules: Option<String>,
    },
    /// Test what `expect`s claim
    #[command(after_help = "Example: nimrule test mine.nimrule")]
    Test(TestArgs),
    /// The bundled games, at the prompt also those that are defined, or those of them that a word is said of
    #[command(after_help = "Example: nimrule games coins")]
    Games {
        /// What is looked for in their names and rules; of several words all
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
}

impl Inspection {
    /// Whether the answer is JSON without the option of all commands.
    pub fn is_json(&self) -> bool {
        matches!(self, Inspection::Test(wanted) if wanted.format == Format::Json)
    }
}

/// Which claims are tested, how that is told, and what is done with those that fail.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Rule files, or folders with such files in them; at the prompt none is what is defined there
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Test these rules, as in 'game nim { take any } expect winner(nim[3, 3]) == second'
    #[arg(short = 'e', long, value_name = "RULES")]
    pub rules: Option<String>,
    /// Test only claims that have this in their text
    #[arg(short, long, value_name = "TEXT")]
    pub matching: Option<String>,
    /// On the command line: test again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with_all = ["update", "format", "rules"])]
    pub watch: bool,
    /// Say how long the files took, and which claims took longest
    #[arg(long)]
    pub times: bool,
    /// How the results are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write what is so into claims `… == …` that fail, after they are shown; the file must be clean in git
    #[arg(long)]
    pub update: bool,
    /// Write it also where git has no copy of the file as it is
    #[arg(long, requires = "update")]
    pub force: bool,
}

/// How results of tests are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// An object for each claim, a line each, as --json
    Json,
    /// The Test Anything Protocol, version 14
    Tap,
    /// JUnit's XML, which services for continuous integration read
    Junit,
}

/// Rules and a game that options give.
#[derive(Debug, Clone, Default, Args)]
pub struct RulesArgs {
    /// Use these rules in the place of FILE, as in 'take 1..3'
    #[arg(short = 'e', long, value_name = "RULES")]
    pub rules: Option<String>,
    /// The game that is meant, as in nim or 'bounded(3)'; not needed where there is only one
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
}

impl RulesArgs {
    pub fn is_nothing(&self) -> bool {
        self.rules.is_none() && self.game.is_none()
    }
}

/// A position, and whether its plan is wanted.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// The rules, and the position or its piles, as in 5 8. FILE is a file, `-` for standard input, a bundled game such as
    /// kayles, or a code such as 0.77; a position such as 'kayles[5, 8]' needs none
    #[arg(value_names = ["FILE", "POSITION"], num_args = 1.., allow_negative_numbers = true)]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
    /// Say which engine answers and why it may
    #[arg(long, display_order = 50)]
    pub plan: bool,
}

/// A game.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The rules, and the game where they have several. FILE is a file, `-` for standard input, a bundled game such as kayles,
    /// or a code such as 0.77; a game such as 'bounded(3)' needs none
    #[arg(value_names = ["FILE", "GAME"], num_args = 1..)]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
}

/// A word that may begin with a sign, but is no option.
fn no_option(word: &str) -> Result<String, &'static str> {
    let option = word
        .strip_prefix("--")
        .map(|it| it.trim_start_matches(|c: char| c.is_ascii_lowercase()));
    match option.is_some_and(|behind| behind.is_empty() || behind.starts_with(['-', '='])) {
        true => Err("there is no such option: `nimrule eval -h` lists them"),
        false => Ok(word.to_owned()),
    }
}

/// An expression.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// The rules, or the expression where it speaks of bundled games only, or of none
    #[arg(value_name = "FILE", allow_hyphen_values = true, value_parser = no_option)]
    pub first: Option<String>,
    /// The expression
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub second: Option<String>,
    #[command(flatten)]
    pub given: RulesArgs,
}

/// The piles of a game up to a size.
#[derive(Debug, Args)]
pub struct UpToArgs {
    #[command(flatten)]
    pub of: GameArgs,
    /// The largest pile [default: 12]
    #[arg(long, alias = "upto", value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: Option<i64>,
}

impl UpToArgs {
    /// The largest pile.
    pub fn last(&self) -> i64 {
        self.to.unwrap_or(12)
    }
}

/// Which values are listed, and how.
#[derive(Debug, Args)]
pub struct ValuesArgs {
    #[command(flatten)]
    pub of: GameArgs,
    /// The largest pile; 0..20 behind the game says both ends [default: the end of the first period where one is proven, and at most 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: Option<i64>,
    /// The smallest pile [default: 0, or the least that there is]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub from: Option<i64>,
    /// Print rows of comma-separated values; for tuples all piles with coordinates in this range
    #[arg(long, conflicts_with = "plan")]
    pub csv: bool,
    /// Say which engine answers and why it may
    #[arg(long)]
    pub plan: bool,
}

/// How far a period is looked for, and where its proof goes.
#[derive(Debug, Args)]
pub struct PeriodArgs {
    #[command(flatten)]
    pub of: GameArgs,
    /// The largest pile to compute; if not given, 30 million, or fewer where no theorem covers the game
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = units::whole::<i64>)]
    pub to: Option<i64>,
    /// Write the proof to this file, for `verify`
    #[arg(long, value_name = "OUT")]
    pub certificate: Option<String>,
    /// Keep the values in this file, also where a limit or Ctrl-C ends the search, and go on from what is in it. Of what is read
    /// only a part is computed again, and the answer says that it rests on it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<String>,
}

/// What is verified.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The rules, as for `period`, and the certificate that it wrote, which names the game
    #[arg(value_names = ["FILE", "CERTIFICATE"], num_args = 1..)]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
}

/// What is drawn, and how.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --output the picture is text for the terminal. Single numbers are drawn as values by size, tuples of two numbers as a
board; other games, and these too, by the graph of a position, which must be small.

Examples: nimrule plot kayles --to 120, nimrule plot wythoff -o wythoff.svg, nimrule plot nim 3 2 1")]
pub struct PlotArgs {
    /// The rules, as for `values`, and a game or a position, as in 'nim[3, 2, 1]' or 3 2 1; not needed where the file has one
    /// game. Behind a game may stand the piles or the coordinates that are drawn, as in 0..100, and last the file of `--output`
    #[arg(value_names = ["FILE", "GAME|POSITION"], num_args = 1.., allow_negative_numbers = true)]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
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
pub struct ReportArgs {
    #[command(flatten)]
    pub of: GameArgs,
    /// The page's file; `-` is standard output [default: the game's name and .html]
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<String>,
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

/// What is surveyed.
#[derive(Debug, Args)]
pub struct SurveyArgs {
    /// The rules, as for `values`, and the games; without them all in the file that have no parameters
    #[arg(value_names = ["FILE", "GAME"], num_args = 1.., conflicts_with_all = ["octal", "codes"])]
    pub words: Vec<String>,
    #[command(flatten)]
    pub given: RulesArgs,
    /// All octal codes with at most this many digits behind the point instead
    #[arg(long, value_name = "DIGITS", value_parser = |text: &str| units::whole_from(text, 1..=6_u32))]
    pub octal: Option<u32>,
    /// The codes in this file instead, one a line, such as 0.77 or hex 0.8F
    #[arg(long, value_name = "FILE", conflicts_with = "octal")]
    pub codes: Option<String>,
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
    /// Keep the values of each game in a file of this folder, as `period --checkpoint` does, and go on from what is in it
    #[arg(long, value_name = "DIR")]
    pub checkpoint: Option<PathBuf>,
}

impl SurveyArgs {
    /// The file with the codes: one that is named as such, or the only word, where codes stand in that file.
    pub fn list<'w>(&'w self, words: &'w [String]) -> Option<&'w str> {
        match (&self.codes, words) {
            (Some(path), _) => Some(path),
            (None, [file]) if self.given.is_nothing() && has_codes(file) => Some(file),
            (None, _) => None,
        }
    }
}
