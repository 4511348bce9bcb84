// The licences of what is in a bundle or a module, as one text.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IS_LICENCE = /^(licen[cs]e|copying|notice|unlicense)/i;

const told = (name, version, licence, folder) => {
  const files = readdirSync(folder).filter((file) => IS_LICENCE.test(file) && /\.(md|txt)$|^[^.]*$/i.test(file)).sort();
  if (files.length === 0 && !licence) throw new Error(`${name} has no licence`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return [`${name} ${version}${licence ? `, ${licence}` : ''}`, ...texts].join('\n\n');
};

// Of the packages in a bundle, as esbuild lists what it read.
const packages = (inputs) => {
  const found = inputs.map((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(found)].filter(Boolean).sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    return told(name, version, license, folder);
  });
};

// Of the crates that the one in this folder is built from for a target, but for those that only run while it is built.
const crates = (target) => {
  const args = ['metadata', '--locked', '--format-version', '1', '--filter-platform', target];
  const found = JSON.parse(execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 28 }));
  const nodes = new Map(found.resolve.nodes.map((node) => [node.id, node]));
  const known = new Map(found.packages.map((it) => [it.id, it]));
  const reached = new Set();
  const open = [found.resolve.root];
  while (open.length > 0) {
    const id = open.pop();
    const isMacro = known.get(id).targets.some((it) => it.kind.includes('proc-macro'));
    if (reached.has(id) || isMacro) continue;
    reached.add(id);
    const deps = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some((it) => it.kind === null));
    open.push(...deps.map((dep) => dep.pkg));
  }
  const others = [...reached].map((id) => known.get(id)).filter((it) => it.source);
  others.sort((a, b) => (a.name < b.name ? -1 : 1));
  return others.map((it) => told(it.name, it.version, it.license, dirname(it.manifest_path)));
};

// All of them behind nimrule's own, whose folder is `root`.
export const licences = (root, { inputs = [], target, more = [] }) => {
  const own = ['MIT', 'APACHE'].map((name) => readFileSync(`${root}/LICENSE-${name}`, 'utf8'));
  const others = more.map((file) => `${file.split('/').pop()}\n\n${readFileSync(file, 'utf8')}`);
  const all = [`nimrule, as you like\n\n${own[0]}`, own[1], ...others, ...packages(inputs), ...(target ? crates(target) : [])];
  return all.join('\n\n----\n\n');
};
