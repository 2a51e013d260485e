import { randomBytes } from 'node:crypto';
import type { Change } from '../market/change.ts';
import type { NoticeInContext } from '../ports/delivery.ts';
import type { HeldLease, Sealed } from '../ports/outbox.ts';
import type { Feed } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { WorthOf } from '../routing/shop-news.ts';
import type { LiveShops } from '../routing/still-true.ts';
import type { Watch } from '../routing/watch.ts';
import { dealWorthsFor, lowestFor, type MessageContext, paintingsFor, withContext, worthsFor } from './context.ts';
import type { DecisionContext } from './decide.ts';
import { collectBestPrices, shopPriceKeys } from './delivered-prices.ts';
import { BATCH_SIZE, dueEarly, partOfSplit, subscriptionIdsOf } from './due-notices.ts';
import type { DeliveryParts } from './parts.ts';
import { type Deliverable, type RecheckResult, recheck } from './recheck.ts';
import { findUnreportedGaps } from './unreported-gaps.ts';

/** A market that is behind for longer cannot judge newer notices. They are delivered as they were routed. */
const LONGEST_MARKET_LAG_MS = 60_000;
/**
 * 18 bytes are 24 characters of base64url; Discord takes 25. Random, so that no restart or other installation repeats a
 * nonce.
 */
const NONCE_BYTES = 18;

/** The outcome of `sealNext`. */
type Sealing =
  /** `carriedOver`: ids of notices whose conditions hold, but which did not fit into the message. */
  | { readonly kind: 'sealed'; readonly message: Sealed; readonly carriedOver: ReadonlySet<number> }
  /**
   * `progress`: no message, but notices were dropped or postponed. `behind`: the market is older than the notices.
   */
  | { readonly kind: 'progress' | 'nothing-due' | 'behind' };

/** The state of the turn. */
interface TurnState {
  /** Ids of notices that did not fit into the last message. */
  readonly carriedOver: ReadonlySet<number>;
  /** The backlog exceeds Discord's rate. */
  readonly isLate: boolean;
  /** Returns whether a lasting refusal of the target has ended. Called only if several notices are due. */
  readonly isCatchingUp: () => Promise<boolean>;
}

/**
 * Composes one message of a target's due notices and seals it. The messenger is offered all deliverable notices, up to
 * a thousand, and takes as many as it can show or sum up. Rejects with `LeaseLost`.
 */
export async function sealNext(lease: HeldLease, pass: TurnState, parts: DeliveryParts): Promise<Sealing> {
  const { journal, clock } = parts;
  const { target } = lease;
  const now = clock.now();
  const waiting = await journal.waiting(target, now, BATCH_SIZE);
  if (waiting.length === 0) return { kind: 'nothing-due' };
  const split = partOfSplit(waiting);
  const due = split ?? waiting;
  // Notices of a split message have passed their cool-downs before, and none of them was delivered.
  const carriedOver = split === null ? pass.carriedOver : new Set([...pass.carriedOver, ...due.map(({ id }) => id)]);
  const early =
    split === null
      ? await dueEarly(due, target, () => contextOf(target, due, carriedOver, now, null, parts), journal)
      : [];
  const notices = [...due, ...early].sort((a, b) => a.id - b.id);
  const ahead = aheadOf(parts.shops(), notices);
  if (ahead !== null && now - ahead < LONGEST_MARKET_LAG_MS) return { kind: 'behind' };
  const isSummedUp = pass.isLate || (notices.length > 1 && (await pass.isCatchingUp()));
  const worths = await worthsFor(notices, parts);
  const lowest = await lowestFor(notices, parts);
  const dealWorthOf = await dealWorthsFor(notices, parts);
  const paintings = await paintingsFor(notices, parts);
  const mentionedRoles = await findMentionedRoles(target, waiting, parts);
  const { gaps, knownUntil } = await findUnreportedGaps(target, notices, parts);
  // Read last, so that the latest events count.
  const seen = ahead === null ? parts : { ...parts, shops: () => null };
  const context = await contextOf(target, notices, carriedOver, now, dealWorthOf, seen);
  const checked = recheck(notices, context);
  for (const { notices, until, held } of checked.postponed) await journal.postpone(notices, until, held, lease);
  const message = compose(
    withContext(
      checked.deliverable,
      {
        ...{ worths, lowest, paintings, gaps, dealWorthOf, mentionedRoles },
        hasSeveralFeeds: context.hasSeveralFeeds,
        home: (target.kind === 'user' && context.person(target.id)?.home) || null,
      },
      context.shops,
    ),
    now,
    isSummedUp,
    parts,
  );
  if (message === null) return dropUnfit(checked, now, lease, parts);
  const sealing = await seal(lease, message, { checked, early, context, knownUntil }, parts);
  // Notices that did not fit into the part of a split message stay carried over.
  return split === null ? sealing : { ...sealing, carriedOver: new Set([...pass.carriedOver, ...sealing.carriedOver]) };
}

/**
 * Finds the roles that parts of a split message have mentioned: those of the feeds that had a message since the split.
 * The parts leave before all other notices of their target.
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
  // A part may be split again, so the first split counts.
  const since = Math.min(...splits);
  const hadMessage = (id: string) => (last.get(id)?.at ?? Number.NEGATIVE_INFINITY) >= since;
  return new Set(roles.flatMap(({ feedId, roleId }) => (hadMessage(feedId) ? [roleId] : [])));
}

/**
 * Returns the time (epoch ms) of the newest snapshot change that the market of this follower does not hold yet, or null
 * if it holds all.
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
  const ids = subscriptionIdsOf(notices);
  // Notices for makers name feeds of other targets, which are looked up separately.
  const feedIds = new Set(notices.flatMap(({ cause }) => (cause.kind === 'feed-absent' ? [cause.feedId] : [])));
  const feeds = new Map<string, Feed | Watch | null>();
  for (const id of feedIds) feeds.set(id, await parts.subscriptions.get(id));
  const [subscriptions, last] = await Promise.all([
    parts.subscriptions.lookup(target, ids),
    // Feeds have no cool-down, but their deals are compared with delivered prices.
    parts.journal.lastDelivered([...(target.kind === 'user' ? ids : []), ...shopPriceKeys(notices)]),
  ]);
  return {
    subscription: (id) => subscriptions.get(id),
    feed: (id) => feeds.get(id) ?? null,
    person: (id) => subscriptions.person(id),
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
 * Renders a message of as many entries as fit, from the first on. If rendering fails, tries the first alone, so that an
 * entry that breaks the renderer does not block the others.
 * @returns null if there are no entries, or if the first one cannot be rendered
 */
function compose(
  entries: readonly NoticeInContext[],
  now: number,
  isLate: boolean,
  { messenger, log }: Pick<DeliveryParts, 'messenger' | 'log'>,
): { readonly body: string; readonly taken: number } | null {
  for (const attempt of [entries, entries.slice(0, 1)]) {
    if (attempt.length === 0) return null;
    try {
      const { body, taken } = messenger.compose(attempt, now, isLate);
      return { body, taken: Math.min(Math.max(taken, 1), attempt.length) };
    } catch (error) {
      log.error({ err: error, notices: attempt.length }, 'Could not render a message');
    }
  }
  return null;
}

/** Drops notices if there is no message: those to drop anyway, and the first one if it cannot be rendered. */
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
  // Early notices that do not fit are delivered with the next message.
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
    best: collectBestPrices(inMessage, brokenCooldowns, context),
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

/** @returns a random id of a message for Discord and the outbox, so that a repeated send or seal has no effect */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}
