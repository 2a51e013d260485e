import type { Owner } from './shops/shop.ts';

const BARE_UUID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/** A player as looked up: the name in lower case, or the uuid in lower case and with its dashes (which may be left out). */
export function playerKey(nameOrUuid: string): string {
  const key = nameOrUuid.toLowerCase();
  return key.length === 32 ? key.replace(BARE_UUID, '$1-$2-$3-$4-$5') : key;
}

/** The keys that an owner is found by, each once: the name's, if the service gives one, and the uuid's. */
export function playerKeys({ name, uuid }: Owner): readonly string[] {
  const ofUuid = playerKey(uuid);
  const ofName = name === null ? ofUuid : playerKey(name);
  return ofName === ofUuid ? [ofUuid] : [ofName, ofUuid];
}

/**
 * Whether the owner is the player of a filter.
 * @param uuid the player's, as `playerKey` writes it, where it is known: a name that changed no longer tells
 */
export function isNamedPlayer(owner: Owner, name: string, uuid: string | undefined): boolean {
  return isPlayer(owner, name) || (uuid !== undefined && playerKey(owner.uuid) === uuid);
}

/** Whether `text` is the player's name, in any case, or uuid. */
export function isPlayer(owner: Owner, text: string): boolean {
  return playerKeys(owner).includes(playerKey(text));
}
