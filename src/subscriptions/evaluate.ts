import { type Change, changedShop } from '../market/change.ts';
import { type Deal, dealOf, goodsSold } from '../market/deals/deal.ts';
import { eventsKnownSince } from '../market/events-known-since.ts';
import type { Identity } from '../market/item/item.ts';
import type { Shop } from '../market/shops/shop.ts';
import type { Journal } from '../ports/journal.ts';
import type { PastNotice } from '../ports/outbox.ts';
import type { Worths } from '../ports/prices.ts';
import type { Subscriptions } from '../ports/settings.ts';
import { explainMatch, type MismatchReason } from '../routing/explain-match.ts';
import { isOwnNews } from '../routing/own-shops.ts';
import type { Person } from '../routing/person.ts';
import type { WorthOf } from '../routing/shop-news.ts';
import { simulateDeliveries } from '../routing/simulate-deliveries.ts';
import { goodsToJudge, isOfferChange } from '../routing/under-worth.ts';
import { STREAM_TRIGGERS, type Watch } from '../routing/watch.ts';
import { TimeSlice } from '../time/cooperate.ts';
import { WEEK_MS } from '../time/durations.ts';

const MOST_EVALUATED_NOTICES = 1_000;
/** An offer is shown next to its worth, however little it saves. */
const ANY_TERMS = { discount: Number.NEGATIVE_INFINITY, minSaving: Number.NEGATIVE_INFINITY };

/** The fate of one change for a watch. `notice` is null if none was written. */
export interface Evaluation {
  readonly change: Change;
  readonly notice: PastNotice | null;
  /** The reasons why no notice was written. Empty if the change matched. */
  readonly mismatches: readonly MismatchReason[];
  /** The offer of an `under-worth` watch by today's worth. Absent if no worth is known. */
  readonly deal?: Deal;
}

/**
 * Evaluates the last week's changes of a watch's item.
 * @returns the evaluations since the watch was made, the newest first. `earlier` counts the messages that the watch
 * would have sent in that week before it was made, as the answer to a new watch counts them. `since` is the time from
 * which such changes are known, epoch ms, or null if the whole week is.
 */
export async function evaluateWeek(
  watch: Watch,
  {
    journal,
    worths,
    subscriptions,
    beganAt,
  }: {
    readonly journal: Pick<Journal, 'noticesOf' | 'changes' | 'latestChanges' | 'oldShopsUntil' | 'purchases'>;
    readonly worths: Worths;
    readonly subscriptions: Pick<Subscriptions, 'person'>;
    /** Time of Crier's first start, epoch ms. */
    readonly beganAt: number;
  },
  now: number,
): Promise<{
  readonly evaluations: readonly Evaluation[];
  readonly earlier: number;
  readonly since: number | null;
}> {
  const weekAgo = now - WEEK_MS;
  const past = await journal.noticesOf({ kind: 'user', id: watch.userId }, MOST_EVALUATED_NOTICES, watch.id);
  const changes = watch.trigger === 'my-shop' ? [] : await changesFor(watch, journal, weekAgo);
  const worthOf = watch.trigger === 'under-worth' ? await worthsOf(changes, watch.item === null, worths) : undefined;
  const person = await subscriptions.person(watch.userId);
  const all = evaluate(watch, changes, past, worthOf, person);
  // Changes without a worth are left out for a watch on everything: they would fill the list.
  const evaluable = watch.item === null ? all.filter(({ mismatches }) => !mismatches.includes('no-worth')) : all;
  const evaluations = evaluable.filter(({ change, notice }) => notice !== null || change.at >= watch.createdAt);
  const before = changes.filter((change) => change.at < watch.createdAt && !isOwnNews(watch, person, change));
  const quiet = person?.quiet ?? null;
  const since = await knownSince(STREAM_TRIGGERS.includes(watch.trigger), changes, weekAgo, { journal, beganAt });
  return {
    evaluations,
    earlier: simulateDeliveries(watch, before, quiet, watch.createdAt, worthOf).length,
    since: since > weekAgo ? since : null,
  };
}

/**
 * Evaluates each change for a watch: those that caused a notice and those that did not, the newest first.
 * @param changes the changes of the watch's item, the oldest first
 * @param past the watch's notices, the newest first
 * @param worthOf judges `under-worth` watches by today's worths, because earlier ones are not kept
 * @param person the watch's user, whose own shops cause no notices
 */
