import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COORDINATE, DIAMONDS, DISTANCE, inBounds, readPrice } from '../../../src/discord/command/read-number.ts';
import { UserError } from '../../../src/discord/command/user-error.ts';
import { ENGLISH } from '../../language/spoken.ts';
import { language } from '../render/arbitraries.ts';
import { refusal } from './refusal.ts';

test('a number that no client of Discord’s own lets through is refused by a sentence with its bounds', () => {
  expect(refusal(() => inBounds(-1, 'max-price', DIAMONDS))).toBe(
    '`max-price` is -1: it must be from 0 to 1,000,000,000,000.',
  );
  expect(refusal(() => inBounds(30_000_001, 'x', COORDINATE))).toBe(
    '`x` is 30,000,001: it must be from -30,000,000 to 30,000,000.',
  );
});

test('whatever number it is, it is taken as it is or refused by a sentence, in every language', () => {
  const bounds = fc.constantFrom(COORDINATE, DISTANCE, DIAMONDS);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), bounds, language, (number, within, spoken) => {
      try {
        expect(inBounds(number, 'x', within)).toBe(number);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        expect(error.say(spoken)).toContain('x');
        expect(number < within.min_value || number > within.max_value).toBe(true);
      }
    }),
  );
});

test('a price in a form is read as it is written in either language, and what could be two numbers is refused', () => {
  expect(['0.5', '0,5', ' 1200 ', '1,234'].map((text) => readPrice(text, ENGLISH))).toEqual([0.5, 0.5, 1200, 1234]);
  expect(refusal(() => readPrice('gold', ENGLISH))).toBe('I can’t read “gold” as a price. Write it like 0.25 or 1200.');
});
