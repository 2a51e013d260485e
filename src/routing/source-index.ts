import type { Change } from '../market/change.ts';
import type { Item } from '../market/item.ts';
import { unitPriceOf } from '../market/unit-price.ts';
import type { Feed } from './feed.ts';
import { choiceKey, keysWithin } from './match-keys.ts';
import { PriceList } from './price-list.ts';
import type { Watch } from './watch.ts';

const ANY_ITEM = '';

/** Finds the few feeds and watches that a change may concern; whether it does is checked after. */
export class SourceIndex {
  readonly #feeds = new Map<string, Set<Feed>>();
  readonly #watches = new Map<string, PriceList>();

  add(source: Feed | Watch): void {
    const key = keyOf(source);
    if ('trigger' in source) {
      const list = this.#watches.get(key) ?? new PriceList();
      this.#watches.set(key, list);
      list.add(source);
    } else {
      this.#feeds.set(key, (this.#feeds.get(key) ?? new Set()).add(source));
    }
  }

  remove(source: Feed | Watch): void {
    const key = keyOf(source);
    if ('trigger' in source) {
      const list = this.#watches.get(key);
      list?.remove(source);
      if (list?.size === 0) this.#watches.delete(key);
    } else {
      const feeds = this.#feeds.get(key);
      feeds?.delete(source);
      if (feeds?.size === 0) this.#feeds.delete(key);
    }
  }

  *feedsFor(change: Change): Generator<Feed, void> {
    const kinds =
      change.kind === 'auctioned' ? ['auctions'] : change.kind === 'traded' ? [`${change.trade.kind}s`, 'trades'] : [];
    if (kinds.length === 0) return;
    const keys = [ANY_ITEM, ...keysWithin(itemOf(change))];
    for (const kind of kinds) for (const key of keys) yield* this.#feeds.get(`${kind} ${key}`) ?? [];
  }

  *watchesFor(change: Change): Generator<Watch, void> {
    const trigger = triggerOf(change);
    if (trigger === null) return;
    const item = itemOf(change);
    for (const key of keysWithin(item)) {
      const list = this.#watches.get(`${trigger} ${key}`);
      if (list !== undefined) yield* list.reachedBy(lowestPrice(change, item, key));
    }
  }
}

function keyOf(source: Feed | Watch): string {
  if ('trigger' in source) return `${source.trigger} ${choiceKey(source.item)}`;
  return `${source.kind} ${source.filter.item === undefined ? ANY_ITEM : choiceKey(source.filter.item)}`;
}

function triggerOf(change: Change): Watch['trigger'] | null {
  if (change.kind === 'auctioned' || change.kind === 'traded') return change.kind;
  const isHere = change.kind === 'listed' || change.kind === 'restocked' || change.kind === 'price-changed';
  return isHere && change.shop.side === 'ask' ? 'at-or-below' : null;
}

function itemOf(change: Change): Item {
  if (change.kind === 'auctioned') return change.auction.item;
  if (change.kind === 'traded') return change.trade.item;
  return change.kind === 'removed' ? change.before.item : change.shop.item;
}

/**
 * No match under this key can have a lower unit price. Of the item itself that is the price of one. What a container
 * holds is priced by its contents: 0, so that the exact check sees every watch of it.
 */
function lowestPrice(change: Change, item: Item, key: string): number {
  const { type, key: own } = item.identity;
  if (item.contents.length > 0 || (key !== type && key !== `#${own}`)) return 0;
  if (change.kind === 'auctioned') return change.auction.finalBid / change.auction.sold;
  if (change.kind === 'traded') return change.trade.paid / change.trade.moved;
  return change.kind === 'removed' ? 0 : unitPriceOf(change.shop);
}
