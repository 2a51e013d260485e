import { Condition } from '../log/condition.ts';
import type { Log } from '../ports/log.ts';
import type { LandmarkStatus, LandmarkStore, SavedLandmarks } from '../ports/places.ts';
import type { Clock } from '../time/clock.ts';
import { HOUR_MS } from '../time/durations.ts';
import type { KnownPlaces } from './known-places.ts';
import { isAddress } from './landmark-source.ts';
import { MOST_LANDMARKS } from './read-landmarks.ts';
import type { SourceAnswer } from './source-answer.ts';

export interface LandmarkKeeperParts {
  /** The value of LANDMARKS. */
  readonly source: string;
  readonly places: Pick<KnownPlaces, 'replace'>;
  readonly store: LandmarkStore;
  /** Reads the source; see `readSource`. */
  readonly read: () => Promise<SourceAnswer>;
  /** Whether Crier stops, which ends a read without an answer. */
  readonly isStopped: () => boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

const NOTHING: SavedLandmarks = { landmarks: [], readAt: null, trouble: null };

/** Keeps the last landmarks that could be read. The leader reads their source, and every process the store. */
export class LandmarkKeeper {
  readonly #parts: LandmarkKeeperParts;
  readonly #failing: Condition;
  #saved = NOTHING;
  /** Epoch ms of the last attempt. A restart does not forget an attempt at a map, whose host is another's. */
  #askedAt: number | null = null;
  /** The entries that were left out, as logged last. */
  #logged = '';

  constructor(parts: LandmarkKeeperParts) {
    this.#parts = parts;
    this.#failing = new Condition({ log: parts.log, begins: 'LANDMARKS unreadable', ends: 'LANDMARKS readable again' });
  }

  status(): LandmarkStatus {
    const { landmarks, readAt, trouble } = this.#saved;
    return { count: landmarks.length, readAt, trouble };
  }

  /** Shows the landmarks in the store, as far as they are others. */
  async load(): Promise<void> {
    const { source, store } = this.#parts;
    const saved = await store.read(source);
    if (saved === null) return;
    this.#show(saved);
    if (isAddress(source)) this.#askedAt = saved.askedAt ?? null;
  }

  /**
   * Reads the source if the last attempt is an hour old, and saves its landmarks. After a failure the landmarks stay,
   * and the reason is logged once.
   * @throws NotSaved
   */
  async refresh(): Promise<void> {
    const { source, store, read, isStopped, clock } = this.#parts;
    const askedAt = clock.now();
    const sinceMs = askedAt - (this.#askedAt ?? Number.NEGATIVE_INFINITY);
    if (sinceMs >= 0 && sinceMs < HOUR_MS) return;
    this.#askedAt = askedAt;
    const answer = await read();
    if (isStopped()) return;
    if (answer.ok) this.#failing.clear();
    else this.#failing.setCause({ name: answer.why, sentence: `${answer.why}. ${answer.cure}` });
    if (answer.ok) this.#logLeftOut(answer.read);
    const saved = answer.ok
      ? { landmarks: answer.read.landmarks, readAt: clock.now(), trouble: null, askedAt }
      : { ...this.#saved, trouble: answer.why, askedAt };
    this.#show(saved);
    await store.save(source, saved);
  }

  #show(saved: SavedLandmarks): void {
    if (saved.readAt !== this.#saved.readAt) this.#parts.places.replace(saved.landmarks);
    this.#saved = saved;
  }

  /** Logs the entries that were left out, once for the same numbers. */
  #logLeftOut({ landmarks, invalid, repeated, beyond }: Extract<SourceAnswer, { readonly ok: true }>['read']): void {
    const facts = { used: landmarks.length, invalid, repeated, beyond };
    const text = JSON.stringify(facts);
    if (text === this.#logged) return;
    this.#logged = text;
    const { log } = this.#parts;
    if (invalid + beyond === 0) log.info(facts, 'Landmarks read');
    else log.warn({ ...facts, most: MOST_LANDMARKS }, 'Landmarks read, some are left out');
  }
}
