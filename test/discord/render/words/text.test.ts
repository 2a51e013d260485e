import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bare,
  clean,
  clip,
  code,
  fitLines,
  safe,
  stamp,
  stampRecent,
  unmark,
} from '../../../../src/discord/render/words/text.ts';
import { hostileText } from '../hostile.ts';
import { effectsOf } from '../markdown.ts';

/** Stands on: text by fast-check, and a reader of Discord’s markdown. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115F\u1160\u3164\uFFA0]/u;
/** One emoji joined from several. */
const JOINED = /(\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/gu;
const graphemesOf = (text: string) => [...new Intl.Segmenter('und').segment(text)].map(({ segment }) => segment);

test.each([
  ['@everyone', 'everyone'],
  ['`@here`', 'everyone'],
  ['<@&1>', 'mention'],
  ['<t:0:R>', 'timestamp'],
  [':smile:', 'emoji'],
  ['[x](https://evil.example)', 'link'],
  ['<https://evil.example>', 'link'],
  ['**b**', 'bold'],
  ['*i*', 'italic'],
  ['_i_', 'italic'],
  ['__u__', 'underline'],
  ['~~s~~', 'strike'],
  ['||s||', 'spoiler'],
  ['a ``c`d`` b', 'code'],
  ['## h', 'heading'],
  ['-# s', 'subtext'],
  ['one\n> q', 'quote'],
  ['1. one', 'list'],
  ['- one', 'list'],
  ['end \\', 'dangling escape'],
])('the markdown oracle finds the effect of %s', (text, name) => {
  expect(effectsOf(text).map((effect) => effect.name)).toContain(name);
});

test('faults 65, 66, 67, 68, 69: players’ text in markdown has no effect', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(effectsOf(safe(text))).toEqual([]);
      expect(effectsOf(`3 × ${safe(text)} at`)).toEqual([]);
      expect(effectsOf(`**${safe(text)}**`).map(({ name }) => name)).toEqual(['bold']);
    }),
  );
});

test('faults 65, 66, 67, 68, 69: players’ text in a notification has no markdown effect and no backslash', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(effectsOf(bare(text))).toEqual([]);
      expect(effectsOf(`3 × ${bare(text)} at`)).toEqual([]);
      expect(bare(text)).not.toContain('\\');
      expect(bare(text).isWellFormed()).toBe(true);
    }),
  );
});

test.each([
  'discord.gg/evil',
  'DiscordApp.com/invite/evil',
  '# heading',
  '-# small',
  '- item',
  '+ item',
  '> quote',
  '1. item',
])('a notification consisting of %s has no effect', (text) => {
  expect(effectsOf(text)).not.toEqual([]);
  expect(effectsOf(bare(text))).toEqual([]);
});

test('players’ text is displayed as written, without visible escapes', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(unmark(safe(text)).replaceAll('\u200b', '')).toBe(clean(text));
    }),
  );
});

test('a cleaned name is one well-formed, bounded, visible line', () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 2, max: 100 }), (text, max) => {
      const line = clean(text, max);
      expect(line.isWellFormed()).toBe(true);
      expect(line.length).toBeLessThanOrEqual(Math.max(max, '(?)'.length));
      expect(line.replace(JOINED, '$1')).not.toMatch(INVISIBLE);
      expect(line).not.toMatch(/\p{M}{4}|\s{2}|^\s|\s$|^$/u);
    }),
  );
});

test('an escaped name is at most twice as long as its limit, plus a few characters', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(safe(text, 80).length).toBeLessThanOrEqual(170);
    }),
  );
});

test('fault 69: a long text is cut between graphemes and ends with an ellipsis', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, max) => {
      const cut = clip(text, max);
      if (text.length <= max) {
        expect(cut).toBe(text);
        return;
      }
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.endsWith('…')).toBe(true);
      const kept = graphemesOf(cut.slice(0, -1));
      expect(graphemesOf(text).slice(0, kept.length)).toEqual(kept);
    }),
  );
  expect(clip('family 👩‍👩‍👧‍👦 of four', 16)).toBe('family…');
});

test.each([
  ['Diamond “a name that goes on and on”', 'Diamond “a name tha…”'],
  [`Diamond “${'x'.repeat(500)}”`, 'Diamond “xxxxxxxxxx…”'],
  ['Book (Sharpness V, Mending, Unbreaking III)', 'Book (Sharpness V,…)'],
  ['Book (Sharpness V, Mending) “the one”', 'Book (Sharpness V,…)'],
  ['“A painting with a long title” by Ada (copy)', '“A painting with a…”'],
  ['Schleimblock „ein langer Name“', 'Schleimblock „ein l…“'],
  ['A long name of an item (Sharpness V)', 'A long name of an ite…'],
  ['Diamond “short”', 'Diamond “short”'],
])('a cut label closes its brackets and quotation marks: %s', (label, cut) => {
  expect(clean(label, 22)).toBe(cut);
});

test('a joined emoji stays whole, and stray joiners are removed', () => {
  expect(clean('the 👨‍👩‍👧‍👦 and 🏴‍☠️ and 👩🏽‍🚀')).toBe('the 👨‍👩‍👧‍👦 and 🏴‍☠️ and 👩🏽‍🚀');
  expect(clean('a\u200Db 👨\u200D\u200D👩 👧\u200D')).toBe('ab 👨👩 👧');
});

test('fault 67: inline code stays one span with any content', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(effectsOf(code(text)).map(({ name }) => name)).toEqual(['code']);
    }),
  );
  expect(code('-120 64 7')).toBe('`-120 64 7`');
});

test('lines are kept whole or omitted', () => {
  expect(fitLines(['one', 'two', 'three'], 8)).toBe('one\ntwo');
  expect(fitLines(['one', 'two'], 7)).toBe('one\ntwo');
  expect(fitLines([], 7)).toBe('');
});

test('timestamps are formatted as Discord’s, with the date from 12 hours on', () => {
  expect(stamp(1_700_000_000_999, 't')).toBe('<t:1700000000:t>');
  const at = 1_700_000_000_000;
  const hours = (n: number) => at + n * 3_600_000;
  expect([stampRecent(at, hours(11)), stampRecent(at, hours(12))]).toEqual(['<t:1700000000:t>', '<t:1700000000:f>']);
});

test('a text cut to zero characters is empty', () => {
  expect(clip('Emerald', 0)).toBe('');
  expect(clip('Emerald', -3)).toBe('');
  expect(clip('Emerald', 1)).toBe('…');
});
