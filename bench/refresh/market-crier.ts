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
import { createLowestPrices, createWorths } from '../../src/prices/reference-prices.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { NO_PICTURES } from '../../test/discord/no-pictures.ts';
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
    const ports = await parts.open();
    const current = new CurrentMarket([], clock);
    const market = () => current.get();
    const worths = createWorths(ports.journal, market, () => clock.now());
    const delivery = composeDelivery(parts, ports, {
      messenger,
      pictures: NO_PICTURES,
      announcedMarket: market,
      worths,
      lowestPrices: createLowestPrices({
        ...{ journal: ports.journal, market, beganAt: ports.beganAt },
        now: () => clock.now(),
      }),
      counts: new WorkCounts(),
      placeOf: () => null,
      onUnauthorized: () => undefined,
    });
    const term = await ports.leadership.lead(new AbortController().signal);
    if (term === null) throw new Error('another leads');
    const intake = await openIntake(parts, ports, term, { current, delivery, worths, recorder: null });
    return new MarketCrier(folder, clock, ports, { writer: term.writer, current, intake });
  }

  market(): Market | null {
    return this.#current.get();
  }

  watch(watches: Iterable<Watch>): void {
    for (const watch of watches) this.#ports.memory.putWatch(watch);
  }

  /** Takes in an event as the stream hands it on. */
  hear(event: MarketEvent): void {
    this.#intake.pipeline.onEvent(event);
  }

  /** When all that was heard is written. */
  written(): Promise<void> {
    return this.#intake.pipeline.settled();
  }

  /** Lets a minute pass, after which the service is asked again. Resolves when the market is shown and saved. */
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

  /** When another snapshot than the one in hand is all in: then the service is left alone for a while. */
  #nextSnapshot(): Promise<void> {
    const { service } = this.#intake;
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
  sendTest: async () => ({ kind: 'delivered', messageId: '1' }),
  openDirectMessages: async () => null,
  isInServer: async () => true,
};
