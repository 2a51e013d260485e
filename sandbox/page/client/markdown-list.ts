import type { Rule } from './markdown-tree.ts';

interface Item {
  readonly indent: number;
  readonly number: number | null;
  readonly lines: string[];
}

/** Lines such as `- a`, `* a` and `1. a`. Deeper indented lines belong to the item above. */
export const list: Rule = (source, setting, parse) => {
  const items: Item[] = [];
  let length = 0;
  while (length < source.length) {
    const end = source.indexOf('\n', length);
    const next = end === -1 ? source.length : end + 1;
    if (!take(items, source.slice(length, end === -1 ? source.length : end))) break;
    length = next;
  }
  const [first] = items;
  if (!first) return null;
  const inside = items.map(({ lines }) => parse(lines.join('\n'), { ...setting, isLineStart: true }));
  return { length, marks: [{ kind: 'list', start: first.number, items: inside }] };
};

/**
 * Adds a line to the list.
 * @returns false if it does not belong there
 */
function take(items: Item[], line: string): boolean {
  const begun = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/.exec(line);
  const last = items.at(-1);
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  if (last && indent > last.indent && line.trim() !== '') {
    last.lines.push(line.slice(Math.min(indent, last.indent + 2)));
    return true;
  }
  if (!begun) return false;
  const marker = begun[2] ?? '';
  const number = marker.endsWith('.') ? Number.parseInt(marker, 10) : null;
  items.push({ indent, number, lines: [begun[3] ?? ''] });
  return true;
}
