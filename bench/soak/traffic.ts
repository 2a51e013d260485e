import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../src/sandbox/economy/random.ts';
import type { CrashWorld } from './crash-world.ts';
import { readLines } from './ledger.ts';
import { priceOf } from './serials.ts';

/** With more than this waiting for one target, a digest is near, in which single events cannot be told apart. */
const LONG_LINE = 40;

/** Lets events fall in gusts, up to a quota, whenever somebody listens to the stream: what nobody hears, nobody can be told of. */
export function startTraffic(world: CrashWorld, random: Random) {
  const stop = new AbortController();
  let quota = 0;
  let sent = 0;

  async function fall(): Promise<void> {
    while (!stop.signal.aborted) {
      const gust = mayFall() ? Math.min(random.integer(1, 6), quota - sent) : 0;
      for (let drop = 0; drop < gust; drop += 1) {
        world.trade(sent, priceOf(sent));
        sent += 1;
      }
      await wait(random.integer(2, 25));
    }
  }

  function mayFall(): boolean {
    return sent < quota && world.service.connections.size > 0 && readLines(world.journal).longest < LONG_LINE;
  }

  const fallen = fall();
  return {
    sent: () => sent,
    /** Lets so many fall in all, from the beginning on. */
    raise(to: number): void {
      quota = Math.max(quota, to);
    },
    async stop(): Promise<void> {
      stop.abort();
      await fallen;
    },
  };
}
