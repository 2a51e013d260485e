import type { Market } from '../market/market.ts';
import { isPlayer, playerKey } from '../market/player.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { QuietHours } from './quiet.ts';

/** The player that a user says to be. `uuid` is written as `playerKey` writes it; null until a shop's owner has it. */
export interface Player {
  readonly name: string;
  readonly uuid: string | null;
}

/** A user's home, which only they may see. Without `world` it lies in the Overworld. */
export interface Home {
  readonly x: number;
  readonly z: number;
  readonly world?: string;
}

/**
 * The order of the weekly message about a user's own shops. `since`: epoch ms of the order; `timeZone`: IANA; `locale`:
 * Discord's name of their client's language at their last command.
 */
export interface Weekly {
  readonly timeZone: string;
  readonly since: number;
  readonly locale: string;
}

/** A user's own settings, without their watches. Absent parts are not set. */
export interface Person {
  /** The user's snowflake. */
  readonly id: string;
  /** null: no quiet hours. */
  readonly quiet: QuietHours | null;
  readonly player?: Player;
  readonly home?: Home;
  /** Tag of the language in which Crier answers the user; absent: their client's. */
  readonly language?: string;
  readonly weekly?: Weekly;
  /** Epoch ms at which the user last saw the report about their own shops. */
  readonly lookedAt?: number;
}

/** A person without the id. */
export type OwnSettings = Omit<Person, 'id'>;

/** Returns whether a person has no setting, so that nothing needs to be stored. */
export function isEmptyPerson({ quiet, player, home, language, weekly, lookedAt }: Person): boolean {
  return quiet === null && [player, home, language, weekly, lookedAt].every((part) => part === undefined);
}

/**
 * Returns whether a shop belongs to the player that the person says to be: by uuid, or by name while the uuid is
 * unknown.
 */
export function isOwnShop(person: Pick<Person, 'player'> | null, { owner }: Pick<Shop, 'owner'>): boolean {
  const player = person?.player;
  if (player === undefined || owner === null) return false;
  return player.uuid === null ? isPlayer(owner, player.name) : playerKey(owner.uuid) === player.uuid;
}

/** Returns whether two users say to be the same player: by uuid, or by name where one uuid is unknown. */
export function isSamePlayer(one: Player, other: Player): boolean {
  if (one.uuid !== null && other.uuid !== null) return one.uuid === other.uuid;
  return playerKey(one.name) === playerKey(other.name);
}

/** Returns the player's uuid, or that of the only owner of the name; null if no shop has such an owner. */
export function uuidOf({ name, uuid }: Player, market: Pick<Market, 'ownersCalled'>): string | null {
  if (uuid !== null) return uuid;
  const [owner, another] = market.ownersCalled(name);
  return owner === undefined || another !== undefined ? null : playerKey(owner.owner.uuid) || null;
}

/** Returns the player's shops, without those of another player of the same name. */
export function shopsOf(player: Player, market: Pick<Market, 'ownersCalled' | 'ownedBy'>): readonly Shop[] {
  const uuid = uuidOf(player, market);
  return uuid === null ? [] : market.ownedBy(uuid);
}

/** Returns a changed person. A look at the shops of another player is not theirs, so it is dropped. */
export function withOwnLook(before: Person, after: Person): Person {
  const isSame = before.player !== undefined && after.player !== undefined && isSamePlayer(before.player, after.player);
  if (isSame) return after;
  const { lookedAt: _, ...rest } = after;
  return rest;
}
