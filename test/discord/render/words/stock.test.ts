import { expect, test } from 'vitest';
import { formatInStock } from '../../../../src/discord/render/words/format-offer.ts';
import { ENGLISH } from '../../../language/spoken.ts';

test('an estimate of one item is called probable, not approximate', () => {
  expect(formatInStock(1, true, ENGLISH)).toBe('probably 1 in stock');
  expect(formatInStock(2, true, ENGLISH)).toBe('about 2 in stock');
  expect(formatInStock(1, false, ENGLISH)).toBe('1 in stock');
});
