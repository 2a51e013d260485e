/** A snapshot's file: the one that it builds on (null: on none), and how many records, shops and ids are in it. */
interface Known {
  readonly before: number | null;
  readonly entries: number;
}

/** Which snapshot builds on which, of those that were saved or loaded; each is named by when it was taken. */
export class Chains {
  #known = new Map<number, Known>();
  /** The last one that was saved or loaded. */
  #last: number | null = null;

  note(takenAt: number, known: Known): void {
    this.#known.set(takenAt, known);
    this.#last = takenAt;
  }

  /** The snapshot and those that it builds on, the last first, as far as they are known. */
  of(takenAt: number): readonly number[] {
    return this.#linksOf(takenAt).map(([at]) => at);
  }

  /** To read those that follow the first in the last one's chain takes longer than to read the first. */
  isLong(): boolean {
    const entries = this.#last === null ? [] : this.#linksOf(this.#last).map(([, known]) => known.entries);
    const first = entries.pop() ?? 0;
    return entries.reduce((sum, more) => sum + more, 0) > first;
  }

  /** Forgets all but the snapshot and those that it builds on. */
  keepOnly(takenAt: number): void {
    this.#known = new Map(this.#linksOf(takenAt));
  }

  /** @throws Error where a file of this snapshot could not be read again */
  refuseUnreadable({ takenAt, before }: { takenAt: number; before: number | null }): void {
    if (before === null) return;
    const chain = this.of(before);
    if (chain.length === 0) throw new Error('the snapshot that this one builds on is not saved');
    if (chain.includes(takenAt)) throw new Error('this snapshot would take the place of one that it builds on');
  }

  #linksOf(takenAt: number): (readonly [number, Known])[] {
    const links: (readonly [number, Known])[] = [];
    let at: number | null = takenAt;
    while (at !== null) {
      const known: Known | undefined = this.#known.get(at);
      if (known === undefined) break;
      links.push([at, known]);
      at = known.before;
    }
    return links;
  }
}
