import type { Identity, ItemChoice } from '../market/item/item.ts';
import { labelOf } from '../market/item/label.ts';
import type { Market } from '../market/market.ts';
import type { Log } from '../ports/log.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';
import { type ChangeItemParts, changeItem } from '../subscriptions/saved-items.ts';
import { TimeSlice } from '../time/cooperate.ts';
import type { Job } from './job.ts';

const RENAME_EVERY_MS = 60_000;

export interface RenamedKindsParts extends ChangeItemParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'withItemKeys' | 'get'>;
  readonly log: Log;
}

/**
 * Updates feeds and watches that Crier up to 0.3.0 saved for an item with a custom name. Every custom name split the
 * price then. If the name no longer does, the feed or watch gets the same item without the name, as soon as a shop or
 * an event shows which item that is.
 */
export function createRenamedKindsJob(parts: RenamedKindsParts): Job {
  /** Keys are the former keys. */
  const waiting = new Map<string, Identity>();
  return {
    name: 'renamed kinds',
    firstAfterMs: 0,
    everyMs: RENAME_EVERY_MS,
    retryAfterMs: RENAME_EVERY_MS,
    async run() {
      const market = parts.market();
      for (const kind of market?.formerKeys.takeRenamed() ?? []) waiting.set(kind.formerKey ?? '', kind);
      // A key that today’s catalogue has too belongs to items whose name still splits the price, and stays.
      for (const key of waiting.keys()) if (market?.catalogue.identityOf(key)) waiting.delete(key);
      if (waiting.size === 0) return;
      const slice = new TimeSlice();
      for (const subscription of await parts.subscriptions.withItemKeys([...waiting.keys()])) {
        const kind = waiting.get(subscription.filter.item?.key ?? '');
        if (kind !== undefined && subscription.filter.item?.isFormer) await rename(subscription, kind, parts);
        await slice.yieldIfOver();
      }
      waiting.clear();
    },
  };
}

async function rename(subscription: Feed | Watch, kind: Identity, parts: RenamedKindsParts): Promise<void> {
  const { key, formerKey, type } = kind;
  const isMeant = (now: ItemChoice | undefined) => now?.isFormer && now.key === formerKey;
  const item: ItemChoice = { type, key, label: labelOf(kind) };
  if (!(await changeItem(subscription, (now) => (isMeant(now) ? item : null), parts))) return;
  const names = { [subscription.type]: subscription.id, from: formerKey, to: key };
  parts.log.info(names, 'Item of a feed or watch replaced: its custom name no longer has a price of its own');
}
