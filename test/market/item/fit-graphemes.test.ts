import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitGraphemes } from '../../../src/market/item/fit-graphemes.ts';

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12, '👨‍👩‍👧‍👦…'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 11, '…'],
  ['e\u0301e\u0301e\u0301', 4, 'e\u0301…'],
])('%j cut to %i UTF-16 units is %j', (text, limit, fitted) => expect(fitGraphemes(text, limit)).toBe(fitted));

test('a cut text never exceeds the limit and never ends in half a surrogate pair', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '🧱', '\ud800', '\u0301', '\u200d') });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (any, limit) => {
      const fitted = fitGraphemes(any, limit);
      expect([fitted.length <= limit, fitted.isWellFormed()]).toEqual([true, true]);
    }),
  );
});
