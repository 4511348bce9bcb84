// The page: an editor for rules, a prompt, and what they say.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { startBoard } from 'given:board';
import { examples, files } from 'given:examples';
import { read, written } from './address.js';
import { Engine, STOPPED } from './engine.js';
import { nimrule } from './language.js';

const find = (id) => document.getElementById(id);
const element = (tag, text, properties = {}) => Object.assign(document.createElement(tag), { textContent: text ?? '', ...properties });
const textOf = (name) => files[`${name}.nimrule`];

/** What questions may take: seconds and mebibytes. */
const LIMITS = [['1 s, 256 MiB', 1, 256], ['10 s, 1 GiB', 10, 1024], ['60 s, 2 GiB', 60, 2048]];
/** What is asked of a game by a button. */
const QUERIES = ['describe', 'values', 'period', 'plot', 'play', 'plan'];
/** So long after the last key rules are checked, in milliseconds. */
const PAUSE = 150;
/** So many answers stay on the page. */
const MOST_ANSWERS = 50;

// One looks at what is typed, the other answers.
const checker = new Engine();
const answerer = new Engine();
const usual = { seconds: LIMITS[0][1], mebibytes: LIMITS[0][2] };

// The rules.
const changed = EditorView.updateListener.of((update) => {
  if (update.docChanged) later();
});
const editor = new EditorView({
  parent: find('editor'),
  extensions: [
    lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(),
    indentUnit.of('    '), EditorState.tabSize.of(4), EditorView.lineWrapping, nimrule, changed,
    EditorView.contentAttributes.of({ 'aria-label': 'rules', autocapitalize: 'off' }),
    keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  ],
});
const rulesNow = () => editor.state.doc.toString();

function setRules(text) {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}

// What is wrong with them.
let timer;
function later() {
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

async function look() {
  clearTimeout(timer);
  const rules = rulesNow();
  remember(rules);
  checker.stop();
  try {
    const found = await checker.ask({ kind: 'check', rules, ...usual });
    if (rules === rulesNow()) showFound(found);
  } catch (error) {
    if (error.message !== STOPPED) find('state').textContent = error.message;
  }
}

function showFound({ problems, games, claims, held }) {
  const length = editor.state.doc.length;
  const shown = problems.map(({ from, to, severity, message, fix }) => ({
    from: Math.min(from, length),
    to: Math.min(to, length),
    severity,
    message,
    actions: fix ? [{ name: `write ${fix.text}`, apply: (view) => view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.text } }) }] : [],
  }));
  editor.dispatch(setDiagnostics(editor.state, shown));
  find('problems').replaceChildren(...problems.map(({ from, severity, message }) => {
    const line = editor.state.doc.lineAt(Math.min(from, length)).number;
    const button = element('button', `line ${line}: ${message}`, { type: 'button', className: severity });
    button.addEventListener('click', () => {
      editor.dispatch({ selection: { anchor: Math.min(from, length) }, scrollIntoView: true });
      editor.focus();
    });
    const item = element('li');
    item.append(button);
    return item;
  }));
  const wrong = problems.filter(({ severity }) => severity === 'error').length;
  find('state').textContent = wrong ? `${wrong} ${wrong === 1 ? 'mistake' : 'mistakes'}`
    : claims ? `${held} of ${claims} ${claims === 1 ? 'claim holds' : 'claims hold'}` : 'no mistakes';
  if (!games) return;
  const chosen = find('games').value;
  find('games').replaceChildren(...games.map((name) => new Option(name, name)));
  if (games.includes(chosen)) find('games').value = chosen;
}

