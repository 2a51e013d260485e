import { runJobs } from '../jobs/job.ts';
import { Condition } from '../log/condition.ts';
import { Follower } from '../pipeline/follower.ts';
import type { Term } from '../ports/fleet.ts';
import type { BanLookup } from '../ports/journal.ts';
import type { ServiceStatus, SnapshotStatus, StreamStatus } from '../ports/status.ts';
import { createSnapshotReader } from '../service/shops/snapshot-file.ts';
import type { LeaderStatus } from '../storage/mappers/leader-status.ts';
import { within } from '../time/deadline.ts';
import { repeat } from '../time/retry.ts';
import { LeaderView, publishLeader } from './fleet.ts';
import { type Intake, type IntakeTargets, openIntake } from './intake.ts';
import type { CrierParts, FleetPorts, StorePorts } from './parts.ts';

/**
 * Limits the wait for entries on their way into the journal: the larger part of the 3.8 s that `main.ts` allows the
 * shutdown.
 */
const WRITE_DRAIN_MS = 2_500;
/** Delay from a failed term to the next. */
const TERM_RETRY_MS = 1_000;
/** Limits how far a follower's market lags behind the leader's. */
const FOLLOW_INTERVAL_MS = 500;

const NOT_YET = { ok: false, why: 'not asked yet' } as const;
const NO_SNAPSHOT: SnapshotStatus = {
  ...{ takenAt: null, records: 0, duplicates: 0, quarantined: 0 },
  ...{ trouble: null, failedAt: null, nextAt: null, refreshStartedAt: null },
  isReadingSaved: true,
};

interface Followed {
  readonly ports: FleetPorts;
  readonly leaderView: LeaderView;
}

/**
 * Ingests from the data service while this process leads, each term with an intake of its own, and follows the leader
 * otherwise. It knows the state of the service either way.
 */
export class Leader {
  readonly #parts: CrierParts;
  readonly #ports: StorePorts;
  readonly #targets: IntakeTargets;
  readonly #onRestored: () => void;
  /** Null if this process is alone on its store. */
  readonly #followed: Followed | null;
  readonly #failing: Condition;
  #led: { readonly intake: Intake; readonly lost: AbortSignal } | null = null;

