import type { ShopChange } from '../change.ts';
import type { Market } from '../market.ts';
import { changeBetween, withFirstStock } from './difference.ts';
import { asReadNow } from './earlier-reading.ts';
import { fillUnknowns } from './fill-unknowns.ts';
import type { Shop } from './shop.ts';
import type { ShopIndex } from './shop-index.ts';
import type { SavedSnapshot } from './snapshot.ts';

/** What a snapshot is made into, in whichever way, before it is judged. */
export interface Taken {
  readonly index: ShopIndex;
  readonly comparison: Comparison;
  /** Shops of the market before that the snapshot lacks. */
  readonly lacking: readonly Shop[];
  readonly saved: Pick<SavedSnapshot, 'before' | 'filled'>;
}

/** A shop that can trade for the first time. */
type Listed = Extract<ShopChange, { readonly kind: 'listed' }>;

/** Compares a snapshot's shops with those of the market before, where there is one. */
export class Comparison {
  /** Shops that the market before did not have, or without a bundle of their goods. */
  readonly listed: Listed[] = [];
  /** What is otherwise with those that it had. */
  readonly changed: ShopChange[] = [];
  readonly #previous: Market | null;
  readonly #at: number;

  /** `at`: when the snapshot was taken, epoch ms. */
  constructor(previous: Market | null, at: number) {
    this.#previous = previous;
    this.#at = at;
  }

  /** The shop that was read as it is to stand in the market. */
  fill(read: Shop): Shop {
    if (this.#previous === null) return read;
    const before = this.#before(read);
    return withFirstStock(fillUnknowns(read, before), before);
  }

  /** Notes what has happened to a shop of the market, which it is asked of once. */
  note(shop: Shop): void {
    if (this.#previous === null) return;
    const change = changeBetween(this.#before(shop), shop, this.#at);
    if (change?.kind === 'listed') this.listed.push(change);
    else if (change !== null) this.changed.push(change);
  }

  #before(now: Shop): Shop | undefined {
    const before = this.#previous?.shop(now.id) ?? this.#previous?.missing.get(now.id);
    return before !== undefined && this.#previous?.isOfOlderReader === true ? asReadNow(before, now) : before;
  }
}
