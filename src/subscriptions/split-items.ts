import type { Identity, ItemChoice } from '../market/item/item.ts';
import type { Market } from '../market/market.ts';
import type { Settings } from '../ports/settings.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { Turns } from '../ports/turns.ts';
import type { Feed } from '../routing/feed.ts';
import type { Watch } from '../routing/watch.ts';

/** An item that was saved as one kind and means `kinds` kinds since Crier tells them apart. */
export interface SplitItem {
  readonly item: ItemChoice;
  readonly kinds: number;
}

interface SplitParts {
  readonly subscriptions: Pick<Subscriptions, 'get'>;
  readonly settings: Pick<Settings, 'putFeed' | 'putWatch'>;
  readonly turns: Turns;
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
    const item = unreportedItem(subscription);
    const kinds = item && market ? kindsOf(item, market).size : 0;
    if (item && kinds > 1) splits.set(item.key ?? '', { item, kinds });
  }
  return [...splits.values()].slice(0, MOST);
}

/** Saves that the owner of these feeds or watches has read of the splits; each as it is in the owner's turn. */
export async function markReported(
  subscriptions: readonly (Feed | Watch)[],
  splits: readonly SplitItem[],
  { subscriptions: saved, settings, turns }: SplitParts,
): Promise<void> {
  const keys = new Set(splits.map(({ item }) => item.key));
  for (const one of subscriptions.filter((each) => keys.has(unreportedItem(each)?.key))) {
    await turns.run(one.type === 'watch' ? `user:${one.userId}` : `guild:${one.guildId}`, async () => {
      const now = await saved.get(one.id);
      const item = now && unreportedItem(now);
      if (!now || !item) return;
      const reported = { ...item, splitReported: true } as const;
      const filter = { ...now.filter, item: reported };
      await (now.type === 'feed'
        ? settings.putFeed({ ...now, filter })
        : settings.putWatch({ ...now, item: reported, filter }));
    });
  }
}

function unreportedItem({ filter: { item } }: Feed | Watch): ItemChoice | null {
  return item?.isFormer && item.key !== undefined && !item.splitReported ? item : null;
}

function kindsOf({ key = '' }: ItemChoice, market: Market): Set<string> {
  const own: Identity | undefined = market.catalogue.identityOf(key);
  return new Set([...(own === undefined ? [] : [own]), ...market.formerKeys.of(key)].map((kind) => kind.key));
}
