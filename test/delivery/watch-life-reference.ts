import type { QuietHours } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { walkToTheEnd } from '../routing/quiet-oracle.ts';

const MINUTE_MS = 60_000;
/** Notices that come close together go out together. */
const QUIET_MOMENT_MS = 700;

/** A shop of slime blocks, as far as a watch's life depends on it; the owner is by the id. */
export interface Stall {
  readonly id: number;
  readonly side: 'ask' | 'bid';
  readonly price: number;
  readonly quantity: number;
  readonly remaining: number;
}

/** What happened: to a stall between two snapshots, or a deal. `name` tells it from all others. */
export type News = { readonly name: string } & (
  | { readonly kind: 'stall'; readonly before: Stall | null; readonly after: Stall | null }
  | { readonly kind: 'auctioned' | 'traded'; readonly unitPrice: number; readonly stall: Stall | null }
);

export function ownerOf({ id }: Pick<Stall, 'id'>): 'Ada' | 'Bob' {
  return id % 2 === 0 ? 'Bob' : 'Ada';
}

interface Waiting {
  readonly news: News;
  readonly watches: readonly string[];
  dueAt: number;
}

/** One person's watches, as the product promises them: who is told of what, and when. Plain, and without any of ours. */
export class Reference {
  readonly told: string[] = [];
  readonly watches = new Map<string, Watch>();
  stalls: ReadonlyMap<number, Stall> = new Map();
  quiet: QuietHours | null = null;
  now: number;
  readonly lastToldAt = new Map<string, number>();
  readonly #sold = new Map<number, number>();
  #waiting: Waiting[] = [];
  #leavesAt: number | null = null;
  #isOpen = false;

  constructor(now: number) {
    this.now = now;
  }

  /**
   * The new snapshot's stock counts, whatever was sold since the last one. The first is compared with nothing.
   * What is new comes first; each by its id.
   */
  snapshot(stalls: ReadonlyMap<number, Stall>): void {
    const before = this.#isOpen ? this.stalls : stalls;
    this.#isOpen = true;
    this.stalls = stalls;
    this.#sold.clear();
    const ids = [...stalls.keys()].sort((a, b) => a - b);
    for (const id of new Set([...ids.filter((one) => !before.has(one)), ...ids, ...before.keys()])) {
      const [then, now] = [before.get(id) ?? null, stalls.get(id) ?? null];
      this.happen({ kind: 'stall', name: `${this.now} ${id}`, before: then, after: now });
    }
  }

  sell(id: number, count: number): void {
    this.#sold.set(id, (this.#sold.get(id) ?? 0) + count);
  }

