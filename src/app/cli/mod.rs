//! The command line: reads arguments and files, asks the session, writes answers.

mod about;
mod args;
mod console;
mod files;
mod fmt;
mod gallery;
mod play;
mod test;
mod tested;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches};
use indicatif::ProgressBar;

use self::args::{Command, CommandLine, When};
use self::console::Console;
use crate::app::command::Desk;
use crate::app::command::args::Question;
use crate::app::command::classics::with_classics;
use crate::app::command::face::{End, Face, Writer};
use crate::app::command::survey::quoted;
use crate::app::command::usage;
use crate::app::command::words::{self, Loaded, Rules};
use crate::app::disk::{self, Disk};
use crate::app::process::{Exit, on_interrupt};
use crate::app::progress::{Progress, set_style};
use crate::app::{lsp, repl};
use crate::picture::terminal::Screen;
use crate::query::{Session, Settings};
use crate::report::Look;
use crate::rules::query::Query;
use crate::syntax::{Role, Token, position_words, tokens};
use crate::text::diagnostic::{Diagnostic, Report, guarded};
use crate::work::budget::{Budget, Limits};

/// Runs the program with these arguments, the first of which is its own name; returns the exit code.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let color = early_color(&args);
    let command = CommandLine::command().color(color);
    let parsed = command
        .try_get_matches_from(&args)
        .and_then(|matches| CommandLine::from_arg_matches(&matches));
    match parsed {
        Ok(line) => Run::new(&line).finish(line.command),
        Err(error) => refuse(&error, &args, color),
    }
}

/// Whether clap may use colour, which must be known before it has read the options.
fn early_color(args: &[OsString]) -> ColorChoice {
    let mut words = args.iter().filter_map(|arg| arg.to_str());
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(value) => value.strip_prefix('='),
            None => continue,
        };
        match value {
            Some("always") => return ColorChoice::Always,
            Some("never") => return ColorChoice::Never,
            _ => {}
        }
    }
    ColorChoice::Auto
}

/// Shows what is wrong with the command line, or the help that was asked for.
fn refuse(error: &clap::Error, args: &[OsString], color: ColorChoice) -> u8 {
    let when = match color {
        ColorChoice::Always => When::Always,
        ColorChoice::Never => When::Never,
        ColorChoice::Auto => When::Auto,
    };
    let console = Console {
        json: args.iter().any(|arg| arg == "--json"),
        ..Console::new(when)
    };
    let text = |look: Look| match look.color {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    if !error.use_stderr() {
        let written = console.write(&mut |out| out.write_all(text(console.output).as_bytes()));
        return match written {
            Ok(()) => Exit::Fine.code(),
            Err(halt) => console.stopped(halt).code(),
        };
    }
    let wrong_command = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => Some(word.as_str()),
        _ => None,
    };
    let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
    let behind = words.skip_while(|word| Some(*word) != wrong_command);
    let behind: Vec<String> = behind.skip(1).map(str::to_owned).collect();
    let meant = wrong_command.and_then(|word| without_command(word, &behind));
    let diagnostic = match meant.or_else(|| about_options(error)) {
        Some(diagnostic) => diagnostic,
        None if console.json || usage::is_about_a_value(error) => usage::complaint(error),
        None => {
            console.mutter(&text(console.errors));
            return Exit::Input.code();
        }
    };
    console.complain(&diagnostic.into()).code()
}

