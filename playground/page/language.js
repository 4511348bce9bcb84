// Colours for rules, by the grammar that editors use.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import grammar from '../../grammar/nimrule.tmLanguage.json';

/** What the grammar's names are called here, the first that fits. */
const STYLES = [
  ['comment', 'comment'], ['string', 'string'], ['constant.numeric', 'number'], ['constant', 'atom'],
  ['entity', 'definition'], ['support', 'call'], ['keyword.operator', 'operator'], ['keyword', 'keyword'],
];
const styleOf = (name) => STYLES.find(([begin]) => name.startsWith(begin))?.[1] ?? null;

const flat = (rule) => {
  if (rule.include) return flat(grammar.repository[rule.include.slice(1)]);
  if (rule.patterns) return rule.patterns.flatMap(flat);
  return [{ match: new RegExp(rule.match, 'dy'), name: rule.name, captures: Object.entries(rule.captures ?? {}) }];
};
const rules = grammar.patterns.flatMap(flat);
const space = /\s+|[A-Za-z_]\w*|./y;

/** The pieces of what begins here: where each ends, and its style. */
function pieces(line, at) {
  for (const { match, name, captures } of rules) {
    match.lastIndex = at;
    const found = match.exec(line);
    if (!found || found[0] === '') continue;
    if (name) return [[match.lastIndex, styleOf(name)]];
    const own = captures.flatMap(([number, { name }]) => {
      const [from, to] = found.indices[number];
      return [[from, null], [to, styleOf(name)]];
    });
    return own.filter(([end]) => end > at);
  }
  space.lastIndex = at;
  space.exec(line);
  return [[space.lastIndex, null]];
}

const language = StreamLanguage.define({
  name: 'nimrule',
  startState: () => ({ rest: [] }),
  copyState: ({ rest }) => ({ rest: rest.slice() }),
  token(stream, state) {
    if (stream.sol() || state.rest.length === 0) state.rest = pieces(stream.string, stream.pos);
    const [end, style] = state.rest.shift();
    stream.pos = end;
    return style;
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  tokenTable: { definition: tags.definition(tags.variableName), call: tags.standard(tags.variableName) },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--mark)' },
  { tag: [tags.number, tags.atom], color: 'var(--lost)' },
  { tag: tags.keyword, color: 'var(--strong)', fontWeight: 'bold' },
  { tag: tags.standard(tags.variableName), color: 'var(--strong)' },
  { tag: tags.definition(tags.variableName), fontWeight: 'bold' },
]);

export const nimrule = [language, syntaxHighlighting(colors)];
