import type { QuietHours } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { MINUTE_MS } from '../../src/time/durations.ts';
import { findQuietEnd } from '../routing/quiet-oracle.ts';
import {
  hasBundle,
  isImproved,
  isPriced,
  isTenthUnder,
  isUnder,
  type ModelShop,
  type News,
  type Price,
  passes,
  priceIn,
  priceOf,
  wants,
} from './watch-life-news.ts';

/** The debounce of notices that arrive close together. */
const QUIET_MOMENT_MS = 700;

interface Waiting {
  readonly news: News;
  readonly watches: readonly string[];
  readonly at: number;
  dueAt: number;
}

/**
 * The reference model of one user's watches: which notices are sent, and when. It is plain, and imports no product
 * code.
 */
export class Reference {
  readonly deliveries: string[] = [];
  readonly watches = new Map<string, Watch>();
  modelShops: ReadonlyMap<number, ModelShop> = new Map();
  quiet: QuietHours | null = null;
  now: number;
  readonly lastDeliveredAt = new Map<string, number>();
  readonly #lastDeliveredPrice = new Map<string, Price>();
  /** The last delivered price of each shop for watches on deals, by watch and shop. */
  readonly #lastPriceAtShop = new Map<string, Price>();
  readonly #sold = new Map<number, number>();
  /** Shops that have not had a bundle of their goods yet. */
  readonly #awaitsStock = new Set<number>();
  #waiting: Waiting[] = [];
  #leavesAt: number | null = null;
  #isOpen = false;

  constructor(now: number) {
    this.now = now;
  }

  /**
   * Ingests a snapshot. Its stock replaces the estimates that trades made, and the first snapshot makes no news. News
   * of new shops comes first and that of removed ones last, each sorted by id. A shop counts as new once it has a
   * bundle.
   */
  snapshot(modelShops: ReadonlyMap<number, ModelShop>): void {
    const before = this.#isOpen ? this.modelShops : modelShops;
    this.#isOpen = true;
    this.modelShops = modelShops;
    this.#sold.clear();
    const [known, ids] = [before, modelShops].map((of) => [...of.keys()].sort((a, b) => a - b));
    const isFresh = (id: number) => !before.has(id) || this.#awaitsStock.has(id);
    const fresh = ids?.filter(isFresh) ?? [];
    for (const id of new Set([...fresh, ...(ids ?? []), ...(known ?? [])])) {
      const [then, now] = [before.get(id) ?? null, modelShops.get(id) ?? null];
      const isNew = isFresh(id);
      const awaits = now !== null && !hasBundle(now) && (isNew || then?.side !== now.side);
      if (awaits) this.#awaitsStock.add(id);
      else this.#awaitsStock.delete(id);
      if (isNew && awaits) continue;
      this.ingest({ kind: 'shop', name: `${this.now} ${id}`, before: isNew && now ? null : then, after: now });
    }
  }

  sell(id: number, count: number): void {
    this.#sold.set(id, (this.#sold.get(id) ?? 0) + count);
  }

  ingest(news: News): void {
    const asking = [...this.watches.values()].filter(
      (watch) => this.#isAwake(watch, this.now) && (wants(watch, news) || isImproved(watch, news)),
    );
    if (asking.length === 0) return;
    this.#waiting.push({ news, watches: asking.map(({ id }) => id), at: this.now, dueAt: this.now });
    this.#leavesAt = this.now + QUIET_MOMENT_MS;
  }

