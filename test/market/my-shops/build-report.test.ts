import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildReport, type ReportFacts } from '../../../src/market/my-shops/build-report.ts';
import type { ShopTrade } from '../../../src/market/my-shops/shop-trade.ts';
import { playerKey } from '../../../src/market/player.ts';
import { type Shop, UNLIMITED } from '../../../src/market/shops/shop.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { propertyRuns } from '../../property-runs.ts';
import { ADA, atOnce, HERE, item, marketOf, shop } from '../samples.ts';

/** Stands on: pure functions, without I/O. */

const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };
const TO = 1_767_225_600_000 + 5 * HOUR_MS;
const SLIME = item('SLIME_BLOCK').identity;

function at(x: number): Shop['location'] {
  return { ...HERE, x };
}

function sold(more: Partial<ShopTrade> = {}): ShopTrade {
  const place = { location: HERE, owner: ADA };
  return { at: TO - HOUR_MS, kind: 'purchase', type: SLIME.type, key: SLIME.key, count: 3, paid: 12, place, ...more };
}

function reportOf(shops: readonly Shop[], trades: readonly ShopTrade[], more: Partial<ReportFacts> = {}) {
  const market = marketOf(...shops);
  const own = shops.filter(({ owner }) => owner === ADA);
  const from = TO - 7 * DAY_MS;
  const times = {
    readFrom: TO - 90 * DAY_MS,
    from,
    to: TO,
    lookedAt: null,
    knownSince: 0,
    beganAt: TO,
    outages: [],
    listings: [],
    listingsFrom: TO - 30 * DAY_MS,
  };
  const facts = { market, shops: own, uuid: playerKey(ADA.uuid), trades, worths: new Map(), ...times, ...more };
  return atOnce(buildReport(facts));
}

test('sums equal those of a ledger that counts each trade by itself', () => {
  const shops = [
    shop(1, { location: at(1) }),
    shop(2, { location: at(2), item: item('DIRT') }),
    shop(3, { location: at(2), item: item('SAND') }),
    shop(4, { location: at(3), owner: BOB }),
    shop(5, { location: at(4) }),
    shop(6, { location: at(4), owner: BOB }),
  ];
  const arbitrary = fc.record({
    at: fc.integer({ min: TO - 20 * DAY_MS, max: TO - 1 }),
    kind: fc.constantFrom('purchase', 'sale'),
    of: fc.constantFrom('SLIME_BLOCK', 'DIRT', 'SAND'),
    count: fc.integer({ min: 1, max: 64 }),
    paid: fc.integer({ min: 0, max: 100 }),
    place: fc.record({ location: fc.constantFrom(at(1), at(2), at(3), at(4)), owner: fc.constantFrom(ADA, BOB, null) }),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 40 }), fc.integer({ min: 1, max: 15 }), (drawn, days) => {
      const trades = drawn.map(({ of, ...trade }): ShopTrade => {
        const { type, key } = item(of).identity;
        return { ...trade, type, key };
      });
      const from = TO - days * DAY_MS;
      const lookedAt = TO - 10 * DAY_MS;
      const report = reportOf(shops, trades, { from, lookedAt });
      // Only shops of Ada stand at x 1 and 2; x 4 is unclear without an owner.
      const isOwn = ({ place }: ShopTrade) => place.owner === ADA || (place.owner === null && place.location.x <= 2);
      const own = trades.filter(isOwn);
      const unclear = trades.filter(({ place }) => place.owner === null && place.location.x === 4);
      const since = (all: readonly ShopTrade[], time: number) => all.filter((trade) => trade.at >= time);
      const sums = (all: readonly ShopTrade[]) => {
        const [bought, paidOut] = [all.filter(({ kind }) => kind === 'purchase'), all.filter((t) => t.kind === 'sale')];
        const count = (of: readonly ShopTrade[]) => of.reduce((sum, trade) => sum + trade.count, 0);
        const paid = (of: readonly ShopTrade[]) => of.reduce((sum, trade) => sum + trade.paid, 0);
        return {
          ...{ sales: bought.length, sold: count(bought), earned: paid(bought) },
          ...{ purchases: paidOut.length, bought: count(paidOut), spent: paid(paidOut) },
        };
      };
      expect(report.total).toEqual(sums(since(own, from)));
      expect(report.unclear).toEqual(sums(since(unclear, from)));
      expect(report.sinceLook).toMatchObject({ at: lookedAt, turnover: sums(since(own, lookedAt)) });
      expect(report.days[0]?.from).toBe(from);
      expect(report.days.at(-1)?.until).toBe(TO);
      for (const { from: start, until, ...turnover } of report.days) {
        expect(turnover).toEqual(sums(own.filter((trade) => trade.at >= start && trade.at < until)));
      }
      for (const { identity, ...turnover } of report.items) {
        expect(turnover).toEqual(sums(since(own, from).filter(({ key }) => key === identity.key)));
      }
      expect(report.items).toHaveLength(new Set(since(own, from).map(({ key }) => key)).size);
      const first = report.shops.find((one) => one.shop.id === 1);
      expect(first).toMatchObject(
        sums(
          since(own, from).filter(
            (one) => one.place.location.x === 1 && one.key === SLIME.key && one.kind === 'purchase',
          ),
        ),
      );
    }),
    { numRuns: propertyRuns() },
  );
});

