import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWords, suggestWords } from '../../../src/market/search/suggest-words.ts';
import { WordIndex } from '../../../src/market/search/word-index.ts';
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

test('answers as a look at every word does, whatever came and went since', () => {
  const changes = fc.record({ first: words, gone: fc.nat(7), more: words });
  fc.assert(
    fc.property(changes, fc.array(typed, { minLength: 20, maxLength: 40 }), ({ first, gone, more }, texts) => {
      const [index, current] = [new WordIndex(), new Set(first)];
      for (const word of first) index.add(word);
      atOnce(index.settle((word) => current.has(word)));
      for (const word of first.slice(0, first.length / (gone + 1))) current.delete(word);
      const next = index.next();
      for (const word of more) if (!current.has(word)) next.add(word);
      for (const word of more) current.add(word);
      atOnce(next.settle((word) => current.has(word)));
      expectAlike(next, [...current], texts);
      expectAlike(index, first, texts);
    }),
    { numRuns: propertyRuns(1 / 3) },
  );
});

test('answers so too when its words stand in several layers', () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `${['ada', 'Bob', 'Cleo'][at % 3]}_${(at * 7919) % 3_001}`);
  let index = new WordIndex();
  for (const [from, to] of [
    [0, 2_400],
    [2_400, 2_900],
    [2_900, 3_000],
  ] as const) {
    index = index.next();
    for (const name of names.slice(from, to)) index.add(name);
    atOnce(index.settle(() => true));
  }
  expectAlike(index, names, ['ada', 'bob_2', '300', 'Cleo_17', 'bub_100', 'celo_1234', 'nobody', names.at(-1) ?? '']);
});

function expectAlike(index: WordIndex, words: readonly string[], texts: readonly string[]): void {
  const current = new Set(words);
  const isCurrent = (word: string) => current.has(word);
  for (const text of texts) {
    expect(index.suggest(text, isCurrent)).toEqual(suggestWords(words, text));
    expect(index.nearest(text, isCurrent)).toEqual(nearestWords(words, text));
  }
}
