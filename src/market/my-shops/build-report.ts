import { DAY_MS } from '../../time/durations.ts';
import { goodsSold } from '../deals/deal.ts';
import { identify } from '../item/identity.ts';
import type { Identity } from '../item/item.ts';
import type { Market } from '../market.ts';
import { playerKey } from '../player.ts';
import { distanceBetween } from '../shops/distance.ts';
import { type Shop, UNLIMITED } from '../shops/shop.ts';
import { placeKey } from '../shops/shops-by-place.ts';
import { eachInSlices } from '../shops/slices.ts';
import { rivalsOf } from '../shops/undercut.ts';
import { inStock, unitPriceOf } from '../shops/unit-price.ts';
import { missedMs, type StreamOutage } from './missed.ts';
import {
  monthBefore,
  NO_TURNOVER,
  needsAttention,
  type OwnShop,
  type OwnShopsReport,
  type RunsEmpty,
  type TurnoverOfDay,
  type Undercut,
} from './report.ts';
import type { Listing, ShopTrade } from './shop-trade.ts';
import { ItemSums, TurnoverSum } from './turnover-sum.ts';

/** Minimum number of sales for a rate. */
const LEAST_SALES = 3;
/** Longest part of 30 days without the stream after which a shop still counts as unsold. */
const MOST_MISSED = 0.1;

/** The facts of a report. Times in epoch ms. */
export interface ReportFacts {
  readonly market: Market;
  /** The player's shops. */
  readonly shops: readonly Shop[];
  /** The player's uuid as `playerKey` writes it. */
  readonly uuid: string;
  /** Trades since `readFrom` at places of the player, oldest first. */
  readonly trades: readonly ShopTrade[];
  /** At most `from`, `lookedAt` and 30 days before `to`. */
  readonly readFrom: number;
  readonly from: number;
  readonly to: number;
  /** null if there was no earlier look, or one before `readFrom`. */
  readonly lookedAt: number | null;
  /** The time since which all trades and listings are known. */
  readonly knownSince: number;
  /** When Crier first ran with this store. */
  readonly beganAt: number;
  /** Outages since `readFrom`, oldest first. */
  readonly outages: readonly StreamOutage[];
  /** Listings since `listingsFrom` at places of the player. */
  readonly listings: readonly Listing[];
  readonly listingsFrom: number;
  /** Diamonds for one item by identity key. */
  readonly worths: ReadonlyMap<string, number>;
}

/** Builds the report. Yields often, because a busy owner has many thousands of trades. */
export function* buildReport(facts: ReportFacts): Generator<void, OwnShopsReport> {
  const { market, beganAt, listingsFrom, shops, from, to, lookedAt, worths } = facts;
  const whole = new TurnoverSum();
  const unclear = new TurnoverSum();
  const sinceLook = new TurnoverSum();
  const itemsSinceLook = new ItemSums();
  const days = daysOf(from, to);
  const daySums = days.map(() => new TurnoverSum());
  const items = new ItemSums();
  const listedAt = listedAtPlaces(facts.listings);
  const ofShop = new Map(shops.map((shop) => [shop.id, new TradesOfShop(knownFrom(shop, listedAt, facts))]));
  const shopsAt = Map.groupBy(shops, ({ location }) => placeKey(location));
  const ownerFacts = { market, beganAt, listingsFrom, listedAt };

  yield* eachInSlices(facts.trades, (trade) => {
    const owner = ownerOf(trade, ownerFacts);
    if (owner !== null && owner !== facts.uuid) return;
    const isInPeriod = trade.at >= from && trade.at < to;
    const candidates = candidateShops(trade, shopsAt.get(placeKey(trade.place.location)) ?? []);
    const [shop, another] = candidates;
    if (owner === null || another !== undefined) {
      for (const { id } of candidates) ofShop.get(id)?.addDoubt(trade);
    }
    if (owner === null) {
      if (isInPeriod) unclear.add(trade);
      return;
    }
    if (lookedAt !== null && trade.at >= lookedAt) {
      sinceLook.add(trade);
      itemsSinceLook.add(trade);
    }
    if (shop !== undefined && another === undefined) ofShop.get(shop.id)?.add(trade, facts);
    if (!isInPeriod) return;
    whole.add(trade);
    daySums[dayIndex(trade.at) - dayIndex(from)]?.add(trade);
    items.add(trade);
  });

  const own: OwnShop[] = [];
  yield* eachInSlices(shops, (shop) => {
    const trades = ofShop.get(shop.id);
    if (trades !== undefined) own.push(reportShop(shop, trades, facts));
  });
  const identityOf = (key: string, type: string) => identityTraded(key, type, shops, market);
  const selling = own.filter(({ shop }) => shop.side === 'ask' && shop.remaining !== UNLIMITED);
  const priced = selling.filter(({ shop }) => worths.has(goodsSold(shop)?.identity.key ?? ''));
  return {
    from,
    to,
    total: whole.total,
    sinceLook:
      lookedAt === null ? null : { at: lookedAt, turnover: sinceLook.total, items: itemsSinceLook.best(identityOf) },
    days: days.map((day, at): TurnoverOfDay => ({ ...day, ...(daySums[at]?.total ?? NO_TURNOVER) })),
    items: items.best(identityOf),
    shops: own.sort((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)) || b.earned - a.earned),
    unclear: unclear.total,
    stock: {
      worth: priced.reduce((sum, { value }) => sum + (value ?? 0), 0),
      priced: priced.length,
      unpriced: selling.length - priced.length,
    },
  };
}

