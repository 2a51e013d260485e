import type { JournalEntry } from '../ports/journal.ts';
import { EVENTS_NOT_WRITTEN } from '../routing/outage-reason.ts';

export type Gap = NonNullable<JournalEntry['gap']>;

/** The time of which events were lost, until it stands in the journal as an outage. */
export class UnwrittenGap {
  #gap: Gap | null = null;
  #lost = 0;

  /** What was heard at this moment (epoch ms) is lost. */
  lose(heardAt: number): void {
    this.#lost += 1;
    this.#gap = { from: this.#gap?.from ?? heardAt, until: heardAt, why: EVENTS_NOT_WRITTEN };
  }

  /** What is to be written with the next entry; null: nothing was lost, or that is written. */
  current(): Gap | null {
    return this.#gap;
  }

  /** `written` stands in the journal; what was lost meanwhile goes on from its end. */
  close(written: Gap): void {
    const gap = this.#gap;
    this.#gap = gap === null || gap === written ? null : { ...gap, from: written.until };
  }

  /** How many events were lost since they were last forgotten. */
  lost(): number {
    return this.#lost;
  }

  forgetLost(): void {
    this.#lost = 0;
  }
}