/// What is said of options that do not fit together.
const HINTS: [(ErrorKind, &str, &str); 11] = [
    (
        ErrorKind::MissingRequiredArgument,
        "--update",
        "`--force` goes with `--update`: `nimrule test --update --force FILE`",
    ),
    (
        ErrorKind::ArgumentConflict,
        "--codes",
        "all games are in the file of `--codes`: name no others",
    ),
    (
        ErrorKind::ArgumentConflict,
        "--octal",
        "`--octal` names all games: name no others",
    ),
    (
        ErrorKind::UnknownArgument,
        "'--misere'",
        "misère play is another game, for every command: `nimrule solve 'misere(kayles)[5, 8]'`",
    ),
    (
        ErrorKind::UnknownArgument,
        "'--max'",
        "the largest pile is that of `--to`",
    ),
    (
        ErrorKind::UnknownArgument,
        "'-e'",
        "say what to do with the rules: `nimrule solve -e 'take 1..3' 7`, `nimrule values -e 'take 1..3'`",
    ),
    (ErrorKind::UnknownArgument, "'--svg'", OF_PICTURES),
    (ErrorKind::UnknownArgument, "'--png'", OF_PICTURES),
    (ErrorKind::UnknownArgument, "'--python'", OF_LANGUAGES),
    (ErrorKind::UnknownArgument, "'--rust'", OF_LANGUAGES),
    (ErrorKind::UnknownArgument, "'--cpp'", OF_LANGUAGES),
];

const OF_PICTURES: &str = "the name of the file says what it is: `-o kayles.svg`, `-o kayles.png`";
const OF_LANGUAGES: &str =
    "the language is a value: `--lang cpp`, `--lang python` or `--lang rust`";

/// What commands are called elsewhere.
const OTHER_NAMES: [(&str, &str); 12] = [
    ("bundled", "games"),
    ("draw", "plot"),
    ("examples", "games"),
    ("format", "fmt"),
    ("init", "new"),
    ("list", "games"),
    ("ls", "games"),
    ("picture", "plot"),
    ("rules", "describe"),
    ("show", "describe"),
    ("tutorial", "repl"),
    ("who", "solve"),
];

/// What is wrong with options that do not fit together, where there is more to say.
fn about_options(error: &clap::Error) -> Option<Diagnostic> {
    let diagnostic = usage::complaint(error);
    let is_about = |(kind, option, _): &&(_, &str, _)| {
        *kind == error.kind() && diagnostic.message.contains(option)
    };
    let (.., help) = HINTS.iter().find(is_about)?;
    Some(diagnostic.clone().help(*help))
}

/// What is said where rules, a position or an expression stand in the place of a command. `None`: it is none of these.
fn without_command(word: &str, behind: &[String]) -> Option<Diagnostic> {
    let plain: Vec<&String> = behind
        .iter()
        .take_while(|it| !it.starts_with("--"))
        .collect();
    let is_pile = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    let name = quoted(word);
    if word.trim().is_empty() {
        return None;
    }
    if let Some((first, more)) = word.split_once(' ')
        && OTHER_NAMES.iter().any(|(other, _)| *other == first)
    {
        let more = more.split_whitespace().map(str::to_owned);
        let words: Vec<String> = more.chain(behind.iter().cloned()).collect();
        return without_command(first, &words);
    }
    if let Some(asked) = query_as_command(word, &plain) {
        return Some(asked);
    }
    if let Some(meant) = in_other_words(word, &plain) {
        return Some(not_a_command(word, meant.trim_end()));
    }
    let mut rest = vec![word.to_owned()];
    let command = plain.first().filter(|word| {
        let line = CommandLine::command();
        line.find_subcommand(word.as_str()).is_some()
    });
    let meant = match words::rules(&mut rest, None) {
        Ok(Rules::File(_) | Rules::Text { .. }) if command.is_some() => {
            let command = command.map_or("", |word| word.as_str());
            format!("{command} {name} {}", all(&plain[1..]))
        }
        Err(_) if Path::new(word).extension().is_some() => format!("check {name}"),
        Err(_) => return None,
        Ok(Rules::File(_)) if plain.is_empty() => match Path::new(word).exists() {
            true => format!("check {name}"),
            false => format!("describe {name}"),
        },
        Ok(Rules::Text { .. }) if plain.is_empty() => format!("period {name}"),
        Ok(Rules::File(_) | Rules::Text { .. }) => {
            format!("solve {name} {}", all(&plain))
        }
        Ok(Rules::Here)
            if word.bytes().all(|byte| byte.is_ascii_digit()) && plain.iter().all(is_pile) =>
        {
            format!("solve nim {name} {}", all(&plain))
        }
        Ok(Rules::Here) if word.ends_with(']') => format!("solve {name}"),
        Ok(Rules::Here) => match word.contains(['(', '[', '+', '*', ' ']) {
            true => format!("eval {name}"),
            false => return None,
        },
    };
    Some(not_a_command(word, meant.trim_end()))
}

