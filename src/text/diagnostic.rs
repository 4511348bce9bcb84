//! The one error type for people: a message with a code, places in the source and a help line.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

#[cfg(feature = "json")]
use serde::{Serialize, Serializer};
#[cfg(feature = "json")]
use serde_json::json;

use crate::text::source::{Sources, Span};
use crate::text::units::{exact_memory, exact_time};

/// How bad a [`Diagnostic`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The input is fine but probably not what was meant.
    Warning,
}

/// What a [`Diagnostic`] comes from, for programs to match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Cause {
    /// Something is wrong with the rules or the question.
    Input,
    /// A game, position, question or listed move of another rulebook or session.
    Foreign,
    /// It takes more time than allowed.
    Time,
    /// It takes more memory than allowed.
    Memory,
    /// It takes more work than allowed, or than is set aside for it.
    Effort,
    /// Somebody stopped it.
    Cancelled,
    /// nimrule itself is wrong, and says so rather than make up an answer.
    Internal,
}

impl Cause {
    /// Whether more time, memory or work may help.
    pub fn is_limit(self) -> bool {
        matches!(self, Cause::Time | Cause::Memory | Cause::Effort)
    }
}

/// What is likely to be enough, where more has to be allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enough {
    /// Time.
    Time(Duration),
    /// Bytes of memory.
    Memory(u64),
    /// A folder below which rule files may read.
    Folder(String),
}

/// Mistakes of which the code itself takes note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// A sentence says more than can be read of it.
    Unclear,
    /// A text or a word that may mean two things.
    Ambiguous,
    /// A division by zero.
    Divisor,
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
    /// A part of a rule that says nothing: no pile has such a move.
    Idle,
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

/// What a text should be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What is to be replaced.
    pub span: Span,
    /// What is written there instead.
    pub text: String,
}

impl Fix {
    /// A text, which begins so many bytes behind the beginning of its source, with this in it. `None`: its place is not there.
    pub(crate) fn within(&self, text: &str, begin: usize) -> Option<String> {
        let place = |at: u32| (at as usize).checked_sub(begin);
        let (start, end) = (place(self.span.start)?, place(self.span.end)?);
        Some([text.get(..start)?, &self.text, text.get(end..)?].concat())
    }
}

