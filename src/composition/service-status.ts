import type { BanLookup } from '../ports/journal.ts';
import type { ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import type { HeardStatus } from './heard-status.ts';
import type { Leader } from './leader.ts';

const NOT_YET = { ok: false, why: 'not asked yet' } as const;
const NO_SNAPSHOT: SnapshotStatus = {
  ...{ takenAt: null, records: 0, duplicates: 0, setAside: 0 },
  ...{ trouble: null, failedAt: null, nextAt: null, askingSince: null },
  isReadingSaved: true,
};

/** Where what is known of the data service comes from. `heard` null: this process is alone. */
export interface StatusSources {
  readonly leader: Pick<Leader, 'intake'>;
  readonly heard: HeardStatus | null;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The data service as this process knows it where it leads, and else as the leader tells. */
export function statusOf({ leader, heard, now }: StatusSources): ServiceStatus {
  const unheard: StreamStatus = {
    ...{ state: 'connecting', since: now(), lastFrameAt: null, lastEventAt: null },
    counted: {},
  };
  return {
    stream: () => leader.intake()?.status.stream() ?? heard?.status()?.stream ?? unheard,
    snapshot: () => leader.intake()?.status.snapshot() ?? heard?.status()?.snapshot ?? NO_SNAPSHOT,
    async health() {
      const intake = leader.intake();
      if (intake !== null) return intake.status.health();
      return heard?.health() ?? { askedAt: now(), up: NOT_YET, report: NOT_YET, lastReport: null };
    },
  };
}

/** The banned paintings likewise. */
export function bansOf({ leader, heard }: Pick<StatusSources, 'leader' | 'heard'>): BanLookup {
  return {
    async list() {
      const intake = leader.intake();
      return intake === null ? (heard?.bans() ?? null) : intake.bans.list();
    },
    known: () => leader.intake()?.bans.known() ?? heard?.bans()?.bans ?? [],
  };
}
