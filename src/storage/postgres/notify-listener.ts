import { once } from 'node:events';
import { Condition } from '../../log/condition.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { Backoff } from '../../time/retry.ts';
import type { Postgres } from './connection.ts';

/** The channel for notices to deliver. */
const DUE_CHANNEL = 'due';

const LISTEN_BACKOFF = new Backoff({ firstMs: 200, capMs: 5_000, jitter: 0.5 });

/**
 * Listens to NOTIFY over one connection. Notifications during an outage of it are lost, so every listener is woken once
 * when it is restored, and polls as well.
 */
export class NotifyListener {
  readonly #postgres: Pick<Postgres, 'connect'>;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #random: () => number;
  readonly #lost: Condition;
  readonly #listeners = new Set<() => void>();

  /** @param random returns a number in [0, 1) */
  constructor(postgres: Pick<Postgres, 'connect'>, clock: Pick<Clock, 'sleep'>, random: () => number, log: Log) {
    this.#postgres = postgres;
    this.#clock = clock;
    this.#random = random;
    const begins = 'LISTEN connection lost, polling until it is back';
    this.#lost = new Condition({ log, begins, ends: 'LISTEN connection restored' });
  }

  /** @param wake must return fast and not throw; it may be called without a reason */
  on(wake: () => void): void {
    this.#listeners.add(wake);
  }

  /** Listens until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    let backoff = LISTEN_BACKOFF;
    const onListening = () => {
      this.#lost.clear();
      backoff = LISTEN_BACKOFF;
    };
    while (!signal.aborted) {
      try {
        await this.#listen(onListening, signal);
      } catch (err) {
        const retryInMs = backoff.waitMs(this.#random());
        this.#lost.set(err, { retryInMs });
        backoff = backoff.next();
        await this.#clock.sleep(retryInMs, signal);
      }
    }
  }

  /**
   * Listens until the signal aborts.
   * @throws ConnectionLost
   */
  async #listen(onListening: () => void, signal: AbortSignal): Promise<void> {
    const session = await this.#postgres.connect('short');
    try {
      session.onNotification(() => this.#wake());
      await session.query(`LISTEN ${DUE_CHANNEL}`);
      onListening();
      this.#wake(); // a notification may have been missed
      await untilAborted(AbortSignal.any([signal, session.ended]));
      if (!signal.aborted) throw session.ended.reason;
    } finally {
      await session.end();
    }
  }

  #wake(): void {
    for (const wake of this.#listeners) wake();
  }
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
