import type { Identity, ItemChoice } from '../market/item/item.ts';
import { labelOf } from '../market/item/label.ts';
import type { Market } from '../market/market.ts';
import type { Log } from '../ports/log.ts';
import type { Settings } from '../ports/settings.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Turns } from '../ports/turns.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';
import type { Job } from './job.ts';

const EVERY_MS = 60_000;

export interface RenamedKindsParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'withItemKeys' | 'get'>;
  readonly settings: Pick<Settings, 'putFeed' | 'putWatch'>;
  readonly turns: Turns;
  readonly log: Log;
}

/**
 * Up to 0.3.0 every name that a player gave split the price, so that a feed or watch could mean the items of one name.
 * Where the name splits nothing any more, this job makes it mean the kind without the name, as soon as an item shows
 * which kind that is.
 */
export function createRenamedKindsJob(parts: RenamedKindsParts): Job {
  /** By their former keys. */
  const waiting = new Map<string, Identity>();
  return {
    name: 'renamed kinds',
    firstAfterMs: 0,
    everyMs: EVERY_MS,
    retryAfterMs: EVERY_MS,
    async run() {
      const market = parts.market();
      for (const kind of market?.formerKeys.takeRenamed() ?? []) waiting.set(kind.formerKey ?? '', kind);
      // Where the name still splits the price of other items of the type, the key means these too.
      for (const key of waiting.keys()) if (market?.catalogue.identityOf(key)) waiting.delete(key);
      if (waiting.size === 0) return;
      for (const subscription of await parts.subscriptions.withItemKeys([...waiting.keys()])) {
        const kind = waiting.get(itemOf(subscription)?.key ?? '');
        if (kind !== undefined && itemOf(subscription)?.isFormer) await rename(subscription, kind, parts);
      }
      waiting.clear();
    },
  };
}

/** Changes the subscription as it is in its owner's turn. */
async function rename({ type, id, ...rest }: Feed | Watch, kind: Identity, parts: RenamedKindsParts): Promise<void> {
  const { subscriptions, settings, turns, log } = parts;
  const owner = 'userId' in rest ? (`user:${rest.userId}` as const) : (`guild:${rest.guildId}` as const);
  await turns.run(owner, async () => {
    const now = await subscriptions.get(id);
    if (now === null || !itemOf(now)?.isFormer || itemOf(now)?.key !== kind.formerKey) return;
    const item: ItemChoice = { type: kind.type, key: kind.key, label: labelOf(kind) };
    const filter = { ...now.filter, item };
    if (now.type === 'feed') await settings.putFeed({ ...now, filter });
    else await settings.putWatch({ ...now, item, filter });
    log.info(
      { [type]: id, from: kind.formerKey, to: kind.key },
      'Item name no longer splits the price, saved item changed',
    );
  });
}

function itemOf(subscription: Feed | Watch): ItemChoice | undefined {
  return subscription.type === 'feed' ? subscription.filter.item : (subscription.item ?? undefined);
}
