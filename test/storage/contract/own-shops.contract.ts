import { expect, it } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import type { OwnShopsReport, Turnover } from '../../../src/market/my-shops/report.ts';
import { createOwnShops } from '../../../src/prices/own-shops.ts';
import { createTradesKnownSince } from '../../../src/prices/trades-known-since.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { ADA } from '../../market/samples.ts';
import { worthsOf } from '../../prices/no-worths.ts';
import { testSize } from '../../property-runs.ts';
import type { OpenJournal } from './open-journal.ts';
import { OwnShopsWeeks, type TrueTrade } from './own-shops-weeks.ts';

/** Stands on: the real journal on SQLite and on PostgreSQL, and a market that is compared as the pipeline does. */

const PLAYER = { name: 'Ada', uuid: ADA.uuid };
const WORTHS: Readonly<Record<string, number>> = { SLIME_BLOCK: 2.5, DIRT: 0.25, SAND: 1 };
const SEEDS = Array.from({ length: testSize({ short: 1, long: 12 }) }, (_, at) => 3 + at);

/** Sums true trades, independently of the report. */
function sumOf(trades: readonly TrueTrade[]): Turnover {
  const [asks, bids] = [trades.filter(({ shop }) => shop.side === 'ask'), trades.filter((t) => t.shop.side === 'bid')];
  const add = (all: readonly TrueTrade[], of: 'count' | 'paid') => all.reduce((sum, one) => sum + one[of], 0);
  return {
    ...{ sales: asks.length, sold: add(asks, 'count'), earned: add(asks, 'paid') },
    ...{ purchases: bids.length, bought: add(bids, 'count'), spent: add(bids, 'paid') },
  };
}

/** Compares a report with the true trades that the stream delivered. */
function expectTrue(report: OwnShopsReport, weeks: OwnShopsWeeks, lookedAt: number): void {
  const { from, to } = report;
  const heard = weeks.trades.filter(({ isHeard }) => isHeard);
  const own = heard.filter(({ shop, isUnclear }) => shop.owner === ADA && !isUnclear);
  const within = (trades: readonly TrueTrade[], since: number, until = to) =>
    trades.filter(({ at }) => at >= since && at < until);
  expect(report.total).toEqual(sumOf(within(own, from)));
  expect(report.sinceLook).toMatchObject({ at: lookedAt, turnover: sumOf(within(own, lookedAt)) });
  for (const { identity, ...turnover } of report.sinceLook?.items ?? [])
    expect(turnover).toEqual(
      sumOf(within(own, lookedAt).filter(({ shop }) => shop.item.identity.key === identity.key)),
    );
  expect(report.unclear).toEqual(sumOf(within(heard, from).filter(({ isUnclear }) => isUnclear)));
  for (const { from: start, until, ...turnover } of report.days)
    expect(turnover).toEqual(sumOf(within(own, start, until)));
  for (const { identity, ...turnover } of report.items)
    expect(turnover).toEqual(sumOf(within(own, from).filter(({ shop }) => shop.item.identity.key === identity.key)));

  const missedMs = (since: number) =>
    weeks.outages.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.until, to) - Math.max(gap.from, since)), 0);
  const now = weeks.shops;
  expect(report.shops.map(({ shop }) => shop.id).toSorted()).toEqual(
    now.flatMap(({ id, owner }) => (owner === ADA ? [id] : [])).toSorted(),
  );
  for (const { shop, isEmpty, isFull, runsEmpty, undercut, unsold, value, ...rest } of report.shops) {
    const isOfShop = ({ id, side, item }: typeof shop) =>
      id === shop.id && side === shop.side && item.identity.key === shop.item.identity.key;
    const ofShop = own.filter((one) => isOfShop(one.shop) && !one.isOfTwin);
    expect(rest).toMatchObject(sumOf(within(ofShop, from)));
    const hasStock = shop.remaining >= shop.item.quantity;
    expect({ isEmpty, isFull }).toEqual({
      isEmpty: shop.side === 'ask' && !hasStock,
      isFull: shop.side === 'bid' && !hasStock,
    });
    const monthAgo = to - 30 * DAY_MS;
    const since = Math.max(monthAgo, weeks.began, weeks.listedAt.get(shop.id) ?? 0);
    const { sales, sold } = sumOf(within(ofShop, since));
    const inDays = (to - since - missedMs(since)) / DAY_MS;
    // A trade that may be of this shop or of its neighbour allows no rate, and no claim that nothing was sold.
    const isInDoubt = ({ isUnclear, isOfTwin }: TrueTrade) => isUnclear || isOfTwin;
    const doubts = heard.filter((one) => isInDoubt(one) && one.shop.location.x === shop.location.x);
    const isSure = within(doubts, since).length === 0;
    if (shop.side === 'ask' && hasStock && sales >= 3 && inDays >= 1 && isSure) {
      expect(runsEmpty).toEqual({ days: expect.closeTo((shop.remaining * inDays) / sold, 6), sold, inDays });
    } else expect(runsEmpty).toBeNull();
    const isLongKnown = since === monthAgo && missedMs(monthAgo) <= 3 * DAY_MS;
    expect(unsold !== null).toBe(isLongKnown && isSure && hasStock && within(ofShop, monthAgo).length === 0);
    const unit = (one: typeof shop) => one.price / one.item.quantity;
    const better = now.filter(
      (one) =>
        one.owner !== ADA &&
        one.side === shop.side &&
        one.item.identity.key === shop.item.identity.key &&
        one.remaining >= one.item.quantity &&
        (shop.side === 'ask' ? unit(one) < unit(shop) : unit(one) > unit(shop)),
    );
    const best = shop.side === 'ask' ? Math.min(...better.map(unit)) : Math.max(...better.map(unit));
    if (hasStock && better.length > 0) {
      expect(undercut).toMatchObject({ theirs: best, ours: unit(shop), more: better.length - 1 });
    } else expect(undercut).toBeNull();
    const worth = WORTHS[shop.item.identity.type];
    expect(value).toBe(shop.side === 'ask' && worth !== undefined ? worth * shop.remaining : null);
  }
  const selling = now.filter(({ owner, side }) => owner === ADA && side === 'ask');
  const worth = selling.reduce((sum, one) => sum + (WORTHS[one.item.identity.type] ?? 0) * one.remaining, 0);
  expect(report.stock.worth).toBeCloseTo(worth, 6);
  expect(report.stock.priced + report.stock.unpriced).toBe(selling.length);
}