  happen(news: News): void {
    const asking = [...this.watches.values()].filter((watch) => this.#isAwake(watch) && wants(watch, news));
    if (asking.length === 0) return;
    this.#waiting.push({ news, watches: asking.map(({ id }) => id), dueAt: this.now });
    this.#leavesAt = this.now + QUIET_MOMENT_MS;
  }

  /** A restart waits for no quiet moment. */
  restart(): void {
    if (this.#waiting.length > 0) this.#leavesAt = this.now;
  }

  /** The person changed something: what waits is looked at again. */
  changed(): void {
    for (const waiting of this.#waiting) waiting.dueAt = Math.min(waiting.dueAt, this.now);
    if (this.#waiting.length > 0) this.#leavesAt = this.now + QUIET_MOMENT_MS;
  }

  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.#leavesAt ?? Math.min(...this.#waiting.map(({ dueAt }) => dueAt));
      if (next > end) break;
      this.now = Math.max(this.now, next);
      this.#tell();
    }
    this.now = end;
  }

  #tell(): void {
    this.#leavesAt = null;
    const telling = new Set<string>();
    const done = new Set<string>();
    const staying: Waiting[] = [];
    for (const waiting of this.#waiting) {
      const asking = waiting.watches
        .flatMap((id) => this.watches.get(id) ?? [])
        .filter((watch) => !done.has(watch.id) && this.#isAwake(watch) && this.#isTrue(watch, waiting.news));
      const holds = asking.map((watch) => this.#heldUntil(watch));
      const firstEnd = Math.min(...holds.filter((until) => until > this.now));
      if (waiting.dueAt > this.now) staying.push(waiting);
      else if (holds.some((until) => until <= this.now)) {
        for (const [at, watch] of asking.entries()) {
          this.told.push(`${this.now} ${watch.id}: ${waiting.news.name}`);
          if ((holds[at] ?? 0) <= this.now) telling.add(watch.id);
          if (watch.repeat === 'once') done.add(watch.id);
        }
      } else if (asking.length > 0) staying.push({ ...waiting, dueAt: firstEnd });
    }
    this.#waiting = staying;
    for (const id of telling) this.lastToldAt.set(id, this.now);
    for (const id of done) this.watches.delete(id);
  }

  #isAwake({ paused, expiresAt }: Watch): boolean {
    return !paused && (expiresAt === null || this.now < expiresAt);
  }

  /** Quiet hours, a snooze, and the cool-down after telling put off; what is told at one moment is one telling. */
  #heldUntil({ id, snoozedUntil, cooldownMinutes }: Watch): number {
    const quietEnd = this.quiet && walkToTheEnd(this.quiet, this.now);
    if (quietEnd !== null) return quietEnd;
    if (snoozedUntil !== null && snoozedUntil > this.now) return snoozedUntil;
    const last = this.lastToldAt.get(id);
    return last === undefined ? this.now : Math.max(this.now, last + cooldownMinutes * MINUTE_MS);
  }

  /** The stall with what it has left; null: it is gone, or has turned from selling to buying or back. */
  #seenNow(told: Stall | null): Stall | null {
    const stall = this.stalls.get(told?.id ?? 0);
    if (stall === undefined || stall.side !== told?.side) return null;
    return { ...stall, remaining: Math.max(0, stall.remaining - (this.#sold.get(stall.id) ?? 0)) };
  }

  /** A deal was made, whatever comes after. A stall must still be what one was to hear of it. */
  #isTrue(watch: Watch, news: News): boolean {
    if (news.kind !== 'stall') return true;
    const stall = this.#seenNow(news.after ?? news.before);
    switch (watch.trigger) {
      case 'at-or-below':
      case 'at-or-above':
        return stall !== null && isPriced(watch, stall);
      case 'sold-out':
        return stall === null || !hasBundle(stall);
      case 'listed':
      case 'restocked':
        if (stall === null || !passes(watch, stall)) return false;
        return hasBundle(stall) || (news.after !== null && !hasBundle(news.after));
      default:
        return true;
    }
  }
}

function wants(watch: Watch, news: News): boolean {
  const { trigger, price } = watch;
  if (news.kind !== 'stall') {
    const { minStock, owner } = watch.filter;
    if (trigger !== news.kind || (price !== null && news.unitPrice > price)) return false;
    if (owner !== undefined && (news.stall === null || ownerOf(news.stall) !== owner)) return false;
    return minStock === undefined || (news.stall !== null && news.stall.remaining >= minStock);
  }
  const { before, after } = news;
  switch (trigger) {
    case 'at-or-below':
    case 'at-or-above':
      // What a stall that buys has in stock is no news.
      if (before?.side === 'bid' && after?.side === 'bid' && sameOffer(before, after)) return false;
      return after !== null && isPriced(watch, after) && !(before !== null && isPriced(watch, before));
    case 'listed':
      return after?.side === 'ask' && before?.side !== 'ask' && passes(watch, after);
    case 'restocked':
      if (after?.side !== 'ask' || before?.side !== 'ask') return false;
      return after.remaining > before.remaining && hasBundle(after) && passes(watch, after);
    case 'sold-out':
      if (before?.side !== 'ask' || !hasBundle(before) || !passes(watch, before)) return false;
      return after === null || (after.side === 'ask' && !hasBundle(after));
    default:
      return false;
  }
}

/** To be had at the watch's price: from a stall that sells and has it, or at one that buys. */
function isPriced(watch: Watch, stall: Stall): boolean {
  const unitPrice = stall.price / stall.quantity;
  if (watch.price === null || !passes(watch, stall)) return false;
  if (watch.trigger === 'at-or-above') return stall.side === 'bid' && unitPrice >= watch.price;
  return stall.side === 'ask' && hasBundle(stall) && unitPrice <= watch.price;
}

function passes({ filter: { owner, minStock = 0 } }: Watch, stall: Stall): boolean {
  return (owner === undefined || ownerOf(stall) === owner) && stall.remaining >= minStock;
}

function hasBundle({ remaining, quantity }: Stall): boolean {
  return remaining >= quantity;
}

function sameOffer(before: Stall, after: Stall): boolean {
  return before.price === after.price && before.quantity === after.quantity;
}
