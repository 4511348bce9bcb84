//! Functions that call themselves, or each other in a circle.
//!
//! The kind of what a function gives follows from its body, and the body from the kinds of what its calls give. So a function that
//! calls itself is worked out several times: at first nothing is known of what its calls give, then what the time before has shown,
//! until that stays as it is. A call of a function that is being worked out refers to it by its number; inside the tree of a
//! function it always stands for one around it. Functions that were worked out on the way and call one further out are
//! forgotten when that one is done: asked for on their own they are worked out again, with that one inside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::HashMap;

use crate::expr::code::Enclosing;
use crate::expr::kind::Kind;
use crate::expr::position::GameId;
use crate::text::source::Span;

/// So often a function is worked out at most until the kind of what it gives is known.
pub(super) const MOST_PASSES: usize = 8;

/// The game of a function, where it is not of the file, and its place.
pub(super) type FunctionAt = (Option<GameId>, Span);

/// A function for arguments of some kinds.
pub(super) type Version = (FunctionAt, Vec<Kind>);

/// The functions that are being worked out.
#[derive(Debug, Clone, Default)]
pub(super) struct Recursion {
    under: Vec<Under>,
    /// The outermost of them that was called since the last look.
    lowest: Option<usize>,
    /// What calls were seen to give, of functions that call themselves.
    assumed: HashMap<Version, Kind>,
    /// How often that changed.
    revised: u64,
    /// Functions that were worked out and call one that is not done yet.
    pub(super) provisional: Vec<Version>,
}

/// A function that is being worked out.
#[derive(Debug, Clone)]
struct Under {
    own: Arc<Enclosing>,
    /// What its calls give, as far as is known.
    kind: Kind,
    is_called: bool,
}

/// What is restored when a function or constant was worked out.
pub(super) struct Outside {
    lowest: Option<usize>,
    revised: u64,
    provisional: usize,
}

/// Whether a function comes back to itself before it comes to one further out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    Itself,
    OthersAlone,
}

/// What working out a function has shown.
pub(super) enum Shown {
    /// It is done; and itself, where it calls itself.
    Done(Option<Arc<Enclosing>>),
    /// It calls one further out, so that it stands in a circle, and maybe itself.
    Inner(Arc<Enclosing>, Calls),
    /// What its calls give was not known: once more.
    Again,
}

impl Recursion {
    /// The number by which calls refer to the function that is worked out next.
    pub(super) fn level(&self) -> usize {
        self.under.len()
    }

    /// Begins with a function.
    pub(super) fn enter(&mut self, name: &str, version: &Version) -> Outside {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let kind = self.assumed.get(version).cloned().unwrap_or(Kind::Unknown);
        self.under.push(Under {
            own: Arc::new(Enclosing {
                id: NEXT.fetch_add(1, Ordering::Relaxed),
                name: name.into(),
            }),
            kind,
            is_called: false,
        });
        self.outside()
    }

    /// Begins with what calls are looked for in.
    pub(super) fn outside(&mut self) -> Outside {
        Outside {
            lowest: self.lowest.take(),
            revised: self.revised,
            provisional: self.provisional.len(),
        }
    }

    /// Whether a function was called meanwhile that is not done.
    pub(super) fn calls_open(&mut self, outside: &Outside) -> bool {
        let called = self.lowest.is_some();
        self.lowest = self.lowest.into_iter().chain(outside.lowest).min();
        called
    }

    /// A call of a function that is being worked out.
    pub(super) fn call(&mut self, level: usize) -> Option<(Arc<Enclosing>, Kind)> {
        let under = self.under.get_mut(level)?;
        under.is_called = true;
        self.lowest = self.lowest.into_iter().chain([level]).min();
        Some((Arc::clone(&under.own), under.kind.clone()))
    }

    /// Ends with a function that gives this kind (nothing: it is wrong); the versions are to be forgotten.
    pub(super) fn leave(
        &mut self,
        version: &Version,
        kind: Option<&Kind>,
        outside: Outside,
    ) -> (Shown, Vec<Version>) {
        let level = self.under.len().saturating_sub(1);
        let under = self.under.pop();
        let lowest = self.lowest.filter(|lowest| *lowest < level);
        self.lowest = lowest.into_iter().chain(outside.lowest).min();
        let under = match (under, lowest) {
            (Some(under), _) if under.is_called => under,
            (Some(under), Some(_)) => {
                return (Shown::Inner(under.own, Calls::OthersAlone), Vec::new());
            }
            (_, _) => return (Shown::Done(None), Vec::new()),
        };
        if let Some(kind) = kind.filter(|kind| **kind != under.kind) {
            let kind = under.kind.unify(kind).unwrap_or_else(|| kind.clone());
            self.assumed.insert(version.clone(), kind);
            self.revised += 1;
        }
        if lowest.is_some() {
            return (Shown::Inner(under.own, Calls::Itself), Vec::new());
        }
        let inner = self.provisional.drain(outside.provisional..).collect();
        let is_stable = self.revised == outside.revised;
        match is_stable || kind.is_none() {
            true => (Shown::Done(Some(under.own)), inner),
            false => (Shown::Again, inner),
        }
    }
}