/** The trades at one shop. */
class TradesOfShop {
  readonly sum = new TurnoverSum();
  /** Purchases since `knownFrom` in the last 30 days. */
  readonly lately = new TurnoverSum();
  /** The time from which on all trades with today's goods are known, epoch ms. */
  readonly knownFrom: number;
  /** The latest trade since `knownFrom`, epoch ms, or null. */
  lastAt: number | null = null;

  /** The latest trade that may be of this shop or of another, epoch ms, or null. */
  doubtAt: number | null = null;

  constructor(knownFrom: number) {
    this.knownFrom = knownFrom;
  }

  addDoubt({ at }: ShopTrade): void {
    this.doubtAt = Math.max(at, this.doubtAt ?? at);
  }

  add(trade: ShopTrade, { from, to }: Pick<ReportFacts, 'from' | 'to'>): void {
    if (trade.at >= from && trade.at < to) this.sum.add(trade);
    if (trade.at < this.knownFrom) return;
    if (trade.at >= monthBefore(to)) this.lately.add(trade);
    this.lastAt = Math.max(trade.at, this.lastAt ?? trade.at);
  }
}

/**
 * Facts about the owner of a trade. `listedAt`: time of the owner's latest listing by place since `listingsFrom`, epoch
 * ms.
 */
interface OwnerFacts extends Pick<ReportFacts, 'market' | 'beganAt' | 'listingsFrom'> {
  readonly listedAt: ReadonlyMap<string, number>;
}

export function listedAtPlaces(listings: readonly Listing[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const listing of listings) {
    const key = placeKey(listing.location);
    latest.set(key, Math.max(listing.at, latest.get(key) ?? listing.at));
  }
  return latest;
}

/**
 * Returns the uuid of the player whose shop made a trade, or null if that is unclear. A trade has no owner if several
 * shops stood at its place, or if it is older than Crier's first snapshot. Such an old trade belongs to today's only
 * owner there, unless that owner listed the goods later, or may have: listings are deleted after a month.
 */
export function ownerOf({ at, place }: ShopTrade, facts: OwnerFacts): string | null {
  const { owner, location } = place;
  const { market, beganAt, listingsFrom, listedAt } = facts;
  if (owner !== null) return playerKey(owner.uuid);
  if (at >= beganAt || beganAt < listingsFrom || at < (listedAt.get(placeKey(location)) ?? at)) return null;
  const owners = new Set(market.shopsAt(location).map((shop) => playerKey(shop.owner.uuid)));
  const [only = null] = owners;
  return owners.size === 1 ? only : null;
}

/**
 * Returns the player's shops at a trade's place that may have made it: those of its type and side, if there are any
 * those of its variant. The service does not give the variant of every shop.
 */
