import type { Deal } from '../market/deals/deal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Watch } from '../routing/watch.ts';
import type { Outage } from './journal.ts';
import type { HeldLease, Sealed } from './outbox.ts';
import type { KnownPainting } from './pictures.ts';

/** The outcome of sending a sealed message. */
export type Outcome =
  /**
   * `publish`: to be called once the outcome is saved. Never rejects, ends within seconds. Absent if nothing is
   * published.
   */
  | { readonly kind: 'delivered'; readonly messageId: string; readonly publish?: () => Promise<void> }
  /**
   * Not now: wait so long, then send the same body again. `everywhere`: no target may be sent to until then, by the
   * whole bot or from this address. `unlistedCode`: Discord's code of a 403 or 404 that may pass by itself, 0 if it has
   * none; such a refusal is retried for six hours, then the target is paused.
   */
  | {
      readonly kind: 'retry';
      readonly waitMs: number;
      readonly everywhere: 'bot' | 'address' | false;
      readonly why: string;
      readonly unlistedCode?: number;
    }
  /** This target will not take messages: pause it. `code`: Discord's JSON error code. */
  | { readonly kind: 'refused'; readonly code: number; readonly why: string }
  /**
   * Invalid body, or content that a filter refuses: this message alone is dropped. `isOfContent`: a filter refused
   * it.
   * A merged message is then split, as most of its notices may be innocent.
   */
  | { readonly kind: 'rejected'; readonly why: string; readonly isOfContent?: true }
  /** The token is no longer good: stop. */
  | { readonly kind: 'unauthorized'; readonly why: string };

/**
 * A notice with the subscriptions that asked for it, as they are at the moment of sealing. `worth`: of the item that it
 * tells of, unit price in diamonds; null: none is known. `lowestInDays`: the offer is the lowest of so many days (see
 * `lowestInDays` in market/prices); absent: it is not, or too little is known. `undercuts`: the unit price of the
 * person's own shop, where the news is that it is undercut. `cheapest`: the unit price of the cheapest shop that sells
 * auctioned goods now. `hasSeveralFeeds`: several feeds of the channel are on, so that a message names its own. `deal`:
 * the shop by live stock and the worth of now, where deals are asked for. `hasOpenVariant`: the message says that the
 * variant of the shop's item is unknown. `paintings`: those in its goods whose pixels are kept. `gaps`: times without
 * the stream that have not been reported there yet. `mentionedRoles`: roles (ids) that another part of the same split
 * message has mentioned.
 */
export interface NoticeInContext {
  readonly notice: Notice;
  readonly subscriptions: readonly (Feed | Watch)[];
  readonly worth: number | null;
  readonly lowestInDays?: number;
  readonly undercuts?: number;
  readonly deal?: Deal;
  readonly cheapest?: number;
  readonly hasSeveralFeeds?: boolean;
  readonly hasOpenVariant?: boolean;
  readonly paintings?: readonly KnownPainting[];
  readonly gaps?: readonly Outage[];
  readonly mentionedRoles?: ReadonlySet<string>;
}

/** How notices become messages of Discord. */
export interface Messenger {
  /**
   * Renders as many of the notices, from the first on, as fit into one message (at least one). `body` is JSON.
   * `isLate`: more waits than Discord takes, so that what needs more than one message is summed up in one.
   */
  compose(
    entries: readonly NoticeInContext[],
    now: number,
    isLate: boolean,
  ): { readonly body: string; readonly taken: number };
  /**
   * Draws the pictures that a sealed body names and sends it, with its nonce enforced. Never rejects, and never repeats
   * by itself a request that Discord may have accepted. The caller has passed `GlobalRateLimiter` once, for the first
   * request.
   */
  send(sealed: Sealed): Promise<Outcome>;
  /**
   * Sends a line of text to a user outside the outbox, to learn whether Discord takes messages for them. Never rejects.
   * @param nonce at most 25 characters, never used before
   */
  sendTest(userId: string, content: string, nonce: string): Promise<Outcome>;
  /**
   * Opens a person's direct messages early, when they subscribe; rejects never.
   * @returns the code with which Discord refuses them for good; null: it does not, or that shows at sending
   */
  openDirectMessages(userId: string): Promise<number | null>;
  /** Whether the bot is in a server, as Discord says now; true where it does not say. Never rejects. */
  isInServer(guildId: string): Promise<boolean>;
}

/** The state of a target between two leases. */
export interface LeaseState {
  /** When the last sends were answered, oldest first; ms of this process's monotonic clock. */
  readonly answered: readonly number[];
  /** How often in a row Discord has not taken its message. */
  readonly failures: number;
  /** Its feeds, watches or quiet hours have changed: notices that they postponed are judged again. */
  readonly mustReschedule: boolean;
}

/**
 * The state with which a lease is released. `dueAt`: epoch ms of the next work, null if nothing waits. `waitMs`: how
 * long Discord takes nothing at the target, whatever is enqueued meanwhile.
 */
export interface LeaseRest extends LeaseState {
  readonly dueAt: number | null;
  readonly waitMs: number;
}

/**
 * The lease of a target. No other worker gets one before `release`, or before its holder was silent for ten seconds.
 */
export interface TargetLease extends HeldLease {
  readonly state: LeaseState;
  /** How long it was ready before it was claimed, in ms. */
  readonly lateMs: number;
  /** Remaining debounce of notices that arrived after the claim, in ms; 0 if none, or unknown. */
  gathersMs(): number;
  /** Whether it lasts for the next seconds, so that a message may be sent. */
  isSure(): boolean;
  /**
   * Ends the lease. Notices that arrived since the claim are due after their debounce. No effect on a lease that
   * another worker has.
   */
  release(rest: LeaseRest): Promise<void>;
}

/** Leases of targets: one worker at a time at each, over all processes. */
export interface TargetLeases {
  /**
   * Reports new notices for these targets. Not needed before the first `claim`, which finds them in the outbox. No
   * effect on a store of several processes, where `IngestWriter.record` and `Outbox.enqueue` have done so.
   */
  wake(targets: readonly Target[]): void;
  /**
   * Like `wake`, after their feeds, watches or quiet hours have changed. `isCured`: the reason for Discord's refusals
   * is gone, so that the wait before the next attempt ends.
   */
  reconsider(targets: readonly Target[], isCured?: boolean): Promise<void>;
  /**
   * Claims the leases of targets with something due whose debounce is over: channels first, every fourth time users
   * first, the longest due first. Waits for one until the signal aborts; looks once if it has aborted already. One
   * caller at a time.
   * @param most how many at most
   */
  claim(most: number, signal: AbortSignal): Promise<readonly TargetLease[]>;
}

/**
 * Keeps Discord's global rate limit of 50 requests a second. Every request that counts towards it passes here first.
 */
export interface GlobalRateLimiter {
  /** Resolves when one HTTP request may be sent, first come, first served, or when the signal aborts. */
  pass(signal?: AbortSignal): Promise<void>;
  /** Lets no request pass for so many ms, waiting ones included. */
  hold(ms: number): Promise<void>;
}
