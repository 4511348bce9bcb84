//! What stands above claims and games: whether they hold, their first values, and what the editor does with them.

use std::collections::BTreeSet;

use lsp_types as lsp;
use serde_json::{Value, json};

use super::document::Document;
use super::reading::Reading;
use crate::report::look::{beginning, clipped};
use crate::report::told::first_values;
use crate::syntax::ast::Item;
use crate::text::diagnostic::Report;

/// How much is shown of a side of a claim.
const LONGEST_SIDE: usize = 60;

/// How much is shown in all.
const LONGEST_LINE: usize = 160;

/// What an editor may do with a game: show the page about it, at its pictures or at its board.
const COMMANDS: [(&str, &str); 2] = [("nimrule.plot", "plot"), ("nimrule.play", "play")];

/// What a line is about.
#[derive(Debug, Clone)]
pub enum Lens {
    /// The claim that begins at this byte.
    Claim(u64),
    Game(String),
}

impl Lens {
    /// What was kept in the data of a line. `None`: it is none of these.
    pub fn of(data: &Value) -> Option<Lens> {
        let claim = data["claim"].as_u64().map(Lens::Claim);
        claim.or_else(|| Some(Lens::Game(data["game"].as_str()?.to_owned())))
    }

    /// What there is to say.
    pub fn says(&self, reading: &mut Reading) -> Result<String, Report> {
        match self {
            Lens::Claim(start) => tested(reading, *start),
            Lens::Game(name) => values(reading, name),
        }
    }
}

/// What is said as a line.
///
/// # Errors
/// The work was interrupted.
pub fn title(said: Result<String, Report>) -> Result<String, Report> {
    let said = match said {
        Err(report) if report.is_interrupt() => return Err(report),
        Err(report) => {
            let errors = report.diagnostics.iter();
            let messages: Vec<&str> = errors.map(|it| it.message.as_str()).collect();
            format!("not known: {}", messages.join("; "))
        }
        Ok(said) => said,
    };
    Ok(clipped(&said.replace('\n', " "), LONGEST_LINE).into_owned())
}

fn tested(reading: &mut Reading, start: u64) -> Result<String, Report> {
    let Some(claim) = reading.claim(start)? else {
        return Ok("not known".to_owned());
    };
    let tested = reading.session.test_claim(&claim)?;
    Ok(match (&tested.right, tested.ok) {
        (_, true) => "holds".to_owned(),
        (None, false) => "fails".to_owned(),
        (Some((right, _)), false) => format!(
            "fails: {} and {}",
            beginning(&tested.left, LONGEST_SIDE),
            beginning(right, LONGEST_SIDE)
        ),
    })
}

fn values(reading: &mut Reading, name: &str) -> Result<String, Report> {
    let Some(game) = reading.game(name)? else {
        return Ok("not known: its arguments are".to_owned());
    };
    let values = first_values(&mut reading.session, &game)?;
    let label = match game.label == name {
        true => String::new(),
        false => format!("{}: ", game.label),
    };
    Ok(match values.as_slice() {
        [] => reading.session.describe(&game)?.to_string(),
        values => format!("{label}{}", values.join("; ")),
    })
}

/// The page about a game.
pub fn page_of(reading: &mut Reading, name: &str) -> Result<String, Report> {
    let game = match reading.game(name)? {
        Some(game) => game,
        None => reading.session.book().game(name)?,
    };
    Ok(reading.session.facts(&game, None, None)?.page())
}

/// The lines above the claims and games of a document; what is asked about says nothing yet. Of the commands those stand there that
/// the editor knows.
pub fn lenses(document: &Document, known: &BTreeSet<String>) -> Vec<lsp::CodeLens> {
    let mut lenses = Vec::new();
    for item in &document.tree().items {
        let (span, about) = match item {
            Item::Expect(claim) => (claim.span, json!({ "claim": claim.span.start })),
            Item::Game(game) => (game.name.span, json!({ "game": game.name.name })),
            Item::Let(_) | Item::Use(_) => continue,
        };
        let mut data = about;
        data["uri"] = document.uri.as_str().into();
        data["version"] = document.version.into();
        let range = document.text.of(span);
        let lens = |command, data| lsp::CodeLens {
            range,
            command,
            data,
        };
        lenses.push(lens(None, Some(data)));
        let Item::Game(game) = item else { continue };
        let commands = COMMANDS.iter().filter(|(name, _)| known.contains(*name));
        lenses.extend(commands.map(|(name, title)| {
            let about = vec![document.uri.as_str().into(), (*game.name.name).into()];
            let command = lsp::Command::new((*title).into(), (*name).into(), Some(about));
            lens(Some(command), None)
        }));
    }
    lenses
}
