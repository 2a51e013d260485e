import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import { type Pairing, pairShops } from '../../../src/market/shops/pairing.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { propertyRuns } from '../../property-runs.ts';
import { snapshot } from '../arbitraries.ts';
import { atOnce, HERE, item, loaded, shop } from '../samples.ts';

const BOB = { name: 'Bob', uuid: 'b' };

/** Returns the changes between two snapshots as kind and shop id. */
function changesFrom(before: readonly Shop[], after: readonly Shop[]): string[] {
  const { changes } = loaded(after, loaded(before).market, 2_000);
  return changes.map((change) => `${change.kind} ${change.kind === 'removed' ? change.before.id : idOf(change)}`);
}

function idOf(change: object): number {
  return Object(change).shop.id;
}

const pairingKey = ({ location, owner, side, item: { identity } }: Shop) =>
  JSON.stringify([location, owner.uuid, side, identity.type]);

/** @returns the mismatch of two shops, where lower is better, or null if they cannot be paired */
function rank(before: Shop, now: Shop): number | null {
  const [then, is] = [before.item.identity, now.item.identity];
  if (pairingKey(before) !== pairingKey(now)) return null;
  const samePrice = before.price === now.price && before.item.quantity === now.item.quantity;
  if (then.variant === null && is.variant === null) return samePrice ? 9 : 10;
  if (is.variant === null) return samePrice ? 5 : 6;
  if (then.variant === null) return samePrice ? 7 : 8;
  if (then.key !== is.key) return null;
  const inside = (one: Shop['item']): string[] =>
    one.contents.flatMap((held) => [`${held.identity.key} ${held.quantity}`, ...inside(held)]);
  if (inside(before.item).sort().join() !== inside(now.item).sort().join()) return samePrice ? 3 : 4;
  if (!samePrice) return 2;
  return before.remaining === now.remaining ? 0 : 1;
}

/** Pairs the two best-matching shops repeatedly until none match. */
function pairByHand(before: readonly Shop[], now: readonly Shop[]): string[] {
  const found: string[] = [];
  const [olds, news] = [new Set(before), new Set(now)];
  for (;;) {
    const all = [...olds].flatMap((old) =>
      [...news].flatMap((one) => {
        const at = rank(old, one);
        return at === null ? [] : [{ old, one, order: [at, old.id === one.id ? 0 : 1, old.id, one.id] }];
      }),
    );
    const [best] = all.sort((a, b) => a.order.map((n, i) => n - (b.order[i] ?? 0)).find((n) => n !== 0) ?? 0);
    if (best === undefined) break;
    olds.delete(best.old);
    news.delete(best.one);
    found.push(`${best.old.id} ${best.one.id}`);
  }
  for (const one of news) {
    const old = [...olds].find(({ id }) => id === one.id);
    if (old === undefined) continue;
    const same = [
      JSON.stringify(old.location) === JSON.stringify(one.location),
      old.owner.uuid === one.owner.uuid,
      rank({ ...old, owner: one.owner, location: one.location, side: one.side }, one) !== null,
    ];
    if (same.filter(Boolean).length >= 2) found.push(`${old.id} ${one.id}`);
  }
  return found.sort();
}

const idsOf = ({ pairs }: Pairing) => pairs.map(({ before, shop: now }) => `${before.id} ${now.id}`).sort();

const seed = fc.integer({ min: 1, max: 1_000_000 });

/** Returns the same shops with other ids, in another order. */
function renumbered(shops: readonly Shop[], by: number): Shop[] {
  const mixed = (n: number) => Math.imul(n + by, 0x9e3779b1) >>> 0;
  const ids = shops.map(({ id }) => id).sort((a, b) => mixed(a) - mixed(b));
  return shops.map((one, at) => ({ ...one, id: by % 2 === 0 ? (ids[at] ?? 0) : 1_000 + (ids[at] ?? 0) })).reverse();
}

describe('pairing of shops', () => {
  test('equals trying all pairs best first, in any order of the shops', () => {
    fc.assert(
      fc.property(snapshot, snapshot, (before, now) => {
        const expected = pairByHand(before, now);
        expect(idsOf(atOnce(pairShops(before, now)))).toEqual(expected);
        expect(idsOf(atOnce(pairShops(before.toReversed(), now.toReversed())))).toEqual(expected);
      }),
      { numRuns: propertyRuns(1) },
    );
  });

  test('keeps every shop once, in a pair or among the removed and listed ones', () => {
    fc.assert(
      fc.property(snapshot, snapshot, (before, now) => {
        const { pairs, removed, listed } = atOnce(pairShops(before, now));
        expect(new Set([...pairs.map((pair) => pair.before), ...removed])).toEqual(new Set(before));
        expect(new Set([...pairs.map((pair) => pair.shop), ...listed])).toEqual(new Set(now));
        expect(pairs.length * 2 + removed.length + listed.length).toBe(before.length + now.length);
      }),
      { numRuns: propertyRuns(1 / 2) },
    );
  });

  test('reports no change for new ids, whether of some shops or all', () => {
    fc.assert(
      fc.property(snapshot, seed, (shops, by) => {
        // Two shops of unknown variants are indistinguishable.
        const complete = shops.filter((one) => !JSON.stringify(one.item).includes('"variant":null'));
        expect(changesFrom(complete, renumbered(complete, by))).toEqual([]);
      }),
      { numRuns: propertyRuns(1) },
    );
  });
});