/// What is said of a query, or of misère play, that is called as a command.
fn query_as_command(word: &str, plain: &[&String]) -> Option<Diagnostic> {
    // Rules behind an option are called `rule`.
    let rules = match plain {
        [option, rules, ..] if option.as_str() == "-e" => Some(quoted(rules)),
        _ => None,
    };
    if matches!(word, "misere" | "misère") {
        let named = words::game_of(plain.first().map_or("kayles", |game| game.as_str()));
        let (game, before, named) = match &rules {
            Some(rules) => (
                format!("-e {rules}"),
                format!("-e {rules} "),
                "rule".to_owned(),
            ),
            None => (quoted(&named), String::new(), named),
        };
        let position = before + &quoted(&format!("misere({named})[5, 8]"));
        let error = Diagnostic::error("usage", format!("`{word}` is not a command"));
        return Some(error.help(format!(
            "`misere(GAME)` is the game in which the last move loses, for every command: `nimrule solve {position}`; \
             `nimrule genus {game}` and `nimrule quotient {game}` are its theory"
        )));
    }
    if let Some(query) = Query::by_name(word)
        && !plain.is_empty()
    {
        let text: Vec<&str> = plain.iter().map(|it| it.as_str()).collect();
        let text = text.join(" ");
        let about = match position_words(&text) {
            (Some(game), piles) => format!("{game}[{}]", piles.join(", ")),
            (None, _) => text,
        };
        let (rules, about) = match rules {
            Some(rules) => (format!("-e {rules} "), "rule".to_owned()),
            None => (String::new(), about),
        };
        let range = match query {
            Query::Losing if !about.contains(',') => ", 0..20",
            _ => "",
        };
        let question = quoted(&format!("{word}({about}{range})"));
        return Some(not_a_command(word, &format!("eval {rules}{question}")));
    }
    None
}

/// What commands are called elsewhere, and typed rules in the place of a command.
fn in_other_words(word: &str, plain: &[&String]) -> Option<String> {
    if let Some((_, command)) = OTHER_NAMES.iter().find(|(other, _)| *other == word) {
        let of = plain.iter().filter(|word| word.as_str() != "wins");
        let of: Vec<&String> = of.copied().collect();
        return Some(format!("{command} {}", all(&of)));
    }
    let begins = tokens(word).next().and_then(Token::keyword);
    let is_rule = word.contains(' ') && begins.is_some_and(|word| word.is(Role::Statement));
    let command = if plain.is_empty() {
        "describe"
    } else {
        "solve"
    };
    is_rule.then(|| format!("{command} -e {} {}", quoted(word), all(plain)))
}

