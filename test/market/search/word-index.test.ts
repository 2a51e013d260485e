import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWords, suggestWords, WordIndex } from '../../../src/market/search/suggest-words.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';

const syllables = fc
  .array(fc.constantFrom('ada', 'Bob', 'bo', 'xX', '_', 'İ', 'ß', '7', 'Cleo', 'é', ' '), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) => all.join(''));
const word = fc.oneof(
  { weight: 6, arbitrary: syllables },
  fc.string({ unit: anyCodePoint, maxLength: 4 }),
  fc.constant('x'.repeat(101)),
);
const words = fc.uniqueArray(word, { maxLength: 400, size: 'max' });

const typed = fc
  .record({ word: syllables, from: fc.nat(4), to: fc.nat(8), slip: fc.constantFrom('', '', 'o', 'q') })
  .map(({ word, from, to, slip }) => `${word.slice(from, to)}${slip}${slip === '' ? '' : word.slice(to + 1)}`)
  .filter((text) => text.trim() !== '');

test('a word index answers like a check of every word, also when reused for the next snapshot', () => {
  fc.assert(
    fc.property(words, words, fc.array(typed, { minLength: 20, maxLength: 40 }), (first, second, texts) => {
      const index = atOnce(WordIndex.of(new Set(first)));
      expectAlike(index, first, texts);
      expectAlike(atOnce(WordIndex.of(new Set(second), index)), second, texts);
      expect(atOnce(WordIndex.of(new Set(first), index))).toBe(index);
    }),
    { numRuns: propertyRuns(1 / 3) },
  );
});

// One player leaves while another joins, so the count is unchanged.
test('a word index is not reused for the same number of different words', () => {
  const before = atOnce(WordIndex.of(new Set(['Ada', 'Bob'])));
  expectAlike(atOnce(WordIndex.of(new Set(['Ada', 'Cleo']), before)), ['Ada', 'Cleo'], ['cle', 'bob']);
});

test('a word index of thousands of names answers like a check of every name', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `${['ada', 'Bob', 'Cleo'][at % 3]}_${(at * 7919) % 3_001}`);
  const texts = ['ada', 'bob_2', '300', 'Cleo_17', 'bub_100', 'celo_1234', 'nobody', names.at(-1) ?? ''];
  expectAlike(atOnce(WordIndex.of(new Set(names))), names, texts);
});

function expectAlike(index: WordIndex, words: readonly string[], texts: readonly string[]): void {
  for (const text of texts) {
    expect(index.suggest(text)).toEqual(suggestWords(words, text));
    expect(index.nearest(text)).toEqual(nearestWords(words, text));
  }
}
