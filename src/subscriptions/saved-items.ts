import type { ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';

export interface ChangeItemParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'putFeed' | 'putWatch'>;
  readonly transactions: SettingsTransactions;
}

/**
 * Changes the item of a feed or watch in its present state, in a settings transaction of its owner.
 * @param change returns the item to save, or null to leave the feed or watch as it is
 * @returns whether it was saved
 */
export function changeItem(
  subscription: Feed | Watch,
  change: (item: ItemChoice | undefined) => ItemChoice | null,
  parts: ChangeItemParts,
): Promise<boolean> {
  const changeFilter = (now: Feed | Watch) => {
    const item = change(now.filter.item);
    if (item === null) return null;
    const filter = { ...now.filter, item };
    return now.type === 'feed' ? { ...now, filter } : { ...now, item, filter };
  };
  return changeSaved(subscription, changeFilter, parts);
}

/**
 * Saves a change of Crier's own to a feed or watch in its present state, in a settings transaction of its owner.
 * @param change returns the feed or watch to save, or null to leave it as it is
 * @returns whether it was saved
 */
export function changeSaved(
  subscription: Feed | Watch,
  change: (now: Feed | Watch) => Feed | Watch | null,
  { subscriptions, settings, transactions }: ChangeItemParts,
): Promise<boolean> {
  const { type } = subscription;
  const owner =
    type === 'watch' ? (`user:${subscription.userId}` as const) : (`guild:${subscription.guildId}` as const);
  return transactions.run(owner, async () => {
    const now = await subscriptions.get(subscription.id);
    const changed = now && change(now);
    if (!changed) return false;
    await (changed.type === 'feed' ? settings.putFeed(changed) : settings.putWatch(changed));
    return true;
  });
}

/** An item saved as one kind that Crier now splits into `kinds` kinds. */
export interface SplitItem {
  readonly item: ItemChoice;
  readonly kinds: number;
}

/** Limits the splits that one list reports. The next list reports the others. */
const MOST_REPORTED_SPLITS = 3;

/**
 * Returns the items of these feeds or watches that mean several kinds now and were not reported to their owner: the
 * first three, each once.
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
  return [...splits.values()].slice(0, MOST_REPORTED_SPLITS);
}

/** Marks the splits as reported in these feeds and watches, each in its present state in a transaction of its owner. */
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
