// Makes dist/: the extension in one file, what it takes from ../../grammar, and the licences of all that is in it.
import { build } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { licences } from '../licences.mjs';

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
writeFileSync('dist/LICENSES.txt', licences('../..', { inputs: Object.keys(metafile.inputs) }));
