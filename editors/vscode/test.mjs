// `npm test`: the package holds what it should, and the extension in it works with the program of `cargo build`, or that of NIMRULE.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { stub } from './stub.mjs';

process.chdir(import.meta.dirname);
const built = join(process.env.CARGO_TARGET_DIR ?? '../../target', 'debug', 'nimrule');
const program = resolve(process.env.NIMRULE ?? built);
const usual = { path: program, time: '10s', memory: '256MiB' };
const folder = mkdtempSync(join(tmpdir(), 'nimrule-vscode-'));
const unpacked = join(folder, 'extension');
const read = (file) => readFileSync(join(unpacked, file), 'utf8');

before(() => execFileSync('unzip', ['-q', 'nimrule.vsix', '-d', folder]));
after(() => rmSync(folder, { recursive: true }));

/** The extension of the package in an editor of its own, which ends with the test. */
function editor(t, settings) {
  const { vscode, kept, open } = stub({ ...usual, ...settings });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  const main = join(unpacked, 'dist/extension.js');
  const require = createRequire(import.meta.url);
  delete require.cache[main];
  const extension = require(main);
  t.after(async () => {
    await extension.deactivate();
    Module._load = load;
    assert.deepEqual(kept.messages, []);
  });
  const context = { subscriptions: [], extension: { packageJSON: JSON.parse(read('package.json')) } };
  return { vscode, kept, open, start: () => extension.activate(context) };
}

