// Makes dist/, the page with all that it needs: `npm run build`, or `npm run build -- --quick` for a module that is made sooner and is
// larger and slower. Needs cargo with the target wasm32-unknown-unknown, and wasm-bindgen of the version in Cargo.toml; wasm-opt makes
// the module smaller where there is one.
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { licences } from '../editors/licences.mjs';

process.chdir(import.meta.dirname);
const quick = process.argv.includes('--quick');
const read = (path) => readFileSync(path, 'utf8');
const run = (program, ...args) => execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

// The module. Rules may nest deeper than the usual stack is.
run('cargo', 'rustc', '--locked', '--lib', '--target', 'wasm32-unknown-unknown', ...(quick ? [] : ['--release']),
  '--', '-C', 'link-arg=-zstack-size=4194304');
const { target_directory: target } = JSON.parse(run('cargo', 'metadata', '--no-deps', '--format-version', '1'));
const made = `${target}/wasm32-unknown-unknown/${quick ? 'debug' : 'release'}/nimrule_playground.wasm`;
run('wasm-bindgen', '--target', 'web', '--no-typescript', '--remove-name-section', '--remove-producers-section', '--out-dir', 'pkg', '--out-name', 'nimrule', made);
const module = 'pkg/nimrule_bg.wasm';
try {
  if (!quick) run('wasm-opt', '-Os', '--all-features', module, '-o', module);
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
}

// It is tried: an old wasm-opt, as version 108, makes a module that cannot begin.
try {
  const { initSync, Playground } = await import('./pkg/nimrule.js');
  initSync({ module: new WebAssembly.Module(readFileSync(module)) });
  const answer = new Playground('{}').ask('game few { take 1..3 }', 'grundy(few[6])');
  if (!JSON.parse(answer).text.startsWith('2')) throw new Error(answer);
} catch (cause) {
  throw new Error(`${module} does not work; is wasm-opt too old?`, { cause });
}

// The examples, and the files that they name.
const examples = [];
const files = {};
for (const folder of ['classic', 'octal', 'contest', 'board', 'row', 'set', 'sources']) {
  for (const name of readdirSync(`../examples/${folder}`).sort()) {
    if (!/\.(nimrule|csv)$/.test(name)) continue;
    if (name in files) throw new Error(`two examples are called ${name}`);
    files[name] = read(`../examples/${folder}/${name}`);
    if (name.endsWith('.nimrule')) examples.push({ folder, name: basename(name, '.nimrule') });
  }
}
const known = new Set(readdirSync('../examples', { withFileTypes: true }).filter((it) => it.isDirectory()).map((it) => it.name));
for (const { folder } of examples) known.delete(folder);
if (known.size > 0) throw new Error(`no examples are taken from ${[...known]}`);

// The colours of pictures, for the rest of the page.
const tones = [...read('../src/picture/tone.rs').matchAll(/^ {4}\w+ "([\w-]+)" 0x(\w+) 0x(\w+);$/gm)];
if (tones.length === 0) throw new Error('no colours in src/picture/tone.rs');
const variables = (at) => `:root{${tones.map((tone) => `--${tone[1]}:#${tone[at]};`).join('')}}`;
const style = [variables(2), `@media (prefers-color-scheme:dark){${variables(3)}}`, read('../src/report/page/page.css'), read('page/style.css')];

// The board is that of the report: scripts that share their names, and begin on the elements that are there.
const board = ['player', 'touch', 'board'].map((name) => read(`../src/report/page/${name}.js`)).join('\n');

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
const output = { 'index.html': read('page/index.html'), 'style.css': style.join('\n'), 'nimrule.wasm': readFileSync(module) };
const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none', metafile: true, write: false };
const inputs = [];
const bundle = async (name, more = {}) => {
  const made = await build({ ...options, entryPoints: [`page/${name}.js`], ...more });
  output[`${name}.js`] = made.outputFiles[0].text;
  inputs.push(...Object.keys(made.metafile.inputs));
};
const given = (names) => ({
  name: 'given',
  setup(build) {
    build.onResolve({ filter: /^given:/ }, ({ path }) => ({ path, namespace: 'given' }));
    build.onLoad({ filter: /.*/, namespace: 'given' }, ({ path }) => names[path.slice('given:'.length)]);
  },
});
const plugins = [given({
  examples: { contents: JSON.stringify({ examples, files }), loader: 'json' },
  board: { contents: `export function startBoard() {\n${board}\n}`, loader: 'js' },
})];
await bundle('main', { plugins });
await bundle('worker', { plugins });
const hash = createHash('sha256');
for (const name of Object.keys(output)) hash.update(name).update(output[name]);
await bundle('offline', {
  format: 'iife',
  define: { FILES: JSON.stringify(['./', ...Object.keys(output)]), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
});
output['LICENSES.txt'] = licences('..', {
  inputs, target: 'wasm32-unknown-unknown', more: ['../src/picture/font/DejaVuSans-LICENSE.txt'],
});
for (const [name, content] of Object.entries(output)) writeFileSync(`dist/${name}`, content);
