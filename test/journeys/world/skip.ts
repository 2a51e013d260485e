import { setTimeout as wait } from 'node:timers/promises';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import type { SkippingClock } from './skipping-clock.ts';

/** The bot looks every 10 s whether the stream still lives, and does not count a look that is much late. */
const STEP_MS = 10_000;
/** The last step leaves other threads so long for their answers. */
const REAL_MS = 20;
/** All sockets are on loopback: a thread that stays idle so long has done everything that was due. */
const QUIET_MS = 5;
/** Busier than this share of the time, it is not idle. */
const IDLE_SHARE = 0.2;
/** A thread that never gets idle, under a flood, holds no step up for longer. */
const MOST_WINDOWS = 40;

interface Skipped {
  readonly clock: SkippingClock;
  readonly service: Pick<Service, 'sendKeepAlive'>;
  readonly discord: Pick<LocalDiscord, 'advance'>;
}

/** Lets time pass for the bot, the service and Discord at once, in steps: the stream is kept alive meanwhile. */
export async function skipTogether({ clock, service, discord }: Skipped, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
    const stepMs = Math.min(leftMs, STEP_MS);
    discord.advance(stepMs);
    clock.skip(stepMs);
    service.sendKeepAlive();
    await quiet();
  }
  await wait(REAL_MS);
  await quiet();
}

/** Resolves when this thread, which runs the bot, the service and Discord, is idle. */
async function quiet(): Promise<void> {
  for (let windows = 0; windows < MOST_WINDOWS; windows += 1) {
    const before = performance.eventLoopUtilization();
    await wait(QUIET_MS);
    if (performance.eventLoopUtilization(before).utilization < IDLE_SHARE) return;
  }
}
