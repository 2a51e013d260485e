import type { Journal, JournalEntry } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';
import type { Heard, Router } from '../ports/router.ts';
import { Backoff } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import { BackPressure } from './back-pressure.ts';
import { type Gap, UnwrittenGap } from './unwritten-gap.ts';
import { type BatchResult, batchLength, errorOf, routeBatch, type Waiting, writeBatch } from './write-batch.ts';
import { WriteTrouble } from './write-trouble.ts';

/**
 * While the journal fails nothing is kept that is heard when so many wait: once the stream is held back, only what is in the
 * socket's buffers still comes.
 */
const MOST_WAITING = 5_000;
const RETRY = new Backoff({ firstMs: 100, capMs: 1_000, jitter: 0 });

export interface WriteQueueParts {
  readonly journal: Pick<Journal, 'record'>;
  readonly router: Pick<Router, 'route'>;
  /** True: no more events, please; false: go on. */
  readonly onPressure: (high: boolean) => void;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
}

/**
 * The way into the journal, in the order of the calls. While the journal fails, what the stream brings is kept and tried
 * again for as long as it takes; what is heard when there is no more room is lost, and stands in the journal as an outage,
 * with both its times, in the first transaction that succeeds, so that the next message can tell of it.
 */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  readonly #pressure: BackPressure;
  readonly #trouble: WriteTrouble;
  readonly #gap = new UnwrittenGap();
  /** Those that are with the journal just now stand first. */
  #waiting: Waiting[] = [];
  #isFailing = false;
  #isStopped = false;
  #working: Promise<void> | null = null;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
    this.#pressure = new BackPressure(parts.onPressure);
    this.#trouble = new WriteTrouble(parts.log, () => parts.clock.now());
  }

  /** Resolves when it is written; rejects at once while the journal fails, and when stopped. */
  async write(entry: JournalEntry): Promise<void> {
    const fault = this.#isFailing ? this.#trouble.fault() : null;
    if (fault !== null) throw fault;
    if (!(await this.#add(entry, null))) throw new Error('Stopped before it was written');
  }

  /**
   * True when it is written, however long that takes; false when stopped before. `heardAt`: epoch ms when the stream brought
   * it; `unrouted`: what it tells of, where it is not known who is told. Rejects for what the journal can never take.
   */
  keep(entry: JournalEntry, heardAt: number, unrouted: Heard | null = null): Promise<boolean> {
    return this.#add(entry, heardAt, unrouted);
  }

  /** Whether there is room for what was heard now; false: it counts as lost. */
  takes(heardAt: number): boolean {
    if (!this.#isFailing || this.#waiting.length < MOST_WAITING) return true;
    this.#gap.lose(heardAt);
    return false;
  }

  /** Why the journal fails just now; null: it does not. */
  trouble(): string | null {
    return this.#trouble.fault()?.message ?? null;
  }

  /** All that the stream brought before this moment is written; epoch ms. */
  writtenUntil(): number {
    // That the stream was down may be noticed long after: the earliest is not always the first.
    const oldest = this.#waiting.reduce((at, { heardAt }) => Math.min(at, heardAt ?? at), this.#parts.clock.now());
    return Math.min(oldest, this.#gap.current()?.from ?? oldest);
  }

  /** When everything that came is written, or given up. */
  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Gives up what is not written yet. The next start calls the time since `writtenUntil` an outage. */
  stop(): void {
    this.#isStopped = true;
    const left = this.#waiting;
    this.#waiting = [];
    const facts = { entries: left.length, lost: this.#gap.lost() };
    if (left.length > 0)
      this.#parts.log.error(
        facts,
        'Not all that was taken in could be written: the time since is an outage, and told as one',
      );
    for (const { resolve } of left) resolve(false);
  }

  #add(entry: JournalEntry, heardAt: number | null, unrouted: Heard | null = null): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(false);
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#waiting.push({ entry, unrouted, heardAt, resolve, reject });
    this.#pressure.update(this.#waiting.length);
    this.#working ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    let backoff = RETRY;
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const wasFailing = this.#isFailing;
      const fault = await this.#writeSome();
      this.#pressure.update(this.#waiting.length);
      this.#isFailing = fault !== null;
      if (fault !== null) {
        this.#trouble.note(fault);
        this.#refuse(fault);
        await this.#parts.clock.sleep(backoff.longestMs);
        backoff = backoff.next();
      } else if (!wasFailing || this.#waiting.length === 0) {
        backoff = RETRY;
        if (this.#trouble.recover(this.#gap.lost())) this.#gap.forgetLost();
      }
    }
    // With nothing kept, the next write shows by itself whether the journal still fails.
    this.#isFailing = false;
    this.#working = null;
  }

  /**
   * While the journal fails, one entry at a time shows whether it still does.
   * @returns why not all could be written; null: they were
   */
  async #writeSome(): Promise<Error | null> {
    const batch = this.#waiting.slice(0, this.#isFailing ? 1 : batchLength(this.#waiting));
    const gap = this.#gap.current();
    const { again, fault, isGapWritten } = await this.#writeBatch(batch, gap);
    if (gap !== null && isGapWritten) this.#gap.close(gap);
    this.#waiting = [...again, ...this.#waiting.slice(batch.length)];
    return fault;
  }

  /** Who cannot be found to be told is as good as not written. */
  async #writeBatch(batch: readonly Waiting[], gap: Gap | null): Promise<BatchResult> {
    const { journal, router } = this.#parts;
    if (batch.every(({ unrouted }) => unrouted === null)) return writeBatch(journal, batch, gap);
    try {
      return await writeBatch(journal, await routeBatch(router, batch), gap);
    } catch (error) {
      return { again: batch, fault: errorOf(error), isGapWritten: false };
    }
  }

  /** What can be had again does not wait. */
  #refuse(fault: Error): void {
    for (const { heardAt, reject } of this.#waiting) if (heardAt === null) reject(fault);
    this.#waiting = this.#waiting.filter(({ heardAt }) => heardAt !== null);
  }
}
