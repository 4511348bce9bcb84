//! Limits and engines that the user chose.

use crate::solve::boards;
use crate::solve::heap::ENGINES;
use crate::solve::heap::blocks::BLOCKS;
use crate::solve::loopy;
use crate::solve::method::{THEORIES, theory};
use crate::solve::policy::Policy;
use crate::solve::tuple::BoxMethod as Tuples;
use crate::solve::tuple::apart::APART;
use crate::solve::tuple::euclid::EUCLID;
use crate::solve::tuple::window::WINDOW;
use crate::solve::tuple::winners::DYNAMIC;
use crate::work::budget::Limits;

/// What the user chose.
///
/// ```
/// use nimrule::{Limits, Settings};
///
/// let settings = Settings::default().with_limits(Limits::untrusted()).with_engine("plain");
/// assert!(settings.without.is_empty());
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Memory, time and the interrupt flag.
    pub limits: Limits,
    /// The engine to use; `None` or `auto`: the best one; `plain`: the bare definition.
    pub engine: Option<String>,
    /// Engines not to use.
    pub without: Vec<String>,
}

impl Settings {
    /// The same with these limits for each question.
    pub fn with_limits(mut self, limits: Limits) -> Settings {
        self.limits = limits;
        self
    }

    /// The same with an engine; `None`: the best one.
    pub fn with_engine<'a>(mut self, engine: impl Into<Option<&'a str>>) -> Settings {
        self.engine = engine.into().map(str::to_owned);
        self
    }

    /// The same without some engines.
    pub fn without(mut self, engines: impl IntoIterator<Item = impl Into<String>>) -> Settings {
        self.without = engines.into_iter().map(Into::into).collect();
        self
    }

    /// Which engines may be used.
    pub(super) fn policy(&self) -> Policy {
        let name = self.engine.clone();
        let name = name.filter(|name| name != "auto" && name != "plain");
        let (theory, only) = match name {
            Some(name) if theory(&name).is_some() => (Some(name), None),
            name => (None, name),
        };
        Policy {
            plain: self.engine.as_deref() == Some("plain"),
            only,
            theory,
            without: self.without.clone(),
        }
    }

    /// The names of the engines that can be asked for.
    pub fn engine_names() -> Vec<&'static str> {
        let engines = ENGINES.iter().map(|(name, _)| *name);
        let tuples = Tuples::ALL.iter().map(|way| way.name());
        let theories = THEORIES.iter().map(|entry| entry.name);
        ["auto", "plain"]
            .into_iter()
            .chain(engines)
            .chain(tuples)
            .chain([
                BLOCKS,
                DYNAMIC,
                EUCLID,
                WINDOW,
                APART,
                boards::NAME,
                loopy::NAME,
            ])
            .chain(theories)
            .collect()
    }
}
