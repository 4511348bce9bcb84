//! `:plot`: pictures at the prompt.

use std::sync::Arc;

use super::call::Call;
use super::definitions::cannot_write;
use super::out::Out;
use super::shell::Shell;
use crate::picture::{Drawing, Format, Theme};
use crate::syntax;
use crate::text::diagnostic::{Diagnostic, Report};

/// How many pixels of a PNG go to one of the picture in each direction.
const SCALE: u32 = 2;

pub(super) fn plot(shell: &mut Shell, call: &Call<'_>, out: &mut Out<'_>) {
    let (args, file) = args_and_file(call.rest);
    let drawing = match args {
        "" => shell.session.last_picture().map(Arc::clone),
        args => match ask(shell, call, args) {
            Ok(drawing) => drawing,
            Err(report) => return shell.report(&report, out),
        },
    };
    let Some(drawing) = drawing else {
        // Nothing was drawn yet.
        call.needs_argument(
            shell,
            out,
            "a game or a position, as in `:plot kayles, 0..100`",
        );
        return;
    };
    match file {
        None => match shell.session.picture_text(&drawing, shell.screen()) {
            Ok(text) => out.answer(text.trim_end()),
            Err(report) => shell.report(&report, out),
        },
        Some((path, format)) => match save(shell, &drawing, path, format) {
            Ok(()) if shell.is_quiet() => {}
            Ok(()) => out.answer(format!("saved as {path}")),
            Err(error) => call.refuse(shell, out, error, true),
        },
    }
}

/// The picture that `plot(ARGS)` draws.
fn ask(shell: &mut Shell, call: &Call<'_>, args: &str) -> Result<Option<Arc<Drawing>>, Report> {
    const CALL: &str = "plot(";
    // So much before it that complaints point at the place that was typed.
    let before = call.line.get(..call.rest_start).unwrap_or("").chars();
    let gap = " ".repeat(before.count().saturating_sub(CALL.len()));
    let (source, text) = shell.add_text(&format!("{gap}{CALL}{args})"), call.number);
    let expr = syntax::parse_expr(source, &text).map_err(|list| shell.book().report(list))?;
    let question = shell.book().question_of(&expr)?;
    let answer = shell.session.eval(&question)?;
    shell.last_by = Some(answer.by);
    Ok(shell.session.last_picture().map(Arc::clone))
}

/// What is drawn, and the file that is named behind it, if one is.
fn args_and_file(rest: &str) -> (&str, Option<(&str, Format)>) {
    let (before, last) = match rest
        .strip_suffix('"')
        .and_then(|rest| rest.rsplit_once('"'))
    {
        Some(quoted) => quoted,
        None => rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest)),
    };
    match Format::of(last) {
        Some(format) if last != "-" => (before.trim_end(), Some((last, format))),
        _ => (rest, None),
    }
}

fn save(
    shell: &mut Shell,
    drawing: &Drawing,
    path: &str,
    format: Format,
) -> Result<(), Diagnostic> {
    let file = shell
        .session
        .picture_file(drawing, format, Theme::Auto, SCALE);
    let bytes = file.map_err(|report| {
        let first = report.diagnostics.into_iter().next();
        first.unwrap_or_else(|| Diagnostic::internal("a report without a complaint"))
    })?;
    let written = shell.world.write(path, &bytes, &mut shell.session.budget());
    written.map_err(|unwritten| cannot_write(path, unwritten))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_follow() {
        for (rest, args, path) in [
            ("kayles, 0..9", "kayles, 0..9", None),
            ("kayles, 0..9 a.svg", "kayles, 0..9", Some("a.svg")),
            ("kayles \"a b.png\"", "kayles", Some("a b.png")),
            ("a.svg", "", Some("a.svg")),
            ("nim[3, 2] x", "nim[3, 2] x", None),
            ("kayles, 0..200 -", "kayles, 0..200 -", None),
            ("", "", None),
        ] {
            let (found, file) = args_and_file(rest);
            assert_eq!((found, file.map(|(path, _)| path)), (args, path), "{rest}");
        }
    }
}