  /** A restart skips the debounce. */
  restart(): void {
    if (this.#waiting.length > 0) this.#leavesAt = this.now;
  }

  /** The user changed a setting, so pending news is judged again. */
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
      this.#deliver();
    }
    this.now = end;
  }

  #deliver(): void {
    this.#leavesAt = null;
    const entry = new Set<string>();
    const done = new Set<string>();
    const staying: Waiting[] = [];
    const best = new Map<string, Price>();
    const atShops = new Map<string, Price>();
    const freed = this.#freed();
    for (const waiting of this.#waiting) {
      const isLookedAt = waiting.dueAt <= this.now || waiting.watches.some((id) => freed.has(id));
      const asking = waiting.watches
        .flatMap((id) => this.watches.get(id) ?? [])
        .filter(
          (watch) =>
            !done.has(watch.id) &&
            this.#isAwake(watch, waiting.at) &&
            this.#isTrue(watch, waiting.news) &&
            !this.#isOvertaken(watch, waiting, freed),
        );
      const holds = asking.map((watch) => this.#heldUntil(watch, freed));
      const firstEnd = Math.min(...holds.filter((until) => until > this.now));
      if (!isLookedAt) staying.push(waiting);
      else if (holds.some((until) => until <= this.now)) {
        for (const [at, watch] of asking.entries()) {
          this.deliveries.push(`${this.now} ${watch.id}: ${waiting.news.name}`);
          if ((holds[at] ?? 0) <= this.now) entry.add(watch.id);
          const price = priceIn(watch, waiting.news);
          const before = best.get(watch.id);
          if (price !== null && (before === undefined || isUnder(price, before))) best.set(watch.id, price);
          if (price !== null && watch.trigger === 'under-worth') {
            const key = shopKey(watch, waiting.news);
            const lastPrice = atShops.get(key);
            if (lastPrice === undefined || isUnder(price, lastPrice)) atShops.set(key, price);
          }
          if (watch.repeat === 'once') done.add(watch.id);
        }
      } else if (asking.length > 0) {
        staying.push({ ...waiting, watches: asking.map(({ id }) => id), dueAt: firstEnd });
      }
    }
    this.#waiting = staying;
    for (const [key, price] of atShops) this.#lastPriceAtShop.set(key, price);
    for (const id of [...entry, ...done]) {
      this.lastDeliveredAt.set(id, this.now);
      this.#lastDeliveredPrice.delete(id);
      const price = best.get(id);
      if (price !== undefined) this.#lastDeliveredPrice.set(id, price);
    }
    for (const id of done) this.watches.delete(id);
  }

  /** Returns the watches with due news a tenth better than their last delivery, which ends their cool-down. */
  #freed(): ReadonlySet<string> {
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= this.now);
    return new Set(
      due.flatMap(({ news, watches, at }) =>
        watches.filter((id) => {
          const watch = this.watches.get(id);
          const last = this.#lastDeliveredPrice.get(id);
          const price = watch && priceIn(watch, news);
          if (!watch || !last || !price || !isTenthUnder(price, last)) return false;
          // Quiet hours and a snooze hold as before.
          if (this.#heldUntil(watch, new Set([id])) > this.now || this.#heldUntil(watch) <= this.now) return false;
          return this.#isAwake(watch, at) && this.#isTrue(watch, news);
        }),
      ),
    );
  }

  /**
   * The shop matched before, so it must be a tenth better than the delivered price, or else than itself before, and
   * still as good.
   */
  #isStillBettered(watch: Watch, news: News, now: ModelShop): boolean {
    if (!isImproved(watch, news)) return true;
    const [was, is] = [priceOf(watch, news.before), priceOf(watch, news.after)];
    // A watch on deals reports many shops, each compared with its own last delivery.
    const last =
      watch.trigger === 'under-worth'
        ? this.#lastPriceAtShop.get(shopKey(watch, news))
        : this.#lastDeliveredPrice.get(watch.id);
    if (isUnder(is, priceOf(watch, now))) return false;
    return isTenthUnder(is, last?.side === is.side ? last : was);
  }

  /** Only the latest of several improvements of a shop is delivered. */
  #isOvertaken(watch: Watch, { news }: Waiting, freed: ReadonlySet<string>): boolean {
    if (!isImproved(watch, news) || this.#heldUntil(watch, freed) > this.now) return false;
    const later = this.#waiting.slice(this.#waiting.findIndex((waiting) => waiting.news === news) + 1);
    return later.some(
      (other) =>
        other.watches.includes(watch.id) &&
        isImproved(watch, other.news) &&
        other.news.after.id === news.after.id &&
        this.#isAwake(watch, other.at) &&
        this.#isTrue(watch, other.news),
    );
  }

  /** News from before the end is delivered after it too. */
  #isAwake({ paused, expiresAt }: Watch, at: number): boolean {
    return !paused && (expiresAt === null || at < expiresAt);
  }

  /** Quiet hours, a snooze and the cool-down delay news. Everything sent at one moment is one delivery. */
  #heldUntil({ id, snoozedUntil, cooldownMinutes }: Watch, freed: ReadonlySet<string> = new Set()): number {
    const quietEnd = this.quiet && findQuietEnd(this.quiet, this.now);
    if (quietEnd !== null) return quietEnd;
    if (snoozedUntil !== null && snoozedUntil > this.now) return snoozedUntil;
    const last = this.lastDeliveredAt.get(id);
    return last === undefined || freed.has(id) ? this.now : Math.max(this.now, last + cooldownMinutes * MINUTE_MS);
  }

  /** Returns the shop with its remaining stock, or null if it is gone or changed its side. */
  #seenNow(deliveries: ModelShop | null): ModelShop | null {
    const modelShop = this.modelShops.get(deliveries?.id ?? 0);
    if (modelShop === undefined || modelShop.side !== deliveries?.side) return null;
    return { ...modelShop, remaining: Math.max(0, modelShop.remaining - (this.#sold.get(modelShop.id) ?? 0)) };
  }

  /** A trade stays true, and a shop must still match. An edited watch may ask for something else. */
  #isTrue(watch: Watch, news: News): boolean {
    if (news.kind !== 'shop') return wants(watch, news);
    const modelShop = this.#seenNow(news.after ?? news.before);
    switch (watch.trigger) {
      case 'at-or-below':
      case 'at-or-above':
      case 'under-worth':
        return modelShop !== null && isPriced(watch, modelShop) && this.#isStillBettered(watch, news, modelShop);
      case 'sold-out':
        return wants(watch, news) && (modelShop === null || !hasBundle(modelShop));
      case 'listed':
      case 'restocked':
        return modelShop !== null && passes(watch, modelShop) && hasBundle(modelShop) && wants(watch, news);
      case 'auctioned':
      case 'traded':
      case 'my-shop':
        return wants(watch, news);
    }
  }
}

function shopKey({ id }: Watch, news: News): string {
  return `${id} ${news.kind === 'shop' ? news.after?.id : ''}`;
}
