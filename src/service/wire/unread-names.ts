import type { Log } from '../../ports/log.ts';

/** Names counted apart; a market of a game with mods has some dozens. Further ones count together. */
const MOST_NAMES = 200;
/** Stands for all names beyond these. */
export const OTHER_NAMES = 'other';

/** Counts unreadable item data by name: `snbt` for a whole text, else a component's key. */
export class UnreadNames {
  readonly #counts = new Map<string, number>();
  #unsaid: string[] = [];

  add(names: readonly string[]): void {
    for (const name of names) {
      const counted = this.#counts.has(name) || this.#counts.size < MOST_NAMES ? name : OTHER_NAMES;
      const count = this.#counts.get(counted) ?? 0;
      this.#counts.set(counted, count + 1);
      if (count === 0) this.#unsaid.push(counted);
    }
  }

  /** How often each was met since the start. */
  counted(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** The names met for the first time since this was asked last. */
  takeNew(): readonly string[] {
    if (this.#unsaid.length === 0) return this.#unsaid;
    const names = this.#unsaid;
    this.#unsaid = [];
    return names;
  }
}

/** One for the process: all readers of items share it, as they share their cache of SNBT texts. */
export const unreadNames = new UnreadNames();

/** Logs the names met for the first time since the last call: each once. */
export function logUnread(log: Pick<Log, 'warn'>): void {
  const names = unreadNames.takeNew();
  if (names.length > 0) log.warn({ part: 'items', names }, 'Item data not read');
}