// The prompt.
async function ask(entry) {
  if (!entry) return;
  const item = element('li');
  item.append(element('p', `> ${entry}`, { className: 'asked' }));
  const answer = element('pre', '…');
  item.append(answer);
  find('answers').prepend(item);
  while (find('answers').childElementCount > MOST_ANSWERS) find('answers').lastElementChild.remove();
  if (/^(game|let|expect|use)\b/.test(entry)) {
    setRules(`${rulesNow().trimEnd()}\n${entry}\n`);
    answer.textContent = 'added to the rules';
    return;
  }
  find('stop').disabled = false;
  asked++;
  const [, seconds, mebibytes] = LIMITS[find('limits').selectedIndex];
  const began = performance.now();
  try {
    show(await answerer.ask({ kind: 'ask', rules: rulesNow(), entry, seconds, mebibytes }), answer);
  } catch (error) {
    answer.className = 'complaint';
    answer.textContent = error.message;
  }
  item.dataset.took = Math.round(performance.now() - began);
  asked--;
  find('stop').disabled = asked === 0;
}
let asked = 0;

/** Lines of words are wrapped where there is little room, and so is the headline; those with columns stay as they are. */
const linesOf = (text) => text.split('\n').map((line, at, lines) => {
  const isHeadline = at === 0 && !lines[1];
  return element('span', `${line}\n`, { className: !isHeadline && /\S {2,}\S/.test(line) ? 'columns' : '' });
});

function show({ text, complaint, limit, svg, title, board }, answer) {
  if (text) answer.replaceChildren(...linesOf(text));
  else answer.textContent = complaint ?? '';
  if (complaint) answer.className = 'complaint';
  if (limit) answer.textContent += '\nA question may take more: choose it under the prompt.';
  if (svg) {
    const picture = element('img', '', { alt: title, src: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })) });
    picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true });
    const sheet = element('div', '', { className: 'sheet' });
    sheet.append(picture);
    answer.before(sheet);
  }
  if (board) {
    answer.textContent = 'The board is set up.';
    find('play').replaceChildren(find('board-parts').content.cloneNode(true));
    find('board-data').textContent = JSON.stringify(board);
    startBoard();
  }
}

find('prompt').addEventListener('submit', (event) => {
  event.preventDefault();
  ask(find('entry').value.trim());
  find('entry').select();
});
find('stop').addEventListener('click', () => answerer.stop());
find('queries').append(...QUERIES.map((query) => {
  const button = element('button', query, { type: 'button' });
  button.addEventListener('click', () => ask(`${query} ${find('games').value}`.trim()));
  return button;
}));
find('limits').append(...LIMITS.map(([name]) => new Option(name)));

// Examples, in folders.
for (const folder of new Set(examples.map((example) => example.folder))) {
  const group = element('optgroup', '', { label: folder });
  group.append(...examples.filter((example) => example.folder === folder).map(({ name }) => new Option(name.replaceAll('_', ' '), name)));
  find('examples').append(group);
}
find('examples').addEventListener('change', ({ target }) => {
  if (target.value) setRules(textOf(target.value));
  target.value = '';
});

// The address. It holds the rules as they are; what is not valid there is told and left alone.
let remembered = '';
async function remember(rules) {
  const text = await written(rules);
  if (rules !== rulesNow()) return;
  remembered = text;
  window.history.replaceState(null, '', `#${text}`);
}

async function fromAddress() {
  const text = location.hash.slice(1);
  if (text === '' || text === remembered) return false;
  try {
    setRules(await read(text));
    note('');
    return true;
  } catch {
    note('The address holds no rules that can be read: perhaps a part of it is missing.');
    return false;
  }
}

function note(text) {
  find('note').textContent = text;
}

window.addEventListener('hashchange', fromAddress);
find('share').addEventListener('click', async () => {
  const address = `${location.href.split('#')[0]}#${await written(rulesNow())}`;
  try {
    await navigator.clipboard.writeText(address);
    note('The link is copied.');
  } catch {
    note('The link is in the address line.');
  }
});

// Begin.
if (!await fromAddress()) setRules(textOf('kayles'));
ask(rulesNow() === textOf('kayles') ? 'kayles[5, 8]' : '');
navigator.serviceWorker?.register('offline.js').catch(() => {});
