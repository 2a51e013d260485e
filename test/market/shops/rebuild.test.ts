import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '../../../src/market/market.ts';
import { type LoadedMarket, loadMarket, restoreMarket } from '../../../src/market/shops/load.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce } from '../samples.ts';
import { answersOf } from './answers.ts';
import { history, PLAYERS, recordsAfter, type Step } from './histories.ts';

const TYPES = ['DIRT', 'SHULKER_BOX', 'BUNDLE', 'PAINTING', 'DIAMOND', 'NETHERITE_INGOT', 'ELYTRA'];
const players = PLAYERS.flatMap(({ name, uuid }) => [name ?? uuid, uuid, name?.toUpperCase() ?? '']);

const answers = (market: Market, shops: readonly Shop[]) => answersOf(market, { shops, players, types: TYPES });

/** Replaces unchanged records by the shop objects of the market, as the service reader does. */
class Reusing {
  market: Market | null = null;
  #table = new Map<Shop, Shop>();

  read(records: readonly Shop[]): readonly Shop[] {
    return records.map((record) => this.#table.get(record) ?? record);
  }

  take(records: readonly Shop[], { market, saved }: LoadedMarket): void {
    const shops = [...this.read(records)];
    for (const { row, shop } of saved.filled) shops[row] = shop;
    this.#table = new Map(records.map((record, row) => [record, shops[row] ?? record]));
    this.market = market;
  }
}

test('a market of reused shop objects equals one of parsed shops, with the same changes', () => {
  fc.assert(
    fc.property(history, ({ first, steps }) => {
      const reusing = new Reusing();
      let plain: Market | null = null;
      let records: readonly Shop[] = first;
      const all: Step[] = [{ edits: [], order: null, broken: 0, isLost: false, events: [] }, ...steps];
      for (const [at, step] of all.entries()) {
        const after = recordsAfter(records, step);
        records = after.records;
        const more = { takenAt: 1_000 * (at + 1), quarantined: after.quarantined };
        const byReuse = atOnce(loadMarket(reusing.market, { ...more, shops: reusing.read(after.read) }));
        const rebuilt: LoadedMarket = atOnce(loadMarket(plain, { ...more, shops: structuredClone(after.read) }));
        expect(byReuse.changes).toEqual(rebuilt.changes);
        expect([byReuse.isFlood, byReuse.repeatedIds]).toEqual([rebuilt.isFlood, rebuilt.repeatedIds]);
        expect(answers(byReuse.market, records)).toEqual(answers(rebuilt.market, records));
        if (!step.isLost) {
          reusing.take(after.read, byReuse);
          plain = rebuilt.market;
        }
        for (const event of step.events) for (const market of [reusing.market, plain]) market?.apply(event);
      }
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

test('a market restored from saved records and rows answers as before', () => {
  fc.assert(
    fc.property(history, ({ first, steps }) => {
      let market: Market | null = null;
      let records: readonly Shop[] = first;
      for (const [at, step] of steps.entries()) {
        const after = recordsAfter(records, step);
        records = after.records;
        const { quarantined, read } = after;
        const loaded: LoadedMarket = atOnce(loadMarket(market, { takenAt: at, shops: read, quarantined }));
        market = loaded.market;
        const { filled, missing } = loaded.saved;
        const chosen = new Map(filled.map(({ row, shop }) => [shop.id, row]));
        const rows = read.map((record, row) => filled.find((one) => one.row === row)?.shop ?? record);
        const shops = rows.filter(({ id }, row) => !loaded.repeatedIds.includes(id) || chosen.get(id) === row);
        const restored = atOnce(restoreMarket({ takenAt: at, shops, missing }, null));
        expect(byPart(restored, records)).toEqual(byPart(market, records));
      }
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});

/** Returns the answers without the catalogue and without the counts that a restart resets. */
function byPart(market: Market, shops: readonly Shop[]) {
  const { head, catalogue: _, ...rest } = answers(market, shops);
  const [snapshotAt, takenAt, , length, missing] = head;
  return { snapshotAt, takenAt, length, missing, ...rest };
}
