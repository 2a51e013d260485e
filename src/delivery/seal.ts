import type { Change } from '../market/change.ts';
import type { HeldLease, Outbox, Sealed } from '../ports/outbox.ts';
import type { Feed } from '../routing/feed.ts';
import type { WorthOf } from '../routing/match-context.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { LiveShops } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';
import { BATCH_SIZE } from './batch-size.ts';
import { bestPrices } from './best-prices.ts';
import { compose } from './compose.ts';
import { dealWorthsFor, lowestFor, type MessageContext, paintingsFor, withContext, worthsFor } from './context.ts';
import { type DecisionContext, decideEach } from './decide.ts';
import { idsOf } from './ids-of.ts';
import { shopPriceKeys } from './last-delivery.ts';
import { newNonce } from './nonce.ts';
import type { Deliverable } from './notice-outcome.ts';
import type { DeliveryParts } from './parts.ts';
import { type RecheckResult, recheck } from './recheck.ts';
import { findUnreportedGaps } from './unreported-gaps.ts';

/** A market that stays behind for longer is of no use to judge what is newer: that is told as it was found. */
const LONGEST_BEHIND_MS = 60_000;

/** As many notices of a split message are sent one by one: a list shows no more. */
const MOST_ALONE = 25;
const DIGEST_PARTS = 6;

/**
 * `progress`: nothing to send, but notices were dropped or postponed. `behind`: the market is older than they are.
 * `carriedOver`: passed, but no room was left for them.
 */
export type Sealing =
  | { readonly kind: 'sealed'; readonly message: Sealed; readonly carriedOver: ReadonlySet<number> }
  | { readonly kind: 'progress' | 'nothing-due' | 'behind' };

/**
 * `carriedOver`: notices that found no room in the message before. `isLate`: more waits than Discord takes.
 * `isCatchingUp`: a refusal of the target has ended. Asked where several notices are due.
 */
export interface Pass {
  readonly carriedOver: ReadonlySet<number>;
  readonly isLate: boolean;
  readonly isCatchingUp: () => Promise<boolean>;
}

/**
 * Makes one message of a target's due notices and fixes it in the journal. The messenger is offered all that may be
 * delivered, up to a thousand, and takes as many as it can show or sum up. Rejects with `LeaseLost`.
 */
export async function sealNext(lease: HeldLease, pass: Pass, parts: DeliveryParts): Promise<Sealing> {
  const { journal, clock } = parts;
  const { target } = lease;
  const now = clock.now();
  const waiting = await journal.waiting(target, now, BATCH_SIZE);
  if (waiting.length === 0) return { kind: 'nothing-due' };
  const split = partOfSplit(waiting);
  const due = split ?? waiting;
  // Notices of a split message have passed their cool-downs before: none of them was delivered.
  const carriedOver = split === null ? pass.carriedOver : new Set([...pass.carriedOver, ...due.map(({ id }) => id)]);
  const early =
    split === null
      ? await dueEarly(due, target, () => contextOf(target, due, carriedOver, now, null, parts), journal)
      : [];
  const notices = [...due, ...early].sort((a, b) => a.id - b.id);
  const ahead = aheadOf(parts.shops(), notices);
  if (ahead !== null && now - ahead < LONGEST_BEHIND_MS) return { kind: 'behind' };
  const isSummedUp = pass.isLate || (notices.length > 1 && (await pass.isCatchingUp()));
  const worths = await worthsFor(notices, parts);
  const lowest = await lowestFor(notices, parts);
  const dealWorthOf = await dealWorthsFor(notices, parts);
  const paintings = await paintingsFor(notices, parts);
  const mentionedRoles = await findMentionedRoles(target, waiting, parts);
  const { gaps, knownUntil } = await findUnreportedGaps(target, notices, parts);
  // Last before the message is made: what happens later cannot take it back.
  const seen = ahead === null ? parts : { ...parts, shops: () => null };
  const context = await contextOf(target, notices, carriedOver, now, dealWorthOf, seen);
  const checked = recheck(notices, context);
  for (const { notices, until, held } of checked.postponed) await journal.postpone(notices, until, held, lease);
  const message = compose(
    withContext(
      checked.deliverable,
      { worths, lowest, paintings, gaps, dealWorthOf, hasSeveralFeeds: context.hasSeveralFeeds, mentionedRoles },
      context.shops,
    ),
    now,
    isSummedUp,
    parts,
  );
  if (message === null) return dropUnfit(checked, now, lease, parts);
  const sealing = await seal(lease, message, { checked, early, context, knownUntil }, parts);
  // Notices that found no room in the split message go on having passed.
  return split === null ? sealing : { ...sealing, carriedOver: new Set([...pass.carriedOver, ...sealing.carriedOver]) };
}

