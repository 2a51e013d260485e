import { expect, test } from 'vitest';
import { typedAmount, typedPrice } from '../../src/language/typed-price.ts';
import { languageOf } from '../discord/chart/charts.ts';

test('a price with any number of blanks is read, and an invalid text of any length is refused', () => {
  const english = languageOf('en');
  expect(typedPrice('32    for     3', english)?.unitPrice).toBe(3 / 32);
  for (const text of [' '.repeat(100_000), `3${' '.repeat(100_000)}x`, `${'9'.repeat(100_000)} for 3`]) {
    expect(typedPrice(text, english)).toBeNull();
    expect(typedAmount(text, english)).toBeNull();
  }
});
