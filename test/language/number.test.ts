import { Locale } from 'discord.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../../src/language/english.ts';
import { Language } from '../../src/language/language.ts';
import * as numbers from '../../src/language/number.ts';
import { propertyRuns } from '../property-runs.ts';

const languageOf = (tag: string) => new Language(tag, (key) => ENGLISH[key], String);
const price = (diamonds: number, tag: string) => numbers.formatPrice(diamonds, languageOf(tag));
const whole = (n: number, tag: string) => numbers.formatWhole(n, languageOf(tag));
const bundle = (quantity: number, paid: number, tag = 'en') =>
  numbers.formatBundle(quantity, numbers.formatDiamonds(paid, languageOf(tag)), languageOf(tag));

/** All locales of Discord, and an Arabic one, which Discord may add. */
const locales = [...Object.values(Locale), 'ar-EG'];

/** Parses a number as a reader of that locale would. */
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

describe.each(locales)('numbers in %s', (locale) => {
  test('have plain decimals without exponent or abbreviation, and read back as the same price', () => {
    fc.assert(
      fc.property(amount, (diamonds) => {
        const formatted = price(diamonds, locale);
        expect(formatted).toMatch(/^\p{N}[\p{N}.,٬٫'’\s]*$/u);
        const slack = diamonds >= 0.1 ? 0.00501 : diamonds * 0.0501;
        expect(Math.abs(read(formatted, locale) - diamonds)).toBeLessThanOrEqual(slack + diamonds * 1e-12);
      }),
      { numRuns: propertyRuns(1 / 5) },
    );
  });

  test('are whole or have at least two decimals', () => {
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
  [0.00012345, 'en-US', '0.00012'],
  [3 / 32, 'en-US', '0.094'],
  [0.0031, 'de', '0,0031'],
  [0.0996, 'en-US', '0.10'],
  [0.996, 'en-US', '1.00'],
  [3.5, 'en-US', '3.50'],
  [1e-7, 'en-US', '0.00000010'],
  [1e15, 'en-US', '1,000,000,000,000,000'],
  [1 / 2 ** 53, 'en-US', '0.00000000000000011'],
  [Number.MAX_SAFE_INTEGER, 'en-US', '9,007,199,254,740,991'],
])('the price %d in "%s" is %s', (diamonds, locale, formatted) => {
  expect(price(diamonds, locale)).toBe(formatted);
});

test('a bundle reads like the sign of its shop', () => {
  expect(bundle(16, 1, 'en-US')).toBe('16 for 1 diamond');
  expect(bundle(1_728, 0, 'en-US')).toBe('1,728 for 0 diamonds');
});

test('a bundle of one item is its price', () => {
  expect(bundle(1, 3)).toBe('3 diamonds');
});

test('a price of 1e308 is written in digits alone', () => {
  expect(price(1e308, 'en-US')).toMatch(/^100(,\d{3}){102}$/);
});

test.each([
  [1e-7, '0.0000001'],
  [0.09375, '0.09375'],
  [1 / 3, '0.3333'],
  [32 / 3, '10.67'],
  [0.1 + 0.2, '0.30'],
  [1_200.125, '1,200.125'],
])('a user’s price of %d keeps its decimals, unless it is a quotient: %s', (diamonds, formatted) => {
  expect(numbers.formatGivenPrice(diamonds, languageOf('en-US'))).toBe(formatted);
});

describe('prices in one list', () => {
  const apart = (prices: readonly number[]) => [...numbers.pricesApart(prices, languageOf('en-US')).values()];

  test.each([
    [
      [0.094, 0.31],
      ['0.094', '0.31'],
    ],
    [
      [3 / 32, 0.094],
      ['0.0938', '0.0940'],
    ],
    [
      [0.2501, 0.2503, 0.31],
      ['0.2501', '0.2503', '0.31'],
    ],
    [
      [0.996, 1],
      ['0.996', '1'],
    ],
    [
      [1.001, 1.002],
      ['1.00', '1.00'],
    ],
    [[0.25, 0.25], ['0.25']],
    [
      [0, 0.0031],
      ['0', '0.0031'],
    ],
  ])('%j are displayed as %j', (prices, formatted) => expect(apart(prices)).toEqual(formatted));

  const near = fc
    .tuple(fc.double({ min: 1e-9, max: 2, noNaN: true }), fc.array(fc.double({ min: -1e-3, max: 1e-3, noNaN: true })))
    .map(([middle, steps]) => [middle, ...steps.map((step) => middle * (1 + step))]);
  const list = fc.oneof(near, fc.array(amount, { minLength: 1, maxLength: 20 }));

  test('keep their order when displayed', () => {
    fc.assert(
      fc.property(list, (prices) => {
        const formatted = numbers.pricesApart(prices, languageOf('en-US'));
        const shown = [...prices].sort((a, b) => a - b).map((diamonds) => read(formatted.get(diamonds) ?? '', 'en-US'));
        expect(shown).toEqual(shown.toSorted((a, b) => a - b));
      }),
    );
  });

  test('differ below 1 if they differ by a ten-thousandth', () => {
    const cheap = fc.array(fc.double({ min: 1e-9, max: 0.99, noNaN: true }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(cheap, (prices) => {
        const formatted = numbers.pricesApart(prices, languageOf('de'));
        const sorted = [...formatted.keys()].sort((a, b) => a - b);
        for (const [at, diamonds] of sorted.entries()) {
          const above = sorted[at + 1];
          if (above !== undefined && above / diamonds > 1.0001)
            expect(formatted.get(diamonds)).not.toBe(formatted.get(above));
        }
      }),
    );
  });

  test('are displayed as 0 only for 0', () => {
    const positive = fc.array(fc.double({ min: Number.MIN_VALUE, max: 2 ** 53, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(positive, (prices) => {
        for (const formatted of apart(prices)) expect(formatted).toMatch(/[1-9]/);
      }),
    );
  });
});

test('a count has no decimals', () => {
  expect(whole(1e21, 'en-US')).toBe('1,000,000,000,000,000,000,000');
  expect(whole(12.4, 'de')).toBe('12');
});
