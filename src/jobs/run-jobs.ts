import { FaultLog } from '../log/fault-log.ts';
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
  const faults = new FaultLog(log, job.name, 'error');
  let waitMs = job.firstAfterMs;
  for (;;) {
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    if (signal.aborted) return;
    waitMs = (await succeeds(job, faults)) ? job.everyMs : job.retryAfterMs;
  }
}

async function succeeds(job: Job, faults: FaultLog): Promise<boolean> {
  try {
    await job.run();
    faults.over();
    return true;
  } catch (error) {
    faults.say(String(error), 'failed; it is tried again', { err: error });
    return false;
  }
}
