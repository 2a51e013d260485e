import { Locale } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/language/english.ts';
import { Language } from '../../src/language/language.ts';
import * as numbers from '../../src/language/number.ts';
import { propertyRuns } from '../property-runs.ts';

const languageOf = (tag: string) => new Language(tag, (key) => ENGLISH[key], String);
const price = (diamonds: number, tag: string) => numbers.price(diamonds, languageOf(tag));
const whole = (n: number, tag: string) => numbers.whole(n, languageOf(tag));
const bundle = (quantity: number, paid: number, tag = 'en') => numbers.bundle(quantity, paid, languageOf(tag));

/** All of Discord's, and an Arabic one, which Discord may come to have. */
const locales = [...Object.values(Locale), 'ar-EG'];

/** Reads a number as a person of that locale would. */
function read(text: string, locale: string): number {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  const digits = [...format.format(9876543210)].reverse();
  const decimal = format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const plain = [...text].map((char) => {
    if (char === decimal) return '.';
    return digits.includes(char) ? digits.indexOf(char) : '';
  });
  return Number(plain.join(''));
}

const amount = fc.oneof(
  fc.maxSafeNat(),
  fc.tuple(fc.nat(10_000_000), fc.integer({ min: 1, max: 10_000 })).map(([paid, items]) => paid / items),
  fc.double({ min: 1e-12, max: 2 ** 53, noNaN: true }),
);

describe.each(locales)('in %s', (locale) => {
  test('a price is plain decimals, never an exponent or a short form, and reads as what it is', () => {
    fc.assert(
      fc.property(amount, (diamonds) => {
        const said = price(diamonds, locale);
        expect(said).toMatch(/^\p{N}[\p{N}.,٬٫'’\s]*$/u);
        const slack = diamonds >= 1 ? 0.00501 : diamonds * 0.006;
        expect(Math.abs(read(said, locale) - diamonds)).toBeLessThanOrEqual(slack + diamonds * 1e-15);
      }),
      { numRuns: propertyRuns(1 / 5) },
    );
  });

  test('a price is whole or has two decimals at least', () => {
    expect(read(price(7_000_000, locale), locale)).toBe(7_000_000);
    expect(price(0.5, locale)).toMatch(/\p{N}[.,٫]\p{N}{2}$/u);
    expect(price(3, locale)).toMatch(/^\p{N}$/u);
  });
});

test.each([
  [0, 'en-US', '0'],
  [-0, 'en-US', '0'],
  [7_000_000, 'en-US', '7,000,000'],
  [7_000_000, 'de', '7.000.000'],
  [0.25, 'de', '0,25'],
  [7_000_000, 'hi', '70,00,000'],
  [1.005, 'ja', '1.01'],
  [2.5, 'fr', '2,50'],
  [0.00012345, 'en-US', '0.000123'],
  [1 / 2 ** 53, 'en-US', '0.000000000000000111'],
  [Number.MAX_SAFE_INTEGER, 'en-US', '9,007,199,254,740,991'],
])('%d in "%s" is %s', (diamonds, locale, said) => {
  expect(price(diamonds, locale)).toBe(said);
});

test('a bundle says what the sign says', () => {
  expect(bundle(16, 1, 'en-US')).toBe('16 for 1 diamond');
  expect(bundle(1_728, 0, 'en-US')).toBe('1,728 for 0 diamonds');
});

test('a count has no decimals', () => {
  expect(whole(1e21, 'en-US')).toBe('1,000,000,000,000,000,000,000');
  expect(whole(12.4, 'de')).toBe('12');
});
