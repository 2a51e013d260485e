import type { Journal } from '../ports/journal.ts';
import type { Pause } from '../ports/outbox.ts';
import type { Target } from '../routing/notice.ts';
import { targetKey } from '../routing/target.ts';

/** Targets that Discord refused for good, at hand without asking the journal. */
export class PausedTargets {
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

  /** Discord's JSON error code; null: the target is not paused. */
  codeOf(target: Target): number | null {
    return this.#codes.get(targetKey(target)) ?? null;
  }

  /** From now on, in memory; delivery writes it down. */
  note({ target, code }: Pause): void {
    this.#codes.set(targetKey(target), code);
  }

  async pause(pause: Pause): Promise<void> {
    this.note(pause);
    await this.#journal.pause(pause);
  }

  async resume(target: Target): Promise<void> {
    if (!this.#codes.has(targetKey(target))) return;
    await this.#journal.unpause(target);
    this.#codes.delete(targetKey(target));
  }
}
