import type { Market } from '../market/market.ts';
import { playerKey, playerKeys } from '../market/player.ts';
import type { Shop } from '../market/shops/shop.ts';
import { ABSENT_PARTS, type Absence, type Absences, type AbsentPart } from '../routing/absence.ts';
import type { Feed } from '../routing/feed.ts';
import { isAwake } from '../routing/match.ts';
import type { Watch } from '../routing/watch.ts';
import { DAY_MS } from '../time/durations.ts';

/** The owners, worlds and types in a list of shops. */
type Presence = Readonly<Record<AbsentPart, ReadonlySet<string>>>;

/** Collects the presence in a market. Shops that a doubted snapshot lacks still count. Yields often. */
export function* presenceIn(market: Market): Generator<void, Presence> {
  const presence = { owner: new Set<string>(), world: new Set<string>(), item: new Set<string>() };
  for (const { choice } of market.catalogue.types) {
    const { type } = choice;
    if (market.ofType(type).length > 0 || market.index.byContained.has(type)) presence.item.add(type);
  }
  yield;
  for (const key of market.index.byOwner.keys()) presence.owner.add(key);
  yield;
  for (const world of market.worlds) presence.world.add(world.toLowerCase());
  for (const shop of market.missing.values()) addMissing(shop, presence);
  return presence;
}

function addMissing({ owner, location, item }: Shop, presence: Record<AbsentPart, Set<string>>): void {
  for (const key of playerKeys(owner)) presence.owner.add(key);
  presence.world.add(location.world.toLowerCase());
  presence.item.add(item.identity.type);
}

/** The presence in the last list and in this one. */
export interface Departures {
  /** Null for the first list of a run. */
  readonly before: Presence | null;
  readonly now: Presence;
  /** Time of this list, epoch ms. */
  readonly at: number;
}

/** Returns the absences of a feed or watch by the list of shops. A part that was never in a list is not absent. */
export function absencesNow(subscription: Feed | Watch, departures: Departures): Absences {
  const entries = namedPartsOf(subscription).flatMap((named) => {
    const absence = judge(subscription.absences?.[named.part], named, departures);
    return absence === null ? [] : [[named.part, absence] as const];
  });
  return Object.fromEntries(entries);
}

function judge(known: Absence | undefined, named: NamedPart, { before, now, at }: Departures): Absence | null {
  const { part, of, others } = named;
  const absence = known !== undefined && [of, ...others].includes(known.of) ? { ...known, of } : null;
  if (now[part].has(of)) {
    // After a day of presence the absence ends without a notice.
    if (absence === null || (absence.backAt !== undefined && at - absence.backAt >= DAY_MS)) return null;
    return absence.toldAt === undefined ? null : { ...absence, backAt: absence.backAt ?? at };
  }
  if (absence?.backAt !== undefined) {
    const { backAt: _, ...again } = absence;
    return { ...again, since: at };
  }
  if (absence !== null) return absence;
  return before?.[part].has(of) ? { of, since: at } : null;
}

/** Returns the absences that have lasted a day and of which the maker was not notified. */
export function unreportedAbsences(subscription: Feed | Watch, now: number): readonly AbsentPart[] {
  const isOn = subscription.type === 'feed' ? !subscription.paused : isAwake(subscription, now);
  if (!isOn) return [];
  const named = new Map(namedPartsOf(subscription).map((one) => [one.part, one]));
  return ABSENT_PARTS.filter((part) => {
    const one = named.get(part);
    const absence = one && absenceNow(subscription, one);
    if (absence === undefined || absence.toldAt !== undefined) return false;
    return isNews(subscription, part) && now - absence.since >= DAY_MS;
  });
}

/**
 * A part of a filter, in the spelling under which its absence is saved. `others` are the spellings of earlier absences.
 */
interface NamedPart {
  readonly part: AbsentPart;
  readonly of: string;
  readonly others: readonly string[];
}

/** Returns the owner, world and type that shops need to have for a feed or watch. Auctions need no shop. */
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

/** Whether the maker is notified of an absence. A maker who waits for the item to be listed knows of its absence. */
function isNews(subscription: Feed | Watch, part: AbsentPart): boolean {
  if (part !== 'item') return true;
  return subscription.type === 'feed' ? subscription.kind !== 'listings' : subscription.trigger !== 'listed';
}

/** @returns the present absence of a part, or undefined if there is none */
export function absenceNow({ absences }: Feed | Watch, { part, of, others }: NamedPart): Absence | undefined {
  const absence = absences?.[part];
  const isOfThis = absence !== undefined && absence.backAt === undefined && [of, ...others].includes(absence.of);
  return isOfThis ? absence : undefined;
}
