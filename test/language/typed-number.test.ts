import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUES, PSEUDO_TAG } from '../../src/language/languages.ts';
import { formatGivenPrice } from '../../src/language/number.ts';
import { typedNumber } from '../../src/language/typed-price.ts';
import { LANGUAGES } from './spoken.ts';

const of = (tag: string) => LANGUAGES.of(tag);

test.each([
  ['en', '1,200', 1_200],
  ['en', '7,000,000.5', 7_000_000.5],
  ['en', '12,5', 12.5],
  ['en', '1.200', 1.2],
  ['de', '1.200', 1_200],
  ['de', '1.234,5', 1_234.5],
  ['de', '0.250', 0.25],
  ['de', '12.5', 12.5],
  ['fr', '1 234,5', 1_234.5],
  ['fr', '1234.5', 1_234.5],
  ['ru', '7\u00a0000\u00a0000', 7_000_000],
  ['ja', ' 1200 ', 1_200],
  ['ja', '３', 3],
  ['zh-CN', '０．５', 0.5],
  ['ja', '１，２００', 1_200],
  ['de', ',5', 0.5],
  ['de', '.5', 0.5],
  ['en', '.25', 0.25],
  ['en', ',5', 0.5],
])('in %s, %s is read as a number', (tag, text, number) => expect(typedNumber(text, of(tag))).toBe(number));

test.each([
  ['en', ''],
  ['en', 'gold'],
  ['en', '-1'],
  ['en', '1e3'],
  ['en', '12,34,56'],
  ['de', '1.20.000'],
  ['fr', '1.200'],
  ['fr', '1,2,3'],
])('in %s, “%s” is refused as a number', (tag, text) => expect(typedNumber(text, of(tag))).toBeNull());

describe.each([...Object.keys(CATALOGUES), PSEUDO_TAG].map((tag) => [tag, LANGUAGES.of(tag)] as const))(
  'the language %s',
  (_, language) => {
    test('reads every price as Crier writes it', () => {
      const prices = fc.oneof(
        fc.nat(999_999_999),
        fc.nat(999_999_999).map((n) => n / 1_000),
      );
      fc.assert(
        fc.property(prices, (price) => {
          expect(typedNumber(formatGivenPrice(price, language), language)).toBe(price);
        }),
      );
    });
  },
);
