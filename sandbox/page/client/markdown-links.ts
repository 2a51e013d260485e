import type { Rule } from './markdown-tree.ts';

const TARGET = /^\(\s*<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>\\]|\\.)+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/i;

/** `[text](https://…)`. Discord makes no link if the text is itself an address, because it could mislead. */
const masked: Rule = (source, setting, parse) => {
  if (setting.isLinked || !source.startsWith('[')) return null;
  const labelEnd = closingBracket(source);
  if (labelEnd === -1) return null;
  const label = source.slice(1, labelEnd);
  const target = TARGET.exec(source.slice(labelEnd + 1));
  if (!target || label.trim() === '' || /https?:\/\//i.test(label)) return null;
  const inside = parse(label, { ...setting, isLineStart: false, isLinked: true });
  return { length: labelEnd + 1 + target[0].length, marks: [{ kind: 'link', url: target[1] ?? '', inside }] };
};

/** Returns the position of the bracket that closes the first one of `source`, or -1. */
function closingBracket(source: string): number {
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function address(expression: RegExp): Rule {
  return (source, setting) => {
    const match = expression.exec(source);
    const url = match?.[1];
    if (!match || url === undefined || setting.isLinked) return null;
    return { length: match[0].length, marks: [{ kind: 'link', url, inside: [{ kind: 'text', text: url }] }] };
  };
}

/** Links, masked or bare. */
export const LINK_RULES: readonly Rule[] = [
  masked,
  address(/^<(https?:\/\/[^\s<>]+)>/i),
  address(/^(https?:\/\/[^\s<]+[^<.,:;"')\]\s])/i),
];
