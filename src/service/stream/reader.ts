import { isUtf8 } from 'node:buffer';
import type { MarketEvent } from '../../market/change.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { logUnread } from '../wire/fields.ts';
import { readEventTime, readFrame } from '../wire/frame.ts';
import { RepeatedEvents } from './repeats.ts';

const ODD_TIME = 'odd-time';
const REPEATED = 'repeated';

/**
 * Reads frames, counts them by kind, and passes on events, each once even if later connections repeat it. Logs each
 * kind of bad frame once, and repeats once per connection.
 */
export class FrameReader {
  readonly #options: FrameReaderOptions;
  readonly #counts = new Map<string, number>();
  readonly #loggedFaults = new Set<string>();
  readonly #repeats = new RepeatedEvents();

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /**
   * Returns the counts of frames by kind: `auction`, `purchase`, `sale`, `repeated`, `hello`, `ping`, `unknown-event`,
   * and the reasons of broken ones. `odd-time` counts events among them without a time in milliseconds.
   */
  counted(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Notes that frames come over another connection from now on. */
  beginConnection(): void {
    this.#repeats.beginConnection();
    this.#loggedFaults.delete(REPEATED);
  }

  /** Takes the events that earlier processes wrote. */
  rememberWritten(events: readonly MarketEvent[]): void {
    this.#repeats.rememberWritten(events);
  }

  /**
   * Reads one frame.
   * @returns whether it was an event
   */
  read(data: Buffer, isBinary: boolean): boolean {
    if (isBinary) return this.#bad('binary', 'a binary frame');
    if (!isUtf8(data)) return this.#bad('invalid-utf8', 'a frame of invalid UTF-8');
    const paintings: string[] = [];
    const frame = readFrame(data.toString(), (snbt) => paintings.push(snbt));
    switch (frame.kind) {
      case 'event': {
        const event = this.#takeEvent(frame.event);
        if (event !== null) for (const snbt of paintings) this.#options.onPainting(snbt, event.at);
        return true;
      }
      case 'broken':
        return this.#bad(frame.why, frame.detail);
      case 'hello':
        this.#count('hello');
        return false;
      case 'sign-of-life':
        this.#count(frame.why);
        return false;
    }
  }

  /** @returns the event as it was passed on, or null if an earlier connection brought it */
  #takeEvent(read: MarketEvent): MarketEvent | null {
    const { clock, historyMs } = this.#options;
    const now = clock.now();
    const { at, stampedAt, isOdd } = readEventTime(read.at, now, historyMs);
    logUnread(this.#options.log);
    if (isOdd) {
      this.#count(ODD_TIME);
      this.#logOnce(ODD_TIME, { named: read.at }, 'Event without a time in milliseconds, using its arrival');
    }
    if (this.#repeats.isRepeat(read, stampedAt, now)) {
      this.#count(REPEATED);
      const facts = { event: read.kind, stampedAt };
      this.#logOnce(REPEATED, facts, 'Stream repeats events of an earlier connection, counting them once');
      return null;
    }
    this.#count(read.kind);
    const event = at === read.at ? read : { ...read, at };
    this.#options.onEvent(event);
    return event;
  }

  #bad(why: string, detail: string): false {
    this.#count(why);
    this.#logOnce(why, { detail }, 'Unreadable frame of the stream, ignoring it');
    return false;
  }

  #logOnce(fault: string, facts: Readonly<Record<string, unknown>>, sentence: string): void {
    const line = this.#loggedFaults.has(fault) ? this.#options.log.debug : this.#options.log.warn;
    this.#loggedFaults.add(fault);
    line({ part: 'stream', fault, ...facts }, sentence);
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}

export interface FrameReaderOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  /** Age limit of history; 400 days if absent. An older event counts as one without a time. */
  readonly historyMs?: number;
  readonly onEvent: (event: MarketEvent) => void;
  /**
   * Takes the SNBT of an item that shows a canvas, after its event.
   * @param at epoch ms of the event
   */
  readonly onPainting: (snbt: string, at: number) => void;
}
