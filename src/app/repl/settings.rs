//! The commands about how questions are answered and what is said of that.

use super::shell::{Call, Done, Out, Shell};
use super::show;
use crate::query::Session;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::units;

/// What `:set` can set.
pub(super) const SETTINGS: &[&str] = &["max-time", "max-memory", "engine"];

pub(super) fn time(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
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
    Ok(())
}

pub(super) fn by(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    match call.rest {
        "on" | "off" => shell.by = call.rest == "on",
        "" => match &shell.last_by {
            Some(by) => out.answer(show::by(by)),
            None => out.answer(show::NOTHING_YET),
        },
        _ => {
            let error = Diagnostic::error("command", "`:by` takes `on`, `off` or nothing");
            return Err(error.into());
        }
    }
    Ok(())
}

pub(super) fn set(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) -> Done {
    let (name, value) = call
        .rest
        .split_once(char::is_whitespace)
        .unwrap_or((call.rest, ""));
    let value = value.trim();
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
        return Ok(());
    }
    let wrong = |what: &str, why: String| {
        Diagnostic::error("setting", format!("`{value}` is no {what}")).help(why)
    };
    let mut settings = shell.session.settings_mut().clone();
    match name {
        "max-time" if value == "none" => settings.limits.time = None,
        "max-time" => {
            let time = units::time(value);
            let time = time.map_err(|why| wrong("time", format!("{why}; `none` is no limit")))?;
            settings.limits.time = Some(time);
        }
        "max-memory" => {
            let bytes = units::memory(value).map_err(|why| wrong("amount of memory", why))?;
            settings.limits.memory = bytes;
        }
        "engine" if value.is_empty() => {
            return Err(wrong("engine", "for example `plain`, or `best`".to_owned()).into());
        }
        "engine" => {
            settings.engine = Some(value.to_string()).filter(|value| value != "best");
            // Only a new session checks the name.
            shell.session = Session::new(shell.book().clone(), settings)?;
            return Ok(());
        }
        _ => {
            let error = Diagnostic::error("setting", format!("no setting is called `{name}`"));
            let help = match nearest(name, SETTINGS.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", SETTINGS.join(", ")),
            };
            return Err(error.help(help).into());
        }
    }
    shell.book().set_limits(settings.limits.clone());
    *shell.session.settings_mut() = settings;
    Ok(())
}