describe('a shop needs attention', () => {
  const only = (shops: readonly Shop[], trades: readonly ShopTrade[] = [], more: Partial<ReportFacts> = {}) => {
    const [first] = reportOf(shops, trades, more).shops;
    if (!first) throw new Error('no shop');
    return first;
  };

  test('where no bundle is left, whatever was sold', () => {
    const first = only([shop(1, { remaining: 3, item: item('SLIME_BLOCK', { quantity: 4 }) })], [sold()]);
    expect(first).toMatchObject({ isEmpty: true, isFull: false, runsEmpty: null, unsold: null, undercut: null });
  });

  test('where a shop that buys has no room left, which is no empty shop', () => {
    const first = only([
      shop(1, { side: 'bid', kind: 'BUYING', remaining: 3, item: item('SLIME_BLOCK', { quantity: 4 }) }),
    ]);
    expect(first).toMatchObject({ isEmpty: false, isFull: true, runsEmpty: null, unsold: null });
  });

  test('where its own rate of 30 days empties it soon; times without the stream do not count', () => {
    const trades = [1, 2, 3].map((day) => sold({ at: TO - day * DAY_MS, count: 20 }));
    expect(only([shop(1, { remaining: 6 })], trades).runsEmpty).toEqual({ days: 3, sold: 60, inDays: 30 });
    const halfMissed = only([shop(1, { remaining: 6 })], trades, {
      outages: [{ from: TO - 40 * DAY_MS, until: TO - 15 * DAY_MS }],
    });
    expect(halfMissed.runsEmpty).toEqual({ days: 1.5, sold: 60, inDays: 15 });
    expect(only([shop(1, { remaining: 6 })], trades.slice(1)).runsEmpty).toBeNull();
    expect(only([shop(1, { remaining: UNLIMITED })], trades).runsEmpty).toBeNull();
  });

  test('where another player sells the same for less, or pays more, with stock or room', () => {
    const rival = (id: number, more: Partial<Shop>) => shop(id, { owner: BOB, location: at(31), ...more });
    const cheaper = [rival(2, { price: 3 }), rival(3, { price: 2 }), rival(4, { price: 1, remaining: 0 })];
    const first = only([shop(1), ...cheaper]);
    expect(first.undercut).toMatchObject({ rival: { id: 3 }, theirs: 2, ours: 4, blocks: 30, more: 1 });
    expect(only([shop(1), rival(2, { price: 4 }), shop(3, { price: 1 })]).undercut).toBeNull();
    expect(only([shop(1, { remaining: 0 }), ...cheaper]).undercut).toBeNull();
    const pays = only([shop(1, { side: 'bid' }), rival(2, { side: 'bid', price: 5 }), rival(3, { price: 1 })]);
    expect(pays.undercut).toMatchObject({ rival: { id: 2 }, theirs: 5 });
  });

  test('where nothing was traded for 30 days of which everything is known', () => {
    expect(only([shop(1)], [sold({ at: TO - 31 * DAY_MS })]).unsold).toEqual({ lastAt: TO - 31 * DAY_MS, days: 31 });
    expect(only([shop(1)], [sold({ at: TO - 29 * DAY_MS })]).unsold).toBeNull();
    expect(only([shop(1)]).unsold).toEqual({ lastAt: null, days: 90 });
    expect(only([shop(1)], [], { knownSince: TO - 29 * DAY_MS }).unsold).toBeNull();
    expect(only([shop(1)], [], { outages: [{ from: TO - 4 * DAY_MS, until: null }] }).unsold).toBeNull();
    expect(only([shop(1)], [], { outages: [{ from: TO - 3 * DAY_MS, until: null }] }).unsold).not.toBeNull();
  });

  test('only by trades since its goods were listed', () => {
    const trades = [1, 2, 3].map((day) => sold({ at: TO - day * DAY_MS, count: 20 }));
    const listings = [{ location: HERE, at: TO - 2.5 * DAY_MS }];
    expect(only([shop(1)], [], { listings }).unsold).toBeNull();
    expect(only([shop(1, { remaining: 6 })], trades, { listings }).runsEmpty).toBeNull();
    const more = [...trades, sold({ count: 10 })];
    expect(only([shop(1, { remaining: 6 })], more, { listings }).runsEmpty).toEqual({
      days: 0.3,
      sold: 50,
      inDays: 2.5,
    });
  });
});

