import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import { matchEvent, matchShop } from '../../../src/market/search/match.ts';
import { inStock } from '../../../src/market/shops/unit-price.ts';
import { improvementOf } from '../../../src/routing/better-price.ts';
import { explainMatch, type MismatchReason } from '../../../src/routing/explain-match.ts';
import { isAtPrice, watchMatches } from '../../../src/routing/match.ts';
import type { Cause } from '../../../src/routing/notice.ts';
import { EMPTY_MATCH_CONTEXT } from '../../../src/routing/shop-news.ts';
import { simulateDeliveries } from '../../../src/routing/simulate-deliveries.ts';
import type { Watch } from '../../../src/routing/watch.ts';
import { evaluate } from '../../../src/subscriptions/evaluate.ts';
import { expectCoverage, propertyRuns } from '../../property-runs.ts';
import { marketHistory } from './market-history.ts';
import { type HistoryRun, runHistory } from './run-history.ts';

/** Histories run in parallel, because most of their time is spent waiting for the timer of a commit. */
const together = fc.array(marketHistory, { minLength: 10, maxLength: 10 });
const RUNS = { numRuns: propertyRuns(0.1), endOnFailure: true };
/** Messages sent within a minute count as one delivery. */
const SAME_DELIVERY_MS = 60_000;
const HARDLY_BETTER = 'matched before, not 10 % better';

/** Without quiet hours and snapshots at delivery time no check drops a notice, which `replay` does not model. */
test('in a random market a watch’s preview counts its deliveries, and explanations are right', async () => {
  let tellings = 0;
  const seen = new Map<string, number>();
  const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(together, async (histories) => {
      const lives = await Promise.all(histories.map(runHistory));
      for (const [at, lived] of lives.entries()) {
        for (const watch of histories[at]?.watches ?? []) {
          const changes = await lived.changes(watch.item?.type ?? '');
          tellings += expectCountedTellings(watch, lived, changes);
          await expectExplained(watch, lived, changes, see);
        }
      }
    }),
    RUNS,
  );
  expectCoverage(() => {
    expect(tellings).toBeGreaterThan(50);
    // Rarer reasons (`matched-before`, a running cool-down) may be missing in a hundred histories.
    const usual = ['told', 'not there', 'variant', 'owner', 'world', 'max-price', 'price'];
    expect([...seen.keys()]).toEqual(expect.arrayContaining(usual));
  });
});

/** Asserts that a replay delivers as often as the watch did. @returns the number of deliveries */
function expectCountedTellings(watch: Watch, lived: HistoryRun, changes: readonly Change[]): number {
  const delivered = lived.sent(watch.userId).map(({ at }) => at);
  const breaths = delivered.filter((at, index) => index === 0 || at - (delivered[index - 1] ?? 0) > SAME_DELIVERY_MS);
  expect(simulateDeliveries({ ...watch, createdAt: 0 }, changes, null, lived.now)).toHaveLength(breaths.length);
  return breaths.length;
}

/** Asserts that each change was delivered, is pending, was dropped, or was missed for the given reason. */
async function expectExplained(
  watch: Watch,
  lived: HistoryRun,
  changes: readonly Change[],
  see: (what: string) => void,
): Promise<void> {
  const past = await lived.past(watch.userId);
  const sent = new Set(lived.sent(watch.userId).flatMap(({ notices }) => notices));
  const evaluations = evaluate(watch, changes, past);
  const explained = evaluations.flatMap(({ notice }) => (notice ? [notice.notice.id] : []));
  expect(explained.toSorted((a, b) => a - b)).toEqual(past.map(({ notice }) => notice.id).toSorted((a, b) => a - b));

  // A one-time watch is removed once it was delivered.
  const goneAt = watch.repeat === 'once' ? (lived.sent(watch.userId)[0]?.at ?? null) : null;
  for (const { change, notice, mismatches } of evaluations) {
    if (notice === null && mismatches.length === 0) {
      expect(goneAt).not.toBeNull();
      see('not there');
    } else if (notice === null) {
      expectTrueMisses(watch, change, mismatches);
      for (const miss of mismatches) see(miss);
    } else {
      expect(mismatches).toEqual([]);
      expect(notice.notice.cause).toEqual({ kind: 'change', change: withFormerId(change, notice.notice.cause) });
      const isTold = notice.end?.message != null;
      expect(isTold).toBe(sent.has(notice.notice.id));
      if (isTold) expect(notice.end?.message).toMatchObject({ messageId: expect.any(String), why: null });
      else if (notice.end === null) expect(notice.notice.held).toBe('cooling');
      else if (notice.end.why === HARDLY_BETTER) expect(improvementOf(watch, change)).not.toBeNull();
      else expect([watch.repeat, notice.end.why]).toEqual(['once', expect.stringMatching(/removed|told once/)]);
      see(isTold ? 'told' : notice.end === null ? 'cooling' : (notice.end.why ?? ''));
    }
  }
}

