import type { Location, Owner } from '../shops/shop.ts';
import { ownersUuid, type TradeGroup } from './trade-group.ts';

/**
 * All trades at the shops of one owner; or, `isKnown` false, of all owners whom nobody knows, who count as no seller.
 */
export interface SellerTrades {
  readonly isKnown: boolean;
  readonly trades: readonly TradeGroup[];
}

/**
 * Trades by whose shop they were made at: one owner is one seller, however many shops there are and wherever they stand.
 * All trades of unknown owners have one vote together, or somebody who builds and removes shops between two
 * snapshots could speak as fifty. Trades without a place (every auction) are left out. `ownerAt`: whose shop stands there
 * today, for trades that were noted without an owner.
 */
export function bySeller(
  groups: readonly TradeGroup[],
  ownerAt: (location: Location) => Owner | null = () => null,
): readonly SellerTrades[] {
  const sellers = new Map<string | null, TradeGroup[][]>();
  // Groups share their places: by these first, as thousands of groups have few.
  for (const [place, there] of Map.groupBy(groups, (group) => group.place)) {
    if (place === null) continue;
    const owner = ownersUuid(place, ownerAt);
    const trades = sellers.get(owner);
    if (trades === undefined) sellers.set(owner, [there]);
    else trades.push(there);
  }
  return Array.from(sellers, ([owner, trades]) => ({ isKnown: owner !== null, trades: trades.flat() }));
}
