import type { Market } from '../market/market.ts';
import { playerKey } from '../market/player.ts';
import type { Filter } from '../market/search/filter.ts';
import type { Player } from '../routing/person.ts';

/** Limits the names that are saved: stored filters accept no longer ones. */
const LONGEST_SAVED_NAME = 100;

/** A player as a filter names them. `id` is the uuid, if it is known. */
interface NamedPlayer {
  readonly name: string;
  readonly id: string | undefined;
}

/**
 * Returns a feed or watch for display or comparison, with the uuids and present names of its players as far as the
 * market knows them.
 */
export function withNames<T extends { readonly filter: Filter }>(subscription: T, market: Market | null): T {
  if (market === null) return subscription;
  const known = withPlayerIds(subscription.filter, market);
  const filter = changePlayers(known, ({ name, id }) => ({ name: presentName(id ?? name, market) ?? name, id }));
  return { ...subscription, filter };
}

/**
 * Returns a filter with the uuids of its players, as far as they are known and no two players share the name. A player
 * named by uuid gets the present name.
 */
export function withPlayerIds(filter: Filter, market: Market): Filter {
  return changePlayers(filter, ({ name, id: known }) => {
    const id = known ?? findId(name, market);
    const isUuid = id !== undefined && playerKey(name) === id;
    return { name: isUuid ? nameToSave(id, name, market) : name, id };
  });
}

/**
 * Returns the filter to save after a new list of shops: with newly known uuids and the present names of its players. A
 * known uuid stays when its player has no shops, because another player may take the name. It yields to the only player
 * of that name if exactly one of the two uuids comes from an offline-mode server, which derives uuids from names.
 */
export function withPlayersNow(filter: Filter, market: Market): Filter {
  return changePlayers(filter, ({ name, id: known }) => {
    const id = idNow(name, known, market);
    return { name: id === undefined ? name : nameToSave(id, name, market), id };
  });
}

/** Returns the present name of a player, or the former one if no present one is known and short enough. */
function nameToSave(uuid: string, former: string, market: Market): string {
  const now = presentName(uuid, market);
  return now === null || now.length > LONGEST_SAVED_NAME ? former : now;
}

/** Like `withPlayersNow`, for the player that a user says to be. */
export function playerNow({ name, uuid }: Player, market: Market): Player {
  const saved = { owner: name, ...(uuid !== null && { ownerId: uuid }), containers: true };
  const { owner = name, ownerId = null } = withPlayersNow(saved, market);
  return { name: owner, uuid: ownerId };
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

/** Whether the uuid has version 3: Java's `nameUUIDFromBytes`, which a server in offline mode applies to the name. */
function isOfflineUuid(uuid: string): boolean {
  return uuid[14] === '3';
}

/** @returns the uuid of the only player with this present or last name, or undefined if the service gives none */
function findId(name: string, market: Market): string | undefined {
  const [called, another] = market.ownersCalled(name);
  if (called !== undefined) return another === undefined ? playerKey(called.owner.uuid) || undefined : undefined;
  if (market.ownedBy(name).length > 0) return playerKey(name);
  const former = market.index.formerNames.uuidOf(name);
  return former !== null && market.ownedBy(former).length > 0 ? former : undefined;
}

/** @returns the present name of a player, or null if no shop shows it */
function presentName(uuid: string, market: Market): string | null {
  const owner = market.ownedBy(uuid).find((shop) => playerKey(shop.owner.uuid) === playerKey(uuid))?.owner;
  return owner?.name ?? null;
}
