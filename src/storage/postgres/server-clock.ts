import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Queryable } from './client.ts';
import { retryUntilReachable } from './connection-retries.ts';

/** A smaller offset is ignored, because it is not worth a jump of the clock. */
const IGNORED_OFFSET_MS = 500;
const WARN_OFFSET_MS = 1_000;
const MEASURE_INTERVAL_MS = 60_000;

/**
 * Opens a clock with the server's wall time, so that times of several machines are comparable. The offset is measured
 * when it is opened and each minute, until the signal aborts.
 * @param ownNow returns this machine's time (epoch ms)
 */
export async function openServerClock(
  clock: Clock,
  db: Queryable,
  log: Log,
  { signal, ownNow = Date.now }: { readonly signal: AbortSignal; readonly ownNow?: () => number },
): Promise<Clock> {
  let offsetMs = 0;
  let wasWrong = false;

  async function measure(): Promise<void> {
    const sentAt = ownNow();
    const { rows } = await db.query<{ at: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at',
    );
    const [answer] = rows;
    const answeredAt = ownNow();
    // A slow answer is ignored, because its delay may be on either way.
    if (answer === undefined || (answeredAt - sentAt) / 2 > IGNORED_OFFSET_MS) return;
    const measured = Math.round(answer.at - (sentAt + answeredAt) / 2);
    offsetMs = Math.abs(measured) < IGNORED_OFFSET_MS ? 0 : measured;
    const isWrong = Math.abs(measured) > WARN_OFFSET_MS;
    if (isWrong && !wasWrong) {
      log.warn(
        { aheadMs: -measured },
        'Clock of this machine differs from the clock of PostgreSQL, which is used. Set both by NTP',
      );
    }
    wasWrong = isWrong;
  }

  async function keepMeasuring(): Promise<void> {
    for (;;) {
      await clock.sleep(MEASURE_INTERVAL_MS, signal);
      if (signal.aborted) return;
      await measure().catch((err) => log.debug({ err }, 'Could not read the clock of PostgreSQL, retrying'));
    }
  }

  await retryUntilReachable(measure, clock, log);
  void keepMeasuring();
  return {
    now: () => clock.now() + offsetMs,
    monotonic: () => clock.monotonic(),
    idle: () => clock.idle(),
    sleep: (ms, until) => clock.sleep(ms, until),
  };
}
