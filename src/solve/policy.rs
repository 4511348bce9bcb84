//! Which ways to an answer may be used.

use crate::expr::position::Game;
use crate::text::diagnostic::Diagnostic;
use crate::work::Declined;

/// Which engines and theories may be used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    /// Only the definition.
    pub plain: bool,
    /// Of the engines only this one.
    pub only: Option<String>,
    /// Of the theories only this one.
    pub theory: Option<String>,
    pub without: Vec<String>,
}

impl Policy {
    pub fn allows(&self, name: &str) -> bool {
        allows(self.only.as_deref(), name) && !self.spares(name)
    }

    /// Whether a theory of whole positions may be used.
    pub(crate) fn allows_theory(&self, name: &str) -> bool {
        allows(self.theory.as_deref(), name) && !self.spares(name)
    }

    fn spares(&self, name: &str) -> bool {
        self.plain || self.without.iter().any(|without| without == name)
    }
}

fn allows(only: Option<&str>, name: &str) -> bool {
    only.is_none_or(|only| only == name)
}

/// Why no engine works out a game with `loopy`.
pub(super) const NEVER_ENDS: &str = "its plays may go on for ever";

/// Why an engine that `--without` names does not answer.
pub(super) const LEFT_OUT: &str = "it was left out";

/// The complaint that the only engine that may be used does not apply.
pub(super) fn engine_declines(
    name: &str,
    game: &Game,
    declined: &[(&'static str, Declined)],
) -> Diagnostic {
    let error = Diagnostic::error(
        "engine_declines",
        format!("the engine `{name}` does not apply to {}", game.label),
    );
    match declined.last() {
        Some((_, why)) => error.help(why.to_string()),
        None => error.help("ask for no engine, and the best one is chosen"),
    }
}
