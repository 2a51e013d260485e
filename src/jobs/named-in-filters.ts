import { isDeepStrictEqual } from 'node:util';
import { Condition } from '../log/condition.ts';
import type { Market } from '../market/market.ts';
import type { Log } from '../ports/log.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Subscriptions } from '../ports/settings.ts';
import type { AbsentPart } from '../routing/absence.ts';
import type { Feed } from '../routing/feed.ts';
import type { Routed, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { absencesNow, type Departures, presenceIn, untoldAbsences } from '../subscriptions/absences.ts';
import { withPlayersNow } from '../subscriptions/player-names.ts';
import { type ChangeItemParts, changeSaved } from '../subscriptions/saved-items.ts';
import { inSlices, TimeSlice } from '../time/cooperate.ts';
import type { Job } from './job.ts';

const EVERY_MS = 60_000;
/** So many times as long as a look took is rested after it: with a million watches it takes a tenth of the time. */
const REST = 9;
/** More than ever wait for one maker, or were told in the last days because of one feed or watch. */
const NOTICES = 1_000;

const UNSAVED = {
  begins: 'Names in filters: could not save a feed or watch, retrying',
  ends: 'Names in filters: feed or watch saved again',
};

export interface NamedInFiltersParts extends ChangeItemParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'all' | 'get'>;
  readonly journal: Pick<Outbox, 'noticesOf' | 'enqueue' | 'waiting'>;
  /** Something new waits for these targets. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/** One list of shops that all feeds and watches were compared with. */
interface Looked {
  readonly market: Market;
  readonly departures: Departures;
  /** Ids of those with an absence that may become due, and of those that could not be saved. */
  readonly pending: ReadonlySet<string>;
}

/**
 * Compares the players, worlds and types that feeds and watches name with each new list of shops: learns the uuids of
 * players, follows their renames and notes absences. Notifies a maker once of each absence of a day. Between two lists it
 * looks at those with an absence alone.
 */
export function createNamedInFiltersJob(parts: NamedInFiltersParts): Job {
  let looked: Looked | null = null;
  let restUntil = 0;
  const unsaved = new Map<string, Condition>();
  return {
    name: 'named in filters',
    firstAfterMs: 0,
    everyMs: EVERY_MS,
    retryAfterMs: EVERY_MS,
    async run() {
      const market = parts.market();
      const startedAt = parts.now();
      if (market === null || startedAt < restUntil) return;
      if (looked?.market === market) {
        looked = { ...looked, pending: await lookAtSome(looked.pending, looked, parts, unsaved) };
        return;
      }
      const now = await inSlices(presenceIn(market));
      const departures = { before: looked?.departures.now ?? null, now, at: market.takenAt };
      const pending = await lookAtAll({ market, departures }, parts, unsaved);
      looked = { market, departures, pending };
      restUntil = parts.now() + REST * (parts.now() - startedAt);
    },
  };
}

async function lookAtAll(
  list: Omit<Looked, 'pending'>,
  parts: NamedInFiltersParts,
  unsaved: Map<string, Condition>,
): Promise<Set<string>> {
  const open = new Set<string>();
  const slice = new TimeSlice();
  for await (const subscription of parts.subscriptions.all()) {
    const changed = lookAt(subscription, list.market, list.departures);
    if (changed !== null || hasUntold(subscription)) open.add(subscription.id);
    await slice.yieldIfOver();
  }
  return lookAtSome(open, list, parts, unsaved);
}

/**
 * Saves and notifies. A feed or watch that fails is logged once and stays pending; all others go on.
 * @returns the ids that are still pending
 */
async function lookAtSome(
  ids: ReadonlySet<string>,
  { market, departures }: Omit<Looked, 'pending'>,
  parts: NamedInFiltersParts,
  unsaved: Map<string, Condition>,
): Promise<Set<string>> {
  const pending = new Set<string>();
  const slice = new TimeSlice();
  for (const id of ids) {
    try {
      const before = await parts.subscriptions.get(id);
      if (before === null) continue;
      await changeSaved(before, (now) => lookAt(now, market, departures), parts);
      const subscription = await parts.subscriptions.get(id);
      if (subscription === null) continue;
      const untold = untoldAbsences(subscription, parts.now());
      if (untold.length > 0) await notify(subscription, untold, parts);
      if (hasUntold(subscription)) pending.add(id);
      unsaved.get(id)?.clear({ id });
      unsaved.delete(id);
    } catch (error) {
      pending.add(id);
      const condition = unsaved.get(id) ?? new Condition({ log: parts.log, ...UNSAVED });
      unsaved.set(id, condition);
      condition.set(error, { id });
    }
    await slice.yieldIfOver();
  }
  return pending;
}

/** Whether an absence has not been delivered yet, due or not. */
function hasUntold({ absences = {} }: Feed | Watch): boolean {
  return Object.values(absences).some(({ toldAt }) => toldAt === undefined);
}

/** The feed or watch as it is to be saved; null where nothing has changed. */
function lookAt<T extends Feed | Watch>(subscription: T, market: Market, departures: Departures): T | null {
  const { absences: before = {}, ...rest } = subscription;
  const filter = withPlayersNow(subscription.filter, market);
  const named = { ...subscription, filter };
  const absences = absencesNow(named, departures);
  if (isDeepStrictEqual(filter, subscription.filter) && isDeepStrictEqual(absences, before)) return null;
  const hasAny = Object.keys(absences).length > 0;
  return { ...(rest as T), filter, ...(hasAny && { absences }) };
}

/**
 * One notice for all that is absent. It is written before the mark: after a crash in between, the journal tells that it is there.
 */
async function notify(
  subscription: Feed | Watch,
  untold: readonly AbsentPart[],
  parts: NamedInFiltersParts,
): Promise<void> {
  const [part] = untold;
  const absence = part && subscription.absences?.[part];
  if (part === undefined || absence === undefined) return;
  const at = parts.now();
  const notice = noticeOf(subscription, part, absence.since, at);
  if (!(await isTold(notice, parts))) {
    await parts.journal.enqueue([notice]);
    parts.wake([notice.target]);
  }
  await changeSaved(
    subscription,
    (now) => {
      const told = untold.flatMap((one) => {
        const known = now.absences?.[one];
        return known?.of === subscription.absences?.[one]?.of ? [[one, { ...known, toldAt: at }]] : [];
      });
      return { ...now, absences: { ...now.absences, ...Object.fromEntries(told) } };
    },
    parts,
  );
}

function noticeOf(subscription: Feed | Watch, part: AbsentPart, since: number, at: number): Routed {
  if (subscription.type === 'watch') {
    const target = { kind: 'user', id: subscription.userId } as const;
    return { target, cause: { kind: 'absent', at, part, since }, subscriptionIds: [subscription.id], dueAt: at };
  }
  const target = { kind: 'user', id: subscription.makerId } as const;
  const { id, channelId, filter, locale } = subscription;
  const name = nameIn(filter, part);
  const cause = { kind: 'feed-absent', at, part, since, feedId: id, channelId, name, locale } as const;
  return { target, cause, subscriptionIds: [], dueAt: at };
}

function nameIn({ owner, world, item }: Feed['filter'], part: AbsentPart): string {
  return (part === 'owner' ? owner : part === 'world' ? world : item?.type) ?? '';
}

async function isTold({ target, cause, subscriptionIds }: Routed, { journal }: NamedInFiltersParts): Promise<boolean> {
  const isSame = (other: Routed) => {
    if (other.cause.kind !== cause.kind || !('since' in other.cause) || !('since' in cause)) return false;
    const isOfSame = 'feedId' in cause ? 'feedId' in other.cause && other.cause.feedId === cause.feedId : true;
    const hasSameIds = other.subscriptionIds.join() === subscriptionIds.join();
    return isOfSame && hasSameIds && other.cause.part === cause.part && other.cause.since === cause.since;
  };
  if ((await journal.waiting(target, Number.MAX_SAFE_INTEGER, NOTICES)).some(isSame)) return true;
  return (await journal.noticesOf(target, NOTICES)).some(({ notice }) => isSame(notice));
}
