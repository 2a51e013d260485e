import type { Rule, Wrapping } from './markdown-tree.ts';

/** `\*` is a plain `*`. Before letters, digits and space a backslash is itself. */
const escaped: Rule = (source) => {
  const match = /^\\([^0-9A-Za-z\s])/.exec(source);
  return match && { length: 2, marks: [{ kind: 'text', text: match[1] ?? '' }] };
};

const codeBlock: Rule = (source) => {
  const match = /^```(?:([a-z0-9_+\-.#]+?)\n)?\n*([^\n][\s\S]*?)\n*```\n?/i.exec(source);
  return match && { length: match[0].length, marks: [{ kind: 'code-block', text: match[2] ?? '' }] };
};

const code: Rule = (source) => {
  const match = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(source);
  return match && { length: match[0].length, marks: [{ kind: 'code', text: trimFence(match[2] ?? '') }] };
};

/** A space that only separates a backtick from the fence is not shown. */
function trimFence(text: string): string {
  return text.replace(/^ (?= *`)|(?<=` *) $/g, '');
}

function wrapping(kind: Wrapping, pattern: RegExp): Rule {
  return (source, setting, parse) => {
    const match = pattern.exec(source);
    if (!match) return null;
    const inside = parse(match[1] ?? match[2] ?? '', { ...setting, isLineStart: false });
    return { length: match[0].length, marks: [{ kind, inside }] };
  };
}

/** Formatting within a line. Longer fences stand before shorter ones. */
export const INLINE_RULES: readonly Rule[] = [
  escaped,
  codeBlock,
  code,
  wrapping('strong', /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/),
  wrapping('underline', /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/),
  wrapping('em', /^_((?:__|\\[\s\S]|[^\\_])+?)_\b|^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/),
  wrapping('em', /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:[^*\s\\]|\*\*|\\[\s\S])|[^\s*\\])+?)\*(?!\*)/),
  wrapping('strike', /^~~([\s\S]+?)~~(?!_)/),
  wrapping('spoiler', /^\|\|([\s\S]+?)\|\|/),
];