async function until(what) {
  for (let left = 1000; left > 0; left -= 1) {
    const found = what();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.fail(`it does not come: ${what}`);
}

test('the package holds the extension, and what it takes from the grammar as it stands there', () => {
  const files = readdirSync(unpacked, { recursive: true }).sort();
  assert.deepEqual(files, [
    'dist',
    'dist/LICENSES.txt',
    'dist/extension.js',
    'dist/nimrule.tmLanguage.json',
    'dist/snippets.json',
    'language-configuration.json',
    'package.json',
    'readme.md',
  ]);
  for (const name of ['nimrule.tmLanguage.json', 'snippets.json']) {
    assert.equal(read(`dist/${name}`), readFileSync(`../../grammar/${name}`, 'utf8'));
  }
  const manifest = JSON.parse(read('package.json'));
  const own = /^version = "(.*)"$/m.exec(readFileSync('../../Cargo.toml', 'utf8'))[1];
  assert.equal(manifest.version, own);
  const { grammars, languages, snippets } = manifest.contributes;
  const named = [manifest.main, grammars[0].path, languages[0].configuration, snippets[0].path];
  for (const file of named) assert.ok(read(file).length > 0);
  assert.match(read('dist/LICENSES.txt'), /vscode-languageclient 11\.0\.0, MIT\n\nCopyright \(c\) Microsoft/);
});

test('mistakes, lenses, completion, the page and what a complaint means', async (t) => {
  const { vscode, kept, open, start } = editor(t);
  await start();
  assert.deepEqual(kept.messages, []);
  const text = 'game kayles { take 1..2 leaving 0..2 piles }\ngame lim(m) { take 1..m }\ngame bad { take anny }\n';
  const wrong = open('untitled:wrong', text);
  const [complaint] = await until(() => kept.complaints.get('untitled:wrong'));
  assert.equal(complaint.code.value, 'unknown_name');
  assert.deepEqual({ ...complaint.range.start }, { line: 2, character: 16 });
  const meaning = await kept.contents['nimrule-help'].provideTextDocumentContent(complaint.code.target);
  assert.match(meaning, /^nimrule::unknown_name: /);

  // A fix is found for the complaint as it is shown here, with its link.
  const misspelt = open('untitled:misspelt', 'game nim { take any }\nexpect grundy(nmi[3]) == 3\n');
  const [near] = await until(() => kept.complaints.get('untitled:misspelt'));
  assert.equal(near.code.target.toString(), 'nimrule-help:unknown_name');
  const token = new vscode.CancellationTokenSource().token;
  const asked = { diagnostics: [near], only: undefined, triggerKind: 1 };
  const fixes = await kept.providers.registerCodeActionsProvider.provideCodeActions(misspelt, near.range, asked, token);
  const changes = fixes.map((it) => [it.title, ...it.edit.edits.map((edit) => `${edit.uri} ${edit.newText}`)]);
  assert.deepEqual(changes, [['write `nim`', 'untitled:misspelt nim']]);

  const document = open('untitled:right', text.replace('anny', 'any'));
  const lenses = await kept.providers.registerCodeLensProvider.provideCodeLenses(document, token);
  const commands = lenses.map((it) => it.command && [it.command.command, ...it.command.arguments].join(' '));
  const both = (game) => [undefined, ...['plot', 'play'].map((it) => `nimrule.${it} untitled:right ${game}`)];
  assert.deepEqual(commands, ['kayles', 'lim', 'bad'].flatMap(both));
  const resolved = await kept.providers.registerCodeLensProvider.resolveCodeLens(lenses[0], token);
  assert.match(resolved.command.title, /^values of 0\.\.20: 0 1 2 3 1 4 3/);

  const { command } = lenses[4];
  await vscode.commands.executeCommand(command.command, ...command.arguments);
  const [panel] = kept.panels;
  assert.equal(panel.title, 'lim');
  assert.deepEqual(panel.options.localResourceRoots, []);
  assert.equal(panel.place.viewColumn, vscode.ViewColumn.Beside);
  // The page forbids itself what the report page does, before anything else stands in it.
  const policy =
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
    `style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">`;
  const [head] = panel.webview.html.split('<title>');
  assert.ok(head.endsWith(policy), head);
  for (const part of ['pictures', 'play']) assert.ok(panel.webview.html.includes(`id="${part}"`), part);
  assert.match(panel.webview.html, /<script>document.getElementById\('pictures'\)\?.scrollIntoView\(\)<\/script><\/body>/);
  assert.equal(panel.webview.html.split('scrollIntoView()</script>').length, 2);

  // Without arguments the game at the cursor is meant, and the panel is the same until it is closed.
  for (const [line, game] of [[0, 'kayles'], [1, 'lim'], [3, 'bad']]) {
    vscode.window.activeTextEditor.selection.active.line = line;
    await vscode.commands.executeCommand('nimrule.play');
    assert.equal(panel.title, game);
  }
  assert.match(panel.webview.html, /getElementById\('play'\)/);
  assert.equal(kept.panels.length, 1);
  panel.dispose();
  await vscode.commands.executeCommand('nimrule.play');
  assert.equal(kept.panels.length, 2);

  // A game with a mistake has no page, and says why.
  await vscode.commands.executeCommand('nimrule.plot', wrong.uri.toString(), 'bad');
  assert.match(kept.messages.pop(), /^error: .*anny/);

  const none = open('untitled:none', 'ga');
  await vscode.commands.executeCommand('nimrule.plot');
  assert.equal(kept.messages.pop(), 'information: There is no game in this file.');
  const at = new vscode.Position(0, 2);
  const list = await kept.providers.registerCompletionItemProvider.provideCompletionItems(none, at, token, {});
  const found = (list.items ?? list).find((it) => it.label === 'game');
  assert.equal(found.insertText.value, JSON.parse(read('dist/snippets.json')).game.body);
});

test('a program that is not there, too old, another one or wrong is told of, and a right one is started then', async (t) => {
  const fake = (name, script) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const version = JSON.parse(read('package.json')).version;
  const { vscode, kept, open, start } = editor(t, { path: join(folder, 'nothing') });
  const set = (own) => (vscode.workspace.getConfiguration = () => ({ get: (key) => ({ ...usual, ...own })[key] }));
  await start();
  assert.match(kept.messages.pop(), /^error: The program `.*nothing` is not there\. Install it with/);
  await vscode.commands.executeCommand('nimrule.plot');
  assert.equal(kept.messages.pop(), 'error: The language server of nimrule does not run.');
  for (const [name, script, wanted] of [
    ['old', 'echo nimrule 0.1.9', `is nimrule 0\\.1\\.9, and ${version} is needed\\. Install`],
    ['other', 'echo other 3.1', 'is another program\\. Install'],
    ['broken', 'echo it is broken >&2; exit 3', '--version` fails: it is broken'],
  ]) {
    set({ path: fake(name, script) });
    await vscode.commands.executeCommand('nimrule.restart');
    assert.match(kept.messages.pop(), new RegExp(wanted, 's'));
  }
  // What is wrong with a setting the program says itself.
  set({ time: 'soon' });
  await vscode.commands.executeCommand('nimrule.restart');
  assert.match(kept.messages.pop(), /^error: `.*--max-time soon .*` fails: .*`--max-time soon` does not fit.*write `10s`/s);
  // The right settings start it.
  set({});
  kept.events.onDidChangeConfiguration.fire({ affectsConfiguration: (it) => it === 'nimrule' });
  open('untitled:late', 'game nim { take anny }');
  await until(() => kept.complaints.get('untitled:late'));
});
