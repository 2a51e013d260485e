import { runJobs } from '../jobs/run-jobs.ts';
import type { Leadership, Term } from '../ports/fleet.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/within.ts';
import type { Intake } from './intake.ts';

/** SIGTERM to exit: what is on its way into the journal gets the larger part of the five seconds. */
const DRAIN_MS = 3_000;
/** From a term that failed to the next try. */
const RETRY_MS = 1_000;

export interface LeaderParts {
  readonly leadership: Leadership;
  readonly open: (term: Term) => Promise<Intake>;
  /** The market of an earlier run, where there is one, is shown. */
  readonly onRestored: () => void;
  /** For a process that is not alone. */
  readonly fleet: {
    /** False: it leaves that to others. */
    readonly mayLead: boolean;
    /** Shows what the leader takes in, until the signal aborts; never rejects. */
    readonly follow: (signal: AbortSignal) => Promise<void>;
    /** Tells the others what the intake knows, until the signal aborts; never rejects. */
    readonly publish: (intake: Intake, signal: AbortSignal) => Promise<void>;
  } | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes in what the service tells whenever it is this process's turn, each term with an intake of its own. */
export class Leader {
  readonly #parts: LeaderParts;
  #led: { readonly intake: Intake; readonly lost: AbortSignal } | null = null;

  constructor(parts: LeaderParts) {
    this.#parts = parts;
  }

  /** The intake of this term; null: another process leads, or none. */
  intake(): Intake | null {
    return this.#led?.lost.aborted === false ? this.#led.intake : null;
  }

  /**
   * Leads whenever it can until the signal aborts; resolves when all that was taken in is written, or given up.
   * @throws what a process that is alone cannot go on for
   */
  async run(signal: AbortSignal): Promise<void> {
    for (let term = await this.#next(signal); term !== null; term = await this.#next(signal)) {
      await this.#serve(term, signal);
    }
  }

  /** The next term, the leader of now being followed until then; null: the signal aborted. */
  async #next(signal: AbortSignal): Promise<Term | null> {
    const { leadership, fleet } = this.#parts;
    if (fleet === null) return leadership.lead(signal);
    const leads = new AbortController();
    const following = fleet.follow(AbortSignal.any([signal, leads.signal]));
    try {
      if (fleet.mayLead) return await leadership.lead(signal);
      await following;
      return null;
    } finally {
      leads.abort();
      await following;
    }
  }

  async #serve(term: Term, signal: AbortSignal): Promise<void> {
    const { open, fleet, clock, log } = this.#parts;
    const over = AbortSignal.any([signal, term.lost]);
    try {
      const intake = await open(term);
      this.#led = { intake, lost: term.lost };
      await this.#takeIn(intake, over, term.lost);
    } catch (error) {
      if (over.aborted) return;
      if (fleet === null) throw error;
      log.error({ err: error }, 'This process could not take over from the one before; it is tried again');
      await clock.sleep(RETRY_MS, over);
    } finally {
      await term.end();
      if (fleet !== null) this.#led = null;
    }
  }

  async #takeIn(intake: Intake, over: AbortSignal, lost: AbortSignal): Promise<void> {
    const { clock, log, onRestored, fleet } = this.#parts;
    const { restore, service, jobs, pipeline, bans, canvases } = intake;
    try {
      await restore.run(over);
      onRestored();
      await Promise.all([service.run(over), runJobs(jobs, clock, log, over), fleet?.publish(intake, over)]);
    } finally {
      if (!lost.aborted)
        await within(DRAIN_MS, Promise.all([pipeline.settled(), bans.settled(), canvases.settled()]), clock);
      pipeline.stop();
    }
  }
}
