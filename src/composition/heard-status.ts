import { BANS_HEARD } from '../pipeline/ban-register.ts';
import type { FleetState } from '../ports/fleet.ts';
import type { Ban, BanSnapshot, Checkpoints, History } from '../ports/journal.ts';
import type { ServiceHealth } from '../ports/status.ts';
import { type LeaderStatus, readLeaderStatus, readServiceHealth } from '../storage/mappers/leader-status.ts';

/** Names of what the leader tells. */
export const LEADER = 'leader';
export const HEALTH = 'health';

/** A leader speaks once a second; one that was not heard of for so long is gone. */
const SILENT_MS = 10_000;

export interface HeardStatusParts {
  readonly fleetState: Pick<FleetState, 'all'>;
  readonly journal: Pick<History & Checkpoints, 'bans' | 'checkpoint'>;
  readonly now: () => number;
}

/** The leader's state of the data service, as this process read it last. */
export class HeardStatus {
  readonly #parts: HeardStatusParts;
  #status: LeaderStatus | null = null;
  #health: ServiceHealth | null = null;
  #bans: readonly Ban[] = [];
  #bansHeardAt: number | null = null;

  constructor(parts: HeardStatusParts) {
    this.#parts = parts;
  }

  /** Hears what is new. Where it rejects, what was heard before still counts. */
  async look(): Promise<void> {
    const { fleetState, journal, now } = this.#parts;
    const [leader, health] = await Promise.all([fleetState.all(LEADER), fleetState.all(HEALTH)]);
    const { value, ageMs = 0 } = leader.get(LEADER) ?? {};
    const status = readLeaderStatus(value);
    this.#status = status !== null && ageMs > SILENT_MS ? silent(status, now() - ageMs) : status;
    this.#health = readServiceHealth(health.get(HEALTH)?.value);
    const heardAt = await journal.checkpoint(BANS_HEARD);
    if (heardAt === this.#bansHeardAt) return;
    this.#bans = await journal.bans();
    this.#bansHeardAt = heardAt;
  }

  /** null: nobody has led since this process started, or nobody has ever. */
  status(): LeaderStatus | null {
    return this.#status;
  }

  health(): ServiceHealth | null {
    return this.#health;
  }

  bans(): BanSnapshot | null {
    if (this.#bansHeardAt === null) return null;
    return { bans: this.#bans, heardAt: this.#bansHeardAt, trouble: null };
  }
}

/** Nobody hears the stream since the leader fell silent. */
function silent({ stream, ...status }: LeaderStatus, since: number): LeaderStatus {
  return { ...status, stream: stream.state === 'live' ? { ...stream, state: 'down', since } : stream };
}
