import { list } from './markdown-list.ts';
import type { Rule } from './markdown-tree.ts';

const heading: Rule = (source, setting, parse) => {
  const match = /^ *(#{1,3})[^\S\n]+([^\n]*\S[^\n]*)(?:\n|$)/.exec(source);
  if (!match) return null;
  const inside = parse((match[2] ?? '').trim(), { ...setting, isLineStart: false });
  return { length: match[0].length, marks: [{ kind: 'heading', level: match[1]?.length ?? 1, inside }] };
};

const subtext: Rule = (source, setting, parse) => {
  const match = /^ *-#[^\S\n]+([^\n]*\S[^\n]*)(?:\n|$)/.exec(source);
  if (!match) return null;
  const inside = parse((match[1] ?? '').trim(), { ...setting, isLineStart: false });
  return { length: match[0].length, marks: [{ kind: 'subtext', inside }] };
};

/** `> ` line by line, or `>>> ` to the end. */
const quote: Rule = (source, setting, parse) => {
  if (setting.isQuoted) return null;
  const match = /^ *>>> ([\s\S]*)/.exec(source) ?? /^(?: *> [^\n]*(?:\n|$))+/.exec(source);
  if (!match) return null;
  const text = match[1] ?? match[0].replace(/^ *> /gm, '').replace(/\n$/, '');
  const inside = parse(text, { ...setting, isLineStart: true, isQuoted: true });
  return { length: match[0].length, marks: [{ kind: 'quote', inside }] };
};

/** Blocks that begin only at a line's start. */
export const BLOCK_RULES: readonly Rule[] = [heading, subtext, quote, list].map(
  (rule): Rule =>
    (source, setting, parse) =>
      setting.isLineStart && setting.hasBlocks ? rule(source, setting, parse) : null,
);
