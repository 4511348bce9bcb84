//! What is done with rules as a whole, those of files or those that are defined at the prompt: `check`, `test` and `games`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;

use super::args::Inspection;
use super::face::{End, Face};
use super::words::{Loaded, Rules, needed, rules};
use crate::app::bundled;
use crate::app::disk::{self, ENDING};
use crate::app::process::Exit;
use crate::query::{Session, Settings};
use crate::report::look::harmless;
use crate::rules::{Rulebook, errors};
use crate::text::diagnostic::{Diagnostic, Report};
use crate::text::words::{counted, widest};
use crate::work::budget::{Budget, Limits};
use crate::work::world::World;

/// What looks at rules.
pub struct Inspector<'a> {
    pub face: &'a dyn Face,
    /// Where files come from.
    pub world: Arc<dyn World>,
    pub settings: Settings,
    /// What is defined at the prompt, which is meant where no file is named.
    pub here: Option<&'a mut Session>,
}

/// How rules are called that an option gives.
const GIVEN: &str = "-e";

/// How those are called that are defined at the prompt.
const HERE: &str = "<prompt>";

/// Rules with what they are called, or why they cannot be had.
pub(super) type NamedRules = Result<(String, Rules), Diagnostic>;

impl Inspection {
    /// Does it.
    pub fn answer(&self, mut inspector: Inspector<'_>) -> Result<Exit, End> {
        match self {
            Inspection::Check { files, rules } => inspector.check(files, rules.as_deref()),
            Inspection::Test(wanted) => inspector.test(wanted),
            Inspection::Games { words } => inspector.games(words),
        }
    }
}

impl Inspector<'_> {
    /// The rules that are meant: those of an option, of files and folders, or else what is defined here.
    pub(super) fn subjects(
        &self,
        names: &[String],
        given: Option<&str>,
    ) -> Result<Vec<NamedRules>, Report> {
        let mut subjects: Vec<NamedRules> = Vec::new();
        if given.is_some() {
            subjects.push(Ok((GIVEN.to_owned(), rules(&mut Vec::new(), given)?)));
        }
        let mut budget = Budget::start(&self.settings.limits);
        let files = files(names, &mut budget).into_iter();
        subjects.extend(files.map(|file| file.map(|file| (file.clone(), Rules::File(file)))));
        match (subjects.is_empty(), &self.here) {
            (true, None) => Err(needed().into()),
            (true, Some(_)) => Ok(vec![Ok((HERE.to_owned(), Rules::Here))]),
            (false, _) => Ok(subjects),
        }
    }

    /// Asks a session with these rules, and with the warnings about them, which are shown.
    pub(super) fn on<T>(
        &mut self,
        rules: &Rules,
        load: impl FnOnce(Arc<dyn World>, &Limits) -> Result<Loaded, Report>,
        ask: impl FnOnce(&mut Session, Report) -> T,
    ) -> Result<T, Report> {
        if let (Rules::Here, Some(session)) = (rules, &mut self.here) {
            let warnings = session.book().report(Vec::new());
            return Ok(ask(session, warnings));
        }
        let loaded = load(Arc::clone(&self.world), &self.settings.limits)?;
        self.face.warn(&loaded.warnings);
        let mut session = Session::new(loaded.book, self.settings.clone())?;
        Ok(ask(&mut session, loaded.warnings))
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.settings.limits.interrupt.load(Ordering::Relaxed)
    }
}

// ---- `check`: the mistakes and warnings of rules, which are said back. What fails at a position that the rules ask about is a
// mistake, as it is for `test`; of the other positions only small piles are looked at

impl Inspector<'_> {
    fn check(&mut self, names: &[String], given: Option<&str>) -> Result<Exit, End> {
        let mut worst = Exit::Fine;
        for subject in self.subjects(names, given)? {
            worst = worst.max(match subject {
                Ok((name, rules)) => self.check_rules(&name, &rules)?,
                Err(diagnostic) => self.face.complain(&diagnostic.into()),
            });
        }
        Ok(worst)
    }

    fn check_rules(&mut self, name: &str, rules: &Rules) -> Result<Exit, End> {
        let face = self.face;
        let load = |world, limits: &Limits| face.reading(rules, || rules.load(world, limits));
        let checked = self.on(rules, load, |session, warnings| {
            checked(session, name, warnings, face)
        });
        let (games, expectations, report) = match checked {
            Ok(checked) => checked?,
            // The files behind it are not looked at any more.
            Err(report) if report.is_interrupt() => return Err(report.into()),
            Err(report) => {
                face.complain(&report);
                (Vec::new(), 0, report)
            }
        };
        let exit = Exit::of(&report);
        let errors = report.diagnostics.iter().filter(|it| it.is_error());
        let mistakes = errors.count();
        let warnings = report.diagnostics.len() - mistakes;
        if self.face.is_json() {
            let answer = json!({
                "file": name,
                "games": games.len(),
                "rules": games,
                "expectations": expectations,
                "mistakes": mistakes,
                "warnings": warnings,
            });
            self.face.print_json(&answer)?;
            return Ok(exit);
        }
        let look = self.face.look();
        let found = if exit == Exit::Fine {
            let games = counted(games.len(), "game", "games");
            let expectations = counted(expectations, "expectation", "expectations");
            format!("{games}, {expectations}, {}", look.good("no mistakes"))
        } else {
            let least = errors::at_least(&report);
            let mistakes = counted(mistakes, "mistake", "mistakes");
            look.bad(format!("{least}{mistakes}")).to_string()
        };
        let warned = match warnings {
            0 => String::new(),
            _ => format!(", {}", counted(warnings, "warning", "warnings")),
        };
        let of = match rules {
            Rules::Here => String::new(),
            Rules::File(_) | Rules::Text { .. } => format!("{name}: "),
        };
        self.face.print_words(&format!("{of}{found}{warned}"))?;
        for game in games {
            self.face.print_words(&format!("  {game}"))?;
        }
        Ok(exit)
    }
}

