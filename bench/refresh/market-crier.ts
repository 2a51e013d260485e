import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeDelivery } from '../../src/composition/delivery.ts';
import { type MarketData, openMarketData } from '../../src/composition/market-data.ts';
import type { CrierParts } from '../../src/composition/parts.ts';
import { openSavedState, type SavedState } from '../../src/composition/saved-state.ts';
import type { MarketEvent } from '../../src/market/event.ts';
import type { Market } from '../../src/market/market.ts';
import type { Messenger } from '../../src/ports/messenger.ts';
import { createWorths } from '../../src/prices/worths.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { SkippingClock } from '../../test/journeys/world/skipping-clock.ts';
import { openParts } from '../bot/open-parts.ts';
import { PartialJournal } from './partial-journal.ts';

/** Crier asks again a minute after the end of the request before. */
const ASKED_AGAIN_MS = 61_000;

/**
 * All of Crier that a snapshot meets, wired as the bot wires it: HTTP, reading, the market, its file, routing and the journal,
 * in a folder of its own, on a clock that is skipped ahead. Delivery stands at rest, as before the login.
 */
export class MarketCrier {
  /** All that is written down goes through it. */
  readonly journal: PartialJournal;
  readonly #folder: string;
  readonly #clock: SleepingClock;
  readonly #parts: CrierParts;
  readonly #state: SavedState;
  readonly #data: MarketData;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;

  private constructor(folder: string, clock: SleepingClock, parts: CrierParts, state: SavedState, data: MarketData) {
    this.journal = new PartialJournal(state.journal);
    this.#folder = folder;
    this.#clock = clock;
    this.#parts = parts;
    this.#state = state;
    this.#data = data;
  }

  /** `url`: of the service, which is not asked for anything yet. */
  static async open(url: string): Promise<MarketCrier> {
    const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'));
    const clock = new SleepingClock();
    const environment = {
      DISCORD_TOKEN: 'a.b.c',
      SERVICE_URL: url,
      STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
      SHOPS_REFRESH_SECONDS: '60',
      LOG_LEVEL: 'error',
    };
    const parts = await openParts(environment, clock);
    const state = await openSavedState(parts);
    const market = () => data.pipeline.market();
    const worths = createWorths(state.journal, market, () => clock.now());
    const delivery = composeDelivery(parts, state, {
      messenger,
      toldMarket: market,
      worths,
      onUnauthorized: () => undefined,
    });
    const data: MarketData = await openMarketData(parts, state, delivery);
    return new MarketCrier(folder, clock, parts, state, data);
  }

  market(): Market | null {
    return this.#data.pipeline.market();
  }

  watch(watches: Iterable<Watch>): void {
    for (const watch of watches) this.#state.subscriptions.putWatch(watch);
  }

  /** Takes in an event as the stream hands it on. */
  hear(event: MarketEvent): void {
    this.#data.pipeline.onEvent(event);
  }

  /** When all that was heard is written. */
  written(): Promise<void> {
    return this.#data.pipeline.settled();
  }

  /** Lets so much time pass, after which the service is asked again; resolves when the market is shown and saved. */
  async refresh(afterMs = ASKED_AGAIN_MS): Promise<void> {
    const taken = this.#nextSnapshot();
    if (this.#running === null) this.#running = this.#data.service.run(this.#stop.signal);
    else this.#clock.skip(afterMs);
    await taken;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.written();
    this.#data.pipeline.stop();
    await this.#state.journal.close();
    await this.#parts.store.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** When another snapshot than the one in hand is all in: then the service is left alone for a while. */
  #nextSnapshot(): Promise<void> {
    const { service } = this.#data;
    const before = service.snapshot();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#clock.onSleep = () => {
      const { takenAt, failedAt, nextAt, askingSince, trouble } = service.snapshot();
      if (failedAt !== null && failedAt !== before.failedAt) reject(new Error(`no snapshot was taken in: ${trouble}`));
      if (takenAt !== before.takenAt && nextAt !== null && askingSince === null) resolve();
    };
    return promise;
  }
}

/** Says when somebody goes to sleep: to look every millisecond would cost more than many a refresh. */
class SleepingClock extends SkippingClock {
  onSleep: () => void = () => undefined;

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.onSleep();
    return super.sleep(ms, signal);
  }
}

/** Asked for nothing while delivery is at rest. */
const messenger: Messenger = {
  compose: () => ({ body: '{}', taken: 1 }),
  send: async () => ({ kind: 'delivered', messageId: '1' }),
  openDirectMessages: async () => null,
};
