//! The commands about how questions are answered and what is said of that.

use super::commands::{Call, SETTINGS};
use super::limits::{parse_memory, parse_time, show_memory, show_time};
use super::shell::{Out, Shell};
use super::show;
use crate::diagnostic::{Diagnostic, nearest};
use crate::query::Session;

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
            show_time(settings.limits.time),
            show_memory(settings.limits.memory),
            settings.engine.as_deref().unwrap_or("best"),
        ));
        return;
    }
    let wrong = |what: &str, help: &str| {
        Diagnostic::error("setting", format!("`{value}` is no {what}")).help(help)
    };
    let mut settings = shell.session.settings_mut().clone();
    let changed = match name {
        "max-time" if value == "none" => {
            settings.limits.time = None;
            Ok(())
        }
        "max-time" => parse_time(value)
            .map(|time| settings.limits.time = Some(time))
            .ok_or_else(|| wrong("time", "for example `10s`, `500ms`, `2m` or `none`")),
        "max-memory" => parse_memory(value)
            .map(|bytes| settings.limits.memory = bytes)
            .ok_or_else(|| wrong("amount of memory", "for example `512MiB` or `4GiB`")),
        "engine" if value.is_empty() => Err(wrong("engine", "for example `plain`, or `best`")),
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
