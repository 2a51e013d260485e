import type { Change } from '../market/change.ts';
import { countsForWorth } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import { isPlayer, playerKeys } from '../market/player.ts';
import type { Shop } from '../market/shops/shop.ts';
import { unitPriceOf } from '../market/shops/unit-price.ts';
import { canSell } from './shop-news.ts';

/** The market as far as undercutting is judged by it. */
export type Rivals = Pick<Market, 'ofKey' | 'remainingOf'>;

/** What may undercut others. */
type OfferChange = Extract<Change, { readonly kind: 'listed' | 'restocked' | 'price-changed' }>;

/**
 * Shops of others that sell the same for more than the changed shop asks from now on, and have it: those it undercuts
 * since this change. Filled boxes and items of unknown variant are compared with nothing.
 */
function undercutBy(change: OfferChange, market: Rivals): readonly Shop[] {
  const { shop } = change;
  if (!canSell(shop) || !isComparable(shop)) return [];
  const before = change.kind !== 'listed' && sellsSame(change.before, shop) ? unitPriceOf(change.before) : null;
  const asks = market.ofKey(shop.item.identity.key)?.asks ?? [];
  return asks.filter((mine) => isUndercut(mine, shop, market) && !(before !== null && before < unitPriceOf(mine)));
}

/** The owners whom the change undercuts, by the `playerKey`s of their names and uuids. One change concerns many watches: it is looked at once. */
export function undercutOwners(change: Change, market: Rivals): ReadonlySet<string> {
  if (change.kind !== 'listed' && change.kind !== 'restocked' && change.kind !== 'price-changed') return NOBODY;
  const known = owners.get(change);
  if (known?.market === market) return known.keys;
  const keys = new Set<string>();
  for (const owner of new Set(undercutBy(change, market).map((shop) => shop.owner))) {
    for (const key of playerKeys(owner)) keys.add(key);
  }
  owners.set(change, { market, keys });
  return keys;
}

const NOBODY: ReadonlySet<string> = new Set();

const owners = new WeakMap<OfferChange, { readonly market: Rivals; readonly keys: ReadonlySet<string> }>();

/** Whether `rival` sells the same as `mine` for less, while both have it. */
function isUndercut(mine: Shop, rival: Shop, market: Pick<Rivals, 'remainingOf'>): boolean {
  return (
    mine.owner.uuid !== rival.owner.uuid &&
    mine.item.identity.key === rival.item.identity.key &&
    isComparable(mine) &&
    unitPriceOf(rival) < unitPriceOf(mine) &&
    canSell(mine, market.remainingOf(mine).remaining)
  );
}

/** What the owner's own cheapest shop asks for one, of those that `rival` undercuts; null: it undercuts none. */
export function undercutPrice(owner: string, rival: Shop, market: Rivals): number | null {
  const asks = market.ofKey(rival.item.identity.key)?.asks ?? [];
  const mine = asks.filter((shop) => isPlayer(shop.owner, owner) && isUndercut(shop, rival, market));
  return mine.length === 0 ? null : Math.min(...mine.map(unitPriceOf));
}

function isComparable({ item }: Shop): boolean {
  return item.identity.variant !== null && item.contents.length === 0 && countsForWorth(item);
}

function sellsSame(before: Shop, shop: Shop): boolean {
  return canSell(before) && isComparable(before) && before.item.identity.key === shop.item.identity.key;
}
