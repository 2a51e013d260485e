import { setTimeout as wait } from 'node:timers/promises';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import type { SkippingClock } from './skipping-clock.ts';

/** The bot checks every 10 s whether the stream is alive, and ignores a check that is very late. */
const STEP_MS = 10_000;
/** Time that other threads get for their answers after the last step. */
const REAL_MS = 50;
/** Idle time after which a thread has finished its due work, since all sockets are on loopback. */
const QUIET_MS = 5;
/** Share of busy time above which a thread is not idle. */
const IDLE_SHARE = 0.2;
/** Bounds the wait for a thread that is never idle, as in a flood. */
const MOST_WINDOWS = 40;

interface Skipped {
  readonly clock: SkippingClock;
  readonly service: Pick<Service, 'sendKeepAlive'>;
  readonly discord: Pick<LocalDiscord, 'advance'>;
}

/** Advances the time of the bot, the service and Discord in steps, so that the stream stays alive. */
export async function skipTogether({ clock, service, discord }: Skipped, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
    const stepMs = Math.min(leftMs, STEP_MS);
    service.sendKeepAlive();
    await quiet();
    discord.advance(stepMs);
    clock.skip(stepMs);
    await quiet();
  }
  await wait(REAL_MS);
}

/** Resolves when this thread, which runs the bot, the service and Discord, is idle. */
async function quiet(): Promise<void> {
  for (let windows = 0; windows < MOST_WINDOWS; windows += 1) {
    const before = performance.eventLoopUtilization();
    await wait(QUIET_MS);
    if (performance.eventLoopUtilization(before).utilization < IDLE_SHARE) return;
  }
}
