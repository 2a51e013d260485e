import { Condition } from '../log/condition.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import type { Job } from './job.ts';

/**
 * Runs each job at its own pace until the signal aborts; resolves when the runs under way have ended. What fails is said
 * once, and once when it goes well again; never rejects.
 */
export async function runJobs(
  jobs: readonly Job[],
  clock: Pick<Clock, 'sleep'>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(jobs.map((job) => repeat(job, clock, log, signal)));
}

async function repeat(job: Job, clock: Pick<Clock, 'sleep'>, log: Log, signal: AbortSignal): Promise<void> {
  const condition = new Condition({ log, begins: job.name, ends: `${job.name}: succeeds again`, level: 'error' });
  let waitMs = job.firstAfterMs;
  for (;;) {
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    waitMs = (await succeeds(job, condition)) ? job.everyMs : job.retryAfterMs;
  }
}

async function succeeds(job: Job, condition: Condition): Promise<boolean> {
  try {
    await job.run();
    condition.clear();
    return true;
  } catch (error) {
    condition.setCause({ name: String(error), sentence: 'failed, retrying' }, { err: error });
    return false;
  }
}
