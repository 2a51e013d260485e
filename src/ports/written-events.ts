import type { MarketEvent } from '../market/event.ts';

/** An event of the stream as the leader wrote it down. `heardAt`: when it was heard, epoch ms of the leader. */
export interface WrittenEvent {
  readonly event: MarketEvent;
  readonly heardAt: number;
}

/** What the stream has brought, for processes that do not lead: each event once, in the order in which they were written. */
export interface WrittenEvents {
  /**
   * What was written behind `place`, a number that an earlier answer gave, and where the next answer goes on; some at a time, none once all
   * are read. `place` null: the answer begins with what was heard at `from`, epoch ms, or a little before.
   */
  read(
    place: number | null,
    from: number,
  ): Promise<{ readonly events: readonly WrittenEvent[]; readonly place: number }>;
}
