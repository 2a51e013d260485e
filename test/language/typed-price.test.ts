import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedForm } from '../../src/discord/render/answer/watch-form.ts';
import { CATALOGUES } from '../../src/language/languages.ts';
import {
  formatBundle,
  formatDiamonds,
  formatGivenDiamonds,
  formatPrice,
  typedBundle,
} from '../../src/language/number.ts';
import { typedAmount, typedPrice } from '../../src/language/typed-price.ts';
import { LANGUAGES } from './spoken.ts';

const of = (tag: string) => LANGUAGES.of(tag);

test.each([
  ['en', '32 for 3', 3 / 32],
  ['en', '32 FOR 3 diamonds', 3 / 32],
  ['en', '32for3', 3 / 32],
  ['en', '3/32', 3 / 32],
  ['en', '3 / 32', 3 / 32],
  ['en', '1 for 1 diamond', 1],
  ['en', '64 for 1.5k', 1_500 / 64],
  ['en', '1,728 for 2,400', 2_400 / 1_728],
  ['en', '0.094', 0.094],
  ['en', '5k', 5_000],
  ['en', '1.5 K', 1_500],
  ['en', '2m', 2_000_000],
  ['en', '32 for 0', 0],
  ['de', '0,094', 0.094],
  ['de', '1,5k', 1_500],
  ['de', '32 für 3', 3 / 32],
  ['de', '32 for 3', 3 / 32],
  ['ja', '32個で3', 3 / 32],
  ['ja', '32個で3ダイヤ', 3 / 32],
  ['ja', '３２個で３', 3 / 32],
  ['ja', '３／３２', 3 / 32],
  ['ja', '５ｋ', 5_000],
  ['de', ',5', 0.5],
  ['en', '.5 diamonds', 0.5],
  ['ko', '32개에 3', 3 / 32],
  ['tr', '3 karşılığında 32', 3 / 32],
  ['zh-CN', '32 个换 3', 3 / 32],
])('in %s, “%s” is read as a price of %d', (tag, text, unitPrice) => {
  expect(typedPrice(text, of(tag))?.unitPrice).toBe(unitPrice);
});

test.each([
  '',
  'for',
  '0 for 3',
  '1.5 for 3',
  '3/0',
  '3/',
  '/32',
  '1/2/3',
  '32 for 3 for 1',
  '5kk',
  'k',
  '-3',
  '1e3',
  '3²',
  '1½',
  '⑱',
])('“%s” is refused as a price', (text) => expect(typedPrice(text, of('en'))).toBeNull());

test('a total is a number, never a bundle', () => {
  expect([typedAmount('5k', of('en')), typedAmount('1.200 Diamanten', of('de'))]).toEqual([5_000, 1_200]);
  expect([typedAmount('32 for 3', of('en')), typedAmount('3/32', of('en'))]).toEqual([null, null]);
});

describe.each(Object.keys(CATALOGUES))('the language %s', (tag) => {
  const language = of(tag);

  test('reads a bundle as Crier writes it', () => {
    const sign = fc.tuple(fc.integer({ min: 2, max: 999_999 }), fc.nat(99_999_999));
    fc.assert(
      fc.property(sign, ([quantity, paid]) => {
        for (const total of [formatPrice(paid, language), formatDiamonds(paid, language)]) {
          expect(typedPrice(formatBundle(quantity, total, language), language)).toEqual({
            unitPrice: paid / quantity,
            bundle: { quantity, paid },
          });
        }
      }),
    );
  });

  test('reads the price of a watch as its form writes it, and a bundle as a bundle', () => {
    const anyBundle = fc.tuple(fc.integer({ min: 1, max: 1_728 }), fc.integer({ min: 1, max: 99_999 }));
    fc.assert(
      fc.property(anyBundle, ([quantity, paid]) => {
        const typed = typedForm(paid / quantity, language);
        expect(typedPrice(typed ?? '', language)?.unitPrice).toBe(paid / quantity);
      }),
    );
    expect(typedForm(40 / 3, language)).toBe(formatBundle(3, '40', language));
    expect([0.25, 0.0938, 17].map((price) => typedBundle(price))).toEqual([null, null, null]);
  });

  test('reads a price with its unit as Crier writes it', () => {
    const amounts = fc.nat(999_999_999).map((n) => n / 1_000);
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(typedPrice(formatGivenDiamonds(amount, language), language)?.unitPrice).toBe(amount);
      }),
    );
  });
});

test('any text is refused or read as a price of at least 0', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...Object.keys(CATALOGUES)), (text, tag) => {
      const typed = typedPrice(text, of(tag));
      expect(typed === null || (typed.unitPrice >= 0 && Number.isFinite(typed.unitPrice))).toBe(true);
    }),
  );
});
