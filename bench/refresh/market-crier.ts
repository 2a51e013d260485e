import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeDelivery } from '../../src/composition/delivery.ts';
import { type Intake, openIntake } from '../../src/composition/intake.ts';
import type { SqlitePorts } from '../../src/composition/sqlite-ports.ts';
import type { MarketEvent } from '../../src/market/change.ts';
import type { Market } from '../../src/market/market.ts';
import { WorkCounts } from '../../src/monitor/facts.ts';
import { CurrentMarket } from '../../src/pipeline/current-market.ts';
import type { Messenger } from '../../src/ports/delivery.ts';
import type { IngestWriter } from '../../src/ports/journal.ts';
import { createOwnShops } from '../../src/prices/own-shops.ts';
import { createLowestPrices, createWorths } from '../../src/prices/reference-prices.ts';
import { createTradesKnownSince } from '../../src/prices/trades-known-since.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { NO_PICTURES } from '../../test/discord/no-pictures.ts';
import { SkippingClock } from '../../test/journeys/world/skipping-clock.ts';
import { openParts } from '../bot/open-parts.ts';
import { PartialJournal } from './partial-journal.ts';

/** Crier asks again a minute after the end of the last request. */
const ASKED_AGAIN_MS = 61_000;

/**
 * Every part of Crier that processes a snapshot, composed as in the bot: HTTP, reading, the market, its file, routing
 * and the journal, in its own folder, on a clock that skips ahead. Delivery is idle, as before the login.
 */
export class MarketCrier {
  /** All writes of the journal pass through it. */
  readonly journal: PartialJournal;
  readonly #folder: string;
  readonly #clock: SleepingClock;
  readonly #ports: SqlitePorts;
  readonly #current: CurrentMarket;
  readonly #intake: Intake;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;

  private constructor(
    folder: string,
    clock: SleepingClock,
    ports: SqlitePorts,
    { writer, current, intake }: { writer: IngestWriter; current: CurrentMarket; intake: Intake },
  ) {
    this.journal = new PartialJournal(writer);
    this.#folder = folder;
    this.#clock = clock;
    this.#ports = ports;
    this.#current = current;
    this.#intake = intake;
  }

  /** Opens Crier's parts; it asks the service at `url` for nothing yet. */
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
    const ports = await parts.open();
    const current = new CurrentMarket([], clock);
    const market = () => current.get();
    const worths = createWorths(ports.journal, market, () => clock.now());
    const { journal, beganAt } = ports;
    const tradesKnownSince = createTradesKnownSince({ journal, beganAt, now: () => clock.now() });
    const delivery = composeDelivery(parts, ports, {
      messenger,
      pictures: NO_PICTURES,
      announcedMarket: market,
      worths,
      lowestPrices: createLowestPrices({
        ...{ journal, market, tradesKnownSince },
        now: () => clock.now(),
      }),
      counts: new WorkCounts(),
      placeOf: () => null,
      onUnauthorized: () => undefined,
    });
    const term = await ports.leadership.lead(new AbortController().signal);
    if (term === null) throw new Error('another leads');
    const intake = await openIntake(parts, ports, term, {
      current,
      delivery,
      worths,
      ownShops: createOwnShops({
        ...{ journal, market, worths, tradesKnownSince, beganAt },
        historyMs: parts.config.HISTORY_DAYS * DAY_MS,
        now: () => clock.now(),
      }),
      isInServer: async () => true,
      landmarks: null,
      recorder: null,
    });
    return new MarketCrier(folder, clock, ports, { writer: term.writer, current, intake });
  }

  market(): Market | null {
    return this.#current.get();
  }

  watch(watches: Iterable<Watch>): void {
    for (const watch of watches) this.#ports.memory.putWatch(watch);
  }

  /** Processes an event as the stream delivers it. */
  ingest(event: MarketEvent): void {
    this.#intake.pipeline.onEvent(event);
  }

  /** Resolves when all events so far are written. */
  written(): Promise<void> {
    return this.#intake.pipeline.settled();
  }

  /** Lets a minute pass, after which Crier asks the service again. Resolves when the market is current and saved. */
  async refresh(): Promise<void> {
    const taken = this.#nextSnapshot();
    if (this.#running === null) this.#running = this.#intake.service.run(this.#stop.signal);
    else this.#clock.skip(ASKED_AGAIN_MS);
    await taken;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.written();
    this.#intake.pipeline.stop();
    await this.#ports.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Resolves when a new snapshot is complete and the service waits for the next request. */
  #nextSnapshot(): Promise<void> {
    const { service } = this.#intake;
    const before = service.snapshot();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#clock.onSleep = () => {
      const { takenAt, failedAt, nextAt, refreshStartedAt, trouble } = service.snapshot();
      if (failedAt !== null && failedAt !== before.failedAt) reject(new Error(`no snapshot was taken in: ${trouble}`));
      if (takenAt !== before.takenAt && nextAt !== null && refreshStartedAt === null) resolve();
    };
    return promise;
  }
}

/** Reports each sleep, since polling every millisecond would cost more than many a refresh. */
class SleepingClock extends SkippingClock {
  onSleep: () => void = () => undefined;

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.onSleep();
    return super.sleep(ms, signal);
  }
}

/** Never called while delivery is idle. */
const messenger: Messenger = {
  compose: () => ({ body: '{}', taken: 1 }),
  send: async () => ({ kind: 'delivered', messageId: '1' }),
  sendTest: async () => ({ kind: 'delivered', messageId: '1' }),
  openDirectMessages: async () => null,
  isInServer: async () => true,
};
