import { Condition } from '../log/condition.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';

/** A repeated task. */
export interface Job {
  /** The beginning of its log lines. */
  readonly name: string;
  /** Delay from the start to the first run. */
  readonly firstAfterMs: number;
  /** Delay from the end of a run to the next. */
  readonly everyMs: number;
  /** Delay from a failed run to the next. */
  readonly retryAfterMs: number;
  run(): Promise<void>;
}

/**
 * Runs each job at its own pace until the signal aborts. Never rejects: a failed job is logged and retried.
 * @returns resolves when the current runs have ended
 */
export async function runJobs(
  jobs: readonly Job[],
  clock: Pick<Clock, 'sleep'>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(jobs.map((job) => repeatJob(job, clock, log, signal)));
}

async function repeatJob(job: Job, clock: Pick<Clock, 'sleep'>, log: Log, signal: AbortSignal): Promise<void> {
  const condition = new Condition({ log, begins: job.name, ends: `${job.name}: succeeds again`, level: 'error' });
  let waitMs = job.firstAfterMs;
  for (;;) {
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    try {
      await job.run();
      condition.clear();
      waitMs = job.everyMs;
    } catch (error) {
      condition.setCause({ name: String(error), sentence: 'failed, retrying' }, { err: error });
      waitMs = job.retryAfterMs;
    }
  }
}