/**
 * The notices that leave next of messages that a content filter refused: one, so that only the refused one is lost. Of
 * a digest a sixth, or else it would become hundreds of messages. Each part that is refused is split next.
 * @returns null if there are none
 */
function partOfSplit(due: readonly Notice[]): readonly Notice[] | null {
  const latest = Math.max(...due.map(({ splitFrom = 0 }) => splitFrom));
  if (latest === 0) return null;
  const split = due.filter(({ splitFrom }) => splitFrom === latest);
  return split.slice(0, split.length > MOST_ALONE ? Math.ceil(split.length / DIGEST_PARTS) : 1);
}

/**
 * Finds the roles that parts of a split message have mentioned: those of the feeds that had a message since the split.
 * The parts leave before all else that waits for their target.
 */
async function findMentionedRoles(
  target: Target,
  waiting: readonly Notice[],
  { journal, subscriptions }: Pick<DeliveryParts, 'journal' | 'subscriptions'>,
): Promise<ReadonlySet<string>> {
  const splits = waiting.flatMap(({ splitAt }) => splitAt ?? []);
  if (splits.length === 0 || target.kind !== 'channel') return new Set();
  const roles = (await subscriptions.of(target)).flatMap((one) =>
    one.type === 'feed' && one.roleId !== undefined ? [{ feedId: one.id, roleId: one.roleId }] : [],
  );
  const last = await journal.lastDelivered(roles.map(({ feedId }) => feedId));
  // A part may be split again: the first split counts.
  const since = Math.min(...splits);
  const hadMessage = (id: string) => (last.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= since;
  return new Set(roles.flatMap(({ feedId, roleId }) => (hadMessage(feedId) ? [roleId] : [])));
}

/**
 * The newest change of a snapshot that the market, which another process takes in, does not hold yet, epoch ms; null:
 * none.
 */
function aheadOf(shops: LiveShops | null, notices: readonly Notice[]): number | null {
  if (shops === null) return null;
  const ahead = notices.flatMap(({ cause }) => {
    const isAhead = cause.kind === 'change' && isOfSnapshot(cause.change) && cause.change.at > shops.takenAt;
    return isAhead ? [cause.change.at] : [];
  });
  return ahead.length === 0 ? null : Math.max(...ahead);
}

function isOfSnapshot({ kind }: Change): boolean {
  return kind !== 'auctioned' && kind !== 'traded' && kind !== 'banned';
}

async function contextOf(
  target: Target,
  notices: readonly Notice[],
  carriedOver: ReadonlySet<number>,
  now: number,
  worthOf: WorthOf | null,
  parts: DeliveryParts,
): Promise<DecisionContext & Pick<MessageContext, 'hasSeveralFeeds'>> {
  const ids = idsOf(notices);
  // Notices for makers are of no feed of their target: these feeds are looked up apart.
  const feedIds = new Set(notices.flatMap(({ cause }) => (cause.kind === 'feed-absent' ? [cause.feedId] : [])));
  const feeds = new Map<string, Feed | Watch | null>();
  for (const id of feedIds) feeds.set(id, await parts.subscriptions.get(id));
  const [subscriptions, last] = await Promise.all([
    parts.subscriptions.lookup(target, ids),
    // No feed has a cool-down, but its deals are compared with those that it told.
    parts.journal.lastDelivered([...(target.kind === 'user' ? ids : []), ...shopPriceKeys(notices)]),
  ]);
  return {
    subscription: (id) => subscriptions.get(id),
    feed: (id) => feeds.get(id) ?? null,
    quietOf: (subscription) => subscriptions.quietOf(subscription),
    shops: parts.shops(),
    worthOf,
    last,
    carriedOver,
    now,
    hasSeveralFeeds: target.kind === 'channel' && subscriptions.of(target).filter(({ paused }) => !paused).length > 1,
  };
}

/**
 * Finds notices that wait for the end of a cool-down which a better price among the due ones breaks. They come along.
 */
async function dueEarly(
  due: readonly Notice[],
  target: Target,
  open: () => Promise<DecisionContext>,
  journal: Outbox,
): Promise<readonly Notice[]> {
  if (target.kind !== 'user') return [];
  const context = await open();
  const { brokenCooldowns } = decideEach(due, context);
  if (brokenCooldowns.size === 0) return [];
  const waiting = await journal.waiting(target, Number.MAX_SAFE_INTEGER, BATCH_SIZE);
  return waiting.filter(
    ({ cause, dueAt, subscriptionIds }) =>
      cause.kind === 'change' && dueAt > context.now && subscriptionIds.some((id) => brokenCooldowns.has(id)),
  );
}

/** There is no message: nothing is to be delivered, or the first notice cannot be rendered. */
async function dropUnfit(
  { deliverable, dropped }: RecheckResult,
  now: number,
  lease: HeldLease,
  { journal, counts }: DeliveryParts,
): Promise<Sealing> {
  const unfit = deliverable.slice(0, 1).map(({ entry }) => ({ notice: entry.notice, why: 'cannot be rendered' }));
  const out = [...dropped, ...unfit];
  if (out.length > 0) await journal.drop(out, now, lease);
  counts.add('notices', 'dropped', out.length);
  return { kind: 'progress' };
}

interface Checked {
  readonly checked: RecheckResult;
  readonly early: readonly Notice[];
  readonly context: DecisionContext;
  readonly knownUntil: number | null;
}

async function seal(
  lease: HeldLease,
  { body, taken }: { readonly body: string; readonly taken: number },
  { checked, early, context, knownUntil }: Checked,
  { journal, counts }: DeliveryParts,
): Promise<Extract<Sealing, { kind: 'sealed' }>> {
  const { deliverable, dropped, narrowed, brokenCooldowns } = checked;
  const inMessage = deliverable.slice(0, taken);
  const leftForNext = deliverable.slice(taken);
  const carriedOver = new Set(leftForNext.map(({ entry }) => entry.notice.id));
  // What comes along before its time, and finds no room, is delivered with the next message.
  const leftOver = early.filter(({ id }) => carriedOver.has(id));
  if (leftOver.length > 0) await journal.postpone(leftOver, context.now, 'cooling', lease);
  const message = await journal.seal({
    target: lease.target,
    lease,
    nonce: newNonce(),
    body,
    notices: inMessage.map(({ startsCooldown }) => startsCooldown),
    dropped,
    narrowed: [...narrowed, ...leftForNext.filter(isForFewer).map(({ waiting }) => waiting)],
    best: bestPrices(inMessage, brokenCooldowns, context),
    gapsKnownUntil: knownUntil,
    at: context.now,
  });
  counts.add('notices', 'sealed', inMessage.length);
  counts.add('notices', 'dropped', dropped.length);
  return { kind: 'sealed', message, carriedOver };
}

function isForFewer({ entry, waiting }: Deliverable): boolean {
  return waiting.subscriptionIds.length < entry.notice.subscriptionIds.length;
}
