import type { SnapshotStatus } from '../../src/ports/status.ts';

/** The shops as nobody has told or asked for them: what a test needs otherwise stands in the test. */
export const NO_SNAPSHOT: SnapshotStatus = {
  takenAt: null,
  records: 0,
  duplicates: 0,
  setAside: 0,
  trouble: null,
  failedAt: null,
  nextAt: null,
  askingSince: null,
};
