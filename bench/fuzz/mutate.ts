import type { Random } from '../../sandbox/economy/random.ts';

/** Characters that people seldom type and parsers often misread. */
const ODD = [
  ...['__proto__', 'constructor', 'null', 'true', 'NaN', 'Infinity', '-0', '-1', '1e308', '1e-9', '9007199254740993'],
  ...['[', ']', '{', '}', '"', "'", '\\', ':', ',', '\\u0000', '\\ud800', '[]', '{}', '""', '/*', '//', '`'],
  ...[
    '\0',
    '\n',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u202e',
    '\u200b',
    'e\u0301\u0301\u0301',
    'ﷺ',
    '👩‍👩‍👧',
    '١٢',
    '½',
    'ſ',
    'İ',
  ],
  ...['@everyone', '<@&1>', '[x](http://x)', '||', '\u00a0', '\t'],
];
/** Deep enough to reach every limit, and sometimes far beyond. */
const DEPTHS = [3, 17, 200, 5_000];
const MOST_CHANGES = 4;
const LONGEST_SPAN = 24;

/** A text with one to four changes: cut, repeated, replaced, nested, or with an unusual character inserted. */
export function mutate(text: string, random: Random): string {
  let changed = text;
  for (let left = random.integer(1, MOST_CHANGES); left > 0; left -= 1) changed = change(changed, random);
  return changed;
}

function change(text: string, random: Random): string {
  const from = random.integer(0, text.length);
  const to = Math.min(text.length, from + random.integer(0, LONGEST_SPAN));
  const [before, span, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (random.integer(0, 8)) {
    case 0:
      return before + after;
    case 1:
      return before + span + span + after;
    case 2:
      return before + random.pick(ODD) + after;
    case 3:
      return before + random.pick(ODD) + span + after;
    case 4:
      return text.slice(0, from);
    case 5:
      return before + [...span].reverse().join('') + after;
    case 6:
      return text.replace(/-?\d+(\.\d+)?/, () => random.pick(ODD));
    case 7: {
      if (!random.chance(0.05)) return before + span.toUpperCase() + after;
      const depth = random.pick(DEPTHS);
      return before + '['.repeat(depth) + span + ']'.repeat(depth) + after;
    }
    default:
      return before + String.fromCharCode(random.integer(0, 0xffff)) + span.slice(1) + after;
  }
}
