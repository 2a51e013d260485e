import type { Clock } from '../../time/clock.ts';
import { beforeDeadline } from '../../time/deadline.ts';
import type { HttpAnswer, Validators } from '../http/answer.ts';
import { wholeJson } from '../http/body.ts';
import { CONNECT_MS, type Consume, type Http } from '../http/http.ts';
import { probePrefixes, type Routes } from '../routes.ts';
import type { MinInterval } from './min-interval.ts';
import type { Download } from './shop-reader.ts';

const HEALTH_BYTES = 1024 * 1024;
/** Longer than a connection attempt. If that fails, no request was sent, and the next attempt comes soon. */
const HEALTH_DEADLINE_MS = CONNECT_MS + 5_000;

/**
 * The outcome of a fetch. `asked` is false if the service is unreachable: no request for the shops was sent, so none
 * counts.
 */
export interface Fetched {
  readonly asked: boolean;
  /** Epoch ms of the last request. */
  readonly takenAt: number;
  readonly answer: HttpAnswer<Download>;
}

/**
 * Fetches all shops, no sooner than the minimum interval allows. An unknown prefix is found with the small health
 * report, or if that does not answer in time, with the shops themselves.
 * @returns null if the signal aborts before a request could be sent
 * @throws the journal's error: without a durable checkpoint, no request is sent
 */
export async function fetchShops(
  parts: FetchParts,
  validators: Validators,
  signal: AbortSignal,
  read: Consume<Download>,
): Promise<Fetched | null> {
  const { http, routes, minInterval, clock, deadlineMs, maxBytes } = parts;
  if (routes.found('shops-and-health') === null) {
    const ms = Math.min(HEALTH_DEADLINE_MS, deadlineMs);
    const health = await beforeDeadline({ ms, clock, signal }, (within) =>
      probePrefixes(routes, 'shops-and-health', (prefix) =>
        http.get({ url: routes.health(prefix), signal: within, maxBytes: HEALTH_BYTES }, wholeJson),
      ),
    );
    if (!health.ok && health.kind === 'unreachable') {
      return { asked: false, takenAt: clock.now(), answer: health };
    }
  }
  let asked = false;
  let takenAt = clock.now();
  const answer = await probePrefixes<Download>(routes, 'shops-and-health', async (prefix) => {
    const permit = await minInterval.acquire(signal);
    if (permit === null) return { ok: false, kind: 'stopped', why: 'stopped', retryAfterMs: null };
    takenAt = clock.now();
    const got = await beforeDeadline({ ms: deadlineMs, clock, signal }, (within) =>
      http.get({ url: routes.shops(prefix), signal: within, maxBytes, validators }, read),
    );
    const probing = !got.ok && got.kind === 'not-found';
    await (probing ? permit.giveBack() : permit.use());
    if (!got.ok && !probing && got.retryAfterMs !== null) await minInterval.hold(got.retryAfterMs);
    asked ||= !probing;
    return got;
  });
  return !answer.ok && answer.kind === 'stopped' ? null : { asked, takenAt, answer };
}

export interface FetchParts {
  readonly http: Http;
  readonly routes: Routes;
  readonly minInterval: MinInterval;
  readonly clock: Clock;
  /** Limits one request with its whole body. */
  readonly deadlineMs: number;
  /** Limits the body after decompression. */
  readonly maxBytes: number;
}
