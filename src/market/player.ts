import type { Owner } from './shops/shop.ts';

const BARE_UUID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/;

/**
 * Returns the lookup key of a player: the name in lower case, or the uuid in lower case with dashes, which may be
 * missing in the input.
 */
export function playerKey(nameOrUuid: string): string {
  const key = nameOrUuid.toLowerCase();
  return key.length === 32 ? key.replace(BARE_UUID, '$1-$2-$3-$4-$5') : key;
}

/** Returns whether a player's key is a uuid. */
export function isUuid(key: string): boolean {
  return BARE_UUID.test(key.replaceAll('-', ''));
}

/** Returns the keys that find an owner, each once: the name's key, if the service sends a name, and the uuid's. */
export function playerKeys({ name, uuid }: Owner): readonly string[] {
  const ofUuid = playerKey(uuid);
  const ofName = name === null ? ofUuid : playerKey(name);
  return ofName === ofUuid ? [ofUuid] : [ofName, ofUuid];
}

/**
 * Whether the owner is the player of a filter: by uuid, or by name if one of the two uuids is unknown. Another player
 * may have the name.
 * @param uuid the player's uuid as `playerKey` writes it, if known; it still matches after the player has changed names
 */
export function isNamedPlayer(owner: Owner, name: string, uuid: string | undefined): boolean {
  return uuid === undefined || owner.uuid === '' ? isPlayer(owner, name) : playerKey(owner.uuid) === uuid;
}

/** Whether `text` is the player's name, in any case, or uuid. */
export function isPlayer(owner: Owner, text: string): boolean {
  return playerKeys(owner).includes(playerKey(text));
}

/** Returns the key of an owner: the uuid, which survives a new name, or the name if the service sends no uuid. */
export function ownerKey({ uuid, name }: Owner): string {
  return uuid === '' ? `name ${name?.toLowerCase()}` : uuid;
}

export function isSameOwner(a: Owner, b: Owner): boolean {
  return ownerKey(a) === ownerKey(b);
}
