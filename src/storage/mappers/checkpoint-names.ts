/** Names of checkpoints. Those of the store itself begin with a dot. */
export const LAST_SNAPSHOT = '.snapshot';
export const LAST_DELIVERY = '.last-delivery';
export const FIRST_BANS = '.first-bans';
/**
 * Time of the last snapshot that a Crier before 0.4 read: it counted stock in another unit and rejected some records.
 * Changes of shops up to that time are no evidence of what a watch or feed would have reported. A migration writes it;
 * newer stores lack it.
 */
export const LAST_OLD_SNAPSHOT = '.old-shops';
/**
 * The time since when the history separates kinds of goods by all their traits. Absent if no earlier Crier wrote the
 * store.
 */
export const KINDS_SEPARATE_SINCE = '.kinds-apart';

/** Time at which a corrupt store was quarantined and replaced by a new one. SQLite only. */
export const QUARANTINED = '.quarantined';

/** The name of a checkpoint that a module other than the journal stores. */
export function checkpointName(name: string): string {
  return `mark:${name}`;
}

/** The name under which a number is stored. */
export function numberName(name: string): string {
  return `number:${name}`;
}

/** Returns the names under which a moment and a number of this name are stored. */
export function checkpointNames(name: string): readonly string[] {
  return [checkpointName(name), numberName(name)];
}

/** The reason of an outage in which the stream was up, but changes of shops could not be reported. */
export const SHOPS_UNREPORTED = 'shops-untold';
