// So much of the module `vscode` as the extension and its language client ask for, in node: what they register and show is kept.

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...at) {
    const [start, end] = at.length === 4 ? [new Position(at[0], at[1]), new Position(at[2], at[3])] : at;
    Object.assign(this, { start, end });
  }
}

class Uri {
  constructor(scheme, path) {
    Object.assign(this, { scheme, path, fsPath: path, authority: '', query: '', fragment: '' });
  }
  static from({ scheme, path }) {
    return new Uri(scheme, path);
  }
  static file(path) {
    return new Uri('file', path);
  }
  static parse(text) {
    const [, scheme, path] = /^([a-z-]+):(?:\/\/)?(.*)$/.exec(text);
    return new Uri(scheme, decodeURI(path));
  }
  toString() {
    return `${this.scheme}:${this.scheme === 'file' ? '//' : ''}${encodeURI(this.path)}`;
  }
}

class Disposable {
  static from(...all) {
    return new Disposable(() => all.forEach((it) => it.dispose()));
  }
  constructor(dispose) {
    this.dispose = dispose ?? (() => {});
  }
}

class EventEmitter {
  #listeners = new Set();
  event = (listen, self) => {
    const listener = self ? listen.bind(self) : listen;
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(it) {
    for (const listener of [...this.#listeners]) listener(it);
  }
  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
  cancel() {}
  dispose() {}
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class SnippetString {
  constructor(value) {
    this.value = value;
  }
}

class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}

class WorkspaceEdit {
  edits = [];
  set(uri, edits) {
    this.edits.push(...edits.map((it) => ({ uri, ...(Array.isArray(it) ? it[0] : it) })));
  }
}

class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}

class CompletionItem {
  constructor(label, kind) {
    Object.assign(this, { label, kind });
  }
}

class CodeLens {
  constructor(range, command) {
    Object.assign(this, { range, command });
  }
  get isResolved() {
    return Boolean(this.command);
  }
}

/** An object in which what is not there is made by its name. */
const made = (known, make) => new Proxy(known, { get: (it, name) => (name in it ? it[name] : (it[name] = make(name))) });

/** A module `vscode` with these settings. */
export function stub(settings) {
  const kept = { providers: {}, commands: {}, complaints: new Map(), messages: [], panels: [], events: {}, contents: {} };
  const fires = (known) =>
    made(known, (name) => {
      if (typeof name !== 'string') return undefined;
      if (/^on[A-Z]/.test(name)) return (kept.events[name] = new EventEmitter()).event;
      return () => new Disposable();
    });
  const say = (kind) => async (text) => void kept.messages.push(`${kind}: ${text}`);
  const output = fires({});
  const window = fires({
    createOutputChannel: () => output,
    showErrorMessage: say('error'),
    showWarningMessage: say('warning'),
    showInformationMessage: say('information'),
    visibleTextEditors: [],
    tabGroups: fires({ all: [] }),
    createWebviewPanel(type, title, place, options) {
      const closed = new EventEmitter();
      const panel = { type, title, place, options, webview: { html: '' }, reveal() {}, onDidDispose: closed.event };
      kept.panels.push(Object.assign(panel, { dispose: () => closed.fire() }));
      return panel;
    },
  });
  const watcher = () => fires({ dispose() {} });
  const workspace = fires({
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: (section) => ({ get: (key, usual) => (section === 'nimrule' ? settings[key] : usual) }),
    createFileSystemWatcher: watcher,
    registerTextDocumentContentProvider: (scheme, provider) => ((kept.contents[scheme] = provider), new Disposable()),
  });
  const languages = made(
    {
      match: (selector, document) => (selector.some((it) => it.language === document.languageId) ? 10 : 0),
      createDiagnosticCollection: () => ({
        set: (uri, complaints) => kept.complaints.set(uri.toString(), complaints),
        delete: (uri) => kept.complaints.delete(uri.toString()),
        clear: () => kept.complaints.clear(),
        dispose() {},
      }),
    },
    (name) => (_selector, provider) => ((kept.providers[name] = provider), new Disposable()),
  );
  const commands = {
    registerCommand: (name, run) => ((kept.commands[name] = run), new Disposable(() => delete kept.commands[name])),
    executeCommand: async (name, ...given) => kept.commands[name](...given),
  };
  /** A kind of things that is asked for by name alone: a class, whose static fields count for an enum's. */
  const other = (name) => (typeof name === 'string' ? made(class {}, (field) => field) : undefined);
  const vscode = made(
    {
      version: '1.106.0',
      env: { appName: 'a stub', language: 'en', openExternal: async () => true },
      ViewColumn: { Beside: -2 },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      CompletionItemKind: { Text: 0 },
      LogLevel: { Info: 3 },
      // Else it is copied, without what is made by its name.
      __esModule: true,
      ...{ Position, Range, Uri, Disposable, EventEmitter, CancellationTokenSource, Diagnostic, SnippetString },
      ...{ TextEdit, WorkspaceEdit, CodeAction, CompletionItem, CodeLens, window, workspace, languages, commands },
    },
    other,
  );
  /** Opens a document, as an editor does. */
  const open = (name, text) => {
    const lines = text.split('\n');
    const uri = Uri.parse(name);
    const document = { uri, languageId: 'nimrule', version: 1, isClosed: false, isUntitled: true, getText: () => text };
    document.lineCount = lines.length;
    workspace.textDocuments.push(document);
    window.activeTextEditor = { document, selection: { active: new Position(0, 0) } };
    kept.events.onDidOpenTextDocument?.fire(document);
    return document;
  };
  return { vscode, kept, open };
}