/// The games in words, how many expectations there are, and what is wrong or probably not meant; of that the warnings which were
/// given when the rules were read are shown already.
fn checked(
    session: &mut Session,
    name: &str,
    warnings: Report,
    face: &dyn Face,
) -> Result<(Vec<String>, usize, Report), Report> {
    let words = format!("checking {name}");
    let found = face.work(&words, || session.probe_beside(&warnings))?;
    let mut games = session.book().own_game_names();
    for game in &mut games {
        if let Some(described) = session.described(game)? {
            *game = described.to_string();
        }
    }
    let mut report = session.book().report(found);
    face.warn(&report);
    report.diagnostics.extend(warnings.diagnostics);
    Ok((games, session.book().expects().len(), report))
}

// ---- `games`: those that are defined at the prompt, and the bundled ones

/// A game with what is said of it in a line.
type Row = (String, String);

impl Inspector<'_> {
    /// The games, or those in whose names or rules all of these words stand.
    fn games(&self, words: &[String]) -> Result<Exit, End> {
        let face = self.face;
        let book = self.here.as_ref().map(|session| session.book());
        let own = book.map_or(Vec::new(), |book| own(book, words));
        let hidden = book.map_or(Vec::new(), Rulebook::own_game_names);
        let bundled = self.bundled(words, &hidden);
        if own.is_empty() && bundled.is_empty() && !words.is_empty() {
            let message = format!("no game speaks of `{}`", words.join(" "));
            let error = Diagnostic::error("unknown_name", message);
            return Err(error.help("`nimrule games` lists all of them").into());
        }
        if face.is_json() {
            for (name, about) in own.into_iter().chain(bundled) {
                face.print_json(&json!({ "game": name, "about": about }))?;
            }
            return Ok(Exit::Fine);
        }
        let is_all_at_prompt = book.is_some() && words.is_empty();
        if is_all_at_prompt && own.is_empty() {
            face.print_words(
                "no games yet: define one, as in `game nim { take any }`, or `:load` a file",
            )?;
        }
        let width = widest(own.iter().chain(&bundled).map(|(name, _)| name.as_str()));
        let print = |(name, about): Row| {
            let name = face.look().strong(format!("{name:width$}")).to_string();
            face.print_words(format!("{name}  {about}").trim_end())
        };
        own.into_iter().try_for_each(print)?;
        if is_all_at_prompt && !bundled.is_empty() {
            face.print_words("bundled, to be asked about by name:")?;
        }
        bundled.into_iter().try_for_each(print)?;
        Ok(Exit::Fine)
    }

    /// The bundled games, but for those in whose place others stand.
    fn bundled(&self, words: &[String], hidden: &[String]) -> Vec<Row> {
        let about: Vec<_> = bundled::about(words).collect();
        let rows = self.world.bundled().into_iter().filter_map(|name| {
            let said = about.iter().find(|(game, _)| *game == name);
            let said = said.map(|(_, about)| about.clone());
            let said = said.or_else(|| words.is_empty().then(String::new))?;
            (!hidden.contains(&name)).then_some((name, said))
        });
        rows.collect()
    }
}

/// The games of a rulebook with their titles.
fn own(book: &Rulebook, words: &[String]) -> Vec<Row> {
    let rows = book.own_game_names().into_iter().filter_map(|name| {
        let (text, title) = book.definition_text(&name).unwrap_or_default();
        let text = text.to_lowercase();
        let is_meant = words.iter().all(|word| text.contains(&word.to_lowercase()));
        let title = harmless(&title.unwrap_or_default()).into_owned();
        is_meant.then(|| (heading(book, &name), title))
    });
    rows.collect()
}

/// A game as it is called: `lim(m)`.
pub fn heading(book: &Rulebook, name: &str) -> String {
    match book.game_params(name).unwrap_or_default().as_slice() {
        [] => name.to_owned(),
        params => format!("{name}({})", params.join(", ")),
    }
}

// ---- The files that are meant

/// The files that are meant: a folder stands for the rule files in it and in the folders in it, sorted; for every folder that
/// cannot be read or has no rule file, what is wrong stands behind them.
pub fn files(names: &[String], budget: &mut Budget) -> Vec<Result<String, Diagnostic>> {
    let mut files = Vec::new();
    for name in names {
        let path = Path::new(name);
        // The name of a bundled game is that game; `./nim` is always the folder.
        if name == "-" || !path.is_dir() || bundled::text(name).is_some() {
            files.push(Ok(name.clone()));
            continue;
        }
        files.extend(files_in(name, budget));
    }
    files
}

/// The rule files in a folder and in the folders in it, sorted, and behind them what is wrong with folders that cannot be read.
pub fn files_in(folder: &str, budget: &mut Budget) -> Vec<Result<String, Diagnostic>> {
    let found = match disk::look_through(Path::new(folder), budget) {
        Ok(found) => found,
        Err(limit) => return vec![Err(limit.into())],
    };
    let shown = |path: &PathBuf| path.to_string_lossy().into_owned();
    let files = found.rule_files.iter().map(|path| Ok(shown(path)));
    let wrong = found
        .unreadable
        .iter()
        .map(|(folder, why)| Err(disk::unreadable(&format!("`{}`", shown(folder)), why)));
    let all: Vec<_> = files.chain(wrong).collect();
    if !all.is_empty() {
        return all;
    }
    let message = format!("the directory `{folder}` has no rule files in it");
    let error = Diagnostic::error("unreadable_file", message);
    vec![Err(
        error.help(format!("the names of rule files end in `.{ENDING}`"))
    )]
}
