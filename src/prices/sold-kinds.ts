import { identify } from '../market/item/identity.ts';
import type { Identity } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { FEW_TRADES } from '../market/prices/summary.ts';
import { inStock } from '../market/shops/unit-price.ts';
import type { History } from '../ports/journal.ts';

const DAYS_MS = 30 * 24 * 60 * 60_000;

/** One kind of a type. `trades`: in the last 30 days; `shops`: that sell it now. */
export interface SoldKind {
  readonly identity: Identity;
  readonly trades: number;
  readonly shops: number;
}

/** The kinds of a type, the most sold first. `isMostlyPlain`: at least half of what is sold is the plain item. */
export interface SoldKinds {
  readonly kinds: readonly SoldKind[];
  readonly isMostlyPlain: boolean;
}

/**
 * Says how much each kind of a type is sold. It counts the trades and auctions of the last 30 days, each as one,
 * however many items it moved: one buyer of a stack must not outvote ten buyers. Trades from before Crier told the
 * kinds of the type apart do not count. With fewer than five trades, it counts the shops that sell each kind now
 * instead. Kinds without a name that the market knows count, and are not listed.
 */
export async function soldKinds(
  type: string,
  market: Market,
  journal: Pick<History, 'tradeCounts' | 'mixedHistory'>,
  now: number,
): Promise<SoldKinds> {
  const plain = identify(type);
  const from = now - DAYS_MS;
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
    kinds: kinds.filter(isSold).sort(mostSoldFirst),
    isMostlyPlain: (counted.get(plain.key) ?? 0) * 2 >= totalOf(counted),
  };
}

function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function isSold({ trades, shops }: SoldKind): boolean {
  return trades + shops > 0;
}

function mostSoldFirst(a: SoldKind, b: SoldKind): number {
  return b.trades - a.trades || b.shops - a.shops || (a.identity.key < b.identity.key ? -1 : 1);
}
