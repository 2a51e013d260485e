import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import type { Queryable } from './client.ts';
import { retryUntilReachable } from './connection-lost.ts';

/** Less than that is not worth a jump. */
const SMALL_MS = 500;
const WRONG_MS = 1_000;
const MEASURED_EVERY_MS = 60_000;

/**
 * A clock whose wall time is that of the server, so that what several machines write can be compared; measured when it is opened and each
 * minute, until the signal aborts. `ownNow`: this machine's time, epoch ms.
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
    // A slow answer is ignored: its delay may lie on either way.
    if (answer === undefined || (answeredAt - sentAt) / 2 > SMALL_MS) return;
    const measured = Math.round(answer.at - (sentAt + answeredAt) / 2);
    offsetMs = Math.abs(measured) < SMALL_MS ? 0 : measured;
    const isWrong = Math.abs(measured) > WRONG_MS;
    if (isWrong && !wasWrong) {
      log.warn(
        { aheadMs: -measured },
        'The clock of this machine is not that of PostgreSQL: the latter counts. Set both by NTP',
      );
    }
    wasWrong = isWrong;
  }

  async function keepMeasuring(): Promise<void> {
    for (;;) {
      await clock.sleep(MEASURED_EVERY_MS, signal);
      if (signal.aborted) return;
      await measure().catch((err) => log.debug({ err }, 'The clock of PostgreSQL cannot be asked just now'));
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
