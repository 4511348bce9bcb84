//! What there is: a file to begin with, help, completions and the manual.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use serde_json::json;

use super::Run;
use super::args::CommandLine;
use super::refuse::in_color;
use crate::app::command::face::{End, unwritable};
use crate::app::command::files::in_the_way;
use crate::app::disk::{self, ENDING};
use crate::app::process::Exit;
use crate::app::repl;
use crate::rules::Rulebook;
use crate::text::diagnostic::{Cause, Diagnostic, nearest};

impl Run {
    pub(super) fn new_file(&self, name: &str) -> Result<Exit, End> {
        let ending = format!(".{ENDING}");
        let stem = name.strip_suffix(&ending).unwrap_or(name);
        let game = Path::new(stem).file_name();
        let game = game.and_then(|it| it.to_str()).unwrap_or("");
        let text = TEMPLATE.replace("NAME", game);
        if let Err(report) = Rulebook::parse(&text) {
            let is_word = report
                .diagnostics
                .first()
                .is_some_and(|it| it.cause != Cause::Internal);
            let error = Diagnostic::error("usage", format!("no game can be called `{game}`"));
            let help = "a name has letters, digits and `_`, begins with a letter and is no word of the language, as in `my_game`";
            return Err(match is_word {
                true => error.help(help).into(),
                false => report.into(),
            });
        }
        let path = format!("{stem}{ending}");
        // An old file is never written over.
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => in_the_way(&path).help("take another name"),
            ErrorKind::NotFound => {
                let folder = Path::new(&path).parent().unwrap_or(Path::new(""));
                let folder = folder.display();
                let message = format!("there is no folder `{folder}`");
                Diagnostic::error("output", message)
                    .help(format!("make it with `mkdir -p {folder}`, or leave it out"))
            }
            _ => unwritable(&path, &disk::in_words(&error)),
        })?;
        self.face()
            .show(&json!({ "game": game, "file": path }), |_| {
                format!(
                    "{path} is a game to begin with: change its rule, then\n  \
                 nimrule check {path}\n  nimrule solve {path} 5 8\n  nimrule play {path}"
                )
            })
    }

    /// More about a command, or about a word of the language.
    pub(super) fn help(&self, topic: &str) -> Result<Exit, End> {
        let mut command = CommandLine::command();
        command.build();
        if topic.is_empty() {
            return self.styled(&command.render_long_help());
        }
        if let Some(command) = command.find_subcommand_mut(topic) {
            return self.styled(&command.render_long_help());
        }
        let text = repl::help(topic, Some(self.console.output.width))?;
        self.face().show(&json!({ "help": text }), |_| text.clone())
    }

    fn styled(&self, text: &clap::builder::StyledStr) -> Result<Exit, End> {
        let text = in_color(text, self.console.output);
        self.face().show(&json!({ "help": text }), |_| text.clone())
    }

    /// What completes commands and options in a shell.
    pub(super) fn completions(&self, shell: Shell) -> Result<Exit, End> {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut CommandLine::command(), "nimrule", &mut script);
        self.console.write(&mut |out| out.write_all(&script))?;
        Ok(Exit::Fine)
    }

    /// The manual page, of the program or of one command.
    pub(super) fn manual(&self, name: Option<&str>) -> Result<Exit, End> {
        let mut command = CommandLine::command();
        command.build();
        let command = match name {
            None => command,
            Some(name) => match command.find_subcommand(name) {
                Some(found) => found.clone(),
                None => {
                    let error = Diagnostic::error(
                        "unknown_command",
                        format!("no command is called `{name}`"),
                    );
                    let names = command.get_subcommands().map(|it| it.get_name());
                    let near = nearest(name, names).map(|near| format!("nimrule man {near}"));
                    let all = "`nimrule --help` lists the commands";
                    return Err(error.help_near(near, all).into());
                }
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut page)
            .map_err(End::Output)?;
        self.face().print(&String::from_utf8_lossy(&page))?;
        Ok(Exit::Fine)
    }
}

/// A rule file to begin with.
const TEMPLATE: &str = "\
# NAME: say here how the game is played. A pile is a number of stones, n. A turn takes 1, 2 or 3 of one pile; whoever
# cannot move loses. The lines with a `#` are other moves.
game NAME \"NAME\" {
    pile n

    take 1..3
    # take any                  # ... any number
    # take 1, 4, 9              # ... one of these numbers
    # take 1..2 leaving 0..2 piles   # ... and may leave the rest in two piles
    # split into 2 unequal      # no stone is taken: the pile becomes two
    # move n -> n / 2 where n > 0    # a pile of n becomes one of n / 2

    # misere                    # whoever makes the last move loses
}

# What you know of the game, tested by `nimrule test NAME.nimrule`.
expect values(NAME, 0..7) == [0, 1, 2, 3, 0, 1, 2, 3]
expect winner(NAME[4]) == second

# Ask: nimrule check NAME.nimrule        the rule in words, and mistakes
#      nimrule solve NAME.nimrule 5 8    who wins with piles of 5 and 8, and by which move
#      nimrule values NAME.nimrule       the Grundy values
#      nimrule play NAME.nimrule         play against the program
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{Session, Settings};

    #[test]
    fn what_is_begun_with_holds() {
        let book = Rulebook::parse(&TEMPLATE.replace("NAME", "mine")).unwrap();
        let mut session = Session::new(book, Settings::default()).unwrap();
        let claims = session.book().expects();
        assert_eq!(claims.len(), 2);
        for claim in claims {
            assert!(session.test(&claim).unwrap().ok);
        }
        // Nor is there a mistake in what stands behind `#` for other rules.
        let others = TEMPLATE.lines().filter_map(|line| {
            let rule = line.strip_prefix("    # ")?;
            Some(rule.split("  #").next().unwrap_or(rule).trim())
        });
        let others: Vec<&str> = others.collect();
        assert_eq!(others.len(), 6);
        for rule in others {
            let other = if rule == "misere" {
                "take 1 misere"
            } else {
                rule
            };
            let text = format!("game mine {{ pile n {other} }}");
            assert!(Rulebook::parse(&text).is_ok(), "{text}");
        }
    }
}
