//! What the client asks and tells.

use std::io;

use lsp_server::{ErrorCode, Notification, Request, Response};
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument,
    DidOpenTextDocument, DidSaveTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, CodeLensResolve, Completion, DocumentSymbolRequest,
    ExecuteCommand, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, Initialize,
    PrepareRenameRequest, References, Rename, Request as _, SemanticTokensFullRequest, Shutdown,
    SignatureHelpRequest, WorkspaceSymbolRequest,
};
use lsp_types::{self as lsp, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::document::Document;
use super::project::{Project, everything};
use super::worker::{Inquiry, What};
use super::{
    Phase, Refusal, Server, files, hover, lens, log, notify, outline, places, respond, typing,
};
use crate::report::look::clipped;
use crate::text::diagnostic::guarded;

/// The command with the address of a document and the name of a game that is answered by the page about it.
const PAGE: &str = "nimrule.page";

/// So many requests about a document may wait, and as many as it has bytes: above each claim and game stands something.
const MOST_RUNNING: usize = 256;

/// What is said to a request.
enum Reply {
    Now(Value),
    /// It is worked out.
    Later,
}

/// What came with a message.
fn given<P: DeserializeOwned>(params: &Value) -> Result<P, Refusal> {
    P::deserialize(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

fn written(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer)
        .map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}

fn refuse<T>(code: ErrorCode, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, why))
}

/// What the server can do.
fn abilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // 2: changes come as ranges.
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "documentFormattingProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "codeLensProvider": { "resolveProvider": true },
            "executeCommandProvider": { "commands": [PAGE] },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["\"", "/"] },
            "signatureHelpProvider": { "triggerCharacters": ["(", "[", ","] },
            "definitionProvider": true,
            "referencesProvider": true,
            "renameProvider": { "prepareProvider": true },
            "workspaceSymbolProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": typing::COLOURS.map(|(_, name)| name), "tokenModifiers": [] },
                "full": true,
            },
        },
        "serverInfo": { "name": "nimrule", "version": env!("CARGO_PKG_VERSION") },
    })
}

impl Server {
    pub fn request(&mut self, request: Request) -> io::Result<()> {
        let answer = guarded(|| self.answer(&request));
        let answer = answer.unwrap_or_else(|internal| {
            Err(Refusal::new(ErrorCode::InternalError, internal.message))
        });
        respond(match answer {
            Ok(Reply::Now(result)) => Response::new_ok(request.id, result),
            Ok(Reply::Later) => return Ok(()),
            Err(refusal) => refusal.to(request.id),
        })
    }

    fn answer(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let method = request.method.as_str();
        match (self.phase, method) {
            (Phase::Before, Initialize::METHOD) => {
                self.phase = Phase::Open;
                self.agree(&request.params);
                return Ok(Reply::Now(abilities()));
            }
            (Phase::Before, _) => {
                let why = "the first request is `initialize`";
                return refuse(ErrorCode::ServerNotInitialized, why);
            }
            (Phase::Closing, _) => {
                let why = "nothing is answered behind `shutdown`";
                return refuse(ErrorCode::InvalidRequest, why);
            }
            (Phase::Open, Initialize::METHOD) => {
                return refuse(ErrorCode::InvalidRequest, "`initialize` comes once");
            }
            (Phase::Open, Shutdown::METHOD) => {
                self.phase = Phase::Closing;
                return Ok(Reply::Now(Value::Null));
            }
            (Phase::Open, _) => {}
        }
        match method {
            HoverRequest::METHOD => return self.hover(request),
            CodeLensResolve::METHOD => return self.lens(request),
            ExecuteCommand::METHOD => return self.page(request),
            _ => {}
        }
        Ok(Reply::Now(self.at_once(method, &request.params)?))
    }

    /// Remembers what the client can do and where its files are.
    fn agree(&mut self, params: &Value) {
        let snippets = "/capabilities/textDocument/completion/completionItem/snippetSupport";
        self.has_snippets = params.pointer(snippets) == Some(&Value::Bool(true));
        let commands = given(&params["initializationOptions"]["commands"]);
        self.commands = commands.unwrap_or_default();
        let folders = params["workspaceFolders"].as_array();
        let folders = folders.into_iter().flatten().map(|folder| &folder["uri"]);
        let mut uris: Vec<Uri> = folders.filter_map(|uri| given(uri).ok()).collect();
        if uris.is_empty() {
            uris.extend(given(&params["rootUri"]));
        }
        let paths = uris.iter().filter_map(files::paths);
        self.folders = paths.map(|(_, path)| path).collect();
    }

