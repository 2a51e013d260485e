import type { Deal } from '../market/deals/deal.ts';
import type { Feed } from '../routing/feed.ts';
import type { Notice, Target } from '../routing/notice.ts';
import type { Home } from '../routing/person.ts';
import type { Watch } from '../routing/watch.ts';
import type { Outage } from './journal.ts';
import type { HeldLease, Sealed } from './outbox.ts';
import type { KnownPainting } from './pictures.ts';

/** The outcome of sending a sealed message. */
export type Outcome =
  /**
   * Discord has the message. `publish` runs once the outcome is saved; it never rejects and ends within seconds. Absent
   * if nothing is to be published.
   */
  | { readonly kind: 'delivered'; readonly messageId: string; readonly publish?: () => Promise<void> }
  /**
   * Discord did not accept the message for now: send the same body again after `waitMs`. `everywhere` names the sender
   * that must wait, the whole bot or this address; false holds back this target alone. `unlistedCode` is Discord's code
   * of a 403 or 404 that may pass by itself, 0 if it has none: the message is retried for six hours, then the target is
   * paused.
   */
  | {
      readonly kind: 'retry';
      readonly waitMs: number;
      readonly everywhere: 'bot' | 'address' | false;
      readonly why: string;
      readonly unlistedCode?: number;
    }
  /** Discord refuses the target for good: pause it. `code` is Discord's JSON error code. */
  | { readonly kind: 'refused'; readonly code: number; readonly why: string }
  /**
   * Discord rejects the body: drop this message alone. `isOfContent` is set if a content filter refused it; a merged
   * message is then split, because most of its notices may be harmless.
   */
  | { readonly kind: 'rejected'; readonly why: string; readonly isOfContent?: true }
  /** Discord rejects the token: stop the process. */
  | { readonly kind: 'unauthorized'; readonly why: string };

/** A notice with the subscriptions that asked for it, as they are when the message is sealed. */
export interface NoticeInContext {
  readonly notice: Notice;
  readonly subscriptions: readonly (Feed | Watch)[];
  /** Worth of the notice's item, unit price in diamonds, or null if unknown. */
  readonly worth: number | null;
  /**
   * Number of days for which the offer is the lowest (see `lowestInDays` in market/prices). Absent if there was a
   * lower one lately, or if too little is known.
   */
  readonly lowestInDays?: number;
  /** Unit price of the user's own shop that the news says is undercut. */
  readonly undercuts?: number;
  /** The shop with its live stock and current worth, if a subscription asks for deals. */
  readonly deal?: Deal;
  /** Unit price of the cheapest shop that sells the auctioned goods now. */
  readonly cheapest?: number;
  /** Several feeds of the channel are on, so that each message names its feed. */
  readonly hasSeveralFeeds?: boolean;
  /** The message says that the variant of the shop's item is unknown. */
  readonly hasOpenVariant?: boolean;
  /** The home of the user who gets the message, for distances that nobody else sees. */
  readonly home?: Home;
  /** Paintings in its goods whose pixels are stored. */
  readonly paintings?: readonly KnownPainting[];
  /** Outages of the stream that were not reported to the target yet. */
  readonly gaps?: readonly Outage[];
  /** Ids of roles that another part of the same split message has mentioned. */
  readonly mentionedRoles?: ReadonlySet<string>;
}

/** Renders notices as Discord messages and sends them. */
export interface Messenger {
  /**
   * Renders as many of the notices, from the first on, as fit into one message, at least one.
   * @param isLate the backlog exceeds Discord's rate, so notices that need more than one message are summed up in one
   * @returns the body as JSON, and the number of notices taken
   */
  compose(
    entries: readonly NoticeInContext[],
    now: number,
    isLate: boolean,
  ): { readonly body: string; readonly taken: number };
  /**
   * Draws the pictures that a sealed body names and sends it, with its nonce enforced. Never rejects, and never repeats
   * a request that Discord may have accepted. The caller has passed `GlobalRateLimiter` once, for the first request.
   */
  send(sealed: Sealed): Promise<Outcome>;
  /**
   * Sends a line of text to a user outside the outbox, to test whether Discord delivers to them. Never rejects.
   * @param nonce at most 25 characters, never used before
   */
  sendTest(userId: string, content: string, nonce: string): Promise<Outcome>;
  /**
   * Opens a user's direct messages early, when they subscribe. Never rejects.
   * @returns the code with which Discord refuses them for good, or null if it does not, or shows that only at sending
   */
  openDirectMessages(userId: string): Promise<number | null>;
  /** Asks Discord whether the bot is in a server. Never rejects; returns true if Discord does not answer. */
  isInServer(guildId: string): Promise<boolean>;
}

/** The state of a target between two leases. */
export interface LeaseState {
  /** Times at which Discord answered the last sends, oldest first, in ms of this process's monotonic clock. */
  readonly answered: readonly number[];
  /** Consecutive sends that Discord did not accept. */
  readonly failures: number;
  /** The target's feeds, watches or quiet hours have changed: notices that they postponed are judged again. */
  readonly mustReschedule: boolean;
}

/** The state with which a lease is released. */
export interface LeaseRest extends LeaseState {
  /** Epoch ms of the next work, or null if nothing waits. */
  readonly dueAt: number | null;
  /** Time for which Discord accepts no message to the target. Notices that are enqueued meanwhile do not shorten it. */
  readonly waitMs: number;
}

/**
 * The lease of a target. No other worker gets one before `release`, or before the holder was silent for ten seconds.
 */
export interface TargetLease extends HeldLease {
  readonly state: LeaseState;
  /** Time between the target's becoming ready and its claim. */
  readonly lateMs: number;
  /**
   * Returns the remaining debounce (ms) of notices that arrived after the claim, or 0 if there is none or it is
   * unknown.
   */
  gathersMs(): number;
  /** Returns whether the lease lasts for the next seconds, so that a message may be sent. */
  isSure(): boolean;
  /**
   * Ends the lease. Notices that arrived since the claim are due after their debounce. No effect if another worker
   * holds the lease.
   */
  release(rest: LeaseRest): Promise<void>;
}

/** Leases of targets: at most one worker per target, over all processes. Two could send messages out of order. */
export interface TargetLeases {
  /**
   * Reports new notices for these targets. Not needed before the first `claim`, which finds them in the outbox. No
   * effect on a store of several processes, where `IngestWriter.record` and `Outbox.enqueue` have done so.
   */
  wake(targets: readonly Target[]): void;
  /**
   * Like `wake`, after the targets' feeds, watches or quiet hours have changed.
   * @param isCured the reason for Discord's refusals is gone, so the wait before the next attempt ends
   */
  reconsider(targets: readonly Target[], isCured?: boolean): Promise<void>;
  /**
   * Claims the leases of targets with due notices whose debounce is over: channels first, every fourth time users
   * first, the longest due first. Waits for one until the signal aborts; looks once if it has aborted already. One
   * caller at a time.
   * @param most maximum number of leases
   */
  claim(most: number, signal: AbortSignal): Promise<readonly TargetLease[]>;
}

/** Keeps Discord's global rate limit of 50 requests a second. Each request that counts towards it passes here first. */
export interface GlobalRateLimiter {
  /** Resolves when one HTTP request may be sent, in the order of the calls, or when the signal aborts. */
  pass(signal?: AbortSignal): Promise<void>;
  /** Holds back all requests, waiting ones included, for `ms` milliseconds. */
  hold(ms: number): Promise<void>;
}
