// Makes dist/: the extension in one file, what it takes from ../../grammar, and the licences of all that is in it.
import { build } from 'esbuild';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: ['extension.js'],
  outfile: 'dist/extension.js',
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  legalComments: 'none',
  metafile: true,
});
for (const name of ['nimrule.tmLanguage.json', 'snippets.json']) {
  copyFileSync(`../../grammar/${name}`, `dist/${name}`);
}
const found = Object.keys(metafile.inputs).map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
const licences = [...new Set(found)].filter(Boolean).sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const names = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'License.txt'].map((file) => `${folder}/${file}`);
  const file = names.find(existsSync);
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version}\n\n${readFileSync(file, 'utf8')}`;
});
const own = ['MIT', 'APACHE'].map((name) => readFileSync(`../../LICENSE-${name}`, 'utf8'));
writeFileSync('dist/LICENSES.txt', [`nimrule, as you like\n\n${own[0]}`, own[1], ...licences].join('\n\n----\n\n'));
