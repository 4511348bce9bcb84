//! Who wins a position.

/// Who wins a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// An N-position: who moves wins.
    Won,
    /// A P-position: who moves loses.
    Lost,
    /// Neither: the play may go on for ever.
    Drawn,
}

impl Standing {
    /// Whether it is a P-position.
    pub fn is_lost(self) -> bool {
        self == Standing::Lost
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Standing::Won => "N-position",
            Standing::Lost => "P-position",
            Standing::Drawn => "draw",
        }
    }
}
