import { HOUR_MS } from '../time/durations.ts';
import type { Job } from './job.ts';

export interface LandmarksParts {
  /** Reads the source of LANDMARKS and saves its landmarks, or null without LANDMARKS. */
  readonly refreshLandmarks: (() => Promise<void>) | null;
}

/** Reads the landmarks once an hour, after a failure too: a map's host is another's. */
export function createLandmarksJob({ refreshLandmarks }: LandmarksParts): Job {
  return {
    name: 'landmarks',
    firstAfterMs: 0,
    everyMs: HOUR_MS,
    retryAfterMs: HOUR_MS,
    run: async () => refreshLandmarks?.(),
  };
}
