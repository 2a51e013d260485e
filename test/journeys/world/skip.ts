import { setTimeout as wait } from 'node:timers/promises';
import type { LocalDiscord } from '../../../sandbox/discord/discord.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import type { SkippingClock } from './skipping-clock.ts';

/** The bot looks every 10 s whether the stream still lives, and does not count a look that is much late. */
const STEP_MS = 10_000;
/** In which what became due is done over real sockets. */
const REAL_MS = 50;

interface Skipped {
  readonly clock: SkippingClock;
  readonly service: Pick<Service, 'sendKeepAlive'>;
  readonly discord: Pick<LocalDiscord, 'advance'>;
}

/** Lets time pass for the bot, the service and Discord at once, in steps: the stream is kept alive meanwhile. */
export async function skipTogether({ clock, service, discord }: Skipped, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
    const stepMs = Math.min(leftMs, STEP_MS);
    service.sendKeepAlive();
    await wait(REAL_MS);
    discord.advance(stepMs);
    clock.skip(stepMs);
    await wait(REAL_MS);
  }
}
