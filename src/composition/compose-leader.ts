import { Condition } from '../log/condition.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { BanLookup } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import type { LeaderStatus } from '../storage/mappers/leader-status.ts';
import type { Clock } from '../time/clock.ts';
import { follow } from './follow.ts';
import { HEALTH, HeardStatus, LEADER } from './heard-status.ts';
import { type Intake, type IntakeTargets, openIntake } from './intake.ts';
import { Leader } from './leader.ts';
import type { CrierParts } from './parts.ts';
import type { StorePorts } from './store-ports.ts';

const PUBLISH_EVERY_MS = 1_000;
/** The leader asks for the service's health once in so many turns, for the whole fleet, and not at each `/health`. */
const HEALTH_EVERY_TURNS = 30;

const NOT_YET = { ok: false, why: 'not asked yet' } as const;
const NO_SNAPSHOT: SnapshotStatus = {
  ...{ takenAt: null, records: 0, duplicates: 0, setAside: 0 },
  ...{ trouble: null, failedAt: null, nextAt: null, askingSince: null },
  isReadingSaved: true,
};

/** The leader, and the state of the data service as this process or the leading one knows it. */
export interface ComposedLeader {
  readonly leader: Leader;
  readonly status: ServiceStatus;
  readonly bans: BanLookup;
  /** @returns the reason why events or settings cannot be written now, or null */
  readonly writeTrouble: () => string | null;
}

/** @param targets `onRestored` is called once the saved or followed market is shown, if there is one */
export function composeLeader(
  parts: CrierParts,
  ports: StorePorts,
  { onRestored, ...targets }: IntakeTargets & { readonly onRestored: () => void },
): ComposedLeader {
  const { config, clock, log } = parts;
  const { journal, fleet } = ports;
  const { current } = targets;
  const now = () => clock.now();
  const heard = fleet && new HeardStatus({ fleetState: fleet.state, journal, now });
  const leader = new Leader({
    leadership: ports.leadership,
    open: (term) => openIntake(parts, ports, term, targets),
    ...{ onRestored, clock, log },
    fleet: fleet &&
      heard && {
        mayLead: config.ROLE === 'all' || config.ROLE === 'intake',
        follow: (signal) =>
          follow(
            { ...fleet, current, heard, history: journal, onFollowed: onRestored, unit: config.STOCK_UNIT, clock, log },
            signal,
          ),
        publish: (intake, over) => publishStatus(intake, { fleetState: fleet.state, current, clock, log }, over),
      },
  });
  return {
    leader,
    status: serviceStatusOf({ leader, heard, now }),
    bans: bansOf({ leader, heard }),
    writeTrouble: () => {
      const intake = leader.intake();
      return intake === null ? (heard?.status()?.writeTrouble ?? journal.trouble()) : intake.writeTrouble();
    },
  };
}

interface PublishStatusParts {
  readonly fleetState: Pick<FleetState, 'put'>;
  readonly current: CurrentMarket;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Publishes the state of the data service to the fleet, as this leader knows it, until `over` aborts. Never rejects. */
async function publishStatus(intake: Intake, parts: PublishStatusParts, over: AbortSignal): Promise<void> {
  const { fleetState, current, clock, log } = parts;
  const condition = new Condition({
    log,
    begins: 'Status of the data service not published, retrying',
    ends: 'Status of the data service published again',
  });
  for (let turn = 0; !over.aborted; turn += 1) {
    try {
      await fleetState.put(LEADER, leaderStatusOf(intake, current));
      if (turn % HEALTH_EVERY_TURNS === 0) await fleetState.put(HEALTH, await intake.status.health());
      condition.clear();
    } catch (error) {
      condition.set(error);
    }
    await clock.sleep(PUBLISH_EVERY_MS, over);
  }
}

function leaderStatusOf({ status, writeTrouble }: Intake, current: CurrentMarket): LeaderStatus {
  const market = current.told();
  return {
    stream: status.stream(),
    snapshot: status.snapshot(),
    shown: market && { snapshotAt: market.snapshotAt, at: market.takenAt },
    writeTrouble: writeTrouble(),
  };
}

/** Sources of the data service's state. `heard` is null if this process is alone. */
interface StatusSources {
  readonly leader: Pick<Leader, 'intake'>;
  readonly heard: HeardStatus | null;
  /** Epoch ms. */
  readonly now: () => number;
}

/** The state of the data service: this process's own while it leads, else the leader's. */
function serviceStatusOf({ leader, heard, now }: StatusSources): ServiceStatus {
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

/** The banned paintings, from the same sources. */
function bansOf({ leader, heard }: Pick<StatusSources, 'leader' | 'heard'>): BanLookup {
  return {
    async list() {
      const intake = leader.intake();
      return intake === null ? (heard?.bans() ?? null) : intake.bans.list();
    },
    known: () => leader.intake()?.bans.known() ?? heard?.bans()?.bans ?? [],
  };
}
