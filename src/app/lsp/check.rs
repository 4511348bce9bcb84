//! What is wrong with a document, in the words of the program and the places of the client.

use std::cell::OnceCell;
use std::sync::Arc;

use lsp_types as lsp;

use super::document::{ClientComplaint, parsed, soon, used};
use super::files::Files;
use super::text::Text;
use crate::query::{Session, Settings};
use crate::report::look::harmless;
use crate::rules::Rulebook;
use crate::text::diagnostic::{Diagnostic, Label, Mistake, Report};
use crate::text::source::{Source, Span};
use crate::work::world::World;

const MOST_SHOWN: usize = 200;

/// A document at one moment, with the files that it may name.
#[derive(Clone)]
pub struct Snapshot {
    /// The document as the client names it.
    pub key: String,
    pub name: String,
    /// It grows when the document, or what it reads, changes.
    pub moment: u64,
    pub text: Arc<Text>,
    pub files: Arc<Files>,
}

impl Snapshot {
    /// A session with the rules of the document, and the warnings about them.
    pub fn session(&self, settings: &Settings) -> Result<(Session, Report), Report> {
        let world = Arc::clone(&self.files) as Arc<dyn World>;
        let mut book = Rulebook::new(world, settings.limits.clone());
        let warnings = book.add(&self.name, self.text.rules())?;
        Ok((Session::new(book, settings.clone())?, warnings))
    }

    /// The places that a report on the document is about.
    pub fn places_in<'a>(&'a self, report: &'a Report) -> Places<'a> {
        Places {
            snapshot: self,
            report,
            uses: OnceCell::new(),
        }
    }

    /// Complaints for the client, those that were asked not to be made any more left out.
    pub fn shown(&self, report: &Report) -> Vec<ClientComplaint> {
        if report.is_interrupt() {
            return Vec::new();
        }
        let place = self.places_in(report);
        let diagnostics = report.diagnostics.iter().take(MOST_SHOWN);
        diagnostics.map(|it| place.found(it)).collect()
    }
}

/// A report on a document.
pub struct Places<'a> {
    snapshot: &'a Snapshot,
    report: &'a Report,
    /// The files that the document uses, by their names, and where.
    uses: OnceCell<Vec<(Option<String>, Span)>>,
}

impl Places<'_> {
    fn source(&self, span: Span) -> Option<&Source> {
        self.report.sources.get(span.source)
    }

    fn is_own(&self, span: Span) -> bool {
        let source = self.source(span);
        source.is_some_and(|source| source.name == self.snapshot.name)
    }

    fn range(&self, span: Span) -> lsp::Range {
        self.snapshot.text.of(span)
    }

    /// The place in the document where a complaint is made.
    pub fn of(&self, diagnostic: &Diagnostic) -> Option<Span> {
        let place = diagnostic.place()?;
        match self.is_own(place) {
            true => Some(place),
            false => self.uses(place),
        }
    }

    fn found(&self, diagnostic: &Diagnostic) -> ClientComplaint {
        let first = diagnostic.labels.first();
        let own = first.filter(|label| self.is_own(label.span));
        let range = self.of(diagnostic);
        let range = range.map_or_else(lsp::Range::default, |span| self.range(span));
        let others = diagnostic.labels.iter();
        let others = others.skip(usize::from(own.is_some()));
        let related: Vec<_> = others.filter_map(|label| self.related(label)).collect();
        let mut message = diagnostic.message.clone();
        let remark = own.map(|label| &label.text);
        for more in remark.into_iter().chain(&diagnostic.help) {
            if !more.is_empty() {
                message = format!("{message}\n{more}");
            }
        }
        let severity = match diagnostic.is_error() {
            // Nobody asked for what takes too long here.
            true if diagnostic.cause.is_limit() => lsp::DiagnosticSeverity::INFORMATION,
            true => lsp::DiagnosticSeverity::ERROR,
            false => lsp::DiagnosticSeverity::WARNING,
        };
        let is_unused = diagnostic.mistake == Some(Mistake::Unused);
        let fix = diagnostic.fix.as_ref().or(diagnostic.guess.as_ref());
        let fix = fix.filter(|fix| self.is_own(fix.span));
        ClientComplaint {
            shown: lsp::Diagnostic {
                range,
                severity: Some(severity),
                code: Some(lsp::NumberOrString::String(diagnostic.code.to_owned())),
                source: Some("nimrule".to_owned()),
                message: harmless(&message).into_owned(),
                related_information: (!related.is_empty()).then_some(related),
                tags: is_unused.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
                ..lsp::Diagnostic::default()
            },
            is_sure: diagnostic.fix.is_some(),
            fix: fix.map(|fix| lsp::TextEdit {
                range: self.range(fix.span),
                new_text: fix.text.clone(),
            }),
        }
    }

    /// Where the document uses the file that a complaint is about.
    fn uses(&self, place: Span) -> Option<Span> {
        let Snapshot {
            name, files, text, ..
        } = self.snapshot;
        let uses = self.uses.get_or_init(|| {
            let file = parsed(text.rules(), &mut soon());
            let uses =
                used(&file).map(|it| (files.resolve(name, &it.path.text).ok(), it.path.span));
            uses.collect()
        });
        let wanted = self.source(place).map(|source| &source.name);
        let mut meant = uses.iter().filter(|(name, _)| name.as_ref() == wanted);
        let meant = meant.next().or(uses.first());
        meant.map(|(_, span)| *span)
    }

    /// Another place that a complaint is about.
    fn related(&self, label: &Label) -> Option<lsp::DiagnosticRelatedInformation> {
        let source = self.source(label.span)?;
        let (uri, range) = match self.is_own(label.span) {
            true => (self.snapshot.key.parse().ok()?, self.range(label.span)),
            false => {
                let files = &self.snapshot.files;
                let uri = files.uri(&files.disk.path(&source.name)?)?;
                (uri, Text::new(&source.text).of(label.span))
            }
        };
        Some(lsp::DiagnosticRelatedInformation {
            location: lsp::Location::new(uri, range),
            message: match label.text.as_str() {
                "" => "here".to_owned(),
                text => harmless(text).into_owned(),
            },
        })
    }
}
