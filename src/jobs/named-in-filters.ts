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
import { absencesNow, type Departures, presenceIn, unreportedAbsences } from '../subscriptions/absences.ts';
import { withPlayersNow } from '../subscriptions/player-names.ts';
import { type ChangeItemParts, changeSaved } from '../subscriptions/saved-items.ts';
import { inSlices, TimeSlice } from '../time/cooperate.ts';
import type { Job } from './job.ts';

const COMPARE_EVERY_MS = 60_000;
/**
 * Pause after a scan, as a multiple of the scan's duration. With a million watches the scans take a tenth of the time.
 */
const REST_PER_SCAN = 9;
/** Exceeds the number of notices that wait for one maker, or that one feed or watch caused in the last days. */
const MOST_KNOWN_NOTICES = 1_000;

const SAVE_FAILURE = {
  begins: 'Could not save a feed or watch with updated names, retrying',
  ends: 'Feed or watch with updated names saved',
};

export interface NamedInFiltersParts extends ChangeItemParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'all' | 'get'>;
  readonly journal: Pick<Outbox, 'noticesOf' | 'enqueue' | 'waiting'>;
  /** Called for targets with new notices. */
  readonly wake: (targets: readonly Target[]) => void;
  /** In epoch ms. */
  readonly now: () => number;
  readonly log: Log;
}

/** A list of shops with which all feeds and watches were compared. */
interface ComparedList {
  readonly market: Market;
  readonly departures: Departures;
  /** Ids of the feeds and watches with an absence that may become due, and of those that could not be saved. */
  readonly pending: ReadonlySet<string>;
}

/**
 * Compares the players, worlds and types that feeds and watches name with each new list of shops: learns the uuids of
 * players, follows their renames and records absences. A maker is notified once of each absence that lasts a day.
 * Between two lists only feeds and watches with an absence are compared.
 */
export function createNamedInFiltersJob(parts: NamedInFiltersParts): Job {
  let compared: ComparedList | null = null;
  let restUntil = 0;
  const unsaved = new Map<string, Condition>();
  return {
    name: 'named in filters',
    firstAfterMs: 0,
    everyMs: COMPARE_EVERY_MS,
    retryAfterMs: COMPARE_EVERY_MS,
    async run() {
      const market = parts.market();
      const startedAt = parts.now();
      if (market === null || startedAt < restUntil) return;
      if (compared?.market === market) {
        compared = { ...compared, pending: await compareSome(compared.pending, compared, parts, unsaved) };
        return;
      }
      const now = await inSlices(presenceIn(market));
      const departures = { before: compared?.departures.now ?? null, now, at: market.takenAt };
      const pending = await compareAll({ market, departures }, parts, unsaved);
      compared = { market, departures, pending };
      restUntil = parts.now() + REST_PER_SCAN * (parts.now() - startedAt);
    },
  };
}

async function compareAll(
  list: Omit<ComparedList, 'pending'>,
  parts: NamedInFiltersParts,
  unsaved: Map<string, Condition>,
): Promise<Set<string>> {
  const open = new Set<string>();
  const slice = new TimeSlice();
  for await (const subscription of parts.subscriptions.all()) {
    const changed = compare(subscription, list.market, list.departures);
    if (changed !== null || hasPendingAbsence(subscription)) open.add(subscription.id);
    await slice.yieldIfOver();
  }
  return compareSome(open, list, parts, unsaved);
}

/**
 * Saves changes and notifies makers. A feed or watch that fails is logged once and stays pending; the others continue.
 * @returns the ids that are still pending
 */