function candidateShops({ type, key, kind }: ShopTrade, there: readonly Shop[]): readonly Shop[] {
  const traded = kind === 'purchase' ? 'ask' : 'bid';
  const ofType = there.filter(({ side, item }) => item.identity.type === type && (side === null || side === traded));
  const ofVariant = ofType.filter(({ item }) => item.identity.key === key);
  return ofVariant.length > 0 ? ofVariant : ofType;
}

function reportShop(shop: Shop, trades: TradesOfShop, facts: ReportFacts): OwnShop {
  const stock = facts.market.remainingOf(shop);
  const isOut = shop.side !== null && !inStock(shop, stock.remaining);
  const isEmpty = isOut && shop.side === 'ask';
  const goods = goodsSold(shop);
  const worth = facts.worths.get(goods?.identity.key ?? '') ?? null;
  const isCounted = shop.side === 'ask' && stock.remaining !== UNLIMITED;
  return {
    ...trades.sum.total,
    shop,
    stock,
    isEmpty,
    isFull: isOut && shop.side === 'bid',
    runsEmpty: isCounted && !isEmpty ? runsEmptyIn(stock.remaining, trades, facts) : null,
    undercut: undercutOf(shop, facts.market),
    unsold: isOut || shop.side === null ? null : unsoldFor(trades, facts),
    value: isCounted && goods !== null && worth !== null ? worth * goods.count * stock.remaining : null,
  };
}

function runsEmptyIn(
  remaining: number,
  { lately, knownFrom: since, doubtAt }: TradesOfShop,
  { to, outages }: ReportFacts,
) {
  const { sales, sold } = lately.total;
  const from = Math.max(monthBefore(to), since);
  if (doubtAt !== null && doubtAt >= from) return null;
  const sampleMs = to - from - missedMs(from, to, outages);
  if (sales < LEAST_SALES || sold <= 0 || sampleMs < DAY_MS) return null;
  const inDays = sampleMs / DAY_MS;
  return { days: (remaining / sold) * inDays, sold, inDays } satisfies RunsEmpty;
}

function undercutOf(shop: Shop, market: Market): Undercut | null {
  const [rival, ...others] = rivalsOf(shop, market);
  if (rival === undefined) return null;
  return {
    rival,
    theirs: unitPriceOf(rival),
    ours: unitPriceOf(shop),
    blocks: distanceBetween(shop.location, rival.location)?.blocks ?? null,
    more: others.length,
  };
}

function unsoldFor(trades: TradesOfShop, { to, outages }: ReportFacts): OwnShop['unsold'] {
  const { lastAt, doubtAt, knownFrom: from } = trades;
  const since = lastAt ?? from;
  const monthAgo = monthBefore(to);
  if (since > monthAgo || (doubtAt !== null && doubtAt > monthAgo)) return null;
  if (missedMs(monthAgo, to, outages) > MOST_MISSED * (to - monthAgo)) return null;
  return { lastAt, days: Math.floor((to - since) / DAY_MS) };
}

/** Returns the time from which on all trades of a shop with its goods are known, epoch ms. */
function knownFrom(shop: Shop, listedAt: OwnerFacts['listedAt'], { readFrom, knownSince }: ReportFacts): number {
  return Math.max(readFrom, knownSince, listedAt.get(placeKey(shop.location)) ?? readFrom);
}

function identityTraded(key: string, type: string, shops: readonly Shop[], { catalogue }: Market): Identity {
  const sold = shops.find(({ item }) => item.identity.key === key)?.item.identity;
  return sold ?? catalogue.identityOf(key) ?? { ...identify(type), key };
}

function dayIndex(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Returns the UTC days of a period, of which the first and the last may be partial. */
function daysOf(from: number, to: number): { readonly from: number; readonly until: number }[] {
  const days: { readonly from: number; readonly until: number }[] = [];
  for (let start = from; start < to; ) {
    const until = Math.min(to, (dayIndex(start) + 1) * DAY_MS);
    days.push({ from: start, until });
    start = until;
  }
  return days;
}