  /** @param onRestored called once the saved or followed market is shown, if there is one */
  constructor(parts: CrierParts, ports: StorePorts, targets: IntakeTargets, onRestored: () => void) {
    const { fleet, journal } = ports;
    const { clock, log } = parts;
    this.#parts = parts;
    this.#ports = ports;
    this.#targets = targets;
    this.#onRestored = onRestored;
    const leaderView = fleet && new LeaderView({ fleetState: fleet.state, journal, now: () => clock.now() });
    this.#followed = fleet && leaderView && { ports: fleet, leaderView };
    this.#failing = new Condition({
      ...{ log, level: 'error' },
      begins: 'Leadership of this process failed, retrying',
      ends: 'Leadership of this process resumed',
    });
  }

  /** @returns the intake of this term, or null if this process does not lead */
  intake(): Intake | null {
    return this.#led?.lost.aborted === false ? this.#led.intake : null;
  }

  /** @returns the reason why events or settings cannot be written now, or null */
  writeTrouble(): string | null {
    const intake = this.intake();
    if (intake !== null) return intake.writeTrouble();
    return this.#followed?.leaderView.status()?.writeTrouble ?? this.#ports.journal.trouble();
  }

  /** Returns the state of the data service: this process's own while it leads, else the leader's. */
  serviceStatus(): ServiceStatus {
    const leaderView = this.#followed?.leaderView;
    const { clock } = this.#parts;
    const noStream: StreamStatus = {
      ...{ state: 'connecting', since: clock.now(), lastFrameAt: null, lastEventAt: null },
      counted: {},
    };
    return {
      stream: () => this.intake()?.status.stream() ?? leaderView?.status()?.stream ?? noStream,
      snapshot: () => this.intake()?.status.snapshot() ?? leaderView?.status()?.snapshot ?? NO_SNAPSHOT,
      health: async () => {
        const intake = this.intake();
        if (intake !== null) return intake.status.health();
        return leaderView?.health() ?? { askedAt: clock.now(), up: NOT_YET, report: NOT_YET, lastReport: null };
      },
    };
  }

  /** Returns the banned paintings, from the same source as `serviceStatus`. */
  bans(): BanLookup {
    const leaderView = this.#followed?.leaderView;
    return {
      list: async () => {
        const intake = this.intake();
        return intake === null ? (leaderView?.bans() ?? null) : intake.bans.list();
      },
      known: () => this.intake()?.bans.known() ?? leaderView?.bans()?.bans ?? [],
    };
  }

  /**
   * Leads whenever this process can, until the signal aborts. Resolves when all ingested entries are written or given
   * up.
   * @throws the error that ends a process that is alone on its store
   */
  async run(signal: AbortSignal): Promise<void> {
    for (let term = await this.#nextTerm(signal); term !== null; term = await this.#nextTerm(signal)) {
      await this.#serve(term, signal);
    }
  }

  /**
   * Follows the leader until this process leads.
   * @returns null if the signal aborted
   */
  async #nextTerm(signal: AbortSignal): Promise<Term | null> {
    const { leadership } = this.#ports;
    if (this.#followed === null) return leadership.lead(signal);
    const leads = new AbortController();
    const following = this.#follow(this.#followed, AbortSignal.any([signal, leads.signal]));
    const { ROLE: role } = this.#parts.config;
    try {
      if (role === 'all' || role === 'intake') return await leadership.lead(signal);
      await following;
      return null;
    } finally {
      leads.abort();
      await following;
    }
  }

  /** Shows the leader's market and reads its status until the signal aborts. Never rejects. */
  async #follow({ ports, leaderView }: Followed, signal: AbortSignal): Promise<void> {
    const { config, clock, log } = this.#parts;
    const { snapshots, events } = ports;
    const follower = new Follower({
      ...{ current: this.#targets.current, history: this.#ports.journal, events },
      read: createSnapshotReader(snapshots, config.STOCK_UNIT),
      confirmed: () => leaderView.status()?.shown ?? null,
    });
    const condition = new Condition({
      log,
      begins: 'Market of the leader unreadable, retrying',
      ends: 'Market of the leader readable again',
    });
    const readLeader = async () => {
      await leaderView.refresh();
      await follower.catchUp();
      this.#onRestored();
    };
    await repeat(readLeader, { everyMs: FOLLOW_INTERVAL_MS, condition, clock, signal });
  }

  async #serve(term: Term, signal: AbortSignal): Promise<void> {
    const { lost } = term;
    const over = AbortSignal.any([signal, lost]);
    try {
      const intake = await openIntake(this.#parts, this.#ports, term, this.#targets);
      this.#led = { intake, lost };
      await this.#ingest(intake, over, lost);
    } catch (error) {
      if (over.aborted) return;
      if (this.#followed === null) throw error;
      this.#failing.set(error);
      await this.#parts.clock.sleep(TERM_RETRY_MS, over);
    } finally {
      await term.end();
      if (this.#followed !== null) this.#led = null;
    }
  }

  async #ingest(intake: Intake, over: AbortSignal, lost: AbortSignal): Promise<void> {
    const { clock, log } = this.#parts;
    const { restore, service, jobs, pipeline, bans, canvases } = intake;
    try {
      await restore.run(over);
      this.#failing.clear();
      this.#onRestored();
      await Promise.all([service.run(over), runJobs(jobs, clock, log, over), this.#publish(intake, over)]);
    } finally {
      if (!lost.aborted) {
        await within(WRITE_DRAIN_MS, Promise.all([pipeline.settled(), bans.settled(), canvases.settled()]), clock);
      }
      pipeline.stop();
    }
  }

  async #publish(intake: Intake, over: AbortSignal): Promise<void> {
    if (this.#followed === null) return;
    const { clock, log } = this.#parts;
    const status = () => this.#statusOf(intake);
    const fleetState = this.#followed.ports.state;
    await publishLeader({ status, health: () => intake.status.health() }, { fleetState, clock, log }, over);
  }

  #statusOf({ status, writeTrouble }: Intake): LeaderStatus {
    const market = this.#targets.current.announced();
    return {
      stream: status.stream(),
      snapshot: status.snapshot(),
      shown: market && { snapshotAt: market.snapshotAt, at: market.takenAt },
      writeTrouble: writeTrouble(),
    };
  }
}
