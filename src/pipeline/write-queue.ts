import type { Journal, JournalEntry, WriteFault } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import { UNWRITTEN } from '../routing/unwritten.ts';
import { Backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';

/**
 * Entries that wait to be written. Above `high` the stream is held back, below `low` let go. While the journal fails nothing
 * heard above `most` is kept: from `high` on, only what is in the socket's buffers still comes.
 */
const WAITING = { low: 500, high: 4_500, most: 5_000 };
const RETRY = new Backoff({ firstMs: 100, capMs: 1_000, jitter: 0 });

export interface WriteQueueParts {
  readonly journal: Pick<Journal, 'record'>;
  /** True: no more events, please; false: go on. */
  readonly onPressure: (high: boolean) => void;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

interface Waiting {
  readonly entry: JournalEntry;
  /** Epoch ms when the stream brought it; null: it can be had again, so it fails with the journal. */
  readonly heardAt: number | null;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The way into the journal, in the order of the calls. While the journal fails, what the stream brings is kept and tried
 * again for as long as it takes; what is heard when there is no more room is lost, and stands in the journal as an outage,
 * with both its times, in the first transaction that succeeds, so that the next message can tell of it.
 */
export function createWriteQueue({ journal, onPressure, log, clock }: WriteQueueParts) {
  /** Those that are with the journal just now stand first. */
  let waiting: Waiting[] = [];
  let gap: NonNullable<JournalEntry['gap']> | null = null;
  let lost = 0;
  let trouble: { readonly fault: Error; readonly since: number } | null = null;
  let isFailing = false;
  let isHeldBack = false;
  let isStopped = false;
  let working: Promise<void> | null = null;

  function add(entry: JournalEntry, heardAt: number | null): Promise<boolean> {
    if (isStopped) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    waiting.push({ entry, heardAt, resolve, reject });
    steer();
    working ??= work();
    return promise;
  }

  async function work(): Promise<void> {
    let backoff = RETRY;
    while (waiting.length > 0 && !isStopped) {
      const wasFailing = isFailing;
      const fault = await writeSome();
      steer();
      isFailing = fault !== null;
      if (fault !== null) {
        note(fault);
        refuse(fault);
        await clock.sleep(backoff.longestMs);
        backoff = backoff.next();
      } else if (!wasFailing || waiting.length === 0) {
        backoff = RETRY;
        recover();
      }
    }
    // With nothing kept, the next write shows by itself whether the journal still fails.
    isFailing = false;
    working = null;
  }

  /**
   * While the journal fails, one entry at a time shows whether it still does.
   * @returns why not all could be written; null: they were
   */
  async function writeSome(): Promise<Error | null> {
    const some = waiting.slice(0, isFailing ? 1 : untilTurn(waiting));
    const told = gap;
    const results = await Promise.allSettled(
      some.map(({ entry }, index) => journal.record(told && index === 0 ? { ...entry, gap: told } : entry)),
    );
    if (told && results[0]?.status === 'fulfilled')
      gap = gap === told || gap === null ? null : { ...gap, from: told.until };
    const failed = some.flatMap((step, index) => {
      const result = results[index];
      if (result?.status === 'rejected') return { step, error: errorOf(result.reason) };
      step.resolve(true);
      return [];
    });
    for (const { step, error } of failed) if (isOfEntry(error)) step.reject(error);
    const again = failed.filter(({ error }) => !isOfEntry(error));
    waiting = [...again.map(({ step }) => step), ...waiting.slice(some.length)];
    return again[0]?.error ?? null;
  }

  function note(fault: Error): void {
    if (trouble === null)
      log.error({ err: fault }, 'The journal cannot be written: what comes is kept and tried again');
    trouble = { fault, since: trouble?.since ?? clock.now() };
  }

  /** What can be had again does not wait. */
  function refuse(fault: Error): void {
    for (const { heardAt, reject } of waiting) if (heardAt === null) reject(fault);
    waiting = waiting.filter(({ heardAt }) => heardAt !== null);
  }

  function recover(): void {
    if (trouble === null) return;
    const facts = { since: trouble.since, lost };
    if (lost > 0) log.error(facts, 'The journal is written again, but events were lost meanwhile');
    else log.info(facts, 'The journal is written again');
    trouble = null;
    lost = 0;
  }

  function steer(): void {
    const hold = isHeldBack ? waiting.length >= WAITING.low : waiting.length > WAITING.high;
    if (hold === isHeldBack) return;
    isHeldBack = hold;
    onPressure(hold);
  }

  return {
    /** Resolves when it is written; rejects at once while the journal fails, and when stopped. */
    async write(entry: JournalEntry): Promise<void> {
      if (isFailing && trouble !== null) throw trouble.fault;
      if (!(await add(entry, null))) throw new Error('Stopped before it was written');
    },
    /**
     * True when it is written, however long that takes; false when stopped before. `heardAt`: epoch ms when the stream brought
     * it. Rejects for what the journal can never take.
     */
    keep: (entry: JournalEntry, heardAt: number): Promise<boolean> => add(entry, heardAt),
    /** Whether there is room for what was heard now; false: it counts as lost. */
    takes(heardAt: number): boolean {
      if (!isFailing || waiting.length < WAITING.most) return true;
      lost += 1;
      gap = { from: gap?.from ?? heardAt, until: heardAt, why: UNWRITTEN };
      return false;
    },
    /** Why the journal fails just now; null: it does not. */
    trouble: () => trouble?.fault.message ?? null,
    /** All that the stream brought before this moment is written; epoch ms. */
    writtenUntil(): number {
      // That the stream was down may be noticed long after: the earliest is not always the first.
      const oldest = waiting.reduce((at, { heardAt }) => Math.min(at, heardAt ?? at), clock.now());
      return Math.min(oldest, gap?.from ?? oldest);
    },
    /** When everything that came is written, or given up. */
    async settled(): Promise<void> {
      while (working !== null) await working;
    },
    /** Gives up what is not written yet. The next start calls the time since `writtenUntil` an outage. */
    stop(): void {
      isStopped = true;
      const left = waiting;
      waiting = [];
      if (left.length > 0) log.error({ entries: left.length, lost }, 'Stopped before everything could be written');
      for (const { resolve } of left) resolve(false);
    },
  };
}

/** How many can be written together: what became of the stream is true only once all before it is written. */
function untilTurn(waiting: readonly Waiting[]): number {
  const turn = waiting.findIndex(({ entry }) => entry.stream !== undefined);
  return turn < 0 ? waiting.length : Math.max(1, turn);
}

function isOfEntry(error: Error): boolean {
  return 'entryAtFault' in error && (error as WriteFault).entryAtFault;
}

function errorOf(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