    fn at_once(&self, method: &str, params: &Value) -> Result<Value, Refusal> {
        let world = self.files();
        let place = || {
            let (document, byte) = self.place(params)?;
            Ok::<_, Refusal>((document, Project::of(document, &world), byte))
        };
        match method {
            WorkspaceSymbolRequest::METHOD => {
                let asked: lsp::WorkspaceSymbolParams = given(params)?;
                written(places::symbols(&self.everything(), &asked.query))
            }
            Formatting::METHOD => written(outline::formatted(self.meant(params)?)),
            DocumentSymbolRequest::METHOD => written(outline::symbols(self.meant(params)?)),
            FoldingRangeRequest::METHOD => written(outline::folds(self.meant(params)?)),
            SemanticTokensFullRequest::METHOD => written(typing::colours(self.meant(params)?)),
            CodeLensRequest::METHOD => written(lens::lenses(self.meant(params)?, &self.commands)),
            CodeActionRequest::METHOD => written(fixes(self.meant(params)?, &given(params)?)),
            Completion::METHOD => {
                let (document, project, byte) = place()?;
                let words = typing::completion(document, &project, byte, self.has_snippets);
                written(words)
            }
            SignatureHelpRequest::METHOD => {
                let (document, project, byte) = place()?;
                written(typing::signature(document, &project, byte))
            }
            GotoDefinition::METHOD => {
                let (_, project, byte) = place()?;
                written(places::definition(&project, &world, byte))
            }
            References::METHOD => {
                let (_, project, byte) = place()?;
                let with_definition = params.pointer("/context/includeDeclaration");
                let with_definition = with_definition == Some(&Value::Bool(true));
                let all = self.everything();
                written(places::references(&project, &all, byte, with_definition))
            }
            PrepareRenameRequest::METHOD => {
                let (_, project, byte) = place()?;
                let (name, range) = places::changeable(&project, byte)?;
                Ok(json!({ "range": range, "placeholder": name.name }))
            }
            Rename::METHOD => {
                let (_, project, byte) = place()?;
                let (all, asked) = (self.everything(), given::<lsp::RenameParams>(params)?);
                written(places::renamed(&project, &all, byte, &asked.new_name)?)
            }
            _ => {
                let why = format!("nimrule does not know `{method}`");
                refuse(ErrorCode::MethodNotFound, why)
            }
        }
    }

    /// All files that are open or lie in the folders of the client, each with those that it uses.
    fn everything(&self) -> Vec<Project> {
        let open: Vec<&Document> = self.documents.values().collect();
        everything(&open, &self.folders, &self.files())
    }

    fn place(&self, params: &Value) -> Result<(&Document, usize), Refusal> {
        let document = self.meant(params)?;
        let at = given(params.get("position").unwrap_or(&Value::Null))?;
        Ok((document, document.text.byte(at)))
    }

    fn lens(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let line: lsp::CodeLens = given(&request.params)?;
        let data = line.data.clone().unwrap_or_default();
        let Some(lens) = lens::Lens::of(&data) else {
            let why = "this line says nothing of nimrule";
            return refuse(ErrorCode::InvalidParams, why);
        };
        let key = data["uri"].as_str().unwrap_or("").to_owned();
        let document = self.documents.get(&key);
        if document.is_none_or(|it| data["version"] != it.version) {
            return refuse(ErrorCode::ContentModified, "the text has changed");
        }
        self.ask_for(&key, request, Inquiry::Lens(lens, Box::new(line)))
    }

    fn page(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let asked: lsp::ExecuteCommandParams = given(&request.params)?;
        if asked.command != PAGE {
            let why = format!("nimrule does not know the command `{}`", asked.command);
            return refuse(ErrorCode::InvalidParams, why);
        }
        let (uri, game): (Uri, String) = given(&asked.arguments.into())?;
        let about = json!({ "textDocument": { "uri": &uri } });
        self.meant(&about)?;
        self.ask_for(uri.as_str(), request, Inquiry::Page(game))
    }

    fn hover(&mut self, request: &Request) -> Result<Reply, Refusal> {
        let (document, byte) = self.place(&request.params)?;
        let project = Project::of(document, &self.files());
        let key = document.uri.as_str().to_owned();
        match hover::hover(document, &project, byte) {
            None => Ok(Reply::Now(Value::Null)),
            Some(hover) if hover.question.is_none() => Ok(Reply::Now(hover.shown())),
            Some(hover) => self.ask_for(&key, request, Inquiry::Hover(hover)),
        }
    }

    /// Lets the answer to a request be worked out.
    fn ask_for(&mut self, key: &str, request: &Request, asked: Inquiry) -> Result<Reply, Refusal> {
        let document = self.documents.get(key);
        let most = document.map_or(0, |it| it.text.rules().len());
        let waiting = self.running.iter();
        let waiting = waiting.filter(|job| job.key == key && job.request.is_some());
        if waiting.count() >= most.max(MOST_RUNNING) {
            let why = "too much is asked for at once";
            return refuse(ErrorCode::RequestFailed, why);
        }
        self.ask(key, What::Request(request.id.clone(), asked));
        Ok(Reply::Later)
    }

