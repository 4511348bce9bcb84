//! `plot`: pictures in the terminal and in files.

use super::Run;
use super::args::{Plot, PlotKind};
use super::console::End;
use crate::app::exit::Exit;
use crate::picture::{Drawing, Format, Style, Theme};
use crate::query::Session;
use crate::query::answer::By;
use crate::query::pictures::{Range, Show};
use crate::report::{json, text};
use crate::text::diagnostic::{Diagnostic, Report};

impl Run {
    pub(super) fn plot(&self, plot: &Plot) -> Result<Exit, End> {
        let format = match plot.output.as_deref() {
            Some(path) => Some((path, format_of(path)?)),
            None => None,
        };
        let range = match (plot.from, plot.to) {
            (Some(from), Some(to)) if from > to => {
                return Err(Diagnostic::error(
                    "usage",
                    format!("there is nothing from {from} to {to}"),
                )
                .help("`--from` is the first number, `--to` the last")
                .into());
            }
            (from, to) => Range { from, to },
        };
        let of_position = is_position(&plot.what);
        refuse_both(plot, of_position)?;
        let mut session = self.session(&plot.file)?;
        let (drawing, by, file) = self.work("drawing", || {
            let (drawing, by) = if of_position {
                let position = session.position(plot.game.as_deref(), &plot.what)?;
                session.graph(&position)?
            } else {
                let game = plot.what.first().or(plot.game.as_ref());
                let game = session.game(game.map(String::as_str))?;
                session.picture(&game, show(plot.kind), &[range])?
            };
            let file = match format {
                Some((path, format)) => {
                    let (theme, scale) = (plot.theme, plot.scale);
                    Some((path, session.picture_file(&drawing, format, theme, scale)?))
                }
                None => None,
            };
            Ok::<_, Report>((drawing, by, file))
        })?;
        match file {
            None | Some(("-", _)) if self.console.json => {
                self.print_svg(&session, &drawing, &by)?;
            }
            None => self.show_picture(&session, &drawing, &by)?,
            Some(("-", bytes)) => self.console.print_bytes(&bytes)?,
            Some((path, bytes)) => {
                self.write_file(path, |out| out.write_all(&bytes))?;
                if self.console.json {
                    let answer = json::plot(&drawing, ("file", path), &by);
                    self.console.print_json(&answer)?;
                }
            }
        }
        Ok(Exit::Fine)
    }

    fn show_picture(&self, session: &Session, drawing: &Drawing, by: &By) -> Result<(), End> {
        let picture = session.picture_text(drawing, self.console.screen())?;
        // The picture may say it itself.
        let by = match drawing.subtitle.contains(&by.detail) {
            true => String::new(),
            false => text::known_by(by, self.console.output),
        };
        self.console.print(&format!("{picture}{by}"))
    }

    fn print_svg(&self, session: &Session, drawing: &Drawing, by: &By) -> Result<(), End> {
        let picture = session.picture_file(drawing, Format::Svg, Theme::Auto, 1)?;
        let picture = String::from_utf8_lossy(&picture);
        self.console
            .print_json(&json::plot(drawing, ("svg", &picture), by))
    }
}

fn format_of(path: &str) -> Result<Format, Diagnostic> {
    Format::of(path).ok_or_else(|| {
        Diagnostic::error("usage", format!("`{path}` names no kind of picture"))
            .help("the name of a picture ends in .svg or .png")
    })
}

/// Whether these words are a position rather than a game.
fn is_position(words: &[String]) -> bool {
    match words {
        [] => false,
        [word] => {
            let is_pile = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(' | '[');
            word.contains('[') || word.trim_start().starts_with(is_pile)
        }
        _ => true,
    }
}

/// A position has a graph, and nothing else has one.
fn refuse_both(plot: &Plot, of_position: bool) -> Result<(), Diagnostic> {
    let error = match (of_position, plot.kind) {
        (true, Some(PlotKind::Graph)) | (false, None) => return Ok(()),
        (false, Some(kind)) if kind != PlotKind::Graph => return Ok(()),
        (false, Some(_)) => Diagnostic::error("usage", "a graph is of a position")
            .help("name one, as in `nimrule plot nim 3 2 1`"),
        (true, None) if plot.from.is_none() && plot.to.is_none() => return Ok(()),
        (true, None) => Diagnostic::error(
            "usage",
            "`--from` and `--to` are for games, and this is a position",
        )
        .help("the picture of a position is the graph of its options"),
        (true, Some(_)) => Diagnostic::error(
            "usage",
            "this kind of picture is of a game, and this is a position",
        )
        .help("leave `--kind` out to draw the graph of the position"),
    };
    Err(error)
}

fn show(kind: Option<PlotKind>) -> Show {
    match kind {
        Some(PlotKind::Values) => Show::Values,
        Some(PlotKind::Heat) => Show::Board(Style::Heat),
        Some(PlotKind::Losing) => Show::Board(Style::Losing),
        Some(PlotKind::Digits) => Show::Board(Style::Digits),
        Some(PlotKind::Graph) | None => Show::Best,
    }
}
