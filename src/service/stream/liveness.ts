import { countedMs, type Moment } from '../../time/deadline.ts';

/** Between two checks of a connection; each sends a ping. */
export const CHECK_EVERY_MS = 10_000;
/**
 * A peer is dead after so much silence in which this process was free to hear it. An idle process finds that at the second
 * check, within 30 s. One that works for a quarter of the time or more takes longer.
 */
const SILENT_MS = 1.5 * CHECK_EVERY_MS;

/** State of a connection: how long it was silent, and when it was checked last. */
export interface Liveness {
  readonly silentMs: number;
  readonly checkedAt: Moment;
}

/**
 * One check of a connection. Silence counts against the peer only while this process was free to hear it (`countedMs`).
 * @param heard whether a frame or pong came since the last check
 */
export function checkLiveness({ silentMs, checkedAt }: Liveness, heard: boolean, now: Moment): Liveness {
  return { silentMs: heard ? 0 : silentMs + countedMs(checkedAt, now, CHECK_EVERY_MS), checkedAt: now };
}

/** The peer answered neither pings nor otherwise. */
export function isDead({ silentMs }: Liveness): boolean {
  return silentMs >= SILENT_MS;
}
