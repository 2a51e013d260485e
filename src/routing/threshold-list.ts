/**
 * Members by the number from which on they are concerned, those that have none first: all whom a number concerns stand in
 * front, found by halving.
 */
export class ThresholdList<Member> {
  readonly #direction: 1 | -1;
  #members: Member[] = [];
  /** How far each member reaches, falling once sorted. They stand apart, so that the search reads nothing but numbers. */
  #reaches: number[] = [];
  #isSorted = false;

  /** `direction` 1: a number concerns a member at its threshold or below; -1: at its threshold or above. */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  /** In no certain order. */
  get members(): readonly Member[] {
    return this.#members;
  }

  get size(): number {
    return this.#members.length;
  }

  /** `threshold` null: every number concerns it, even one that is not known. */
  add(member: Member, threshold: number | null): void {
    const reach = threshold === null ? Number.POSITIVE_INFINITY : threshold * this.#direction;
    if (this.size === 0) {
      // One alone is the usual case: an empty array would make room for 17 at its first `push`.
      this.#members = [member];
      this.#reaches = [reach];
    } else if (this.#isSorted) {
      const at = this.#countReaching(reach);
      this.#members.splice(at, 0, member);
      this.#reaches.splice(at, 0, reach);
    } else {
      this.#members.push(member);
      this.#reaches.push(reach);
    }
  }

  remove(member: Member): void {
    const at = this.#members.indexOf(member);
    if (at < 0) return;
    this.#members.splice(at, 1);
    this.#reaches.splice(at, 1);
  }

  /** Appends those whom `value` concerns to `found`; null: it is not known, so those without a threshold. */
  find(value: number | null, found: Member[]): void {
    // All are sorted when the first number comes, not one by one while a million are read.
    if (!this.#isSorted) this.#sort();
    const end = this.#countReaching(value === null ? Number.POSITIVE_INFINITY : value * this.#direction);
    for (let at = 0; at < end; at += 1) {
      const member = this.#members[at];
      if (member !== undefined) found.push(member);
    }
  }

  #sort(): void {
    const entries = this.#members.map((member, at) => ({ member, reach: this.#reaches[at] ?? 0 }));
    // Two that reach without end keep their order: their difference is no number.
    entries.sort((a, b) => b.reach - a.reach || 0);
    this.#members = entries.map(({ member }) => member);
    this.#reaches = entries.map(({ reach }) => reach);
    this.#isSorted = true;
  }

  #countReaching(needed: number): number {
    let count = 0;
    for (let above = this.#reaches.length; count < above; ) {
      const middle = (count + above) >>> 1;
      if ((this.#reaches[middle] ?? 0) >= needed) count = middle + 1;
      else above = middle;
    }
    return count;
  }
}
