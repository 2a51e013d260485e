import type { SnapshotStatus } from '../../src/ports/status.ts';

/** A snapshot status before the first fetch. Tests override the fields that they need. */
export const NO_SNAPSHOT: SnapshotStatus = {
  takenAt: null,
  records: 0,
  duplicates: 0,
  quarantined: 0,
  trouble: null,
  failedAt: null,
  nextAt: null,
  refreshStartedAt: null,
};
