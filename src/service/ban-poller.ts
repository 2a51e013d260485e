import { Condition } from '../log/condition.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import { beforeDeadline, within } from '../time/deadline.ts';
import { SharedRequest } from '../time/promise-cache.ts';
import { type Consumed, describeFailure, type Failure } from './http/answer.ts';
import { wholeJson } from './http/body.ts';
import type { Http } from './http/http.ts';
import { probePrefixes, type Routes } from './routes.ts';
import { readBans } from './wire/answers.ts';

const BANS_POLL_EVERY_MS = 300_000;
const BANS_FRESH_MS = 60_000;
const BANS_WITHIN_MS = 2_000;
const DEADLINE_MS = 30_000;
const BANS_BYTES = 32 * 1024 * 1024;
/** Least time between two attempts, whatever their outcome. */
const ATTEMPT_PACE_MS = 10_000;

/** The banned paintings as last fetched. */
export interface PolledBans {
  /** Null if they never were fetched. */
  readonly ids: readonly string[] | null;
  /** Epoch ms. */
  readonly takenAt: number | null;
  /** Reason of the last failure, or null. */
  readonly trouble: string | null;
}

/** Fetches the list of banned paintings every five minutes, and on demand if it is older than a minute. */
export class BanPoller {
  readonly #options: BanPollerOptions;
  readonly #fetching: SharedRequest<void>;
  readonly #condition: Condition;
  readonly #stop = new AbortController();
  #bans: PolledBans = { ids: null, takenAt: null, trouble: null };
  #freshUntil = Number.NEGATIVE_INFINITY;

  constructor(options: BanPollerOptions) {
    this.#options = options;
    this.#fetching = new SharedRequest(() => this.#fetch(), ATTEMPT_PACE_MS, options.clock);
    this.#condition = new Condition({
      log: options.log,
      begins: 'Banned paintings not fetched',
      ends: 'Banned paintings fetched again',
    });
  }

  /**
   * Resolves within 2 s. The list is at most a minute old if the service answers, else the old one with its age and
   * trouble.
   */
  async get(): Promise<PolledBans> {
    const { clock } = this.#options;
    if (clock.monotonic() >= this.#freshUntil) {
      await within(BANS_WITHIN_MS, this.#fetching.get(), clock);
    }
    return this.#bans;
  }

  /** Runs until the signal aborts. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#stop.abort(), { once: true });
    while (!signal.aborted) {
      await this.#fetching.get();
      await this.#options.clock.sleep(BANS_POLL_EVERY_MS * (1 + 0.05 * this.#options.chance()), signal);
    }
  }

  async #fetch(): Promise<void> {
    const { http, routes, clock } = this.#options;
    const answer = await beforeDeadline({ ms: DEADLINE_MS, clock, signal: this.#stop.signal }, (signal) =>
      probePrefixes(routes, 'paintings', (prefix) =>
        http.get({ url: routes.paintings(prefix), signal, maxBytes: BANS_BYTES }, consumeBans),
      ),
    );
    if (!answer.ok) return this.#failed(answer);
    if (answer.kind === 'not-modified') return;
    this.#freshUntil = clock.monotonic() + BANS_FRESH_MS;
    this.#bans = { ids: answer.value, takenAt: clock.now(), trouble: null };
    this.#condition.clear();
    this.#options.onBans(answer.value, clock.now());
  }

  #failed({ kind, why, advice = why }: Failure): void {
    if (kind === 'stopped') return;
    this.#condition.setCause({ name: kind, sentence: advice });
    this.#bans = { ...this.#bans, trouble: describeFailure({ kind, why }) };
  }
}

async function consumeBans(chunks: AsyncIterable<Buffer>): Promise<Consumed<readonly string[]>> {
  const json = await wholeJson(chunks);
  if (!json.ok) return json;
  const bans = readBans(json.value);
  return bans.ok ? bans : { ok: false, kind: 'not-as-expected', why: bans.why };
}

export interface BanPollerOptions {
  readonly http: Http;
  readonly routes: Routes;
  readonly clock: Clock;
  readonly log: Log;
  readonly chance: () => number;
  /** Called with every valid list; `at` is epoch ms. */
  readonly onBans: (ids: readonly string[], at: number) => void;
}
