import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Item } from '../../../src/market/item/item.ts';
import { BUCKET_MS, type TradeGroup } from '../../../src/market/prices/trade-group.ts';
import { propertyRuns } from '../../property-runs.ts';
import { auctioned, item, purchase, shop, traded } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

/** Stands on: the real journal on SQLite and on PostgreSQL. */

const BOOK = item('ENCHANTED_BOOK', '00000000000000b1');
const SHARP_BOOK = item('ENCHANTED_BOOK', '00000000000000b2');
const ALL = Number.MAX_SAFE_INTEGER;

export type Event = Extract<Change, { kind: 'auctioned' | 'traded' }>;

/** Computes the history by its definition, from every trade. */
function groupsOf(events: readonly Event[], from: number, to: number): Map<string, TradeGroup> {
  const groups = new Map<string, TradeGroup>();
  for (const event of events) {
    if (event.at < from || event.at >= to) continue;
    const group = groupOf(event);
    const id = idOf(group);
    const known = groups.get(id);
    groups.set(id, known ? joined(known, group) : group);
  }
  return groups;
}

function pricesOf(groups: readonly TradeGroup[]): Map<number, number> {
  const prices = new Map<number, number>();
  for (const { kind, unitPrice, trades } of groups) {
    if (kind === 'purchase') prices.set(unitPrice, (prices.get(unitPrice) ?? 0) + trades);
  }
  return prices;
}

function groupOf(event: Event): TradeGroup {
  const at = Math.floor(event.at / BUCKET_MS) * BUCKET_MS;
  const common = { at, trades: 1, lastAt: event.at };
  if (event.kind === 'auctioned') {
    const { kind, item: of, sold, finalBid } = event.auction;
    return {
      ...common,
      kind,
      key: of.identity.key,
      place: null,
      unitPrice: finalBid / sold,
      items: sold,
      paid: finalBid,
    };
  }
  const { kind, item: of, moved, paid, location } = event.trade;
  const place = { location, owner: event.shop?.owner ?? event.owner ?? null };
  return { ...common, kind, key: of.identity.key, place, unitPrice: paid / moved, items: moved, paid };
}

function joined(one: TradeGroup, other: TradeGroup): TradeGroup {
  return {
    ...one,
    trades: one.trades + 1,
    items: one.items + other.items,
    paid: one.paid + other.paid,
    lastAt: Math.max(one.lastAt, other.lastAt),
  };
}

function idOf({ key, kind, at, place, unitPrice }: TradeGroup): string {
  const { location, owner } = place ?? { location: null, owner: null };
  return JSON.stringify([key, kind, at, location && [location.x, location.world], owner?.uuid, owner?.name, unitPrice]);
}

/** Close to the borders of buckets, and often at the same millisecond. */
export const moment = fc
  .tuple(fc.nat(4), fc.constantFrom(0, 0, 1, 7, BUCKET_MS / 2, BUCKET_MS - 1))
  .map(([bucket, offset]) => bucket * BUCKET_MS + offset);
const few = fc.integer({ min: 1, max: 4 });
export const event: fc.Arbitrary<Event> = fc
  .record({
    at: moment,
    of: fc.constantFrom(BOOK, BOOK, SHARP_BOOK, item()),
    kind: fc.constantFrom('auction', 'purchase', 'sale'),
    owner: fc.constantFrom(
      null,
      shop().owner,
      { name: 'Bob', uuid: 'b' },
      { name: null, uuid: 'b' },
      { name: null, uuid: 'c' },
    ),
    isShopKnown: fc.boolean(),
    x: fc.nat(1),
    count: few,
    // Sums of these prices are exact in any order.
    paid: fc.oneof(few, fc.constantFrom(0.5, 1.5, 2400.0)),
  })
  .map(({ at, of, kind, owner, isShopKnown, x, count, paid }): Event => {
    if (kind === 'auction') {
      return { kind: 'auctioned', at, auction: { kind, at, item: of, sold: count, finalBid: paid } };
    }
    const location = { ...shop().location, x };
    const trade = { ...purchase(at, of), kind, moved: count, paid, location };
    if (owner === null) return { kind: 'traded', at, trade, shop: null };
    if (!isShopKnown) return { kind: 'traded', at, trade, shop: null, owner };
    return { kind: 'traded', at, trade, shop: { ...shop(), owner, location } };
  });

function withFormerKey(of: Item, formerKey: string): Item {
  const variant = {
    enchantments: [],
    potion: null,
    canvas: null,
    customName: null,
    traits: [{ name: 'disc', value: 'x' }],
  };
  return { ...of, identity: { ...of.identity, formerKey, variant } };
}

async function timesOf(groups: Promise<readonly TradeGroup[]>): Promise<readonly number[]> {
  return (await groups).map(({ lastAt }) => lastAt).toSorted((a, b) => a - b);
}

/** Keys of a named scute, which depend on the name of its type. */
const NAMED_BEFORE = '00000000000000c1';
const NAMED_NOW = '00000000000000c2';

