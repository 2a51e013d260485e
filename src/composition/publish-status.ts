import { FaultLog } from '../log/fault-log.ts';
import type { CurrentMarket } from '../pipeline/current-market.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { Log } from '../ports/log.ts';
import type { LeaderStatus } from '../storage/mappers/leader-status.ts';
import type { Clock } from '../time/clock.ts';
import { HEALTH, LEADER } from './heard-status.ts';
import type { Intake } from './intake.ts';

const EVERY_MS = 1_000;
/** The service is asked of its health for the whole fleet so often, and not when somebody types /health. */
const HEALTH_EVERY = 30;

export interface PublishStatusParts {
  readonly fleetState: Pick<FleetState, 'put'>;
  readonly current: CurrentMarket;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
}

/** Tells all processes what this one, which leads, knows of the data service, until the signal aborts; never rejects. */
export async function publishStatus(intake: Intake, parts: PublishStatusParts, over: AbortSignal): Promise<void> {
  const { fleetState, current, clock, log } = parts;
  const faults = new FaultLog(log, 'status of the service');
  for (let turn = 0; !over.aborted; turn += 1) {
    try {
      await fleetState.put(LEADER, statusOf(intake, current));
      if (turn % HEALTH_EVERY === 0) await fleetState.put(HEALTH, await intake.status.health());
      faults.over();
    } catch (error) {
      faults.say('unpublished', error instanceof Error ? error.message : String(error));
    }
    await clock.sleep(EVERY_MS, over);
  }
}

function statusOf({ status, writeTrouble }: Intake, current: CurrentMarket): LeaderStatus {
  const market = current.told();
  return {
    stream: status.stream(),
    snapshot: status.snapshot(),
    shown: market && { snapshotAt: market.snapshotAt, at: market.takenAt },
    writeTrouble: writeTrouble(),
  };
}
