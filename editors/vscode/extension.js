// The extension: starts the language server of the program `nimrule`, and shows the page about a game beside its rules.
'use strict';

const { execFile } = require('node:child_process');
const vscode = require('vscode');
const { LanguageClient, LSPErrorCodes } = require('vscode-languageclient/node');

/** The scheme of the addresses under which it stands what a complaint means. */
const HELP = 'nimrule-help';

/** What stands above a game, and the part of its page that is meant. */
const PARTS = { 'nimrule.plot': 'pictures', 'nimrule.play': 'play' };

/** @type {LanguageClient | undefined} */
let client;
/** @type {vscode.WebviewPanel | undefined} */
let panel;
/** The starts and stops of the server, one behind the other. */
let turn = Promise.resolve();

const settings = () => vscode.workspace.getConfiguration('nimrule');

/** What the program prints; of one that fails what it complains of. */
function run(...words) {
  const path = settings().get('path');
  return new Promise((done, fail) => {
    execFile(path, words, { timeout: 10_000, windowsHide: true }, (error, said, complaint) => {
      const text = () => `\`${[path, ...words].join(' ')}\` fails: ${complaint.trim() || error.message}`;
      if (error) fail(Object.assign(new Error(text()), { code: error.code }));
      else done(said);
    });
  });
}

/** The options of the program that the settings stand for. */
const limits = () => ['--max-time', settings().get('time'), '--max-memory', settings().get('memory')];

/** Why the program or a setting is not what is needed, and what helps. */
async function unfit(needed) {
  const path = settings().get('path');
  const help = 'Install it with `cargo install --path .` in its folder, or set `nimrule.path` to where it is.';
  let said;
  try {
    said = await run(...limits(), '--version');
  } catch (error) {
    return error.code === 'ENOENT' ? `The program \`${path}\` is not there. ${help}` : error.message;
  }
  const [, major, minor] = /^nimrule (\d+)\.(\d+)\./.exec(said) ?? [];
  if (major === undefined) return `\`${path}\` is another program. ${help}`;
  const [least, lesser] = needed.split('.').map(Number);
  const isOld = Number(major) < least || (Number(major) === least && Number(minor) < lesser);
  return isOld ? `\`${path}\` is ${said.trim()}, and ${needed} is needed. ${help}` : undefined;
}

async function complain(text) {
  const chosen = await vscode.window.showErrorMessage(text, 'Open Settings');
  if (chosen) await vscode.commands.executeCommand('workbench.action.openSettings', 'nimrule.');
}

async function start(context) {
  const why = await unfit(context.extension.packageJSON.version);
  // Nobody waits for the answer.
  if (why) return void complain(why);
  const program = { command: settings().get('path'), args: ['lsp', ...limits()] };
  const started = new LanguageClient('nimrule', program, {
    documentSelector: [{ language: 'nimrule' }],
    initializationOptions: { commands: Object.keys(PARTS) },
    synchronize: { fileEvents: context.watcher },
    middleware: {
      // The code of a complaint leads to what is told of it.
      handleDiagnostics(uri, complaints, next) {
        for (const it of complaints) {
          if (typeof it.code === 'string') {
            it.code = { value: it.code, target: vscode.Uri.from({ scheme: HELP, path: it.code }) };
          }
        }
        next(uri, complaints);
      },
    },
  });
  try {
    await started.start();
    client = started;
  } catch {
    // The client has told of it.
  }
}

async function stop() {
  const old = client;
  client = undefined;
  await old?.stop();
}

/** The game at the cursor, or the first one. */
async function gameHere() {
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (!client || !document) return [];
  const about = { textDocument: { uri: document.uri.toString() } };
  const lines = await client.sendRequest('textDocument/codeLens', about);
  const games = lines.filter((line) => line.command?.command === 'nimrule.plot');
  const before = games.filter((line) => line.range.start.line <= selection.active.line);
  return (before.at(-1) ?? games[0])?.command.arguments ?? [];
}

/** Shows the page about a game, of which the text is the one in the editor. */
async function show(part, ...given) {
  if (!client) return void vscode.window.showErrorMessage('The language server of nimrule does not run.');
  try {
    const [uri, game] = given.length ? given : await gameHere();
    if (!game) return void vscode.window.showInformationMessage('There is no game in this file.');
    const asked = { command: 'nimrule.page', arguments: [uri, game] };
    const page = await client.sendRequest('workspace/executeCommand', asked);
    const scroll = `<script>document.getElementById('${part}')?.scrollIntoView()</script></body>`;
    if (!panel) {
      const options = { enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true };
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      panel = vscode.window.createWebviewPanel('nimrule', game, place, options);
      panel.onDidDispose(() => (panel = undefined));
    }
    panel.title = game;
    // The page forbids itself to fetch anything.
    panel.webview.html = page.replace('</body>', () => scroll);
    panel.reveal(undefined, true);
  } catch (error) {
    // It was about a text that is another one by now.
    if (error.code !== LSPErrorCodes.ContentModified) void vscode.window.showErrorMessage(error.message);
  }
}

async function activate(context) {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.nimrule');
  const begin = () => start({ extension: context.extension, watcher });
  const restart = () => (turn = turn.then(stop).then(begin));
  const help = { provideTextDocumentContent: (uri) => run('help', `nimrule::${uri.path}`) };
  const commands = Object.entries(PARTS).map(([name, part]) =>
    vscode.commands.registerCommand(name, (...given) => show(part, ...given)),
  );
  context.subscriptions.push(
    watcher,
    ...commands,
    vscode.commands.registerCommand('nimrule.restart', restart),
    vscode.workspace.registerTextDocumentContentProvider(HELP, help),
    vscode.workspace.onDidChangeConfiguration((it) => it.affectsConfiguration('nimrule') && restart()),
  );
  await restart();
}

const deactivate = () => (turn = turn.then(stop));

module.exports = { activate, deactivate };