export function history(open: OpenJournal): void {
  it('fault 86: keeps the trades of a type that the game renamed later', async () => {
    const { journal } = await open();
    const { key, renamedKeys: [plainBefore = ''] = [] } = identify('TURTLE_SCUTE');
    const changes = [
      traded(1, item('SCUTE', plainBefore)),
      traded(2, item('SCUTE', NAMED_BEFORE)),
      traded(3, item('TURTLE_SCUTE', key)),
      traded(4, item('TURTLE_SCUTE', NAMED_NOW)),
    ];
    await journal.record({ changes, notices: [] });
    const plain = { type: 'TURTLE_SCUTE', key };
    const named = { type: 'TURTLE_SCUTE', key: NAMED_NOW, renamedKeys: [NAMED_BEFORE] };
    const all = await journal.history({ type: 'TURTLE_SCUTE' }, 0, ALL);
    expect(all.map((group) => group.key).sort()).toEqual([NAMED_BEFORE, NAMED_NOW, key, key].sort());
    expect(await timesOf(journal.history(plain, 0, ALL))).toEqual([1, 3]);
    expect((await journal.history(plain, 0, ALL)).map((group) => group.key)).toEqual([key, key]);
    expect(await timesOf(journal.history(named, 0, ALL))).toEqual([2, 4]);
    expect((await journal.pricesPaid(plain, 0, BUCKET_MS)).reduce((sum, { trades }) => sum + trades, 0)).toBe(2);
    expect((await journal.traded(0)).filter((each) => each.key === key)).toEqual([plain]);
    expect((await journal.tradeCounts('TURTLE_SCUTE', 0)).get(key)).toBe(2);
    expect(await journal.types()).toEqual(['TURTLE_SCUTE']);
    const read = await journal.changes('TURTLE_SCUTE', 0);
    expect(read.map((change) => change.kind === 'traded' && change.trade.item.identity.type)).toEqual(
      changes.map(() => 'TURTLE_SCUTE'),
    );
  });

  it('fault 100: sums up exactly the trades between any two moments', async () => {
    const run = fc.asyncProperty(fc.array(event, { maxLength: 60 }), moment, moment, async (events, one, other) => {
      const { journal } = await open();
      await journal.record({ changes: events, notices: [] });
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      for (const choice of [{ type: 'ENCHANTED_BOOK' }, { type: 'ENCHANTED_BOOK', key: SHARP_BOOK.identity.key }]) {
        const meant = events.filter((each) => {
          const { identity } = each.kind === 'traded' ? each.trade.item : each.auction.item;
          return identity.type === choice.type && (choice.key === undefined || choice.key === identity.key);
        });
        const found = await journal.history(choice, from, to);
        expect(new Map(found.map((group) => [idOf(group), group]))).toEqual(groupsOf(meant, from, to));
        expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => a - b));
        const paid = await journal.pricesPaid(choice, from, to);
        expect(new Map(paid.map(({ unitPrice, trades }) => [unitPrice, trades]))).toEqual(pricesOf(found));
      }
      await journal.close();
    });
    await fc.assert(run, { numRuns: propertyRuns(1 / 5) });
  });

  it('returns the times of the earliest trades and auctions of all items', async () => {
    const few = fc.integer({ min: 1, max: 12 });
    const run = fc.asyncProperty(
      fc.array(event, { maxLength: 40 }),
      moment,
      moment,
      few,
      async (events, a, b, limit) => {
        const { journal } = await open();
        await journal.record({ changes: events, notices: [] });
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const times = events.map(({ at }) => at).filter((at) => at >= from && at < to);
        const earliest = times.toSorted((one, other) => one - other).slice(0, limit);
        expect(await journal.earliestTrades(from, to, limit)).toEqual(earliest);
        await journal.close();
      },
    );
    await fc.assert(run, { numRuns: propertyRuns(1 / 5) });
  });

  it('pages through thousands of groups, even after a restart', async () => {
    const { journal, reopen } = await open();
    const changes = Array.from({ length: 3_500 }, (_, index) =>
      auctioned((index * BUCKET_MS) / 2, index % 2 ? BOOK : SHARP_BOOK),
    );
    await journal.record({ changes, notices: [] });
    const found = await (await reopen()).history({ type: 'ENCHANTED_BOOK' }, 1, ALL);
    const times = found.map(({ lastAt }) => lastAt).toSorted((a, b) => a - b);
    expect(times).toEqual(changes.slice(1).map(({ at }) => at));
  });

  it('excludes mixed trades of an earlier release from the history, and returns them separately', async () => {
    const { journal, reopen, upgradeAt } = await open();
    const plain = item('MUSIC_DISC_11', '00000000000000d0');
    const slowRain = withFormerKey(item('MUSIC_DISC_11', '00000000000000d1'), plain.identity.key);
    const [before, after] = [BUCKET_MS + 5, 3 * BUCKET_MS + 5];
    await journal.record({ changes: [traded(before, plain), traded(before, BOOK)], notices: [] });
    await upgradeAt(2 * BUCKET_MS + 5);
    const upgraded = await reopen();
    expect(await timesOf(upgraded.history(plain.identity, 0, ALL))).toEqual([before]);
    expect(await upgraded.mixedHistory(plain.identity, 0, ALL)).toBeNull();

    await upgraded.record({ changes: [traded(after, slowRain), traded(after + 1, plain)], notices: [] });
    expect(await timesOf(upgraded.history(plain.identity, 0, ALL))).toEqual([after + 1]);
    expect(await timesOf(upgraded.history(slowRain.identity, 0, ALL))).toEqual([after]);
    expect(await timesOf(upgraded.history({ type: 'MUSIC_DISC_11' }, 0, ALL))).toEqual([before, after, after + 1]);
    expect(await upgraded.pricesPaid(plain.identity, 0, after)).toEqual([]);
    for (const { identity } of [plain, slowRain]) {
      const mixed = await upgraded.mixedHistory(identity, 0, ALL);
      expect(mixed).toMatchObject({ until: 2 * BUCKET_MS + 5, trades: [{ key: identity.key, lastAt: before }] });
      expect(await upgraded.mixedHistory(identity, 2 * BUCKET_MS + 5, ALL)).toBeNull();
    }
    expect(await timesOf(upgraded.history(BOOK.identity, 0, ALL))).toEqual([before]);
  });

  it('counts damaged and signed goods apart from the plain item', async () => {
    const { journal } = await open();
    const damaged = { ...BOOK, condition: { damaged: true } } as const;
    await journal.record({ changes: [traded(10, BOOK), traded(20, damaged), auctioned(30, damaged)], notices: [] });
    expect(await timesOf(journal.history(BOOK.identity, 0, ALL))).toEqual([10]);
    expect(await timesOf(journal.history({ type: 'ENCHANTED_BOOK' }, 0, ALL))).toEqual([10, 20, 30]);
  });

  it('returns no history for untraded items and for listings', async () => {
    const { journal } = await open();
    await journal.record({ changes: [{ kind: 'listed', at: 5, shop: shop() }], notices: [] });
    expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, ALL)).toEqual([]);
    expect(await journal.traded(0)).toEqual([]);
  });

  it('returns the items traded since a moment', async () => {
    const { journal } = await open();
    await journal.record({ changes: [traded(10), auctioned(20, BOOK), auctioned(30, BOOK)], notices: [] });
    const [slime, subscriptions] = [item().identity, BOOK.identity].map(({ key, type }) => ({ key, type }));
    expect(await journal.traded(10)).toEqual([slime, subscriptions]);
    expect(await journal.traded(11)).toEqual([subscriptions]);
    expect(await journal.traded(31)).toEqual([]);
  });

  it('counts trades and auctions per variant of a type from a moment’s bucket on, over a restart', async () => {
    const { journal, reopen } = await open();
    const [late, later] = [BUCKET_MS, 3 * BUCKET_MS];
    await journal.record({
      changes: [auctioned(10, BOOK), traded(late + 5, BOOK), auctioned(later, BOOK), auctioned(later + 1, SHARP_BOOK)],
      notices: [],
    });
    const counts = async (type: string, from: number) => {
      const found = await (await reopen()).tradeCounts(type, from);
      return [BOOK, SHARP_BOOK].map(({ identity }) => found.get(identity.key));
    };
    expect(await counts(BOOK.identity.type, 0)).toEqual([3, 1]);
    expect(await counts(BOOK.identity.type, late + 9)).toEqual([2, 1]);
    expect(await counts(BOOK.identity.type, later + BUCKET_MS)).toEqual([undefined, undefined]);
    expect(await counts('SLIME_BLOCK', 0)).toEqual([undefined, undefined]);
  });

  it('returns the type of everything ever traded or listed, once each', async () => {
    const { journal, reopen } = await open();
    await journal.record({ changes: [traded(10), auctioned(20, BOOK), auctioned(30, SHARP_BOOK)], notices: [] });
    await journal.recordPriceSamples(40, [
      { key: 'c3', type: 'NETHERITE_INGOT', formerKey: null, ask: 9, bid: null, stock: 1 },
    ]);
    await journal.prune(ALL);
    expect((await (await reopen()).types()).toSorted()).toEqual(['ENCHANTED_BOOK', 'NETHERITE_INGOT', 'SLIME_BLOCK']);
  });

  it('drops the buckets that ended before the given time, and no others', async () => {
    const { journal } = await open();
    const times = Array.from({ length: 1_200 }, (_, index) => index * 1e6);
    await journal.record({ changes: times.map((at) => traded(at, BOOK)), notices: [] });
    const bucket = 40 * BUCKET_MS;
    await journal.prune(bucket + 1_000);
    const kept = times.filter((at) => at >= bucket);
    const count = (groups: readonly TradeGroup[]) => groups.reduce((sum, { trades }) => sum + trades, 0);
    expect(count(await journal.history({ type: 'ENCHANTED_BOOK' }, 0, ALL))).toBe(kept.length);
    expect(count(await journal.history({ type: 'ENCHANTED_BOOK' }, 1, bucket + BUCKET_MS - 1))).toBeGreaterThan(10);
  });
}
