import { Locale } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Language } from '../../src/language/language.ts';
import { Languages, nearestLanguage } from '../../src/language/languages.ts';
import { formatBundle, formatDiamonds, formatPrice, formatWhole } from '../../src/language/number.ts';
import { ENGLISH, LANGUAGES, PSEUDO } from './spoken.ts';

test('text and numbers are in one language for every locale', () => {
  for (const locale of [...Object.values(Locale), 'en-XA', 'tlh', '']) {
    const language = LANGUAGES.of(locale);
    expect(language.tag).toBe(nearestLanguage(locale));
    expect(formatWhole(1_234_567, language)).toBe(new Intl.NumberFormat(language.tag).format(1_234_567));
  }
});

test('counts are formatted as Intl does, small ones too', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(Locale)),
      fc.double({ noNaN: true }),
      fc.nat(2_000),
      (locale, any, small) => {
        const language = LANGUAGES.of(locale);
        const format = new Intl.NumberFormat(language.tag, { maximumFractionDigits: 0, signDisplay: 'negative' });
        for (const number of [any, small, -small, -0])
          expect(formatWhole(number, language)).toBe(format.format(number));
      },
    ),
  );
});

test('a reader of an unsupported language gets English text with English digits', () => {
  const hindi = LANGUAGES.of('hi');
  expect(formatBundle(1_075, formatDiamonds(0.25, hindi), hindi)).toBe('1,075 for 0.25 diamonds');
});

test('a language is created once', () => {
  const languages = new Languages();
  expect(languages.of('en-US')).toBe(languages.of('en-GB'));
});

test('a plural depends on the number, and is written in the language’s format', () => {
  expect(ENGLISH.say('common.shops', { n: 1 })).toBe('1 shop');
  expect(ENGLISH.say('common.shops', { n: 1_075 })).toBe('1,075 shops');
});

test('braces, tags and apostrophes in players’ text are kept', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '}', "'", '<', '>', '#', 'a', ' ') }), (text) => {
      expect(ENGLISH.say('common.bundle', { quantity: text, diamonds: 'x' })).toBe(`${text} for x`);
    }),
  );
});

describe('the pseudo-language', () => {
  test('is longer, accented and right to left, and keeps its values', () => {
    const text = PSEUDO.say('common.bundle', { quantity: 'QUANTITY', diamonds: 'DIAMONDS' });
    expect(text).toMatch(/^\u202b\[.*QUANTITY.*DIAMONDS.*\]\u202c$/);
    expect(text).toContain('ó');
    expect(text.length).toBeGreaterThan('QUANTITY for DIAMONDS'.length);
  });

  test('chooses plurals as English does', () => {
    expect(PSEUDO.say('common.shops', { n: 1 })).not.toBe(PSEUDO.say('common.shops', { n: 2 }).replace('2', '1'));
  });
});

test('prices keep their small digits and are never abbreviated to 7M', () => {
  expect(formatPrice(7_000_000, ENGLISH)).toBe('7,000,000');
  expect(formatPrice(0.004, ENGLISH)).toBe('0.0040');
  expect(formatPrice(0.0104, ENGLISH), 'two significant digits').toBe('0.010');
  expect(formatPrice(0.1 + 0.2 + 2.7, ENGLISH), 'without the dust of sums').toBe('3');
});

test('commands become clickable once Discord has given them ids', () => {
  const languages = new Languages();
  const mention = (command: string) =>
    new Language(
      'en',
      () => `Look at </${command}>.`,
      (name) => languages.mention(name),
    );
  expect(mention('watch list').say('help.title')).toBe('Look at `/watch list`.');
  languages.knowCommands(new Map([['watch', '123']]));
  expect(mention('watch list').say('help.title')).toBe('Look at </watch list:123>.');
});
