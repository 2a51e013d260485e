import { MINUTE_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

/** Limits how much later than an hour after the last reading the next one is, also after a restart. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;

export interface LandmarksParts {
  /** Reads the source of LANDMARKS if its last reading is an hour old. Deletes saved landmarks without LANDMARKS. */
  readonly refreshLandmarks: () => Promise<void>;
}

/** Reads the landmarks once an hour, after a failure too. */
export function createLandmarksJob({ refreshLandmarks }: LandmarksParts): Job {
  return {
    name: 'landmarks',
    firstAfterMs: 0,
    everyMs: LOOK_EVERY_MS,
    retryAfterMs: LOOK_EVERY_MS,
    run: refreshLandmarks,
  };
}
