import { isDeepStrictEqual } from 'node:util';
import type { Market } from '../market/market.ts';
import type { Outbox } from '../ports/outbox.ts';
import type { Subscriptions } from '../ports/subscriptions.ts';
import type { AbsentPart } from '../routing/absence.ts';
import type { Feed } from '../routing/feed.ts';
import type { Routed, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { absencesNow, type Departures, type Presence, presenceIn, untoldAbsences } from '../subscriptions/absences.ts';
import { type ChangeItemParts, changeSaved } from '../subscriptions/change-item.ts';
import { withPlayersNow } from '../subscriptions/player-names.ts';
import { inSlices, TimeSlice } from '../time/cooperate.ts';
import type { Job } from './job.ts';

const EVERY_MS = 60_000;
/** So many times as long as a look took is rested after it: with a million watches it takes a tenth of the time. */
const REST = 9;
/** More than ever wait for one maker, or were told in the last days because of one feed or watch. */
const NOTICES = 1_000;

export interface NamedInFiltersParts extends ChangeItemParts {
  readonly market: () => Market | null;
  readonly subscriptions: Pick<Subscriptions, 'all' | 'get'>;
  readonly journal: Pick<Outbox, 'noticesOf' | 'tell' | 'waiting'>;
  /** Something new waits for these targets. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Epoch ms. */
  readonly now: () => number;
}

/**
 * Looks at what feeds and watches name with each new list of shops: learns the uuids of players and follows their renames,
 * and notes owners, worlds and types that left the list. Notifies a maker once of each absence of a day.
 */
export function createNamedInFiltersJob(parts: NamedInFiltersParts): Job {
  let looked: { readonly market: Market; readonly presence: Presence } | null = null;
  let restUntil = 0;
  return {
    name: 'named in filters',
    firstAfterMs: 0,
    everyMs: EVERY_MS,
    retryAfterMs: EVERY_MS,
    async run() {
      const market = parts.market();
      const startedAt = parts.now();
      if (market === null || startedAt < restUntil) return;
      const isNew = looked?.market !== market;
      const presence = isNew || looked === null ? await inSlices(presenceIn(market)) : looked.presence;
      const departures = { before: looked?.presence ?? null, now: presence, at: market.takenAt };
      await lookAtAll(market, departures, parts);
      looked = { market, presence };
      restUntil = parts.now() + REST * (parts.now() - startedAt);
    },
  };
}

async function lookAtAll(market: Market, departures: Departures, parts: NamedInFiltersParts): Promise<void> {
  const due: (Feed | Watch)[] = [];
  const slice = new TimeSlice();
  for await (const subscription of parts.subscriptions.all()) {
    const changed = lookAt(subscription, market, departures);
    if (changed !== null) await changeSaved(subscription, (now) => lookAt(now, market, departures), parts);
    if (untoldAbsences(changed ?? subscription, parts.now()).length > 0) due.push(subscription);
    await slice.yieldIfOver();
  }
  for (const { id } of due) {
    const subscription = await parts.subscriptions.get(id);
    if (subscription !== null) await notify(subscription, untoldAbsences(subscription, parts.now()), parts);
  }
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
    await parts.journal.tell([notice]);
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
