//! The one error type for people: a message with a code, places in the source and a help line.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::text::source::{Sources, Span};

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input is fine but probably not what was meant.
    Warning,
}

/// Which exit code a [`Diagnostic`] leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Something is wrong with the input: exit code 2.
    Input,
    /// A limit on memory or time was reached: exit code 3.
    Limit,
    /// The user interrupted the work: exit code 3.
    Interrupted,
    /// nimrule itself is wrong, and says so rather than make up an answer: exit code 4.
    Internal,
}

/// Mistakes of which the code itself takes note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// A value of another kind than is needed.
    Kind,
    /// A name that has no value here.
    Name,
    /// A name that nothing has, nor anything like it.
    Undefined,
    /// An operator that the language does not have: what stands before it is half an expression.
    Operator,
    /// A definition that nothing uses.
    Unused,
}

/// A place in a source text with a short remark.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say about it; may be empty.
    pub text: String,
}

/// A complaint: what is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What kind of exit code it leads to.
    pub cause: Cause,
    /// A stable name, printed as `nimrule::CODE`. It is for people and scripts.
    pub code: &'static str,
    /// Which mistake it is, where the code takes note of it.
    pub mistake: Option<Mistake>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The places it is about, the most important one first. They may lie in different sources.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with a stable code.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            cause: Cause::Input,
            code,
            mistake: None,
            message: message.into(),
            labels: Vec::new(),
            help: None,
        }
    }

    /// A warning with a stable code.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message)
        }
    }

    /// What cannot be was found: the mistake is in nimrule, and no answer is made up.
    pub fn internal(what: impl fmt::Display) -> Diagnostic {
        Diagnostic::error("internal", format!("nimrule itself went wrong: {what}"))
            .help(concat!(
                "please report it, with the rule file, the question and the version, nimrule ",
                env!("CARGO_PKG_VERSION")
            ))
            .cause(Cause::Internal)
    }

    /// Adds a place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Sets the help line.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Sets the mistake.
    pub(crate) fn mistake(mut self, mistake: Mistake) -> Diagnostic {
        self.mistake = Some(mistake);
        self
    }

    /// Sets the cause.
    pub fn cause(mut self, cause: Cause) -> Diagnostic {
        self.cause = cause;
        self
    }

    /// Whether this is an error rather than a warning.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// One or more complaints together with the texts they point into.
///
/// This is the error of every function that reads text.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Report {
    /// What is wrong, in the order of the source.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts the spans point into.
    pub sources: Sources,
}

impl Report {
    /// Whether a limit stopped the work, rather than a mistake or the user.
    pub fn is_limit(&self) -> bool {
        let mut causes = self.diagnostics.iter().map(|error| error.cause);
        causes.all(|cause| cause == Cause::Limit)
    }

    /// Whether the user stopped the work.
    pub fn is_interrupt(&self) -> bool {
        let mut causes = self.diagnostics.iter().map(|error| error.cause);
        causes.any(|cause| cause == Cause::Interrupted)
    }

    /// The code of the limit that was reached, where one was.
    pub fn limit(&self) -> Option<&'static str> {
        let mut limits = self.diagnostics.iter();
        let limit = limits.find(|diagnostic| diagnostic.cause == Cause::Limit)?;
        Some(limit.code)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            if let Some(label) = diagnostic.labels.first()
                && let Some(source) = self.sources.get(label.span.source)
            {
                write!(f, "{}:{}: ", source.name, self.sources.line(label.span))?;
            }
            f.write_str(&diagnostic.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

/// Does work whose panics become [`Diagnostic::internal`]. What the work was changing must not be used afterwards.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or(panic.downcast_ref::<&str>().copied());
        Diagnostic::internal(said.unwrap_or("it panicked"))
    })
}

/// The nearest of `candidates` to `word`, where one is near enough to be meant.
///
/// Words of fewer than three letters get no suggestion.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if !(3..=64).contains(&length) {
        return None;
    }
    let allowed = if length <= 4 { 1 } else { length / 3 };
    candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}
