import type { ItemChoice } from '../market/item/item.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';

export interface ChangeItemParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'putFeed' | 'putWatch'>;
  readonly transactions: SettingsTransactions;
}

/**
 * Saves another item for a feed or watch as it stands, in a settings transaction of its owner.
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
 * Saves a change that Crier itself makes to a feed or watch as it stands, in a settings transaction of its owner.
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
