import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '../../../src/market/market.ts';
import { load } from '../../../src/market/shops/load.ts';
import type { Loaded } from '../../../src/market/shops/loaded.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { Snapshot } from '../../../src/market/shops/snapshot.ts';
import { readSnapshot } from '../../../src/service/shops/saved/read-chain.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { atOnce } from '../../market/samples.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { record, save, shopOf } from './saving.ts';

const book = { type: 'ENCHANTED_BOOK', quantity: 1 };
/** A variant that is not told again where the shop is out of stock. */
const told = { ...book, snbt: '{"minecraft:stored_enchantments":{levels:{"minecraft:sharpness":5}}}' };
const wire = fc
  .record({ id: fc.nat(12), price: fc.nat(2), isTold: fc.boolean() })
  .map(({ id, price, isTold }) => record(id, price, { remaining: isTold ? 1 : 0, item: isTold ? told : book }));

/** The records of one answer of the service after the other, each id once; and whether somebody who follows looks then. */
const step = fc.record({
  records: fc.uniqueArray(wire, { maxLength: 10, selector: ({ id }) => id }),
  isSavedWhole: fc.boolean(),
  isLookedAt: fc.boolean(),
});

const shopsOf = (market: Market | null) => [...(market?.shops ?? [])].sort((a, b) => a.id - b.id);

test('who follows what another process saves has its shops, whichever of its snapshots they looked at', async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const stored = new SnapshotFolder({ stem: `${temporaryFolder()}/crier`, log: recordingLog() });
      const files = new SavedSnapshots(stored, recordingLog(), 'bundles');
      let known = new Map<string, Shop>();
      let leader: Market | null = null;
      let follower: Market | null = null;
      for (const [index, { records, isSavedWhole, isLookedAt }] of steps.entries()) {
        const takenAt = 1_000 + index;
        const now = new Map(records.map((one) => [JSON.stringify(one), known.get(JSON.stringify(one)) ?? shopOf(one)]));
        const fresh = records.filter((one) => !known.has(JSON.stringify(one)));
        const gone = [...known].flatMap(([text, shop]) => (now.has(text) ? [] : [shop]));
        const since: Snapshot['since'] | null = leader && {
          before: leader.snapshotAt,
          fresh: fresh.map((one) => now.get(JSON.stringify(one)) as Shop),
          gone,
        };
        const snapshot: Snapshot = { takenAt, shops: [...now.values()], isSavedWhole, ...(since && { since }) };
        const { market, saved }: Loaded = atOnce(load(leader, snapshot));
        await save(files, saved, saved.before === null ? records : fresh);
        [leader, known] = [market, now];
        if (!isLookedAt) continue;
        const read: Snapshot = await readSnapshot(stored, takenAt, follower, 'bundles');
        followed += read.since === undefined ? 0 : 1;
        follower = atOnce(load(read.since ? follower : null, read)).market;
        expect(shopsOf(follower)).toEqual(shopsOf(leader));
        expect(follower.snapshotAt).toBe(takenAt);
      }
    }),
    { numRuns: propertyRuns(0.6) },
  );
  expectCoverage(() => expect(followed).toBeGreaterThan(3));
});
