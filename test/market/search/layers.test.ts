import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Layers } from '../../../src/market/search/layers.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';

/** How many words come, and how many of those before go, from snapshot to snapshot. */
const histories = fc.array(fc.record({ come: fc.nat(900), gone: fc.nat(100) }), {
  minLength: 2,
  maxLength: 5,
  size: 'max',
});

test('every current entry stands in an index or among the latest, and an entry is in few indexes on its way into the longest', () => {
  fc.assert(
    fc.property(histories, (history) => {
      let layers = new Layers<string, readonly string[]>(byText, sortedOf);
      const current = new Set<string>();
      let named = 0;
      for (const { come, gone } of history) {
        for (const word of [...current].slice(0, gone)) current.delete(word);
        const before = layers;
        const heldBefore = shown(before);
        layers = layers.next();
        for (let word = 0; word < come; word++) {
          const text = `${(named++ * 7919) % 1_000_003}`;
          current.add(text);
          layers.add(text);
        }
        atOnce(layers.settle((word) => current.has(word)));
        expect(shown(before) === heldBefore).toBe(true);
      }
      const held = new Set([...layers.latest, ...layers.indexes.flat()]);
      expect([...current].filter((word) => !held.has(word))).toEqual([]);
      expect(layers.latest.length).toBeLessThanOrEqual(128);
      const lengths = layers.indexes.map(({ length }) => length);
      expect(lengths.every((length, at) => length >= 4 * (lengths[at + 1] ?? 0))).toBe(true);
      expect(layers.indexes.every((index) => index.join() === [...index].sort(byText).join())).toBe(true);
    }),
    { numRuns: propertyRuns(1 / 3) },
  );
});

function* sortedOf(sorted: readonly string[]): Generator<void, readonly string[]> {
  yield;
  return sorted;
}

function shown({ latest, indexes }: Layers<string, readonly string[]>): string {
  return [latest, ...indexes].map((words) => words.join()).join(';');
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
