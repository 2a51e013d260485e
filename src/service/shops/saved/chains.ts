import type { SavedSnapshot } from '../../../market/shops/snapshot.ts';

/** Which snapshot builds on which, of those that were saved or loaded; each is named by when it was taken. */
export class Chains {
  #befores = new Map<number, number | null>();

  /** `before`: the one that it builds on; null: on none. */
  note({ takenAt, before }: Pick<SavedSnapshot, 'takenAt' | 'before'>): void {
    this.#befores.set(takenAt, before);
  }

  /** The snapshot and those that it builds on, the last first, as far as they are known. */
  of(takenAt: number): readonly number[] {
    const chain: number[] = [];
    let at: number | null | undefined = takenAt;
    while (typeof at === 'number' && this.#befores.has(at)) {
      chain.push(at);
      at = this.#befores.get(at);
    }
    return chain;
  }

  /** Forgets all but the snapshot and those that it builds on. */
  keepOnly(takenAt: number): void {
    const chain = new Set(this.of(takenAt));
    this.#befores = new Map([...this.#befores].filter(([known]) => chain.has(known)));
  }

  /** @throws Error where a file of this snapshot could not be read again */
  refuseUnreadable({ takenAt, before }: SavedSnapshot): void {
    if (before === null) return;
    const chain = this.of(before);
    if (chain.length === 0) throw new Error('the snapshot that this one builds on is not saved');
    if (chain.includes(takenAt)) throw new Error('this snapshot would take the place of one that it builds on');
  }
}
