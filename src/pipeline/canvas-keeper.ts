import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Condition } from '../log/condition.ts';
import { readCanvases } from '../market/paintings/canvas.ts';
import type { Log } from '../ports/log.ts';
import type { CanvasWriter, SeenCanvas } from '../ports/pictures.ts';
import { yieldToEventLoop } from '../time/cooperate.ts';
import { HOUR_MS } from '../time/durations.ts';

/** Limit the texts that wait to be read, and their UTF-16 units: some forty of the largest boxes. */
const MOST_WAITING_TEXTS = 2_000;
const MOST_WAITING_CHARACTERS = 16 * 1024 * 1024;
/** Limits a text. Reading takes a millisecond for 100,000 units; a box of the game has 27 slots of 10,000. */
const LONGEST_TEXT_CHARACTERS = 400_000;
/** Limits the canvases of one transaction. Deflating and inserting 16 takes some two milliseconds. */
const CANVASES_PER_WRITE = 16;
/** Time for which a saved text is not read again, and so the precision of `lastSeenAt`. */
const REREAD_AFTER_MS = HOUR_MS;
/** Limits the texts remembered as saved, some 100 bytes each. */
const MOST_SAVED_TEXTS = 8_192;

interface QueuedCanvas {
  readonly snbt: string;
  readonly seenAt: number;
}

interface CanvasKeeperParts {
  readonly writer: Pick<CanvasWriter, 'saveCanvases'>;
  readonly log: Log;
}

/**
 * Reads and saves the canvases of the service's items in parallel to events. No other work waits for it, and a canvas
 * that it cannot take or save is read at the next sighting.
 */
export class CanvasKeeper {
  readonly #parts: CanvasKeeperParts;
  readonly #waiting: QueuedCanvas[] = [];
  readonly #failure: Condition;
  /** Times at which the saved texts were seen, by their hash. */
  readonly #saved = new LRUCache<string, number>({ max: MOST_SAVED_TEXTS });
  #waitingCharacters = 0;
  #working: Promise<void> | null = null;
  #isFull = false;

  constructor(parts: CanvasKeeperParts) {
    this.#parts = parts;
    this.#failure = new Condition({
      log: parts.log,
      begins: 'Paintings not saved, retrying with the next sighting',
      ends: 'Paintings saved again',
    });
  }

  /**
   * Enqueues the SNBT of an item that shows a canvas. Never throws.
   * @param seenAt epoch ms
   */
  notice(snbt: string, seenAt: number): void {
    if (snbt.length > LONGEST_TEXT_CHARACTERS || !this.#hasRoom(snbt)) return;
    this.#waiting.push({ snbt, seenAt });
    this.#waitingCharacters += snbt.length;
    this.#working ??= this.#work();
  }

  /** Resolves when every enqueued canvas is saved or has failed. Never rejects. */
  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  #hasRoom(snbt: string): boolean {
    const isFull =
      this.#waiting.length >= MOST_WAITING_TEXTS || this.#waitingCharacters + snbt.length > MOST_WAITING_CHARACTERS;
    if (isFull && !this.#isFull)
      this.#parts.log.warn({}, 'Too many paintings at once, saving some at the next sighting');
    this.#isFull = isFull;
    return !isFull;
  }

  async #work(): Promise<void> {
    try {
      // The event that showed the canvas goes first.
      await yieldToEventLoop();
      while (this.#waiting.length > 0) await this.#saveNext();
    } finally {
      this.#working = null;
    }
  }

  async #saveNext(): Promise<void> {
    const group: SeenCanvas[] = [];
    const texts: { readonly key: string; readonly seenAt: number }[] = [];
    while (group.length < CANVASES_PER_WRITE) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const { snbt, seenAt } = next;
      this.#waitingCharacters -= snbt.length;
      const key = hash('sha1', snbt);
      if (this.#isSaved(key, seenAt)) continue;
      for (const { generation: _, ...canvas } of readCanvases(snbt)) group.push({ ...canvas, seenAt });
      texts.push({ key, seenAt });
      await yieldToEventLoop();
    }
    if (texts.length === 0) return;
    try {
      if (group.length > 0) await this.#parts.writer.saveCanvases(group);
    } catch (error) {
      this.#failure.set(error);
      return;
    }
    this.#failure.clear();
    for (const { key, seenAt } of texts) this.#saved.set(key, seenAt);
  }

  #isSaved(key: string, seenAt: number): boolean {
    const savedAt = this.#saved.peek(key);
    return savedAt !== undefined && Math.abs(seenAt - savedAt) < REREAD_AFTER_MS;
  }
}
