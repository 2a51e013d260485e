import { runJobs } from '../jobs/run-jobs.ts';
import type { Leadership, Term } from '../ports/leadership.ts';
import type { Log } from '../ports/log.ts';
import type { Clock } from '../time/clock.ts';
import { within } from '../time/within.ts';
import type { Intake } from './intake.ts';

/** SIGTERM to exit: what is on its way into the journal gets the larger part of the five seconds. */
const DRAIN_MS = 3_000;

export interface LeaderParts {
  readonly leadership: Leadership;
  readonly open: (term: Term) => Promise<Intake>;
  /** The market of an earlier run, where there is one, is shown. */
  readonly onRestored: () => void;
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
   * @throws what a term cannot go on for
   */
  async run(signal: AbortSignal): Promise<void> {
    const next = () => this.#parts.leadership.lead(signal);
    for (let term = await next(); term !== null; term = await next()) await this.#serve(term, signal);
  }

  async #serve(term: Term, signal: AbortSignal): Promise<void> {
    const over = AbortSignal.any([signal, term.lost]);
    try {
      const intake = await this.#parts.open(term);
      this.#led = { intake, lost: term.lost };
      await this.#takeIn(intake, over);
    } catch (error) {
      if (!over.aborted) throw error;
    } finally {
      await term.end();
    }
  }

  async #takeIn({ restore, service, jobs, pipeline, bans }: Intake, over: AbortSignal): Promise<void> {
    const { clock, log, onRestored } = this.#parts;
    try {
      await restore.run(over);
      onRestored();
      await Promise.all([service.run(over), runJobs(jobs, clock, log, over)]);
    } finally {
      await within(DRAIN_MS, Promise.all([pipeline.settled(), bans.settled()]), clock);
      pipeline.stop();
    }
  }
}