test('an ownerless trade is unclear, unless it is from before Crier began and one owner stands there', () => {
  const shops = [shop(1)];
  const place = { location: HERE, owner: null };
  const at = TO - DAY_MS;
  const clear = (more: Partial<ReportFacts>) => {
    const { total, unclear } = reportOf(shops, [sold({ at, place })], more);
    return [total.earned, unclear.earned];
  };
  expect(clear({})).toEqual([12, 0]);
  expect(clear({ beganAt: at })).toEqual([0, 12]);
  expect(clear({ listings: [{ at: at + 1, location: HERE }] })).toEqual([0, 12]);
  expect(clear({ listings: [{ at: at - 1, location: HERE }] })).toEqual([12, 0]);
});

test('trades that may be of either of two shops at one place make neither unsold, and give neither a rate', () => {
  const two = [shop(1), shop(2, { price: 5 })];
  const daily = [1, 2, 3].map((day) => sold({ at: TO - day * DAY_MS }));
  expect(reportOf(two, daily).shops).toMatchObject([
    { unsold: null, runsEmpty: null },
    { unsold: null, runsEmpty: null },
  ]);
  const unclear = daily.map((trade) => ({ ...trade, place: { location: HERE, owner: null } }));
  expect(reportOf([shop(1)], unclear, { beganAt: 0 }).shops).toMatchObject([{ unsold: null, runsEmpty: null }]);
});

test('the stock’s worth counts what selling shops hold, with and without a worth', () => {
  const shops = [
    shop(1, { remaining: 10 }),
    shop(2, { location: at(2), item: item('DIRT') }),
    shop(3, { location: at(3), remaining: UNLIMITED }),
    shop(4, { location: at(4), side: 'bid' }),
  ];
  const { stock } = reportOf(shops, [], { worths: new Map([[SLIME.key, 2.5]]) });
  expect(stock).toEqual({ worth: 25, priced: 1, unpriced: 1 });
});

test('a shop has the trades of its own goods and side, without those of a neighbour that is gone', () => {
  const daily = [1, 2, 3].map((day) => TO - day * DAY_MS);
  const others = daily.flatMap((at) => [
    sold({ at, type: 'DIRT', key: item('DIRT').identity.key }),
    sold({ at, kind: 'sale' }),
  ]);
  const [only] = reportOf([shop(1)], others).shops;
  expect(only).toMatchObject({ sold: 0, bought: 0, runsEmpty: null, unsold: { lastAt: null } });
  const unclear = others.map((trade) => ({ ...trade, place: { location: HERE, owner: null } }));
  expect(reportOf([shop(1)], unclear, { beganAt: 0 }).shops).toMatchObject([{ unsold: { lastAt: null } }]);
});

test('a trade of a kind that no shop at its place is known to sell may be of each with its type', () => {
  const unknown = item({ ...item('DIAMOND_SWORD').identity, key: 'open', variant: null });
  const two = [shop(1, { item: unknown }), shop(2, { item: unknown, price: 5 }), shop(3)];
  const sword = sold({ type: 'DIAMOND_SWORD', key: 'sharp' });
  const shops = reportOf(two, [sword]).shops;
  expect(shops.map((own) => [own.shop.id, own.sold, own.unsold === null])).toEqual(
    expect.arrayContaining([
      [1, 0, true],
      [2, 0, true],
      [3, 0, false],
    ]),
  );
});

test('two outages of the same time count once', () => {
  const trades = [1, 2, 3].map((day) => sold({ at: TO - day * DAY_MS, count: 20 }));
  const from = TO - 25 * DAY_MS;
  const outages = [
    { from, until: TO - 10 * DAY_MS },
    { from: from + DAY_MS, until: TO - 12 * DAY_MS },
    { from: TO - 12 * DAY_MS, until: TO - 10 * DAY_MS },
  ];
  expect(reportOf([shop(1, { remaining: 6 })], trades, { outages }).shops).toMatchObject([
    { runsEmpty: { days: 1.5, sold: 60, inDays: 15 } },
  ]);
});

test('a trade from before Crier began is unclear once the listings since then are deleted', () => {
  const place = { location: HERE, owner: null };
  const beganAt = TO - 39 * DAY_MS;
  const { total, unclear } = reportOf([shop(1)], [sold({ at: beganAt - 1, place })], {
    beganAt,
    from: TO - 60 * DAY_MS,
  });
  expect([total.earned, unclear.earned]).toEqual([0, 12]);
});
