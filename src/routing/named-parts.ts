import { playerKey } from '../market/player.ts';
import type { Absence, AbsentPart } from './absence.ts';
import type { Feed } from './feed.ts';
import type { Watch } from './watch.ts';

/**
 * A part of a filter, in the spelling that its absence is saved under. `others`: spellings of absences saved before.
 */
export interface NamedPart {
  readonly part: AbsentPart;
  readonly of: string;
  readonly others: readonly string[];
}

/** The owner, world and type that shops need to have for a feed or watch. Auctions need no shop. */
export function namedPartsOf(subscription: Feed | Watch): NamedPart[] {
  const { owner, ownerId, world, item } = subscription.filter;
  const isOfAuctions =
    subscription.type === 'feed' ? subscription.kind === 'auctions' : subscription.trigger === 'auctioned';
  const name = owner === undefined ? null : playerKey(owner);
  return [
    ...(name === null ? [] : [{ part: 'owner' as const, of: ownerId ?? name, others: [name] }]),
    ...(world === undefined ? [] : [{ part: 'world' as const, of: world.toLowerCase(), others: [] }]),
    ...(item === undefined || isOfAuctions ? [] : [{ part: 'item' as const, of: item.type, others: [] }]),
  ];
}

/**
 * Whether the maker is notified of an absence. One who waits for the item to be listed waits for just that: its absence is
 * shown, and is no news.
 */
export function isNews(subscription: Feed | Watch, part: AbsentPart): boolean {
  if (part !== 'item') return true;
  return subscription.type === 'feed' ? subscription.kind !== 'listings' : subscription.trigger !== 'listed';
}

/** The absence of a part that a feed or watch is in now; undefined where there is none. */
export function absenceNow({ absences }: Feed | Watch, { part, of, others }: NamedPart): Absence | undefined {
  const absence = absences?.[part];
  const isOfThis = absence !== undefined && absence.backAt === undefined && [of, ...others].includes(absence.of);
  return isOfThis ? absence : undefined;
}
