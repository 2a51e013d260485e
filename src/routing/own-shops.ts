import { type Change, changedShop } from '../market/change.ts';
import type { Filter } from '../market/search/filter.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { Feed } from './feed.ts';
import type { Cause } from './notice.ts';
import { isOwnShop, type Person } from './person.ts';
import { keepListed } from './still-true.ts';
import type { Watch } from './watch.ts';

/** Why a notice of a user's own shop is dropped. Stored with the notice, and shown by `/watch explain`. */
export const OWN_SHOP = 'own-shop';

/**
 * Returns whether a watch leaves out a change, because it is of its user's own shop. A watch that names an owner, as
 * `my-shop` does, asks for that owner's shops.
 */
export function isOwnNews(
  { type, filter: { owner } }: Pick<Feed | Watch, 'type' | 'filter'>,
  person: Pick<Person, 'player'> | null,
  change: Change,
): boolean {
  const shop = type === 'feed' || owner !== undefined ? null : shopOf(change);
  return shop !== null && isOwnShop(person, shop);
}

/** Returns the player whose shops `isOwnNews` leaves out for a filter: name or uuid, or undefined for none. */
export function exceptOwn({ owner }: Pick<Filter, 'owner'>, person: Pick<Person, 'player'> | null): string | undefined {
  const player = owner === undefined ? person?.player : undefined;
  return player?.uuid ?? player?.name;
}

function shopOf(change: Change): Shop | null {
  if (change.kind === 'auctioned') return null;
  return change.kind === 'traded' ? change.shop : changedShop(change);
}

/**
 * Leaves out the user's own shops from a notice for a watch. The next best replaces the best.
 * @returns null if no other shop is left
 */
export function withoutOwnShops(
  watch: Feed | Watch,
  person: Pick<Person, 'player'> | null,
  cause: Cause,
): Cause | null {
  if (cause.kind !== 'change') return cause;
  if (cause.listedWith !== undefined) return keepListed(cause, ({ change }) => !isOwnNews(watch, person, change));
  return isOwnNews(watch, person, cause.change) ? null : cause;
}
