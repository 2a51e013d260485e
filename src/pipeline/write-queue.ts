import { NotWritten } from '../faults/store-faults.ts';
import { Condition } from '../log/condition.ts';
import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Router, UnroutedChange } from '../ports/router.ts';
import { EVENTS_NOT_WRITTEN } from '../routing/notice.ts';
import type { Clock } from '../time/clock.ts';
import { Backoff, retry } from '../time/retry.ts';

/** Limits the entries that wait while the journal fails. Once the stream is held back, only buffered data arrives. */
const MOST_WAITING_ENTRIES = 5_000;
/** The stream is held back above `high` waiting entries, and resumed below `low`. */
const PRESSURE_ENTRIES = { low: 500, high: 4_500 };
const WRITE_RETRY = new Backoff({ firstMs: 100, capMs: 1_000, jitter: 0 });

export interface WriteQueueParts {
  readonly journal: Pick<Journal, 'record'>;
  readonly router: Pick<Router, 'route'>;
  /** Called with true to hold the stream back, and with false to resume it. */
  readonly onPressure: (isHigh: boolean) => void;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

/**
 * Writes entries to the journal in the order of the calls. While the journal fails, events of the stream are kept and
 * retried without end. Events beyond the limit are lost; the first transaction that succeeds records them as an outage
 * with both its times, so that the next message can report it.
 */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  readonly #stop = new AbortController();
  readonly #failure: Condition;
  /** Entries of the transaction in progress are first. */
  #waiting: QueuedEntry[] = [];
  /** The last attempt failed. */
  #isFailing = false;
  /** The latest error, and epoch ms of the first, until all entries are written. */
  #fault: { readonly error: Error; readonly since: number } | null = null;
  #isPressureHigh = false;
  /** The time of lost events, until it is written. */
  #gap: Gap | null = null;
  #lost = 0;
  #working: Promise<void> | null = null;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
    this.#failure = new Condition({
      log: parts.log,
      level: 'error',
      begins: 'Journal not writable, keeping events and retrying',
      ends: 'Journal writable again',
    });
  }

  /** Resolves when the entry is written. Rejects at once while the journal fails, and when stopped. */
  async write(entry: JournalEntry): Promise<void> {
    if (this.#isFailing && this.#fault !== null) throw this.#fault.error;
    if (!(await this.#add(entry, null))) throw new Error('Crier stopped before the entry was written');
  }

  /**
   * Writes an entry of the stream, however long that takes.
   * @param heardAt epoch ms at which the stream brought it
   * @param unrouted the change of the entry, if its notices are not known yet
   * @returns false if stopped before
   * @throws NotWritten if the journal can never take the entry
   */
  keep(entry: JournalEntry, heardAt: number, unrouted: UnroutedChange | null = null): Promise<boolean> {
    return this.#add(entry, heardAt, unrouted);
  }

  /** @returns whether an event of the stream can be queued; if not, it counts as lost */
  takes(heardAt: number): boolean {
    if (!this.#isFailing || this.#waiting.length < MOST_WAITING_ENTRIES) return true;
    this.#lost += 1;
    this.#gap = { from: this.#gap?.from ?? heardAt, until: heardAt, why: EVENTS_NOT_WRITTEN };
    return false;
  }

  /** @returns the reason why the journal fails now, or null if it does not */
  trouble(): string | null {
    return this.#fault?.error.message ?? null;
  }

  /**
   * Resolves with true when all entries of the stream that wait at the call are written, and lost events stand in the
   * journal as an outage; with false if the queue is stopped before. Never rejects.
   */
  async written(): Promise<boolean> {
    const waiting = this.#waiting.filter(({ heardAt }) => heardAt !== null);
    await Promise.allSettled(waiting.map(({ promise }) => promise));
    return !this.#stop.signal.aborted && this.#gap === null;
  }

  /** Resolves when all entries are written or given up. */
  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Gives up all entries that are not written. The next start reports the time since the stream's checkpoint. */
  stop(): void {
    this.#stop.abort();
    const left = this.#waiting;
    this.#waiting = [];
    if (left.length > 0) {
      const facts = { entries: left.length, lost: this.#lost };
      this.#parts.log.error(facts, 'Could not write all events before the stop, the next start reports an outage');
    }
    for (const { resolve } of left) resolve(false);
  }

  #add(entry: JournalEntry, heardAt: number | null, unrouted: UnroutedChange | null = null): Promise<boolean> {
    if (this.#stop.signal.aborted) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#waiting.push({ entry, unrouted, heardAt, promise, resolve, reject });
    this.#updatePressure();
    this.#working ??= this.#work();
    return promise;
  }

  /** Writes until the queue is empty. Never rejects. */
  async #work(): Promise<void> {
    const { signal } = this.#stop;
    const condition = { set: (error: unknown) => this.#fail(errorOf(error)), clear: () => this.#recover() };
    while (this.#waiting.length > 0 && !signal.aborted) {
      try {
        await retry(() => this.#writeAll(), { backoff: WRITE_RETRY, clock: this.#parts.clock, signal, condition });
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
    // With an empty queue, the next write shows whether the journal still fails.
    this.#isFailing = false;
    this.#working = null;
  }

  /** Writes all entries. While the journal fails, writes one at a time to test it. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, this.#isFailing ? 1 : batchLength(this.#waiting));
      const gap = this.#gap;
      const { again, fault, isGapWritten } = await writeBatch(this.#parts, batch, gap);
      if (gap !== null && isGapWritten) this.#closeGap(gap);
      this.#waiting = [...again, ...this.#waiting.slice(batch.length)];
      this.#updatePressure();
      this.#isFailing = fault !== null;
      if (fault !== null) throw fault;
    }
  }

  #fail(error: Error): void {
    this.#fault = { error, since: this.#fault?.since ?? this.#parts.clock.now() };
    this.#failure.set(error);
    // Snapshots, bans and health do not wait, because the next ones have the same changes.
    for (const { heardAt, reject } of this.#waiting) if (heardAt === null) reject(error);
    this.#waiting = this.#waiting.filter(({ heardAt }) => heardAt !== null);
  }

  #recover(): void {
    // A run with nothing left to write does not show whether the journal still fails.
    if (this.#fault === null || this.#isFailing) return;
    const facts = { since: this.#fault.since, lost: this.#lost };
    this.#failure.clear(facts);
    if (this.#lost > 0) this.#parts.log.error(facts, 'Events lost while the journal was not writable');
    this.#fault = null;
    this.#lost = 0;
  }

  /** Events that were lost during the write continue the gap from its end. */
  #closeGap(written: Gap): void {
    const gap = this.#gap;
    this.#gap = gap === null || gap === written ? null : { ...gap, from: written.until };
  }

  #updatePressure(): void {
    const isHigh = this.#waiting.length > (this.#isPressureHigh ? PRESSURE_ENTRIES.low - 1 : PRESSURE_ENTRIES.high);
    if (isHigh === this.#isPressureHigh) return;
    this.#isPressureHigh = isHigh;
    this.#parts.onPressure(isHigh);
  }
}

/** The time of lost events. */
export type Gap = NonNullable<JournalEntry['gap']>;

/** An entry that waits to be written. */
interface QueuedEntry {
  entry: JournalEntry;
  /** The change of the entry until its notices are found. The entry then keeps them over every attempt. */
  unrouted: UnroutedChange | null;
  /**
   * Epoch ms at which the stream brought the event; the queue retries such an entry. Null for an entry that its caller
   * makes again, so that it may fail with the journal.
   */
  readonly heardAt: number | null;
  readonly promise: Promise<boolean>;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** `again` holds entries to retry, because of `fault`. All others are resolved or rejected. */
interface BatchResult {
  readonly again: readonly QueuedEntry[];
  readonly fault: Error | null;
  readonly isGapWritten: boolean;
}

/**
 * Routes and writes entries together, the gap with the first of them. A routing failure counts as a failed write: the
 * batch is retried. Never rejects.
 */
async function writeBatch(
  { journal, router }: { readonly journal: Pick<Journal, 'record'>; readonly router: Pick<Router, 'route'> },
  batch: readonly QueuedEntry[],
  gap: Gap | null,
): Promise<BatchResult> {
  try {
    const routed = batch.every(({ unrouted }) => unrouted === null) ? batch : await routeBatch(router, batch);
    return await recordBatch(journal, routed, gap);
  } catch (error) {
    return { again: batch, fault: errorOf(error), isGapWritten: false };
  }
}

async function recordBatch(
  journal: Pick<Journal, 'record'>,
  batch: readonly QueuedEntry[],
  gap: Gap | null,
): Promise<BatchResult> {
  const results = await Promise.allSettled(
    batch.map(({ entry }, index) => journal.record(gap && index === 0 ? { ...entry, gap } : entry)),
  );
  const failed: { readonly waiting: QueuedEntry; readonly error: Error }[] = [];
  batch.forEach((waiting, index) => {
    const result = results[index];
    if (result?.status === 'rejected') failed.push({ waiting, error: errorOf(result.reason) });
    else waiting.resolve(true);
  });
  for (const { waiting, error } of failed) if (isRejectedEntry(error)) waiting.reject(error);
  const again = failed.filter(({ error }) => !isRejectedEntry(error));
  return {
    again: again.map(({ waiting }) => waiting),
    fault: again[0]?.error ?? null,
    isGapWritten: gap !== null && results[0]?.status === 'fulfilled',
  };
}

/**
 * Finds the notices of unrouted entries. An entry that can never be routed is rejected alone.
 * @returns the other entries
 * @throws the router's error
 */
async function routeBatch(
  router: Pick<Router, 'route'>,
  batch: readonly QueuedEntry[],
): Promise<readonly QueuedEntry[]> {
  const waiting = batch.flatMap((one) => (one.unrouted === null ? [] : [{ one, change: one.unrouted }]));
  if (waiting.length === 0) return batch;
  try {
    const routed = await router.route(waiting.map(({ change }) => change));
    for (const [index, { one }] of waiting.entries()) {
      one.entry = { ...one.entry, notices: routed[index] ?? [] };
      one.unrouted = null;
    }
    return batch;
  } catch (error) {
    if (!isRejectedEntry(errorOf(error))) throw error;
    if (batch.length > 1) return await routeOneByOne(router, batch);
    for (const { one } of waiting) one.reject(errorOf(error));
    return [];
  }
}

async function routeOneByOne(
  router: Pick<Router, 'route'>,
  batch: readonly QueuedEntry[],
): Promise<readonly QueuedEntry[]> {
  const routed: QueuedEntry[] = [];
  for (const one of batch) routed.push(...(await routeBatch(router, [one])));
  return routed;
}

/**
 * @returns the number of entries to write together. A change of the stream's state is written only after all before it.
 */
function batchLength(waiting: readonly QueuedEntry[]): number {
  const turn = waiting.findIndex(({ entry }) => entry.stream !== undefined);
  return turn < 0 ? waiting.length : Math.max(1, turn);
}

/** Returns whether the store can never take the entry. */
function isRejectedEntry(error: Error): boolean {
  return error instanceof NotWritten && error.isEntryInvalid;
}

function errorOf(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
