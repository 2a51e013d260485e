import type { Watch } from '../routing/watch.ts';

const SNOOZE_MS = 60 * 60_000;
const EXTENSION_MS = 30 * 24 * 60 * 60_000;

/** Its end has come. `now`: epoch ms, as everywhere here. */
export function hasEnded({ expiresAt }: Pick<Watch, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** When its snooze ends, epoch ms; null: it is not snoozed. */
export function snoozeEnd({ snoozedUntil }: Pick<Watch, 'snoozedUntil'>, now: number): number | null {
  return snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null;
}

/** For an hour from now. */
export function snoozed(watch: Watch, now: number): Watch & { readonly snoozedUntil: number } {
  return { ...watch, snoozedUntil: now + SNOOZE_MS };
}

/** Neither paused nor snoozed. */
export function resumed(watch: Watch): Watch {
  return { ...watch, paused: false, snoozedUntil: null };
}

/** For 30 days from its end, or from now where that is over; null: it has no end. */
export function extended(watch: Watch, now: number): Watch | null {
  if (watch.expiresAt === null) return null;
  return { ...watch, expiresAt: Math.max(watch.expiresAt, now) + EXTENSION_MS };
}
