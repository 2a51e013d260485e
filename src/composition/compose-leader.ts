import type { BanLookup } from '../ports/journal.ts';
import type { ServiceStatus } from '../ports/status.ts';
import { follow } from './follow.ts';
import { HeardStatus } from './heard-status.ts';
import { type IntakeTargets, openIntake } from './intake.ts';
import { Leader } from './leader.ts';
import type { CrierParts } from './parts.ts';
import { publishStatus } from './publish-status.ts';
import { bansOf, statusOf } from './service-status.ts';
import type { StorePorts } from './store-ports.ts';

/** Who takes in what the service tells, and what is known of the service, whoever that is. */
export interface ComposedLeader {
  readonly leader: Leader;
  readonly status: ServiceStatus;
  readonly bans: BanLookup;
  /** Why what happens, or what people type, cannot be written down just now; null: it can. */
  readonly writeTrouble: () => string | null;
}

/** `onRestored`: the market of an earlier run or of another process is shown, where there is one. */
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
    status: statusOf({ leader, heard, now }),
    bans: bansOf({ leader, heard }),
    writeTrouble: () => {
      const intake = leader.intake();
      const trouble = intake === null ? (heard?.status()?.writeTrouble ?? journal.trouble()) : intake.writeTrouble();
      return trouble;
    },
  };
}
