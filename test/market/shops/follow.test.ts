import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Market } from '../../../src/market/market.ts';
import { follow } from '../../../src/market/shops/follow.ts';
import { load } from '../../../src/market/shops/load.ts';
import type { Loaded } from '../../../src/market/shops/loaded.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { SavedSnapshot, SinceBefore, Snapshot } from '../../../src/market/shops/snapshot.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { TYPES } from '../arbitraries.ts';
import { atOnce } from '../samples.ts';
import { answersOf, byId } from './answers.ts';
import { history, PLAYERS, recordsAfter, type Step } from './histories.ts';

const PLAYER_NAMES = PLAYERS.flatMap(({ name, uuid }) => [name, name.toUpperCase(), uuid, uuid.replaceAll('-', '')]);
const ALL_TYPES = [...TYPES, 'PAINTING', 'DIRT', 'NETHERITE_INGOT', 'ELYTRA'];

/** Record by record, what is otherwise in the one list than in the other. */
function sinceOf(before: number, known: readonly Shop[], read: readonly Shop[]): SinceBefore {
  const [had, has] = [new Set(known), new Set(read)];
  return { before, fresh: read.filter((one) => !had.has(one)), gone: known.filter((one) => !has.has(one)) };
}

/** What a restart makes of all that was saved. */
class Disk {
  readonly #markets = new Map<number | null, ReadonlyMap<number, Shop>>([[null, new Map()]]);

  save({ takenAt, before, filled, gone }: SavedSnapshot, fresh: readonly Shop[]): Shop[] {
    const market = new Map(this.#markets.get(before));
    for (const shop of [...fresh, ...filled]) market.set(shop.id, shop);
    for (const id of gone) market.delete(id);
    this.#markets.set(takenAt, market);
    return byId(market.values());
  }
}

/** The markets of one history: made of the one before where that can be, and of all shops each time. */
class TwoWays {
  readonly #disk = new Disk();
  readonly #met = new Set<Shop>();
  #followed: Market | null = null;
  #plain: Market | null = null;
  #read: readonly Shop[] = [];
  #times = 0;

  /** Takes in a snapshot in both ways; tells whether one did follow. */
  take(
    read: readonly Shop[],
    setAside: number,
    { isCheck, isSavedWhole, isLost, events }: Omit<Step, 'edits' | 'order' | 'broken'>,
  ): boolean {
    this.#times += 1;
    for (const shop of read) this.#met.add(shop);
    const bare: Snapshot = { takenAt: 1_000 * this.#times, shops: read, setAside };
    const since = this.#followed && sinceOf(this.#followed.snapshotAt, this.#read, read);
    const snapshot = since === null ? bare : { ...bare, since, isCheck, isSavedWhole };
    const before = this.#followed && this.#answersOf(this.#followed);
    const loaded = atOnce(load(this.#followed, snapshot));
    const plain = atOnce(load(this.#plain, bare));
    expect(this.#followed && this.#answersOf(this.#followed), 'the market before is as it was').toEqual(before);
    this.#compare(loaded, plain);
    const fresh = since === null || isSavedWhole ? read : since.fresh;
    expect(this.#disk.save(loaded.saved, fresh)).toEqual(byId(loaded.market.shops));
    const hasFollowed = atOnce(follow(this.#followed, snapshot)) !== null;
    if (isLost) return hasFollowed;
    [this.#followed, this.#plain, this.#read] = [loaded.market, plain.market, read];
    for (const event of events) expect(loaded.market.apply(event)).toEqual(plain.market.apply(event));
    return hasFollowed;
  }

  #compare(loaded: Loaded, plain: Loaded): void {
    expect(loaded.checkFault).toBeNull();
    expect([loaded.changes, loaded.isFlood]).toEqual([plain.changes, plain.isFlood]);
    expect(byId(loaded.saved.missing)).toEqual(byId(loaded.market.missing.values()));
    expect(this.#answersOf(loaded.market)).toEqual(this.#answersOf(plain.market));
  }

  #answersOf(market: Market) {
    return answersOf(market, { shops: [...this.#met], players: PLAYER_NAMES, types: ALL_TYPES });
  }
}

test('whatever changes, a market made of the one before answers as one made of all shops, and leaves that one as it was', () => {
  let followed = 0;
  fc.assert(
    fc.property(history, ({ first, steps }) => {
      const ways = new TwoWays();
      ways.take(first, 0, { isCheck: false, isSavedWhole: false, isLost: false, events: [] });
      let records: readonly Shop[] = first;
      for (const step of steps) {
        const after = recordsAfter(records, step);
        records = after.records;
        if (ways.take(after.read, after.setAside, step)) followed += 1;
      }
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
  expectCoverage(() => expect(followed).toBeGreaterThan(20));
});
