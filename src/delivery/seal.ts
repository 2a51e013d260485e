import type { Sealed } from '../ports/journal.ts';
import type { NoticeInContext } from '../ports/messenger.ts';
import { type Feed, gathersUntil } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import { bestPrices } from './best-prices.ts';
import { withContext, worthsFor } from './context.ts';
import { cooldownsBrokenBy, type DecisionContext, decideEach } from './decide.ts';
import { untoldGaps } from './gaps.ts';
import type { DeliveryParts } from './parts.ts';
import { recheck } from './recheck.ts';

/** Notices looked at for one message: what a digest may sum up, and a bound for memory however long the line is. */
const LOOK_AT_MOST = 1000;

/** `progress`: nothing to send, but notices were dropped or postponed. `leftover`: cleared, but no room was left for them. */
export type Sealing =
  | { readonly kind: 'sealed'; readonly message: Sealed; readonly carriedOver: ReadonlySet<number> }
  | { readonly kind: 'progress' | 'nothing-due' };

/**
 * Makes one message of a target's due notices and fixes it in the journal. The messenger is offered all that may be
 * told, up to a thousand, and takes as many as it can show or sum up.
 */
export async function sealNext(
  target: Target,
  carriedOver: ReadonlySet<number>,
  parts: DeliveryParts,
): Promise<Sealing> {
  const { journal, subscriptions, clock } = parts;
  const now = clock.now();
  const context = {
    subscription: (id: string) => subscriptions.get(id),
    quietOf: (subscription: Feed | Watch) => subscriptions.quietOf(subscription),
    lastDeliveredAt: (id: string) => journal.lastDeliveredAt(id),
    lastDeliveredPrice: (id: string) => journal.lastDeliveredPrice(id),
    carriedOver,
    now,
  };
  const due = await journal.waiting(target, now, LOOK_AT_MOST);
  if (due.length === 0) return { kind: 'nothing-due' };
  const gathered = await gatheredFor(due, { ...context, shops: parts.shops() }, target, journal);
  const notices = [...due, ...gathered].sort((a, b) => a.id - b.id);
  const worths = await worthsFor(notices, parts);
  const gaps = await untoldGaps(target, notices, parts);
  const shops = parts.shops();
  // Last before the message is made: what happens later cannot take it back.
  const { tell, dropped, narrowed, postponed, freed } = await recheck(notices, { ...context, shops });
  for (const { ids, until, held } of postponed) await journal.postpone(ids, until, held);
  const message = compose(withContext(tell, worths, gaps, shops), now, parts);
  if (message === null) {
    const unfit = tell.slice(0, 1).map(({ entry }) => ({ notice: entry.notice, why: 'cannot be rendered' }));
    if (dropped.length + unfit.length > 0) await journal.drop([...dropped, ...unfit], now);
    return { kind: 'progress' };
  }
  const told = tell.slice(0, message.taken);
  const noRoom = new Set(tell.slice(message.taken).map(({ entry }) => entry.notice.id));
  // What comes along before its time, and finds no room, is told with the next message.
  const early = gathered.filter(({ id }) => noRoom.has(id));
  if (early.length > 0) {
    await journal.postpone(
      early.map(({ id }) => id),
      now,
      'cooling',
    );
  }
  const sealed = await journal.seal({
    target,
    body: message.body,
    told: told.map(({ startsCooldown }) => startsCooldown),
    dropped,
    narrowed,
    best: await bestPrices(told, freed, context),
    at: now,
  });
  return { kind: 'sealed', message: sealed, carriedOver: noRoom };
}

/** What waits for the end of a cool-down that a better price among the due ends now: it is told with it. */
async function gatheredFor(
  due: readonly Notice[],
  context: DecisionContext,
  target: Target,
  journal: DeliveryParts['journal'],
) {
  const freed = target.kind === 'user' ? cooldownsBrokenBy(await decideEach(due, context)) : new Map();
  if (freed.size === 0) return [];
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, LOOK_AT_MOST);
  return waiting.filter(
    ({ cause, dueAt, subscriptionIds }) =>
      cause.kind === 'change' && dueAt > context.now && subscriptionIds.some((id) => freed.has(id)),
  );
}

/**
 * Looks at what waits for later, up to a thousand: what was put off becomes due, as its reason may have ended early, and
 * what a feed gathers leaves at the end of a window that was made shorter.
 */
export async function hasten(target: Target, { journal, subscriptions, clock }: DeliveryParts): Promise<void> {
  const now = clock.now();
  const dueAnew = ({ held, dueAt, subscriptionIds: ids }: Notice): number => {
    if (held !== null) return now;
    const windows = ids.map((id) => {
      const subscription = subscriptions.get(id);
      return subscription === undefined || subscription.type === 'watch' ? dueAt : gathersUntil(subscription, now);
    });
    return Math.min(dueAt, ...windows);
  };
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, LOOK_AT_MOST);
  const early = waiting.filter(({ dueAt }) => dueAt > now);
  for (const [due, notices] of Map.groupBy(early, dueAnew)) {
    const sooner = notices.filter(({ dueAt }) => due < dueAt);
    for (const [held, same] of Map.groupBy(sooner, (notice) => notice.held)) {
      await journal.postpone(
        same.map(({ id }) => id),
        due,
        held,
      );
    }
  }
}

/** Drops all that is due for a target. */
export async function dropAll(target: Target, why: string, { journal, clock }: DeliveryParts): Promise<void> {
  for (;;) {
    const now = clock.now();
    const notices = await journal.waiting(target, now, LOOK_AT_MOST);
    if (notices.length === 0) return;
    await journal.drop(
      notices.map((notice) => ({ notice, why })),
      now,
    );
  }
}

/** A notice that breaks the renderer must not block those behind it: then the first is tried alone. null: it is the one. */
function compose(entries: readonly NoticeInContext[], now: number, { messenger, log }: DeliveryParts) {
  for (const attempt of [entries, entries.slice(0, 1)]) {
    if (attempt.length === 0) return null;
    try {
      const { body, taken } = messenger.compose(attempt, now);
      return { body, taken: Math.min(Math.max(taken, 1), attempt.length) };
    } catch (error) {
      log.error({ err: error, notices: attempt.length }, 'a message could not be rendered');
    }
  }
  return null;
}
