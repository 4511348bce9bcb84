//! The commands about definitions and the files that they come from.

use super::call::Call;
use super::help;
use super::loaded::{News, Trouble};
use super::out::Out;
use super::shell::Shell;
use super::{show, suggest};
use crate::report::look::harmless;
use crate::text::diagnostic::{Diagnostic, nearest};
use crate::text::words::{counted, widest};
use crate::work::world::Unread;

pub(super) fn load(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(
        shell,
        out,
        "`:load nim.nimrule`, or the name of a bundled game",
    ) {
        return;
    }
    let file = call.file();
    match shell.load_file(file) {
        Ok(news) => {
            let names = listed(shell, &news.names);
            tell(shell, news, &format!("{file}: {names}"), out);
        }
        Err(trouble) => explain_trouble(shell, call, trouble, out),
    }
}

pub(super) fn reload(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if shell.loaded.is_empty() && shell.typed.is_empty() {
        let error =
            Diagnostic::error("command", "no file is loaded").help("`:load FILE` loads one");
        call.refuse(shell, out, error, false);
        return;
    }
    match shell.reload() {
        Ok(news) => {
            let files: Vec<&str> = shell
                .loaded
                .iter()
                .map(|file| file.given.as_str())
                .collect();
            // What was typed may name files too.
            let headline = match files.as_slice() {
                [] => "read again".to_string(),
                files => format!("read again: {}", files.join(", ")),
            };
            tell(shell, news, &headline, out);
        }
        Err(trouble) => explain_trouble(shell, call, trouble, out),
    }
}

/// Tells what reading files brought.
fn tell(shell: &mut Shell, news: News, headline: &str, out: &mut Out<'_>) {
    if !news.warnings.diagnostics.is_empty() {
        shell.report(&news.warnings, out);
    }
    if shell.is_quiet() {
        return;
    }
    out.answer(headline);
    if !news.replaced.is_empty() {
        out.answer(format!(
            "  the file's {} took the place of what was typed",
            quoted(&news.replaced)
        ));
    }
    if !news.kept.is_empty() {
        out.answer(format!(
            "  {} as typed stays in place of the file's",
            quoted(&news.kept)
        ));
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Games with their parameters, and lets.
fn listed(shell: &Shell, names: &[String]) -> String {
    let book = shell.book();
    let names: Vec<String> = names
        .iter()
        .map(|name| match book.game_params(name) {
            Some(params) => suggest::heading(name, &params),
            None => name.clone(),
        })
        .collect();
    if names.is_empty() {
        "nothing new".to_string()
    } else {
        names.join(", ")
    }
}

fn explain_trouble(shell: &mut Shell, call: &Call<'_>, trouble: Trouble, out: &mut Out<'_>) {
    match trouble {
        Trouble::Mistakes(report) => shell.report(&report, out),
        // The read was waiting when Ctrl-C came.
        Trouble::Unreadable(..) if shell.is_stopped(out) => {}
        Trouble::Unreadable(file, why) => {
            let error = Diagnostic::error("unreadable", format!("`{file}` cannot be read: {why}"));
            let bundled = shell.bundled();
            let error = match nearest(&file, bundled.iter().map(String::as_str)) {
                Some(near) => error.help(format!("did you mean the bundled game `{near}`?")),
                None => error,
            };
            call.refuse(shell, out, error, true);
        }
    }
}

pub(super) fn games(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    let book = shell.book();
    let mut rows: Vec<(String, String)> = Vec::new();
    for name in book.game_names() {
        let params = book.game_params(&name).unwrap_or_default();
        let title = book.definition_text(&name).and_then(|(_, title)| title);
        let title = harmless(&title.unwrap_or_default()).into_owned();
        rows.push((suggest::heading(&name, &params), title));
    }
    if rows.is_empty() {
        out.answer("no games yet: define one, as in `game nim { take any }`, or `:load` a file");
        return;
    }
    let width = widest(rows.iter().map(|(name, _)| name.as_str()));
    for (name, title) in rows {
        out.answer(format!("{name:width$}  {title}").trim_end());
    }
}

pub(super) fn show_definition(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(shell, out, "`:show nim`; `:games` lists the games") {
        return;
    }
    // `:show lim(3)` means the game `lim`.
    let name = call.rest.split('(').next().unwrap_or("").trim();
    if let Some((text, _)) = shell.book().definition_text(name) {
        // Lines may end as on Windows.
        out.answer(harmless(&text.replace("\r\n", "\n")));
        return;
    }
    if let Some(usage) = help::usage(name) {
        out.answer(usage);
        return;
    }
    let names: Vec<String> = shell
        .book()
        .game_names()
        .into_iter()
        .chain(shell.book().let_names())
        .collect();
    let help = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`:games` lists the games".to_string(),
    };
    let error = Diagnostic::error("unknown_name", format!("nothing is called `{name}`")).help(help);
    call.refuse(shell, out, error, true);
}

pub(super) fn save(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    if call.needs_argument(shell, out, "`:save mygames.nimrule`") {
        return;
    }
    let file = call.file();
    let replace = call.line.get(call.word.0..call.word.1) == Some(":save!");
    let is_ours = shell.saved.as_deref() == Some(file);
    if !replace && !is_ours && shell.world.exists(file) {
        let error = Diagnostic::error("file_exists", format!("there is a file `{file}` already"))
            .help(format!("`:save! {file}` replaces it"));
        call.refuse(shell, out, error, true);
        return;
    }
    let mut budget = shell.session.budget();
    let text = shell.book().to_text();
    match shell.world.write(file, text.as_bytes(), &mut budget) {
        Ok(()) => {
            shell.saved = Some(file.to_string());
            if !shell.is_quiet() {
                out.answer(format!("saved as {file}"));
            }
        }
        Err(unwritten) => call.refuse(shell, out, cannot_write(file, unwritten), true),
    }
}

pub(super) fn cannot_write(file: &str, unwritten: Unread) -> Diagnostic {
    unwritten.complaint(|why| {
        Diagnostic::error("unwritable", format!("`{file}` cannot be written: {why}"))
    })
}

pub(super) fn test(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    let (mut held, mut failed) = (0, 0);
    for claim in shell.book().expects() {
        match shell.session.test(&claim) {
            Ok(tested) if tested.ok => held += 1,
            Ok(tested) => {
                failed += 1;
                let report = shell.book().report(vec![show::refuted(&tested)]);
                out.refute(show::report(&report, shell.color));
            }
            Err(report) => {
                failed += 1;
                shell.report(&report, out);
            }
        }
        if out.interrupted {
            return;
        }
    }
    let held = counted(held, "expectation holds", "expectations hold");
    match failed {
        0 => out.answer(held),
        _ => out.answer(format!("{held}, {}", counted(failed, "fails", "fail"))),
    }
}

pub(super) fn clear(shell: &mut Shell, _: &Call<'_>, out: &mut Out<'_>) {
    if let Err(report) = shell.clear() {
        shell.report(&report, out);
    }
}
