import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/discord/command/command.ts';
import {
  COORDINATE_BOUNDS,
  checkBounds,
  DIAMOND_BOUNDS,
  DISTANCE_BOUNDS,
  readAmount,
  readPrice,
  suggestAmount,
  suggestPrice,
} from '../../../src/discord/command/read-number.ts';
import { CATALOGUES } from '../../../src/language/languages.ts';
import { ENGLISH, LANGUAGES } from '../../language/spoken.ts';
import { language } from '../render/arbitraries.ts';
import { refusal } from './refusal.ts';

test('a number that no Discord client allows is refused with its bounds', () => {
  expect(refusal(() => checkBounds(-1, 'max-price', DIAMOND_BOUNDS))).toBe(
    '`max-price` is -1: it must be from 0 to 1,000,000,000,000.',
  );
  expect(refusal(() => checkBounds(30_000_001, 'x', COORDINATE_BOUNDS))).toBe(
    '`x` is 30,000,001: it must be from -30,000,000 to 30,000,000.',
  );
});

test('any number is accepted unchanged or refused with a message, in every language', () => {
  const bounds = fc.constantFrom(COORDINATE_BOUNDS, DISTANCE_BOUNDS, DIAMOND_BOUNDS);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), bounds, language, (number, within, drawnLanguage) => {
      try {
        expect(checkBounds(number, 'x', within)).toBe(number);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        expect(error.say(drawnLanguage)).toContain('x');
        expect(number < within.min_value || number > within.max_value).toBe(true);
      }
    }),
  );
});

test('a form reads a price in the usual notations, and quotes unreadable text', () => {
  const typed = ['0.5', '0,5', ' 1200 ', '1,234', '32 for 3', '3/32', '5k'];
  expect(typed.map((text) => readPrice(text, ENGLISH))).toEqual([0.5, 0.5, 1200, 1234, 0.09375, 0.09375, 5_000]);
  expect(refusal(() => readPrice('gold', ENGLISH))).toBe(
    'I can’t read “gold” as a price. Write it like `0.25`, `32 for 3`, `3/32` or `5k`.',
  );
  expect(refusal(() => readPrice('2000000m', ENGLISH))).toBe(
    '`price` is 2,000,000,000,000: it must be from 0 to 1,000,000,000,000.',
  );
});

test('a form for a total reads a number of diamonds, and refuses the price of a bundle', () => {
  expect(['1200', '5k'].map((text) => readAmount(text, 'min-value', ENGLISH))).toEqual([1_200, 5_000]);
  expect(refusal(() => readAmount('32 for 3', 'min-value', ENGLISH))).toBe(
    'I can’t read “32 for 3” as a number of diamonds. Write it like `1200` or `5k`.',
  );
});

test('a number option offers the number of a typed price', () => {
  const choicesOf = (text: string, drawnLanguage = ENGLISH) => suggestPrice(text, 'max-price', drawnLanguage);
  expect(choicesOf('32 for 3')).toEqual([{ name: '32 for 3 diamonds · 0.09375 diamonds each', value: 0.09375 }]);
  expect(choicesOf('5k')).toEqual([{ name: '5,000 diamonds each', value: 5_000 }]);
  expect(choicesOf('0,094', LANGUAGES.of('de'))).toEqual([
    { name: '0,094 Diamanten\u00a0pro\u00a0Stück', value: 0.094 },
  ]);
  expect(suggestAmount('5k', 'min-value', ENGLISH)).toEqual([{ name: '5,000 diamonds', value: 5_000 }]);
  expect([choicesOf(''), choicesOf(' '), suggestAmount('', 'min-value', ENGLISH)]).toEqual([[], [], []]);
});

test('a number option explains unreadable text, and the command refuses that choice', () => {
  expect(suggestPrice('1e3', 'price', ENGLISH)).toEqual([
    { name: 'I can’t read “1e3” as a price. Write it like 0.25, 32 for 3, 3/32 or 5k.', value: -1 },
  ]);
  expect(suggestAmount('3/32', 'min-value', ENGLISH)).toEqual([
    { name: 'I can’t read “3/32” as a number of diamonds. Write it like 1200 or 5k.', value: -1 },
  ]);
  expect(suggestPrice('2000000m', 'price', ENGLISH)).toEqual([
    { name: 'price is 2,000,000,000,000 diamonds: it must be from 0 to 1,000,000,000,000.', value: -1 },
  ]);
  expect(refusal(() => checkBounds(-1, 'price', DIAMOND_BOUNDS))).toContain('must be from 0');
});

test.each(Object.keys(CATALOGUES))('%s: the explanation of unreadable text fits into a choice', (tag) => {
  for (const suggest of [suggestPrice, suggestAmount]) {
    const [hint] = suggest('x'.repeat(90), 'min-value', LANGUAGES.of(tag));
    expect(hint?.name).not.toMatch(/…$/);
    expect(hint?.name).toContain('5k');
    expect(suggest('2000000m', 'min-value', LANGUAGES.of(tag))[0]?.name).not.toMatch(/…$/);
  }
});
