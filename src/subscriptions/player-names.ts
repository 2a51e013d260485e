import type { Market } from '../market/market.ts';
import { playerKey } from '../market/player.ts';
import type { Filter } from '../market/search/filter.ts';

/** A name has no more characters where it is saved. */
const LONGEST_NAME = 100;

/** A player as a filter names one. `id`: the uuid, where it is known. */
interface NamedPlayer {
  readonly name: string;
  readonly id: string | undefined;
}

/**
 * The same feed or watch to be shown or compared, with the uuids and present names of its players, where the market
 * knows them.
 */
export function withNames<T extends { readonly filter: Filter }>(subscription: T, market: Market | null): T {
  if (market === null) return subscription;
  const known = withPlayerIds(subscription.filter, market);
  const filter = changePlayers(known, ({ name, id }) => ({ name: presentName(id ?? name, market) ?? name, id }));
  return { ...subscription, filter };
}

/** The filter with the uuids of its players, where they are known and no two players are called so. */
export function withPlayerIds(filter: Filter, market: Market): Filter {
  return changePlayers(filter, ({ name, id }) => ({ name, id: id ?? findId(name, market) }));
}

/**
 * The filter as it is to be saved with what the market shows of its players: uuids that became known, and the present name of a
 * player who is called otherwise. A known uuid stays when its player has no shops: another may take the name. It gives
 * way to the only player of that name if one of the two uuids is of an offline-mode server, which derives them from names.
 */
export function withPlayersNow(filter: Filter, market: Market): Filter {
  return changePlayers(filter, ({ name, id: known }) => {
    const id = idNow(name, known, market);
    const now = id === undefined ? null : presentName(id, market);
    return { name: now === null || now.length > LONGEST_NAME ? name : now, id };
  });
}

function changePlayers(filter: Filter, change: (player: NamedPlayer) => NamedPlayer): Filter {
  const { owner, ownerId, notOwner, notOwnerId, ...others } = filter;
  const one = owner === undefined ? null : change({ name: owner, id: ownerId });
  const other = notOwner === undefined ? null : change({ name: notOwner, id: notOwnerId });
  return {
    ...others,
    ...(one && { owner: one.name, ...(one.id !== undefined && { ownerId: one.id }) }),
    ...(other && { notOwner: other.name, ...(other.id !== undefined && { notOwnerId: other.id }) }),
  };
}

function idNow(name: string, known: string | undefined, market: Market): string | undefined {
  if (known !== undefined && market.ownedBy(known).length > 0) return known;
  const found = findId(name, market);
  if (known === undefined || found === undefined) return known ?? found;
  return isOfflineUuid(known) !== isOfflineUuid(found) ? found : known;
}

/** Version 3: Java's `nameUUIDFromBytes`, which a server in offline mode makes of the name. */
function isOfflineUuid(uuid: string): boolean {
  return uuid[14] === '3';
}

/** The uuid of the only player who is called so, or was called so last; undefined if the service gives none. */
function findId(name: string, market: Market): string | undefined {
  const [called, another] = market.ownersCalled(name);
  if (called !== undefined) return another === undefined ? playerKey(called.owner.uuid) || undefined : undefined;
  if (market.ownedBy(name).length > 0) return playerKey(name);
  const former = market.index.formerNames.uuidOf(name);
  return former !== null && market.ownedBy(former).length > 0 ? former : undefined;
}

/** The name of the player whose uuid it is; null where no shop tells it. */
function presentName(uuid: string, market: Market): string | null {
  const owner = market.ownedBy(uuid).find((shop) => playerKey(shop.owner.uuid) === playerKey(uuid))?.owner;
  return owner?.name ?? null;
}
