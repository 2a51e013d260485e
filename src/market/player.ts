import type { Owner } from './shop.ts';

/** A player as looked up: the name in lower case, or the uuid in lower case and with its dashes (which may be left out). */
export function playerKey(nameOrUuid: string): string {
  return nameOrUuid
    .toLowerCase()
    .replace(/^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether `text` is the player's name, in any case, or uuid. */
export function isPlayer({ name, uuid }: Owner, text: string): boolean {
  const wanted = playerKey(text);
  return playerKey(name) === wanted || playerKey(uuid) === wanted;
}