async function compareSome(
  ids: ReadonlySet<string>,
  { market, departures }: Omit<ComparedList, 'pending'>,
  parts: NamedInFiltersParts,
  unsaved: Map<string, Condition>,
): Promise<Set<string>> {
  const pending = new Set<string>();
  const slice = new TimeSlice();
  for (const id of ids) {
    try {
      const before = await parts.subscriptions.get(id);
      if (before === null) continue;
      await changeSaved(before, (now) => compare(now, market, departures), parts);
      const subscription = await parts.subscriptions.get(id);
      if (subscription === null) continue;
      const unreported = unreportedAbsences(subscription, parts.now());
      if (unreported.length > 0) await notify(subscription, unreported, parts);
      if (hasPendingAbsence(subscription)) pending.add(id);
      unsaved.get(id)?.clear({ id });
      unsaved.delete(id);
    } catch (error) {
      pending.add(id);
      const condition = unsaved.get(id) ?? new Condition({ log: parts.log, ...SAVE_FAILURE });
      unsaved.set(id, condition);
      condition.set(error, { id });
    }
    await slice.yieldIfOver();
  }
  return pending;
}

/** Whether an absence has not been delivered yet, due or not. */
function hasPendingAbsence({ absences = {} }: Feed | Watch): boolean {
  return Object.values(absences).some(({ toldAt }) => toldAt === undefined);
}

/** @returns the feed or watch with its changes, or null if nothing has changed */
function compare<T extends Feed | Watch>(subscription: T, market: Market, departures: Departures): T | null {
  const { absences: before = {}, ...rest } = subscription;
  const filter = withPlayersNow(subscription.filter, market);
  const named = { ...subscription, filter };
  const absences = absencesNow(named, departures);
  if (isDeepStrictEqual(filter, subscription.filter) && isDeepStrictEqual(absences, before)) return null;
  const hasAny = Object.keys(absences).length > 0;
  return { ...(rest as T), filter, ...(hasAny && { absences }) };
}

/**
 * Writes one notice for all absences, and marks them afterwards. After a crash in between, the notice in the journal
 * shows that it was written.
 */
async function notify(
  subscription: Feed | Watch,
  unreported: readonly AbsentPart[],
  parts: NamedInFiltersParts,
): Promise<void> {
  const [part] = unreported;
  const absence = part && subscription.absences?.[part];
  if (part === undefined || absence === undefined) return;
  const at = parts.now();
  const notice = noticeOf(subscription, part, absence.since, at);
  if (!(await isNotified(notice, parts))) {
    await parts.journal.enqueue([notice]);
    parts.wake([notice.target]);
  }
  await changeSaved(
    subscription,
    (now) => {
      const reported = unreported.flatMap((one) => {
        const known = now.absences?.[one];
        return known?.of === subscription.absences?.[one]?.of ? [[one, { ...known, toldAt: at }]] : [];
      });
      return { ...now, absences: { ...now.absences, ...Object.fromEntries(reported) } };
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
  const name = namedPart(filter, part);
  const cause = { kind: 'feed-absent', at, part, since, feedId: id, channelId, name, locale } as const;
  return { target, cause, subscriptionIds: [], dueAt: at };
}

function namedPart({ owner, world, item }: Feed['filter'], part: AbsentPart): string {
  return (part === 'owner' ? owner : part === 'world' ? world : item?.type) ?? '';
}

async function isNotified(
  { target, cause, subscriptionIds }: Routed,
  { journal }: NamedInFiltersParts,
): Promise<boolean> {
  const isSame = (other: Routed) => {
    if (other.cause.kind !== cause.kind || !('since' in other.cause) || !('since' in cause)) return false;
    const isOfSame = 'feedId' in cause ? 'feedId' in other.cause && other.cause.feedId === cause.feedId : true;
    const hasSameIds = other.subscriptionIds.join() === subscriptionIds.join();
    return isOfSame && hasSameIds && other.cause.part === cause.part && other.cause.since === cause.since;
  };
  if ((await journal.waiting(target, Number.MAX_SAFE_INTEGER, MOST_KNOWN_NOTICES)).some(isSame)) return true;
  return (await journal.noticesOf(target, MOST_KNOWN_NOTICES)).some(({ notice }) => isSame(notice));
}
