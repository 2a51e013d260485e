import { identify } from '../market/item/identity.ts';
import type { Identity, ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { isPlainChoice } from '../market/prices/kind-counts.ts';
import {
  bestAsk,
  bestBid,
  cheapestInContainers,
  containerQuotes,
  isSoldOutSince,
  unpricedBids,
  variantQuotes,
} from '../market/prices/quotes.ts';
import {
  countTrades,
  FEW_TRADES,
  medianOf,
  stepMsFor,
  summariseSteps,
  summariseTrades,
} from '../market/prices/summary.ts';
import type { PriceSample, TradeGroup } from '../market/prices/trade-group.ts';
import {
  differenceFromWorth,
  type NoWorth,
  type Worth,
  type WorthDifference,
  worthOf,
} from '../market/prices/worth.ts';
import type { Location, Owner } from '../market/shops/shop.ts';
import { inStock } from '../market/shops/unit-price.ts';
import type { History, Journal, MixedHistory } from '../ports/journal.ts';
import type { PriceFacts, PriceQuotes, TradesKnownSince, VariantQuotes, Worths } from '../ports/prices.ts';
import { yieldToEventLoop } from '../time/cooperate.ts';
import { DAY_MS } from '../time/durations.ts';

/** Days of the trend next to the worth. A week is the shortest period in which most traded items have a sample. */
const TREND_DAYS = 7;

export interface PriceSources {
  readonly journal: Pick<Journal, 'history' | 'mixedHistory' | 'pricesPaid' | 'priceSamples' | 'outages'>;
  /** The 30-day worths that `/deals` and alerts use. */
  readonly worths: Pick<Worths, 'of'>;
  readonly market: () => Market | null;
  readonly tradesKnownSince: TradesKnownSince;
  readonly now: () => number;
}

/**
 * Collects the facts about an item's price over a number of days: current quotes from the market, history from the
 * journal.
 */
export async function gatherFacts(item: ItemChoice, days: number, sources: PriceSources): Promise<PriceFacts> {
  const now = sources.now();
  const since = now - days * DAY_MS;
  // A bare type is priced as the plain item, since a price across variants means nothing.
  const market = sources.market();
  const priced = withRenamedKeys({ ...item, key: item.key ?? identify(item.type).key }, market);
  const { trades, recent, mixed, before, samples, outages } = await readHistory(priced, days, now, sources.journal);
  const worth = await sources.worths.of(priced);
  const knownSince = await sources.tradesKnownSince(since);
  const quotes = quotesOf(item, priced, market);
  const ofKind = Map.groupBy(trades, ({ kind }) => kind);
  const purchases = ofKind.get('purchase') ?? [];
  // The trend and the chart of a busy item take some ms each, so other work runs in between.
  await yieldToEventLoop();
  const ownerAt = (location: Location) => market?.soleOwnerAt(location) ?? null;
  const trend = trendOf(worth, recent, ownerAt);
  await yieldToEventLoop();
  const points = summariseSteps(purchases, since, now, stepMsFor(days));
  await yieldToEventLoop();
  return {
    ...quotes,
    since,
    now,
    purchases: summariseTrades(purchases, ownerAt),
    sales: summariseTrades(ofKind.get('sale') ?? [], ownerAt),
    auctions: summariseTrades(ofKind.get('auction') ?? []),
    medianBefore: countTrades(before) < FEW_TRADES ? null : medianOf(before),
    worth,
    trend,
    points,
    mixed: mixedPoints(mixed, since, now, stepMsFor(days)),
    asks: withQuote(samples, quotes.ask?.unitPrice ?? null, market),
    outages,
    knownSince,
    hasEarlierTrades: knownSince !== null && trades.some(({ lastAt }) => lastAt < knownSince),
  };
}

/** Adds the keys of the item's trades from before the game renamed its type. */
export function withRenamedKeys<T extends ItemChoice & { readonly key: string }>(item: T, market: Market | null): T {
  const renamedKeys = market?.catalogue.identityOf(item.key)?.renamedKeys;
  return renamedKeys === undefined ? item : { ...item, renamedKeys };
}

/** Whether there is a purchase to draw. A chart of asks alone would suggest prices that nobody paid. */
export function hasPurchases({ purchases, mixed }: Pick<PriceFacts, 'purchases' | 'mixed'>): boolean {
  return purchases !== null || mixed !== null;
}

/**
 * Compares the worth of the last 7 days with that of 30 days. Both would be one figure if fewer than five counted
 * purchases were older than the week.
 * @returns the comparison, or null without enough trades in the week or before it
 */
function trendOf(
  worth: Worth | NoWorth,
  recent: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null,
): WorthDifference | null {
  if (worth.worth === null) return null;
  const ofWeek = worthOf(recent, ownerAt);
  if (ofWeek.worth === null || worth.trades - ofWeek.trades < FEW_TRADES) return null;
  return differenceFromWorth(ofWeek.worth, worth.worth);
}

/** Returns the purchases from the time in which Crier mixed the kinds of a type, or null if there are none. */
function mixedPoints(mixed: MixedHistory | null, since: number, now: number, stepMs: number): PriceFacts['mixed'] {
  const purchases = mixed?.trades.filter(({ kind }) => kind === 'purchase') ?? [];
  if (mixed === null || purchases.length === 0) return null;
  return { until: mixed.until, points: summariseSteps(purchases, since, now, stepMs) };
}

/**
 * Reads the journal. `recent`: trades of the last 7 days. `before`: unit prices paid in the equally long period before.
 */
async function readHistory(
  item: ItemChoice & { readonly key: string },
  days: number,
  now: number,
  journal: PriceSources['journal'],
) {
  const since = now - days * DAY_MS;
  const [trades, recent, mixed, before, samples, outages] = await Promise.all([
    journal.history(item, since, now + 1),
    days === TREND_DAYS ? null : journal.history(item, now - TREND_DAYS * DAY_MS, now + 1),
    journal.mixedHistory(item, since, now + 1),
    journal.pricesPaid(item, since - days * DAY_MS, since),
    journal.priceSamples(item.key, since, now + 1),
    journal.outages(since),
  ]);
  return { trades, recent: recent ?? trades, mixed, before, samples, outages };
}

/** @param priced the item, or the plain item for a bare type */
function quotesOf(item: ItemChoice, priced: ItemChoice, market: Market | null): PriceQuotes {
  if (market === null) return { ask: null, bid: null, unpricedBids: 0, isSoldOut: false, full: null };
  return {
    ask: bestAsk(market, priced),
    bid: bestBid(market, priced),
    unpricedBids: isPlainChoice(item) ? unpricedBids(market, item.type).length : 0,
    isSoldOut: isSoldOutSince(market, priced),
    full: cheapestInContainers(market, priced),
  };
}

/** Appends the current best ask to the sampled ones. */
function withQuote(samples: readonly PriceSample[], ask: number | null, market: Market | null) {
  const known = samples.map((sample) => ({ at: sample.at, ask: sample.ask }));
  const last = known.at(-1);
  if (market === null || (last && last.at >= market.takenAt)) return known;
  return [...known, { at: market.takenAt, ask }];
}

/**
 * Creates a collector of price facts whose work waits in the queue `run`. Simultaneous calls for the same item and
 * days share one result.
 */
export function createPriceFacts(
  sources: PriceSources,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): (item: ItemChoice, days: number) => Promise<PriceFacts> {
  const underWay = new Map<string, Promise<PriceFacts>>();
  return (item, days) => {
    const key = `${item.type} ${item.key} ${days}`;
    const found = underWay.get(key);
    if (found !== undefined) return found;
    const facts = run(() => gatherFacts(item, days, sources));
    underWay.set(key, facts);
    const end = () => void underWay.delete(key);
    facts.then(end, end);
    return facts;
  };
}

/** Quotes the other kinds of an item that is priced as the plain one. */
export function quoteVariants(item: ItemChoice, market: Market | null): VariantQuotes {
  if (market === null || !isPlainChoice(item)) return { boxes: null, variants: [] };
  return { boxes: containerQuotes(market, item.type), variants: variantQuotes(market, item.type) };
}

const KIND_SALES_PERIOD_MS = 30 * DAY_MS;

/** One kind of a type. */
export interface SoldKind {
  readonly identity: Identity;
  /** Number of trades in the last 30 days. */
  readonly trades: number;
  /** Number of shops that sell it now. */
  readonly shops: number;
}

/** The kinds of a type, the most sold first. `isMostlyPlain`: at least half of the sales are of the plain item. */
export interface SoldKinds {
  readonly kinds: readonly SoldKind[];
  readonly isMostlyPlain: boolean;
}

/**
 * Counts the sales of each kind of a type in the last 30 days. Each trade or auction counts as one, however many items
 * it moved, so that one buyer of a stack cannot outvote ten buyers. Trades from before Crier distinguished the type's
 * kinds are ignored.
 *
 * With fewer than five trades, `isMostlyPlain` counts shops instead. Kinds without a known name count but are not
 * listed.
 */
export async function soldKinds(
  type: string,
  market: Market,
  journal: Pick<History, 'tradeCounts' | 'mixedHistory'>,
  now: number,
): Promise<SoldKinds> {
  const plain = identify(type);
  const from = now - KIND_SALES_PERIOD_MS;
  const mixed = await journal.mixedHistory(plain, from, from);
  const trades = await journal.tradeCounts(type, Math.max(from, mixed?.until ?? from));
  const known = new Map<string, Identity>();
  const shops = new Map<string, number>();
  for (const { identity, asks } of market.ofType(type)) {
    if (identity.variant === null) continue;
    known.set(identity.key, identity);
    shops.set(identity.key, asks.filter((shop) => inStock(shop, market.remainingOf(shop).remaining)).length);
  }
  for (const key of trades.keys()) {
    const identity = known.get(key) ?? market.catalogue.identityOf(key);
    if (identity?.type === type) known.set(key, identity);
  }
  const counted = totalOf(trades) < FEW_TRADES ? shops : trades;
  const kinds = Array.from(known.values(), (identity) => ({
    identity,
    trades: trades.get(identity.key) ?? 0,
    shops: shops.get(identity.key) ?? 0,
  }));
  return {
    kinds: kinds.filter(hasSales).sort(mostSoldFirst),
    isMostlyPlain: (counted.get(plain.key) ?? 0) * 2 >= totalOf(counted),
  };
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function hasSales({ trades, shops }: SoldKind): boolean {
  return trades + shops > 0;
}

function mostSoldFirst(a: SoldKind, b: SoldKind): number {
  return b.trades - a.trades || b.shops - a.shops || (a.identity.key < b.identity.key ? -1 : 1);
}
