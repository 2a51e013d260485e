import type { Journal } from '../ports/journal.ts';
import type { Pause, Pauses } from '../ports/outbox.ts';
import type { Target } from '../routing/notice.ts';
import { targetKey } from '../routing/target.ts';

/** Targets that Discord refused for good, at hand without asking the journal. */
export class PausedTargets implements Pauses {
  readonly #journal: Journal;
  readonly #codes: Map<string, number>;

  static async open(journal: Journal): Promise<PausedTargets> {
    const pauses = await journal.pauses();
    return new PausedTargets(journal, new Map(pauses.map(({ target, code }) => [targetKey(target), code])));
  }

  private constructor(journal: Journal, codes: Map<string, number>) {
    this.#journal = journal;
    this.#codes = codes;
  }

  async codeOf(target: Target): Promise<number | null> {
    return this.#codes.get(targetKey(target)) ?? null;
  }

  has(target: Target): boolean {
    return this.#codes.has(targetKey(target));
  }

  async pause(pause: Pause): Promise<void> {
    const key = targetKey(pause.target);
    const before = this.#codes.get(key);
    // It counts at once: nothing more is sent there while it is written down.
    this.#codes.set(key, pause.code);
    try {
      await this.#journal.pause(pause);
    } catch (error) {
      if (before === undefined) this.#codes.delete(key);
      else this.#codes.set(key, before);
      throw error;
    }
  }

  async resume(target: Target): Promise<void> {
    if (!this.has(target)) return;
    await this.#journal.unpause(target);
    this.#codes.delete(targetKey(target));
  }
}
