import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { propertyRuns } from '../../property-runs.ts';
import { openFolder } from './open-folder.ts';
import { byId, record, save, shopOf } from './saving.ts';

const id = fc.nat(12);
const text = fc.oneof(
  fc.constantFrom('"},{"id":', '\\', '\n', '["end"', '\u2028', 'é🐚'),
  fc.string({ unit: 'binary' }),
);
const wire = fc
  .record({ id, price: fc.nat(9), name: text, isPretty: fc.boolean(), remaining: fc.nat(1) })
  .map(({ isPretty, name, ...more }) =>
    JSON.stringify(
      record(more.id, more.price, { ...more, item: { type: 'POTION', name } }),
      null,
      isPretty ? ' \n' : undefined,
    ),
  );
const stored = wire.map((one) => shopOf(JSON.parse(one)));

/** One snapshot after the other, as the market makes them of what it read. */
const step = fc.record({
  isBase: fc.boolean(),
  records: fc.array(wire, { maxLength: 8 }),
  filled: fc.array(stored, { maxLength: 3 }),
  gone: fc.array(id, { maxLength: 4 }),
  missing: fc.array(stored, { maxLength: 2 }),
  /** What becomes of it: it counts, the journal did not take it, or it was never saved. */
  ends: fc.constantFrom('counts', 'counts', 'counts', 'untaken', 'discarded'),
  isPruned: fc.boolean(),
  isStartedAnew: fc.boolean(),
});

interface Known {
  readonly takenAt: number;
  readonly shops: ReadonlyMap<number, Shop>;
  readonly missing: readonly Shop[];
}

/** What a snapshot is, by the plain way. */
function overlaid(
  before: Known | null,
  takenAt: number,
  { records, filled, gone, missing }: typeof step extends fc.Arbitrary<infer T> ? T : never,
): Known {
  const shops = new Map(before?.shops);
  for (const one of records) shops.set(shopOf(JSON.parse(one)).id, shopOf(JSON.parse(one)));
  for (const shop of filled) shops.set(shop.id, shop);
  for (const one of gone) shops.delete(one);
  return { takenAt, shops, missing };
}

test('whatever snapshots are built on one another, the one that counts loads as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const { folder, lines, open } = openFolder();
      let files = open();
      let counting: Known | null = null;
      for (const [index, one] of steps.entries()) {
        const takenAt = 1_000 + index;
        const before: Known | null = one.isBase ? null : counting;
        if (one.ends === 'discarded') {
          const draft = files.begin();
          for (const bytes of one.records.map((each) => Buffer.from(each))) draft.add(bytes, 0, bytes.length);
          await draft.discard();
          continue;
        }
        await save(files, { ...one, takenAt, before: before?.takenAt ?? null }, one.records);
        const saved = overlaid(before, takenAt, one);
        if (one.ends === 'counts') counting = saved;
        if (counting !== null && one.isPruned) await files.prune(counting.takenAt);
        if (counting === null || !one.isStartedAnew) continue;
        files = open();
        const loaded = await files.load(counting.takenAt);
        const shops = [...counting.shops.values()].sort((a, b) => a.id - b.id);
        expect({ shops: byId(loaded), missing: loaded?.missing }).toEqual({ shops, missing: counting.missing });
      }
      expect(lines).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }),
    { numRuns: propertyRuns(0.5) },
  );
});
