import { expect, test } from 'vitest';
import { RecordList } from '../../../src/service/shops/known-records.ts';
import { PartCache } from '../../../src/service/shops/part-cache.ts';
import { RecordHash } from '../../../src/service/shops/record-hash.ts';
import { atOnce, shop } from '../../market/samples.ts';

const WORDS = ['a', 'b', 'c', 'd'] as const;
const hashOf = (words: Partial<Record<(typeof WORDS)[number], number>> = {}) =>
  Object.assign(new RecordHash(), { a: 1, b: 2, c: 3, d: 4, ...words });
/** Hashes that differ from `hashOf()` in one of the four words. */
const others = WORDS.map((word) => hashOf({ [word]: 99 }));

// Players write the records. A collision in half of the bits could show another shop's price.
test('a record is recognised by all 128 bits of its hash, in the expected row and in the table', () => {
  const list = new RecordList();
  list.add(shop(1), hashOf(), 100);
  const known = atOnce(list.toKnown());
  const likely = [0, 1];
  expect(likely.map((row) => known.find(hashOf(), row))).toEqual([0, 0]);
  for (const other of others) expect(likely.map((row) => known.find(other, row))).toEqual([-1, -1]);
});

test('a part of a record is recognised by all 128 bits of its hash', () => {
  const parts = new PartCache<string>(4);
  parts.set(hashOf(), 'part');
  expect(parts.get(hashOf())).toBe('part');
  // Words that fall into the same cell of the table.
  for (const other of [hashOf({ a: 5 }), ...others.slice(1)]) expect(parts.get(other)).toBeNull();
});
