/** Names of checkpoints. The store's own begin with a dot. */
export const SNAPSHOT = '.snapshot';
export const LAST_DELIVERY = '.last-delivery';
export const FIRST_BANS = '.first-bans';
/**
 * When the last snapshot was taken that an older Crier read: it counted stock otherwise and refused some records.
 * Changes of shops until then are no evidence of what a watch or feed would have reported. Written by a migration;
 * absent in a store that began later.
 */
export const OLD_SHOPS = '.old-shops';
/** Since when kinds of goods are told apart by all their traits. Absent: no earlier Crier wrote the store. */
export const KINDS_APART = '.kinds-apart';

/** When a corrupt store was quarantined and a new one begun. Absent: never. SQLite only. */
export const QUARANTINED = '.quarantined';

/** The name under which a moment stands that others than the journal keep in it. */
export function checkpointName(name: string): string {
  return `mark:${name}`;
}

/** The name under which a number stands. */
export function numberName(name: string): string {
  return `number:${name}`;
}

/** Why a time stands among the outages that is none of the stream: of changes in shops then nobody was told. */
export const SHOPS_UNTOLD = 'shops-untold';
