/** Between two looks at a connection; each look sends a ping. */
export const LOOK_MS = 10_000;
/** A look this much late means that our own loop stood still: then silence is no one's fault. */
const LATE_MS = 2_000;
/** Looks in a row without a sign of life. With one every 10 s, the dead are found within 30 s. */
const MISSED_LOOKS = 2;

/** What is known of a connection: looks missed, and when the last look was (monotonic ms). */
export interface Liveness {
  readonly missed: number;
  readonly lookedAt: number;
}

/**
 * One look at a connection. `heard`: a frame or pong came since the last look. A look that comes late does not count,
 * since what came meanwhile may not have been read yet. It is dead when `missed` reaches two: see `isDead`.
 */
export function look({ missed, lookedAt }: Liveness, heard: boolean, now: number): Liveness {
  if (heard) return { missed: 0, lookedAt: now };
  const late = now - lookedAt > LOOK_MS + LATE_MS;
  return { missed: late ? missed : missed + 1, lookedAt: now };
}

/** The peer answered neither pings nor otherwise. */
export function isDead({ missed }: Liveness): boolean {
  return missed >= MISSED_LOOKS;
}
