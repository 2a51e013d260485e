/** The names under which moments and numbers stand. The store's own begin with a dot. */
export const SNAPSHOT = '.snapshot';
export const LAST_DELIVERY = '.last-delivery';
export const FIRST_BANS = '.first-bans';

/** The name under which a moment stands that others than the journal keep in it. */
export function checkpointName(name: string): string {
  return `mark:${name}`;
}

/** The name under which a number stands. */
export function numberName(name: string): string {
  return `number:${name}`;
}