/// A complaint: what is wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// What it comes from.
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
    /// The only thing that can be meant, where there is such a thing.
    pub fix: Option<Box<Fix>>,
    /// What the help takes to be meant, where something else may be.
    pub guess: Option<Box<Fix>>,
    /// What more to allow, where that is known.
    pub enough: Option<Box<Enough>>,
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
            fix: None,
            guess: None,
            enough: None,
        }
    }

    /// A warning with a stable code.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, message)
        }
    }

    /// What may mean two things.
    pub(crate) fn ambiguous(message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("two_meanings", message).mistake(Mistake::Ambiguous)
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
        let text = text.into();
        self.labels.push(Label { span, text });
        self
    }

    /// The places of its labels and of its fix.
    pub(crate) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        labels.chain(self.fix.iter_mut().map(|fix| &mut fix.span))
    }

    /// Sets the help line.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Sets the help line, where there is one.
    pub(crate) fn help_if(self, help: Option<impl Into<String>>) -> Diagnostic {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Asks whether this is meant, where there is something near to what is said; else helps otherwise.
    pub(crate) fn help_near(self, near: Option<impl fmt::Display>, otherwise: &str) -> Diagnostic {
        match near {
            Some(near) => self.help(format!("did you mean `{near}`?")),
            None => self.help(otherwise),
        }
    }

    /// Sets what can only be meant, and says so unless there is a help line.
    pub(crate) fn fix(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.help.get_or_insert_with(|| format!("write `{text}`"));
        self.fix = Some(Box::new(Fix { span, text }));
        self
    }

    /// Sets what is likely to be meant, and asks whether it is unless there is a help line.
    pub(crate) fn guess(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        self.help
            .get_or_insert_with(|| format!("did you mean `{text}`?"));
        self.guess = Some(Box::new(Fix { span, text }));
        self
    }

    /// Sets what is likely to be enough, and says so.
    pub(crate) fn enough(mut self, enough: Enough) -> Diagnostic {
        let more = |what: &str, more: String| {
            format!("allow more {what}, such as {more}, or ask for something smaller")
        };
        self.help = Some(match &enough {
            Enough::Time(time) => more("time", exact_time(*time)),
            Enough::Memory(bytes) => more("memory", exact_memory(*bytes)),
            Enough::Folder(folder) => format!("allow rule files to read below `{folder}`"),
        });
        self.enough = Some(Box::new(enough));
        self
    }

    pub(crate) fn mistake(mut self, mistake: Mistake) -> Diagnostic {
        self.mistake = Some(mistake);
        self
    }

    /// Sets the cause.
    pub fn cause(mut self, cause: Cause) -> Diagnostic {
        self.cause = cause;
        self
    }

    /// The first place that it is about.
    pub(crate) fn place(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
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
    /// Warnings about rules that were typed as a sentence: what says nothing there was meant otherwise.
    #[cfg(feature = "program")]
    pub(crate) fn in_earnest(mut self) -> Result<Report, Report> {
        let is_idle = |it: &Diagnostic| it.mistake == Some(Mistake::Idle);
        if !self.diagnostics.iter().any(is_idle) {
            return Ok(self);
        }
        self.diagnostics.retain(is_idle);
        for diagnostic in &mut self.diagnostics {
            diagnostic.severity = Severity::Error;
            diagnostic.fix = diagnostic.guess.take();
        }
        Err(self)
    }

    /// What it comes from: the cause of its first error.
    pub fn cause(&self) -> Cause {
        let error = self.diagnostics.iter().find(|it| it.is_error());
        error.map_or(Cause::Input, |error| error.cause)
    }

    /// The first line that it is about, counted from 1.
    pub fn line(&self) -> Option<usize> {
        Some(self.first_place()?.0)
    }

    /// The column of the first character that it is about, counted from 1.
    pub fn column(&self) -> Option<usize> {
        Some(self.first_place()?.1)
    }

    fn first_place(&self) -> Option<(usize, usize)> {
        let place = self.diagnostics.iter().find_map(Diagnostic::place)?;
        self.sources.place_of(place)
    }

    /// Whether a limit stopped the work, rather than a mistake or the user.
    pub fn is_limit(&self) -> bool {
        let mut causes = self.diagnostics.iter().map(|error| error.cause);
        causes.all(Cause::is_limit)
    }

    /// Whether the user stopped the work.
    pub fn is_interrupt(&self) -> bool {
        let mut causes = self.diagnostics.iter().map(|error| error.cause);
        causes.any(|cause| cause == Cause::Cancelled)
    }

    /// The code of the limit that was reached, where one was.
    pub fn limit(&self) -> Option<&'static str> {
        let mut limits = self.diagnostics.iter();
        let limit = limits.find(|diagnostic| diagnostic.cause.is_limit())?;
        Some(limit.code)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            if let Some(place) = diagnostic.place()
                && let Some(source) = self.sources.get(place.source)
            {
                write!(f, "{}:{}: ", source.name, self.sources.line(place))?;
            }
            f.write_str(&diagnostic.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Report {}

impl From<Diagnostic> for Report {
    /// A complaint about no text.
    fn from(diagnostic: Diagnostic) -> Report {
        Report {
            diagnostics: vec![diagnostic],
            sources: Sources::default(),
        }
    }
}

#[cfg(feature = "json")]
impl Report {
    /// One of its complaints as an object. Its place is that of its first label; lines and columns count from 1, columns in
    /// characters, and bytes from 0.
    #[doc(hidden)]
    pub fn object(&self, diagnostic: &Diagnostic) -> serde_json::Value {
        let place = |label: &Label| {
            let span = label.span;
            let file = &self.sources.get(span.source)?.name;
            let (line, column) = self.sources.place_of(span)?;
            Some((file, line, column, [span.start, span.end]))
        };
        let first = diagnostic.labels.first().and_then(place);
        let labels = diagnostic.labels.iter().filter_map(|label| {
            let (file, line, column, bytes) = place(label)?;
            let text = &label.text;
            Some(json!({ "file": file, "line": line, "column": column, "bytes": bytes, "text": text }))
        });
        let mut object = json!({
            "severity": diagnostic.severity,
            "code": diagnostic.code,
            "cause": diagnostic.cause,
            "message": diagnostic.message,
            "file": first.map(|(file, ..)| file),
            "line": first.map(|(_, line, ..)| line),
            "column": first.map(|(_, _, column, _)| column),
            "bytes": first.map(|(.., bytes)| bytes),
            "labels": labels.collect::<Vec<_>>(),
            "help": diagnostic.help,
        });
        if let (Some(fix), Some(fields)) = (&diagnostic.fix, object.as_object_mut()) {
            let bytes = [fix.span.start, fix.span.end];
            fields.insert(
                "fix".to_owned(),
                json!({ "bytes": bytes, "text": fix.text }),
            );
        }
        object
    }
}

/// A report is a list of its complaints, each with its places.
#[cfg(feature = "json")]
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.diagnostics.iter().map(|it| self.object(it)))
    }
}

/// Does work whose panics become [`Diagnostic::internal`]. What the work was changing must not be used afterwards.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    catch_unwind(AssertUnwindSafe(work)).map_err(panicked)
}

fn panicked(panic: Box<dyn Any + Send>) -> Diagnostic {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or(panic.downcast_ref::<&str>().copied());
    Diagnostic::internal(said.unwrap_or("it panicked"))
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
