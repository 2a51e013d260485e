import type { ItemChoice } from '../market/item/item.ts';
import type { Settings } from '../ports/settings.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Turns } from '../ports/turns.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';

export interface ChangeItemParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'putFeed' | 'putWatch'>;
  readonly turns: Turns;
}

/**
 * Saves another item for a feed or watch, in its owner's turn and as it stands then.
 * @param change returns the item to save, or null to leave the feed or watch as it is
 * @returns whether it was saved
 */
export function changeItem(
  subscription: Feed | Watch,
  change: (item: ItemChoice | undefined) => ItemChoice | null,
  { subscriptions, settings, turns }: ChangeItemParts,
): Promise<boolean> {
  const { type } = subscription;
  const owner =
    type === 'watch' ? (`user:${subscription.userId}` as const) : (`guild:${subscription.guildId}` as const);
  return turns.run(owner, async () => {
    const now = await subscriptions.get(subscription.id);
    const item = now && change(now.filter.item);
    if (!now || !item) return false;
    const filter = { ...now.filter, item };
    await (now.type === 'feed' ? settings.putFeed({ ...now, filter }) : settings.putWatch({ ...now, item, filter }));
    return true;
  });
}
