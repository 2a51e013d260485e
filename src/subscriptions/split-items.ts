import type { ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';
import { type ChangeItemParts, changeItem } from './change-item.ts';

/** An item that was saved as one kind and means `kinds` kinds since Crier tells them apart. */
export interface SplitItem {
  readonly item: ItemChoice;
  readonly kinds: number;
}

/** A list has room for so many; the next list reports the others. */
const MOST = 3;

/**
 * Items of these feeds or watches that mean several kinds now and whose owner has not read so yet: the first three,
 * each once.
 */
export function unreportedSplits(
  subscriptions: readonly (Feed | Watch)[],
  market: Market | null,
): readonly SplitItem[] {
  const splits = new Map<string, SplitItem>();
  for (const subscription of subscriptions) {
    const item = unreportedItem(subscription.filter.item);
    const kinds = item && market ? market.kindsOf(item.key ?? '').length : 0;
    if (item && kinds > 1) splits.set(item.key ?? '', { item, kinds });
  }
  return [...splits.values()].slice(0, MOST);
}

/** Marks the splits as reported in these feeds and watches, each as it stands in a transaction of its owner. */
export async function markReported(
  subscriptions: readonly (Feed | Watch)[],
  splits: readonly SplitItem[],
  parts: ChangeItemParts,
): Promise<void> {
  const keys = new Set(splits.map(({ item }) => item.key));
  for (const one of subscriptions.filter((each) => keys.has(unreportedItem(each.filter.item)?.key))) {
    await changeItem(
      one,
      (now) => {
        const item = unreportedItem(now);
        return item && { ...item, splitReported: true };
      },
      parts,
    );
  }
}

function unreportedItem(item: ItemChoice | undefined): ItemChoice | null {
  return item?.isFormer && item.key !== undefined && !item.splitReported ? item : null;
}
