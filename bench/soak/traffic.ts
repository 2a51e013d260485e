import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../sandbox/economy/random.ts';
import { type Lines, readLines } from './ledger.ts';
import { priceOf } from './serials.ts';
import type { SoakWorld } from './soak-world.ts';

/** Limits the notices waiting for a target. More may cause a digest, which proves less than a list of single events. */
const MANY_WAITING = 40;
/** The waiting notices are not counted more often than this, because each count is work for the store. */
const POLL_EVERY_MS = 100;

/**
 * Sends events in bursts, up to a quota, while somebody is connected to the stream: an event without a listener cannot
 * be delivered. It continues while the store cannot be read.
 */
export function startTraffic(world: SoakWorld, random: Random) {
  const stop = new AbortController();
  let quota = 0;
  let sent = 0;
  let lines: Lines = { longest: 0, all: 0 };
  let nextReadAt = 0;

  async function sendEvents(): Promise<void> {
    while (!stop.signal.aborted) {
      if (performance.now() >= nextReadAt) await readBacklog();
      const maySend = world.service.connections.size > 0 && lines.longest < MANY_WAITING;
      const burst = maySend ? Math.min(random.integer(1, 6), Math.max(quota - sent, 0)) : 0;
      for (let at = 0; at < burst; at += 1) {
        world.trade(sent, priceOf(sent));
        sent += 1;
      }
      await wait(random.integer(2, 25));
    }
  }

  async function readBacklog(): Promise<void> {
    lines = await readLines(world.ask).catch(() => lines);
    nextReadAt = performance.now() + POLL_EVERY_MS;
  }

  const sending = sendEvents();
  return {
    sent: () => sent,
    /** Raises the quota to `to` events in all. */
    raise(to: number): void {
      quota = Math.max(quota, to);
    },
    async stop(): Promise<void> {
      stop.abort();
      await sending;
    },
  };
}
