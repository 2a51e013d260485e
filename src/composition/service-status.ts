import type { BanLookup } from '../ports/bans.ts';
import type { ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import type { Leader } from './leader.ts';

const NOT_YET = { ok: false, why: 'not asked yet' } as const;
const NO_SNAPSHOT: SnapshotStatus = {
  ...{ takenAt: null, records: 0, duplicates: 0, setAside: 0 },
  ...{ trouble: null, failedAt: null, nextAt: null, askingSince: null },
  isReadingSaved: true,
};

/** The data service as the leader knows it. `now`: epoch ms. */
export function statusOf(leader: Pick<Leader, 'intake'>, now: () => number): ServiceStatus {
  const unheard: StreamStatus = {
    ...{ state: 'connecting', since: now(), lastFrameAt: null, lastEventAt: null },
    counted: {},
  };
  return {
    stream: () => leader.intake()?.status.stream() ?? unheard,
    snapshot: () => leader.intake()?.status.snapshot() ?? NO_SNAPSHOT,
    health: async () =>
      (await leader.intake()?.status.health()) ?? { askedAt: now(), up: NOT_YET, report: NOT_YET, lastReport: null },
  };
}

/** The banned paintings as the leader knows them. */
export function bansOf(leader: Pick<Leader, 'intake'>): BanLookup {
  return {
    list: async () => (await leader.intake()?.bans.list()) ?? null,
    known: () => leader.intake()?.bans.known() ?? [],
  };
}