describe('a shop with a new id', () => {
  test('is the same shop, with changes of price and stock', () => {
    expect(changesFrom([shop(1)], [shop(9)])).toEqual([]);
    expect(changesFrom([shop(1)], [shop(9, { price: 3 })])).toEqual(['price-changed 9']);
    expect(changesFrom([shop(1)], [shop(9, { remaining: 0 })])).toEqual(['sold-out 9']);
    expect(changesFrom([shop(1, { remaining: 0 })], [shop(9)])).toEqual(['restocked 9']);
  });

  test('is the same shop after its owner was renamed', () => {
    const owner = { name: 'Ada', uuid: 'a' };
    expect(changesFrom([shop(1, { owner })], [shop(9, { owner: { ...owner, name: 'Eve' } })])).toEqual([]);
  });

  test('is another shop if its place, owner, item or side differs', () => {
    const others: Partial<Shop>[] = [
      { location: { ...HERE, y: 65 } },
      { owner: BOB },
      { item: item('DIRT') },
      { side: 'bid' },
    ];
    for (const other of others) expect(changesFrom([shop(1)], [shop(9, other)])).toEqual(['listed 9', 'removed 1']);
  });

  test('keeps the variant last seen while the service omits it', () => {
    const sharp = identify('DIAMOND_SWORD', '{Enchantments:[{id:"sharpness",lvl:5s}]}');
    const complete = shop(1, { item: item(sharp) });
    const silent = shop(9, { item: item(unknownVariant('DIAMOND_SWORD')), remaining: 0 });
    const { market, changes } = loaded([silent], loaded([complete]).market, 2_000);
    expect(market.shop(9)?.item.identity).toEqual(sharp);
    expect(changes.map(({ kind }) => kind)).toEqual(['sold-out']);
  });

  test('is announced with its first stock', () => {
    const empty = shop(1, { remaining: 0 });
    const { market } = loaded([shop(2, { owner: BOB }), empty], loaded([shop(2, { owner: BOB })]).market, 2_000);
    const { changes } = loaded([shop(2, { owner: BOB }), shop(9)], market, 3_000);
    expect(changes.map((change) => `${change.kind} ${idOf(change)}`)).toEqual(['listed 9']);
  });

  test('is recognised after a snapshot that lacked too many shops', () => {
    const shops = Array.from({ length: 100 }, (_, id) => shop(id, { location: { ...HERE, x: id } }));
    const { market } = loaded(shops.slice(50), loaded(shops).market, 2_000);
    const { changes } = loaded(
      shops.map((one) => ({ ...one, id: 500 - one.id })),
      market,
      3_000,
    );
    expect([market.missing.size, changes]).toEqual([50, []]);
  });

  test('is distinguished from others at its place by price and count', () => {
    const expensive = shop(1, { price: 9 });
    const cheap = shop(2, { price: 4 });
    expect(
      changesFrom(
        [expensive, cheap],
        [
          { ...expensive, id: 2 },
          { ...cheap, id: 1 },
        ],
      ),
    ).toEqual([]);
    expect(
      changesFrom(
        [expensive, cheap],
        [
          { ...expensive, id: 2, price: 8 },
          { ...cheap, id: 1 },
        ],
      ),
    ).toEqual(['price-changed 2']);
  });
});

describe('an id', () => {
  test('reused by another owner at another place for another item is a new listing and no price drop', () => {
    const other = shop(1, { price: 1, owner: BOB, location: { ...HERE, x: 99 }, item: item('DIRT') });
    expect(changesFrom([shop(1)], [other])).toEqual(['listed 1', 'removed 1']);
  });

  test('reused by another shop of the same item is a new listing and no price drop', () => {
    const other = shop(1, { price: 1, owner: BOB, location: { ...HERE, x: 99 } });
    expect(changesFrom([shop(1)], [other])).toEqual(['listed 1', 'removed 1']);
  });

  test('identifies a shop whose item, place or owner alone changed', () => {
    expect(changesFrom([shop(1)], [shop(1, { item: item('DIRT') })])).toEqual(['price-changed 1']);
    expect(changesFrom([shop(1)], [shop(1, { side: 'bid' })])).toEqual(['price-changed 1']);
    expect(changesFrom([shop(1)], [shop(1, { location: { ...HERE, x: 99 } })])).toEqual([]);
    expect(changesFrom([shop(1)], [shop(1, { owner: BOB })])).toEqual([]);
  });
});

describe('two records with one id', () => {
  const one = shop(1, { price: 9 });
  const other = shop(1, { price: 5, owner: BOB });

  test('keep the first record in the first snapshot, and are counted', () => {
    const { market, repeatedIds } = loaded([one, shop(2, { owner: BOB }), other]);
    expect([market.shop(1), market.duplicates, repeatedIds]).toEqual([one, 1, [1]]);
  });

  test('do not change the market when their order changes', () => {
    let { market } = loaded([one, other]);
    for (const records of [
      [other, one],
      [one, other],
      [other, { ...one, remaining: 3 }],
      [{ ...other, remaining: 1 }, one],
    ]) {
      const next = loaded(records, market, market.snapshotAt + 1_000);
      expect(next.changes.filter(({ kind }) => kind !== 'restocked')).toEqual([]);
      expect(next.market.shop(1)?.price).toBe(9);
      ({ market } = next);
    }
  });

  test('keep the one at the place of a known shop with another id', () => {
    const { market } = loaded([{ ...one, id: 7 }]);
    expect(loaded([other, one], market, 2_000).changes).toEqual([]);
  });

  test('are saved as the one that was kept', () => {
    const { market } = loaded([other]);
    expect(loaded([one, other], market, 2_000).saved.filled).toEqual([{ row: 1, shop: other }]);
    expect(loaded([other, one], market, 2_000).saved.filled).toEqual([{ row: 0, shop: other }]);
  });
});