export function ownShops(open: OpenJournal): void {
  it.each(SEEDS)('a report equals a ledger over weeks with outages and restarts (seed %i)', async (seed) => {
    const { journal, reopen } = await open();
    const weeks = new OwnShopsWeeks(journal, reopen, seed, Date.now() - 43 * DAY_MS);
    const worths = worthsOf(
      Object.fromEntries(Object.entries(WORTHS).map(([type, worth]) => [identify(type).key, worth])),
    );
    const report = async (days: number, lookedAt: number) => {
      const { journal: now } = weeks;
      const times = { beganAt: weeks.began, historyMs: 400 * DAY_MS, now: () => weeks.now };
      const tradesKnownSince = createTradesKnownSince({ journal: now, ...times });
      const sources = { journal: now, worths, market: () => weeks.market, tradesKnownSince, ...times };
      expectTrue((await createOwnShops(sources).report(PLAYER, days, lookedAt)).report, weeks, lookedAt);
    };
    await weeks.pass(10);
    await report(7, weeks.now - 3.3 * DAY_MS);
    for (const days of [1, 7, 30, 11]) {
      await weeks.pass(8);
      await report(days, weeks.now - 8 * DAY_MS);
    }
    await weeks.journal.prune(weeks.began);
    await report(30, weeks.now - 20 * DAY_MS);
    expect(weeks.outages.length).toBeGreaterThan(3);
    expect(weeks.trades.filter(({ isHeard }) => !isHeard).length).toBeGreaterThan(20);
    expect(weeks.listedAt.size).toBeGreaterThan(2);
    expect(weeks.trades.filter(({ isOfTwin, isHeard }) => isOfTwin && isHeard).length).toBeGreaterThan(9);
  });
}
