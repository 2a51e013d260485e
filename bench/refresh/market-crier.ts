import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeDelivery } from '../../src/composition/delivery.ts';
import { type MarketData, openMarketData } from '../../src/composition/market-data.ts';
import { openSavedState } from '../../src/composition/saved-state.ts';
import type { MarketEvent } from '../../src/market/event.ts';
import { createWorths } from '../../src/prices/worths.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { SkippingClock } from '../../test/journeys/world/skipping-clock.ts';
import { openParts } from '../bot/open-parts.ts';

/** Crier asks again a minute after the end of the request before. */
const ASKED_AGAIN_MS = 61_000;

/** What the journal writes down: all, all but the changes themselves (which take far longer than to find them), or nothing. */
export type Journaling = 'all' | 'no changes' | 'nothing';

export type MarketCrier = Awaited<ReturnType<typeof openMarketCrier>>;

/**
 * All of Crier that a snapshot meets, wired as the bot wires it: HTTP, reading, the market, its file, routing and the journal,
 * in a folder of its own, on a clock that is skipped ahead. Delivery stands at rest, as before the login.
 */
export async function openMarketCrier(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'));
  const clock = new SkippingClock();
  const sleep = clock.sleep.bind(clock);
  let onSleep = () => {};
  clock.sleep = (ms, signal) => {
    onSleep();
    return sleep(ms, signal);
  };
  const environment = {
    DISCORD_TOKEN: 'a.b.c',
    SERVICE_URL: url,
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
    SHOPS_REFRESH_SECONDS: '60',
    LOG_LEVEL: 'error',
  };
  const parts = await openParts(environment, clock);
  const state = await openSavedState(parts);
  const { journal } = state;
  const record = journal.record.bind(journal);
  let journaling: Journaling = 'all';
  let notices = 0;
  journal.record = async (entry) => {
    notices += entry.notices.length;
    if (journaling !== 'nothing') await record(journaling === 'all' ? entry : { ...entry, changes: [] });
  };
  const market = () => data.pipeline.market();
  const delivery = composeDelivery(parts, state, {
    messenger: {
      compose: () => ({ body: '{}', taken: 1 }),
      send: async () => ({ kind: 'delivered', messageId: '1' }),
      openDirectMessages: async () => null,
    },
    market,
    worths: createWorths(journal, market, () => clock.now()),
    onUnauthorized: () => undefined,
  });
  const data: MarketData = await openMarketData(parts, state, delivery);
  const stop = new AbortController();
  let running: Promise<void> | null = null;

  /** When the snapshot after the one taken at `before` (epoch ms) is all in: then the service is left alone for a while. */
  function taken(before: number, failedBefore: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    onSleep = () => {
      const { takenAt, failedAt, nextAt, askingSince, trouble } = data.service.snapshot();
      if ((failedAt ?? 0) > failedBefore) reject(new Error(`the snapshot was not taken in: ${trouble}`));
      if ((takenAt ?? 0) > before && nextAt !== null && askingSince === null) resolve();
    };
    return promise;
  }

  return {
    market,
    /** Notices written down so far. */
    notices: () => notices,
    watch(watches: Iterable<Watch>): void {
      for (const watch of watches) state.subscriptions.putWatch(watch);
    },
    setJournaling(what: Journaling): void {
      journaling = what;
    },
    /** As the stream hands it on. */
    hear: (event: MarketEvent) => data.pipeline.onEvent(event),
    /** When all that was heard is written. */
    written: () => data.pipeline.settled(),
    /** Lets so much time pass, after which the service is asked again; resolves when the market is shown and saved. */
    async refresh(afterMs = ASKED_AGAIN_MS): Promise<void> {
      const { takenAt, failedAt } = data.service.snapshot();
      const done = taken(takenAt ?? 0, failedAt ?? 0);
      if (running === null) running = data.service.run(stop.signal);
      else clock.skip(afterMs);
      await done;
    },
    async close(): Promise<void> {
      stop.abort();
      await running;
      await data.pipeline.settled();
      data.pipeline.stop();
      await journal.close();
      await parts.store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
