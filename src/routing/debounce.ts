/** Notices that come close together go out together: a message waits for a quiet moment, but not for long. */
export const QUIET_MS = 700;
export const LONGEST_QUIET_MS = 1500;

/** When the first and the latest of some notices came that will leave together; ms of any clock. */
export interface Burst {
  readonly first: number;
  readonly last: number;
}

/** When they leave, if no more come until then. */
export function debouncedUntil({ first, last }: Burst): number {
  return Math.min(last + QUIET_MS, first + LONGEST_QUIET_MS);
}
