//! The commands about how questions are answered and what is said of that.

use super::call::Call;
use super::out::Out;
use super::shell::Shell;
use super::show;
use crate::query::Session;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::units;

/// What `:set` can set.
pub(super) const SETTINGS: &[&str] = &["max-time", "max-memory", "engine"];

pub(super) fn time(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "on" | "off" => shell.timing = call.rest == "on",
        "" => out.answer(format!(
            "times are {}",
            if shell.timing { "shown" } else { "not shown" }
        )),
        expr => {
            // The expression keeps its place on the line, for complaints about it.
            let before = call.line.get(..call.rest_start).unwrap_or("");
            let text = " ".repeat(before.chars().count()) + expr;
            let timing = std::mem::replace(&mut shell.timing, true);
            shell.entries(&text, call.number, out);
            shell.timing = timing;
        }
    }
}

pub(super) fn by(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    match call.rest {
        "on" | "off" => shell.by = call.rest == "on",
        "" => match &shell.last_by {
            Some(by) => out.answer(show::by(by)),
            None => out.answer("nothing was answered yet"),
        },
        _ => {
            let error = Diagnostic::error("command", "`:by` takes `on`, `off` or nothing");
            call.refuse(shell, out, error, true);
        }
    }
}

pub(super) fn set(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let mut words = call.rest.splitn(2, char::is_whitespace);
    let (name, value) = (
        words.next().unwrap_or(""),
        words.next().unwrap_or("").trim(),
    );
    if name.is_empty() {
        let settings = shell.session.settings_mut();
        out.answer(format!(
            "max-time    {}\nmax-memory  {}\nengine      {}",
            settings
                .limits
                .time
                .map_or_else(|| "none".to_owned(), units::exact_time),
            units::exact_memory(settings.limits.memory),
            settings.engine.as_deref().unwrap_or("best"),
        ));
        return;
    }
    let wrong = |what: &str, why: String| {
        Diagnostic::error("setting", format!("`{value}` is no {what}")).help(why)
    };
    let mut settings = shell.session.settings_mut().clone();
    let changed = match name {
        "max-time" if value == "none" => {
            settings.limits.time = None;
            Ok(())
        }
        "max-time" => units::time(value)
            .map(|time| settings.limits.time = Some(time))
            .map_err(|why| wrong("time", format!("{why}; `none` is no limit"))),
        "max-memory" => units::memory(value)
            .map(|bytes| settings.limits.memory = bytes)
            .map_err(|why| wrong("amount of memory", why)),
        "engine" if value.is_empty() => {
            Err(wrong("engine", "for example `plain`, or `best`".to_owned()))
        }
        "engine" => {
            settings.engine = Some(value.to_string()).filter(|value| value != "best");
            // Only a new session checks the name.
            match Session::new(shell.book().clone(), settings.clone()) {
                Ok(session) => shell.session = session,
                Err(report) => shell.report(&report, out),
            }
            return;
        }
        _ => {
            let error = Diagnostic::error("setting", format!("no setting is called `{name}`"));
            Err(match nearest(name, SETTINGS.iter().copied()) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!("there are {}", SETTINGS.join(", "))),
            })
        }
    };
    match changed {
        Ok(()) => {
            shell.book().set_limits(settings.limits.clone());
            *shell.session.settings_mut() = settings;
        }
        Err(error) => call.refuse(shell, out, error, true),
    }
}
