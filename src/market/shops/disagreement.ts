import { shopOf } from '../change.ts';
import type { Market } from '../market.ts';
import { eachInSlices } from './in-slices.ts';
import type { ItemShops } from './item-groups.ts';
import type { Loaded } from './loaded.ts';
import { isSameShop } from './same-shop.ts';

/** A way to find shops: by which words, and what tells two findings apart. */
interface Finder {
  readonly by: string;
  readonly words: (market: Market) => Iterable<string>;
  readonly found: (market: Market, word: string) => number | string | undefined;
}

const FINDERS: readonly Finder[] = [
  {
    by: 'item',
    words: ({ index }) => keysOf(index.groups.all()),
    found: (market, key) => inOrder(market.ofKey(key)),
  },
  { by: 'owner', words: ({ ownerNames }) => ownerNames, found: ({ index }, name) => sumOf(index.byOwner.of(name)) },
  {
    by: 'content',
    words: ({ index }) => index.byContained.keys(),
    found: ({ index }, type) => sumOf(index.byContained.at(type)),
  },
  { by: 'painting', words: (market) => market.canvases(), found: ({ index }, id) => sumOf(index.byCanvas.at(id)) },
  { by: 'world', words: ({ worlds }) => worlds, found: ({ index }, world) => index.countByWorld.of(world) },
];

/**
 * What is otherwise in `other` than in `loaded`, one snapshot loaded in two ways, in a few words; null: nothing. What is known of
 * items beside is left out, as events may have told of some in between.
 */
export function* disagreement(loaded: Loaded, other: Loaded): Generator<void, string | null> {
  const [market, second] = [loaded.market, other.market];
  if (market.shops.length !== second.shops.length) return `${second.shops.length} shops of ${market.shops.length}`;
  const wrong: string[] = [];
  yield* eachInSlices(market.shops, (shop) => {
    const same = second.shop(shop.id);
    if (same === undefined || !isSameShop(shop, same)) wrong.push(`shop ${shop.id}`);
    else if (!second.shopsAt(shop.location).includes(same)) wrong.push(`the place of shop ${shop.id}`);
  });
  for (const { by, words, found } of FINDERS) {
    for (const one of [market, second]) {
      yield* eachInSlices(words(one), (word) => {
        if (found(market, word) !== found(second, word)) wrong.push(`${by} ${word}`);
      });
    }
  }
  if (newsOf(loaded) !== newsOf(other)) wrong.push('what changed');
  return wrong.length === 0 ? null : `${wrong.slice(0, 3).join(', ')}: ${wrong.length} in all`;
}

function* keysOf(groups: Iterable<ItemShops>): Generator<string, void> {
  for (const { identity } of groups) yield identity.key;
}

function inOrder(group: ItemShops | undefined): string {
  const { asks = [], bids = [], others = [] } = group ?? {};
  return [asks, bids, others].map((shops) => shops.reduce((sum, { id }) => (Math.imul(sum, 31) + id) | 0, 0)).join();
}

/** The same for the same ids in any order. */
function sumOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => (sum + Math.imul(id, 0x9e3779b1) + (id >> 7)) | 0, ids.length);
}

function newsOf({ changes, isFlood, market }: Loaded): string {
  const told = changes.map((change) => `${change.kind} ${shopOf(change).id}`);
  return JSON.stringify([told, isFlood, [...market.missing.keys()].sort()]);
}