export function evaluate(
  watch: Watch,
  changes: readonly Change[],
  past: readonly PastNotice[],
  worthOf?: WorthOf,
  person: Person | null = null,
): Evaluation[] {
  const notices = past.flatMap((notice) => {
    const { cause } = notice.notice;
    return cause.kind === 'change' ? [{ change: cause.change, notice }] : [];
  });
  const floods = new Map(
    past.flatMap((one) => {
      const { cause } = one.notice;
      return cause.kind === 'change' && cause.listedWith ? [[cause.change.at, one] as const] : [];
    }),
  );
  // Equal changes of one moment have a notice each, except for those of a flood.
  const left = Map.groupBy(notices, ({ change }) => changeKey(change));
  const judged = changes.flatMap((change): Evaluation[] => {
    const explanation = explainMatch(watch, change, worthOf);
    const own = left.get(changeKey(change))?.pop()?.notice ?? null;
    const isOfFlood = own === null && change.kind === 'listed' && explanation.kind === 'matches';
    const notice = isOfFlood ? (floods.get(change.at) ?? null) : own;
    if (notice === null && explanation.kind === 'elsewhere') return [];
    // A notice contains its own outcome: the cause may be that a shop that matched before was announced again.
    const missed = explanation.kind === 'missed' ? explanation.mismatches : [];
    const mismatches = notice !== null ? [] : isOwnNews(watch, person, change) ? (['own-shop'] as const) : missed;
    const deal =
      worthOf && isOfferChange(change) ? dealOf(change.shop, change.shop.remaining, worthOf, ANY_TERMS) : null;
    return [{ change, notice, mismatches, ...(deal !== null && { deal }) }];
  });
  const others = [...left.values()].flat().map((one) => ({ ...one, mismatches: [] }));
  return [...judged, ...others].sort((a, b) => b.change.at - a.change.at);
}

/** Returns the key of a change among those of an item: its kind, time and place. */
function changeKey(change: Change): string {
  return [change.kind, change.at, ...changeFacts(change)].join(' ');
}

function changeFacts(change: Change): readonly (string | number)[] {
  if (change.kind === 'auctioned') {
    const { item, sold, finalBid } = change.auction;
    return [item.identity.key, sold, finalBid];
  }
  if (change.kind === 'traded') {
    const { kind, item, moved, paid, location } = change.trade;
    return [kind, item.identity.key, moved, paid, location.x, location.y, location.z, location.world];
  }
  return [changedShop(change).id];
}

/** Limits the changes read for a watch without an item: a busy week has more, and the latest are enough. */
const MOST_EVALUATED_CHANGES = 20_000;

/** Returns the changes since `from` that concern a watch's item, or all changes, the oldest first. */
export function changesFor(
  { item }: Pick<Watch, 'item'>,
  journal: Pick<Journal, 'changes' | 'latestChanges'>,
  from: number,
): Promise<readonly Change[]> {
  return item === null ? journal.latestChanges(from, MOST_EVALUATED_CHANGES) : journal.changes(item.type, from);
}

/**
 * Reads today's worths to judge past changes: earlier worths are not kept, and a worth moves slowly.
 * @param areAll whether the changes are of all goods, whose worths are read together; only goods that are still sold
 * have one
 */
export function worthsOf(changes: readonly Change[], areAll: boolean, worths: Worths): Promise<WorthOf> {
  return areAll ? readAllWorths(worths) : readWorths(goodsToJudge(changes), worths);
}

/** @param areAll whether the shops sell any goods, so that all worths are read together */
export async function worthsOfShops(shops: readonly Shop[], areAll: boolean, worths: Worths): Promise<WorthOf> {
  if (!areAll) {
    const goods = shops.flatMap((shop) => goodsSold(shop)?.identity ?? []);
    return readWorths(new Map(goods.map((identity) => [identity.key, identity])).values(), worths);
  }
  return readAllWorths(worths);
}

async function readAllWorths(worths: Worths): Promise<WorthOf> {
  const all = await worths.all();
  return (key) => all.get(key)?.worth ?? null;
}

async function readWorths(goods: Iterable<Identity>, worths: Pick<Worths, 'of'>): Promise<WorthOf> {
  const known = new Map<string, number>();
  const slice = new TimeSlice();
  for (const identity of goods) {
    const { worth } = await worths.of(identity);
    if (worth !== null) known.set(identity.key, worth);
    await slice.yieldIfOver();
  }
  return (key) => known.get(key) ?? null;
}

interface KnownParts {
  readonly journal: Pick<Journal, 'purchases' | 'oldShopsUntil'>;
  /** Time of Crier's first start, epoch ms. */
  readonly beganAt: number;
}

/**
 * Returns the time from which the log is complete. Changes of shops are known since Crier's first snapshot, or since
 * the first one that today's reader read; the stream also reports earlier events. All items' events count, because the
 * first event of one item says nothing about completeness.
 * @param changes the known changes, the oldest first
 * @param from start of the evaluated span, epoch ms
 * @returns epoch ms, at most `from` if the whole span is known
 */
export async function knownSince(
  isOnStream: boolean,
  changes: readonly Change[],
  from: number,
  { journal, beganAt }: KnownParts,
): Promise<number> {
  if (!isOnStream) return Math.max(beganAt, (await journal.oldShopsUntil()) ?? beganAt);
  if (beganAt <= from) return beganAt;
  const events = changes.filter(({ kind }) => kind === 'traded' || kind === 'auctioned');
  const logs = [events, await journal.purchases(from)].map((log) => log.map(({ at }) => at));
  return eventsKnownSince(logs, from, beganAt);
}