fn all(words: &[&String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

fn not_a_command(word: &str, meant: &str) -> Diagnostic {
    let error = Diagnostic::error("usage", format!("`{word}` is not a command"));
    error.help(format!(
        "say what to do with it: `nimrule {meant}`; `nimrule --help` lists the commands"
    ))
}

/// How long a file may take at least to be written.
const TO_WRITE: Duration = Duration::from_secs(1);

/// A command at work.
struct Run {
    console: Console,
    settings: Settings,
    /// Whether the user set a time.
    has_time: bool,
    /// The folders below which rule files may read besides their own.
    allowed: Vec<PathBuf>,
}

impl Run {
    fn new(line: &CommandLine) -> Run {
        let (common, outside) = (&line.common, &line.outside);
        let mut settings = Settings {
            limits: Limits {
                interrupt: Arc::new(AtomicBool::new(false)),
                ..match line.command {
                    Some(Command::Lsp) => lsp::limits(),
                    _ => Limits::default(),
                }
            },
            ..Settings::default()
        };
        common.set(&mut settings);
        Run {
            console: Console {
                json: common.json,
                quiet: common.quiet,
                ..Console::new(outside.color)
            },
            settings,
            has_time: common.max_time.is_some(),
            allowed: outside.allow_read.clone(),
        }
    }

    fn finish(mut self, command: Option<Command>) -> u8 {
        let result = guarded(|| self.command(command));
        let exit = result.unwrap_or_else(|internal| Err(internal.into()));
        exit.unwrap_or_else(|halt| self.console.stopped(halt))
            .code()
    }

    fn command(&mut self, command: Option<Command>) -> Result<Exit, End> {
        let Some(command) = command else {
            return Ok(self.prompt(Vec::new()));
        };
        if !command.has_several_questions() {
            self.start_clock();
        }
        match command {
            Command::Question(question) => self.ask(&question),
            Command::Test {
                files,
                rules,
                wanted,
            } => self.test(&files, rules.as_deref(), &wanted),
            Command::Check { files, rules } => self.check(&files, rules.as_deref()),
            Command::Fmt { files, check, diff } => self.format(&files, fmt::Wanted { check, diff }),
            Command::Gallery { folder, output } => self.gallery(&folder, &output),
            Command::Play(play) => self.play(play),
            Command::Lsp => Ok(lsp::run(self.settings.clone(), self.allowed.clone())),
            Command::Repl { files } => Ok(self.prompt(files)),
            Command::Games { words } => self.games_of(&words),
            Command::New { name } => self.new_file(&name),
            Command::Help { topic } => self.help(topic.as_deref()),
            Command::Completions { shell } => self.completions(shell),
            Command::Man { command } => self.manual(command.as_deref()),
        }
    }

    /// Answers a question about the rules that it names.
    fn ask(&self, question: &Question) -> Result<Exit, End> {
        let given = question.given();
        let mut words = question.words();
        let start = match question {
            Question::Report(page) => page.start.as_ref(),
            _ => None,
        };
        let rules = self.rules(&mut words, question.is_complete(), |words| {
            question.rules(words)
        })?;
        let asked = words.iter().chain(&given.game).chain(start);
        let mut session = self.session(&rules, asked)?;
        let answer = |session: &mut Session| {
            let desk = Desk {
                session,
                face: self,
                words: &words,
                usual: rules.usual(),
            };
            match question.answer(desk) {
                Err(End::Report(report)) => Err(report),
                done => Ok(done),
            }
        };
        with_classics(&mut session, |session| session, answer)?
    }

    /// Takes the rules off the words of a command, which has some unless it is complete without words.
    fn rules(
        &self,
        words: &mut Vec<String>,
        is_complete: bool,
        take: impl FnOnce(&mut Vec<String>) -> Result<Rules, Diagnostic>,
    ) -> Result<Rules, End> {
        if words.is_empty() && !is_complete {
            let error = Diagnostic::error("usage", "which rules? a FILE is needed");
            return Err(error
                .help(
                    "name a file, a bundled game such as kayles (`nimrule games` lists them) or a code such as 0.77, or write \
                     `-e 'take 1..3'`; `survey --octal 2` has games of its own",
                )
                .into());
        }
        let rules = take(words)?;
        if let Rules::File(file) = &rules
            && words::has_two_meanings(file)
        {
            let message = format!("`{file}` is the file here, and nothing else of that name");
            let remark = Diagnostic::warning("two_meanings", message);
            self.console
                .warn(&remark.help(format!("`./{file}` is always the file")).into());
        }
        Ok(rules)
    }

    /// From here on the time runs for all there is to do: reading, solving and writing.
    fn start_clock(&mut self) {
        let until = self.end_of_time();
        self.settings.limits.until = until;
        self.console.until = until.zip(self.settings.limits.time);
    }

    /// When the time is over that begins now. A time so long that the clock cannot hold it is no limit.
    fn end_of_time(&self) -> Option<Duration> {
        let limits = &self.settings.limits;
        (limits.clock)().checked_add(limits.time?)
    }

    fn face(&self) -> &dyn Face {
        self
    }

    /// From here on Ctrl-C stops the work; not where somebody types what is read.
    fn listen_unless_typed(&self, names: &[String]) {
        if !names.iter().any(|name| name == "-") {
            on_interrupt(&self.settings.limits.interrupt);
        }
    }

    fn prompt(&self, files: Vec<String>) -> Exit {
        on_interrupt(&self.settings.limits.interrupt);
        repl::run(repl::Options {
            files,
            world: Arc::new(Disk::new(&self.allowed)),
            settings: self.settings.clone(),
            look: self.console.output,
            quiet: self.console.quiet,
        })
    }

    /// A session with these rules for these questions. Warnings are shown; from here on Ctrl-C stops the work.
    fn session<'w>(
        &self,
        rules: &Rules,
        asked: impl IntoIterator<Item = &'w String>,
    ) -> Result<Session, End> {
        let is_typed = *rules == Rules::File("-".to_owned());
        if !is_typed {
            on_interrupt(&self.settings.limits.interrupt);
        }
        let mut loaded = self.load_from(rules, Arc::new(Disk::new(&self.allowed)))?;
        if is_typed {
            on_interrupt(&self.settings.limits.interrupt);
        }
        loaded.warn_of(asked);
        self.console.warn(&loaded.warnings);
        Ok(Session::new(loaded.book, self.settings.clone())?)
    }

    /// The limits for what is done beside questions: the time is that of the whole command.
    fn budget(&self) -> Budget {
        Budget::start(&self.settings.limits)
    }

    /// The rules as they are written, with what is wrong with them.
    fn load_plain(&self, rules: &Rules) -> Result<Loaded, Report> {
        let _progress = self.reading(rules);
        rules.load(Arc::new(Disk::new(&self.allowed)), &self.settings.limits)
    }

    fn reading(&self, rules: &Rules) -> Option<Progress> {
        match rules {
            // Somebody may be typing what is read.
            Rules::File(file) if file != "-" => Some(self.progress(&format!("reading {file}"))),
            _ => None,
        }
    }

    fn load_from(&self, rules: &Rules, disk: Arc<Disk>) -> Result<Loaded, Report> {
        let _progress = self.reading(rules);
        let loaded = rules.load_as_meant(disk, &self.settings.limits)?;
        if let Some(text) = &loaded.read_as {
            let text = self.console.errors.faint(format!("read as {text}"));
            self.console.mutter(&format!("{text}\n"));
        }
        Ok(loaded)
    }
}

impl Face for Run {
    fn look(&self) -> Look {
        self.console.output
    }

    fn is_json(&self) -> bool {
        self.console.json
    }

    fn is_quiet(&self) -> bool {
        self.console.quiet
    }

    fn screen(&self) -> Screen {
        self.console.screen()
    }

    fn write(&self, write: Writer<'_>) -> Result<(), End> {
        self.console.write(write)
    }

    fn complain(&self, report: &Report) -> Exit {
        self.console.complain(report)
    }

    fn write_file(&self, path: &str, write: Writer<'_>) -> Result<bool, End> {
        let mut limits = self.settings.limits.clone();
        // What was found in time is written behind its end, too.
        let late = (limits.clock)() + TO_WRITE;
        limits.until = limits.until.map(|until| until.max(late));
        let written = disk::write(Path::new(path), &mut Budget::start(&limits), write);
        let cannot =
            |why: &str| Diagnostic::error("output", format!("cannot write `{path}`: {why}"));
        written.map_err(|unwritten| unwritten.complaint(cannot))?;
        Ok(false)
    }

    fn progress(&self, words: &str) -> Progress {
        Progress::start(self.console.quiet, words, &self.settings.limits.progress)
    }

    fn bar(&self, games: u64) -> ProgressBar {
        if self.console.quiet {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(games);
        set_style(&bar, "{pos} of {len} games [{wide_bar}] {elapsed}");
        bar
    }
}
