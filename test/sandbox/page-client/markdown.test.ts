import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOSTILE_NAMES } from '../../../sandbox/economy/hostile-names.ts';
import { parseMarkdown } from '../../../sandbox/page/client/markdown.ts';
import type { Mark } from '../../../sandbox/page/client/markdown-tree.ts';
import { safe } from '../../../src/discord/render/words/text.ts';

const kinds = (marks: readonly Mark[]): string[] =>
  marks.flatMap((mark) => [mark.kind, ...('inside' in mark ? kinds(mark.inside) : [])]);

const shown = (marks: readonly Mark[]): string =>
  marks
    .map((mark) => {
      if ('inside' in mark) return shown(mark.inside);
      if (mark.kind === 'list') return mark.items.map(shown).join('');
      return 'text' in mark ? mark.text : '';
    })
    .join('');

describe('markdown with an effect in Discord', () => {
  test.each([
    ['**bold**', 'strong'],
    ['*slanted*', 'em'],
    ['__under__', 'underline'],
    ['~~gone~~', 'strike'],
    ['||hidden||', 'spoiler'],
    ['`code`', 'code'],
    ['```\nblock\n```', 'code-block'],
    ['# heading', 'heading'],
    ['> quote', 'quote'],
    ['-# sub', 'subtext'],
    ['[words](https://a.example)', 'link'],
    ['https://a.example/b', 'link'],
    ['<@80351110224678912>', 'user'],
    ['<#80351110224678912>', 'channel'],
    ['@everyone', 'everyone'],
    ['<t:1700000000:R>', 'time'],
    ['- one\n- two', 'list'],
  ])('is parsed with that effect: %s', (text, kind) => {
    expect(kinds(parseMarkdown(text))).toContain(kind);
  });
});

describe('markdown without an effect in Discord', () => {
  test.each(['\\*\\*not bold\\*\\*', '\\# heading', '2 * 3 * 4', 'a_b_c', '-340 64 120'])('stays text: %s', (text) => {
    expect(new Set(kinds(parseMarkdown(text)))).toEqual(new Set(['text']));
  });

  test('stays text for hostile names escaped by Crier', () => {
    for (const name of HOSTILE_NAMES) {
      expect(
        kinds(parseMarkdown(safe(name))).filter((kind) => kind !== 'text'),
        name,
      ).toEqual([]);
    }
  });
});

test('parsing markdown never throws, and keeps plain words unchanged', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => void parseMarkdown(text)));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z ]{0,60}$/), (text) => {
      expect(shown(parseMarkdown(text))).toBe(text);
    }),
  );
});
