import { BLOCK_RULES } from './markdown-blocks.ts';
import { INLINE_RULES } from './markdown-inline.ts';
import { LINK_RULES } from './markdown-links.ts';
import { MENTION_RULES } from './markdown-mentions.ts';
import type { Mark, Match, Parse, Rule, Setting } from './markdown-tree.ts';

const RULES: readonly Rule[] = [...BLOCK_RULES, ...MENTION_RULES, ...LINK_RULES, ...INLINE_RULES];
/** Plain text ends where a mark could begin, as in the parser of Discord's own client. */
const PLAIN = /^[\s\S]+?(?=[^0-9A-Za-z\s\u00c0-\uffff-]|\n|\w+:\S|$)/;
const DEEPEST = 30;

/**
 * Parses a text by the rules of Discord's client, in its order. `blocks` are headings, quotes, lists and subtext, which
 * embed titles and field names lack.
 */
export function parseMarkdown(text: string, { blocks = true } = {}): readonly Mark[] {
  let depth = 0;
  const parse: Parse = (source, setting) => {
    if (depth >= DEEPEST) return [{ kind: 'text', text: source }];
    depth += 1;
    const marks = parseRun(source, setting, parse);
    depth -= 1;
    return marks;
  };
  return parse(text, { isLineStart: true, hasBlocks: blocks, isQuoted: false, isLinked: false });
}

function parseRun(source: string, setting: Setting, parse: Parse): readonly Mark[] {
  const marks: Mark[] = [];
  let rest = source;
  let isLineStart = setting.isLineStart;
  while (rest !== '') {
    const match = matchAt(rest, { ...setting, isLineStart }, parse);
    for (const mark of match.marks) append(marks, mark);
    isLineStart = rest.charAt(match.length - 1) === '\n';
    rest = rest.slice(match.length);
  }
  return marks;
}

function matchAt(source: string, setting: Setting, parse: Parse): Match {
  for (const rule of RULES) {
    const match = rule(source, setting, parse);
    if (match) return match;
  }
  if (source.startsWith('\n')) return { length: 1, marks: [{ kind: 'break' }] };
  const text = PLAIN.exec(source)?.[0] ?? source;
  return { length: text.length, marks: [{ kind: 'text', text }] };
}

/** Joins neighbouring texts. */
function append(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (mark.kind === 'text' && last?.kind === 'text') marks[marks.length - 1] = { ...last, text: last.text + mark.text };
  else marks.push(mark);
}