/** For a shop with a new id between two snapshots, the history keeps one id and a notice keeps both. */
function withFormerId(change: Change, cause: Cause): Change {
  if (cause.kind !== 'change' || !('before' in cause.change) || !('before' in change)) return change;
  return { ...change, before: { ...change.before, id: cause.change.before.id } };
}

const PARTS: Partial<Record<MismatchReason, keyof Watch['filter']>> = {
  enchantment: 'enchantments',
  owner: 'owner',
  'not-owner': 'notOwner',
  world: 'world',
  'max-price': 'maxPrice',
  'min-price': 'minPrice',
  'min-stock': 'minStock',
};

/**
 * Asserts that each named part of the filter prevents the match, that the change matches without them, and that other
 * reasons are true.
 */
function expectTrueMisses(watch: Watch, change: Change, mismatches: readonly MismatchReason[]): void {
  expect(watchMatches(watch, change, EMPTY_MATCH_CONTEXT)).toBe(false);
  const [miss] = mismatches;
  const now = 'shop' in change ? change.shop : null;
  const before = 'before' in change ? change.before : null;
  if (miss !== undefined && PARTS[miss] !== undefined) {
    for (const one of mismatches) {
      const others = mismatches.filter((other) => other !== one);
      expect(explainMatch(without(watch, others), change)).toEqual({ kind: 'missed', mismatches: [one] });
    }
    const freed = explainMatch(without(watch, mismatches), change);
    expect(freed.kind === 'missed' ? freed.mismatches.filter((left) => PARTS[left]) : []).toEqual([]);
    return;
  }
  expect(mismatches).toHaveLength(1);
  if (miss === 'matched-before') {
    expect([now, before].map((shop) => shop !== null && isAtPrice(watch, shop, shop.remaining))).toEqual([true, true]);
  } else if (miss === 'no-stock') {
    const examined = watch.trigger === 'sold-out' ? before : now;
    expect(examined !== null && inStock(examined, examined.remaining)).toBe(false);
  } else if (miss === 'price') {
    const free = { ...watch, price: watch.trigger === 'at-or-above' ? 0 : Number.MAX_SAFE_INTEGER };
    expect(isMixed(watch, change) || explainMatch(free, change)).not.toEqual({ kind: 'missed', mismatches: ['price'] });
  }
}

/** Goods among others have no price of their own, so that no price matches. */
function isMixed({ filter }: Watch, change: Change): boolean {
  if (change.kind === 'auctioned') return matchEvent(filter, change.auction, null)?.unitPrice === null;
  if (change.kind === 'traded') return matchEvent(filter, change.trade, change.shop)?.unitPrice === null;
  return 'shop' in change && matchShop(filter, change.shop, change.shop.remaining)?.unitPrice === null;
}

function without(watch: Watch, mismatches: readonly MismatchReason[]): Watch {
  const dropped = mismatches.flatMap((miss) => PARTS[miss] ?? []);
  const kept = Object.entries(watch.filter).filter(([name]) => !dropped.includes(name as keyof Watch['filter']));
  return { ...watch, filter: { containers: true, ...Object.fromEntries(kept) } };
}
