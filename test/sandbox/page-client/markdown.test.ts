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

describe('what takes effect at Discord is shown as effect', () => {
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
  ])('%s', (text, kind) => {
    expect(kinds(parseMarkdown(text))).toContain(kind);
  });
});

describe('what does not stays text', () => {
  test.each(['\\*\\*not bold\\*\\*', '\\# heading', '2 * 3 * 4', 'a_b_c', '-340 64 120'])('%s', (text) => {
    expect(new Set(kinds(parseMarkdown(text)))).toEqual(new Set(['text']));
  });

  test('hostile names, once Crier has made them safe', () => {
    for (const name of HOSTILE_NAMES) {
      expect(
        kinds(parseMarkdown(safe(name))).filter((kind) => kind !== 'text'),
        name,
      ).toEqual([]);
    }
  });
});

test('no text breaks it, and plain words come out as they went in', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => void parseMarkdown(text)));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z ]{0,60}$/), (text) => {
      expect(shown(parseMarkdown(text))).toBe(text);
    }),
  );
});
