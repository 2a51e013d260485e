import { isUtf8 } from 'node:buffer';
import type { MarketEvent } from '../../market/event.ts';
import type { Log } from '../../ports/log.ts';
import type { Clock } from '../../time/clock.ts';
import { readFrame } from '../wire/frame.ts';
import { logUnread } from '../wire/unread-names.ts';

/**
 * Reads frames, counts them by what they are, and hands on the events alone. Each kind of bad frame is said once.
 *
 * An event that is stamped ahead of our clock is handed on as of now: it has happened, and what is dated in the future is
 * in no history until then. However little ahead it is: two clocks never agree, and a second costs nothing here, while an
 * event that one cannot find in that second is a riddle.
 */
export class FrameReader {
  readonly #options: FrameReaderOptions;
  readonly #counts = new Map<string, number>();
  readonly #said = new Set<string>();

  constructor(options: FrameReaderOptions) {
    this.#options = options;
  }

  /** Frames by kind: `auction`, `purchase`, `sale`, `hello`, `ping`, `unknown-event`, and the broken ones by why. */
  counted(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Takes in one frame; true: it was an event. */
  read(data: Buffer, isBinary: boolean): boolean {
    if (isBinary) return this.#bad('binary', 'a binary frame');
    if (!isUtf8(data)) return this.#bad('invalid-utf8', 'a frame of invalid UTF-8');
    const paintings: string[] = [];
    const frame = readFrame(data.toString(), (snbt) => paintings.push(snbt));
    switch (frame.kind) {
      case 'event': {
        this.#count(frame.event.kind);
        logUnread(this.#options.log);
        const event = notAhead(frame.event, this.#options.clock.now());
        this.#options.onEvent(event);
        for (const snbt of paintings) this.#options.onPainting(snbt, event.at);
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

  #bad(why: string, detail: string): false {
    this.#count(why);
    const line = this.#said.has(why) ? this.#options.log.debug : this.#options.log.warn;
    this.#said.add(why);
    line({ part: 'stream', fault: why, detail }, 'stream: a frame that cannot be read was left out');
    return false;
  }

  #count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}

function notAhead(event: MarketEvent, now: number): MarketEvent {
  return event.at <= now ? event : { ...event, at: now };
}

export interface FrameReaderOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly onEvent: (event: MarketEvent) => void;
  /** Takes the SNBT of an item that shows a canvas, after its event; `at`: epoch ms of the event. */
  readonly onPainting: (snbt: string, at: number) => void;
}
