/** Between two checks of a connection; each sends a ping. */
export const CHECK_EVERY_MS = 10_000;
/** A check this much late means that our own loop stood still: then silence is no one's fault. */
const LATE_MS = 2_000;
/** Checks in a row without a sign of life. With one every 10 s, the dead are found within 30 s. */
const MISSED_CHECKS = 2;

/** What is known of a connection: checks missed, and when the last one was (monotonic ms). */
export interface Liveness {
  readonly missed: number;
  readonly checkedAt: number;
}

/**
 * One check of a connection. `heard`: a frame or pong came since the last one. A check that comes late does not count,
 * since what came meanwhile may not have been read yet. It is dead when `missed` reaches two: see `isDead`.
 */
export function checkLiveness({ missed, checkedAt }: Liveness, heard: boolean, now: number): Liveness {
  if (heard) return { missed: 0, checkedAt: now };
  const late = now - checkedAt > CHECK_EVERY_MS + LATE_MS;
  return { missed: late ? missed : missed + 1, checkedAt: now };
}

/** The peer answered neither pings nor otherwise. */
export function isDead({ missed }: Liveness): boolean {
  return missed >= MISSED_CHECKS;
}