    /// The document that a request is about.
    fn meant(&self, params: &Value) -> Result<&Document, Refusal> {
        let uri = params.get("textDocument").and_then(|it| it.get("uri"));
        let uri: Uri = given(uri.unwrap_or(&Value::Null))?;
        let document = self.documents.get(uri.as_str());
        document.ok_or_else(|| not_open(&uri))
    }

    pub fn note(&mut self, note: Notification) -> io::Result<()> {
        if self.phase != Phase::Open {
            return Ok(());
        }
        let told = guarded(|| self.told(&note.method, &note.params));
        match told {
            Ok(Ok(done)) => done,
            Ok(Err(refusal)) => log(format!("{}: {}", note.method, refusal.why)),
            Err(internal) => log(internal.message),
        }
    }

    fn told(&mut self, method: &str, params: &Value) -> Result<io::Result<()>, Refusal> {
        match method {
            DidOpenTextDocument::METHOD => {
                let told: lsp::DidOpenTextDocumentParams = given(params)?;
                let it = told.text_document;
                let document = Document::new(it.uri, it.version, &it.text);
                let (key, path) = (document.uri.as_str().to_owned(), document.path.clone());
                self.documents.insert(key.clone(), document);
                self.changed_document(&key, path.as_ref());
            }
            DidChangeTextDocument::METHOD => {
                let told: lsp::DidChangeTextDocumentParams = given(params)?;
                let uri = told.text_document.uri;
                let document = self.documents.get_mut(uri.as_str());
                let document = document.ok_or_else(|| not_open(&uri))?;
                document.change(told.text_document.version, &told.content_changes);
                let path = document.path.clone();
                self.changed_document(uri.as_str(), path.as_ref());
            }
            DidCloseTextDocument::METHOD => {
                let told: lsp::DidCloseTextDocumentParams = given(params)?;
                let uri = told.text_document.uri;
                let closed = self.documents.remove(uri.as_str());
                let closed = closed.ok_or_else(|| not_open(&uri))?;
                self.changed_document(uri.as_str(), closed.path.as_ref());
                self.stale.remove(uri.as_str());
                let nothing = lsp::PublishDiagnosticsParams::new(uri, Vec::new(), None);
                return Ok(notify(PublishDiagnostics::METHOD, &nothing));
            }
            Cancel::METHOD => {
                let told: lsp::CancelParams = given(params)?;
                self.cancel(&match told.id {
                    lsp::NumberOrString::Number(id) => id.into(),
                    lsp::NumberOrString::String(id) => id.into(),
                });
            }
            // Files that no document shows may have changed.
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                let all: Vec<String> = self.documents.keys().cloned().collect();
                self.changed(all);
            }
            // What is not known is nothing to speak of.
            _ => {}
        }
        Ok(Ok(()))
    }
}

fn not_open(uri: &Uri) -> Refusal {
    let why = format!("`{}` is not open", uri.as_str());
    Refusal::new(ErrorCode::InvalidParams, why)
}

/// How much of a replacement a title shows.
const LONGEST_TITLE: usize = 60;

/// What mends the complaints in a range.
fn fixes(document: &Document, asked: &lsp::CodeActionParams) -> Vec<lsp::CodeAction> {
    let is_wanted = |kind: &lsp::CodeActionKind| {
        let wanted = kind.as_str();
        wanted.is_empty() || wanted == lsp::CodeActionKind::QUICKFIX.as_str()
    };
    let only = asked.context.only.as_ref();
    if only.is_some_and(|only| !only.iter().any(is_wanted)) {
        return Vec::new();
    }
    let found = document.found.iter().flatten().filter(|it| {
        let at = it.shown.range;
        at.start <= asked.range.end && asked.range.start <= at.end
    });
    let fixes = found.filter_map(|it| Some((it.fix.as_ref()?, it)));
    let fixes = fixes.map(|(fix, found)| lsp::CodeAction {
        title: match fix.new_text.as_str() {
            "" => "leave it out".to_owned(),
            text => format!("write `{}`", clipped(text, LONGEST_TITLE)),
        },
        kind: Some(lsp::CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![found.shown.clone()]),
        edit: Some(lsp::WorkspaceEdit::new(
            [(document.uri.clone(), vec![fix.clone()])].into(),
        )),
        is_preferred: Some(found.is_sure),
        ..lsp::CodeAction::default()
    });
    fixes.collect()
}
