import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { BestPrices, LastDelivery, PastMessage, PastNotice, Sealed } from '../../ports/outbox.ts';
import {
  type Cause,
  type HoldReason,
  type Notice,
  type Routed,
  type Target,
  targetKey,
  UNWANTED,
} from '../../routing/notice.ts';
import { parseStoredJson, type UnreadableRows } from './record.ts';
import { readCause } from './stored-cause.ts';

/** The reason of a dropped notice that is unreadable. */
export const UNREADABLE_NOTICE_REASON = 'cannot be read';

/** A sealed message that is not settled yet. */
export interface SealedRow {
  readonly id: number;
  readonly nonce: string;
  readonly body: string;
  readonly subscription_ids: string;
  readonly sealed_at: number;
}

/** The columns of a `SealedRow`. */
export const SEALED_COLUMNS = 'id, nonce, body, subscription_ids, sealed_at';

/** The columns of a message that its delivery reads; both are JSON. */
export interface MessageListsRow {
  readonly subscription_ids: string;
  readonly best_prices: string;
}

/** The feeds and watches of a message, and the best price that it names for each. */
export interface MessageLists extends Pick<Sealed, 'subscriptionIds'> {
  readonly best: BestPrices;
}

/**
 * Reads a sealed message. If its list of feeds and watches is unreadable, the message is still sent, with an empty
 * list.
 */
export function readSealed(
  { id, nonce, body, subscription_ids, sealed_at }: SealedRow,
  target: Target,
  unreadable: UnreadableRows,
): Sealed {
  const subscriptionIds = readOr([], id, () => readSubscriptionIds(subscription_ids), unreadable);
  return { id, target, nonce, body, subscriptionIds, sealedAt: sealed_at };
}

/** @returns the lists of a message; an unreadable list becomes an empty one */
export function readMessageLists(id: number, row: MessageListsRow, unreadable: UnreadableRows): MessageLists {
  return {
    subscriptionIds: readOr([], id, () => readSubscriptionIds(row.subscription_ids), unreadable),
    best: readOr({}, id, () => readBestPrices(row.best_prices), unreadable),
  };
}

function readOr<T>(otherwise: T, id: number, read: () => T, unreadable: UnreadableRows): T {
  try {
    return read();
  } catch (error) {
    unreadable.note(`message ${id}`, error);
    unreadable.logNoted('Feeds and watches of a message unreadable, sending it without a cool-down');
    return otherwise;
  }
}

// These JSON columns carry no version, because SQL reads or defaults them. The schema's version covers them.

const ids = z.compile(z.array(z.string()), { strict: true });

const bestPrices: z.ZodType<BestPrices> = z.record(
  z.string(),
  z.object({ unitPrice: z.number(), goods: z.string(), beats: z.number().nullable() }),
);

/**
 * Reads ids of feeds and watches.
 * @throws Unreadable
 */
export function readSubscriptionIds(text: string): readonly string[] {
  const value = parseStoredJson(text);
  if (!z.validate(ids, value)) throw new Unreadable('not a list of ids');
  return value;
}

/** @throws Unreadable */
function readBestPrices(text: string): BestPrices {
  const read = bestPrices.safeParse(parseStoredJson(text));
  if (!read.success) throw new Unreadable('not a record of best prices');
  return read.data;
}

/** The reason of a message that was unsent when a backup was restored. `ops/after-restore.sql` writes it, too. */
export const BACKUP_RESTORED_REASON = 'a backup was restored';

/**
 * The reason of a merged message that Discord rejected because of its content: its notices get messages of their own.
 */
export const SPLIT_REASON = 'split';

/**
 * SQL literals of the reasons that do not count as a rejection by Discord. A split message does not count, because its
 * parts do.
 */
export const NO_REJECTION_REASONS = [BACKUP_RESTORED_REASON, UNWANTED, SPLIT_REASON]
  .map((why) => `'${why}'`)
  .join(', ');

/**
 * The last delivery of a feed or watch.
 * - `source_id`: its id, or the `shopPriceKey` of a shop in the message
 * - `unit_price`, `goods`: null if the message named no price
 */
export interface DeliveryRow {
  readonly source_id: string;
  readonly at: number;
  readonly unit_price: number | null;
  readonly goods: string | null;
}

export function readLastDelivery({ at, unit_price, goods }: DeliveryRow): LastDelivery {
  return { at, price: unit_price === null || goods === null ? null : { unitPrice: unit_price, goods } };
}

/**
 * Returns the ids of the delivery rows that a message writes: its feeds and watches, and the shops whose prices it
 * named.
 */
export function deliveredSourceIds(subscriptionIds: readonly string[], best: BestPrices): readonly string[] {
  if (subscriptionIds.length === 0) return [];
  return [...subscriptionIds, ...Object.keys(best).filter((key) => key.includes(' '))];
}

/** A row of `notices` joined with its cause. */
export interface NoticeRow {
  readonly id: number;
  readonly cause: string;
  readonly subscription_ids: string;
  readonly due_at: number;
  readonly held: string | null;
  readonly split_from: number | null;
  readonly split_at: number | null;
}

/**
 * The columns of a `NoticeRow`, from notices joined with causes. A waiting notice that names a message was part of that
 * message before it was split.
 */
export const NOTICE_COLUMNS = `notices.id, causes.json AS cause, notices.subscription_ids, due_at, held,
  CASE WHEN ended_at IS NULL THEN message END AS split_from,
  CASE WHEN ended_at IS NULL
    THEN (SELECT settled_at FROM messages WHERE messages.id = notices.message) END AS split_at`;

/** @throws Unreadable */
function readNotice(row: NoticeRow, target: Target): Notice {
  const { id, cause, subscription_ids, due_at, held, split_from, split_at } = row;
  return {
    id,
    target,
    cause: readCause(cause),
    subscriptionIds: readSubscriptionIds(subscription_ids),
    dueAt: due_at,
    held: readHeld(held),
    ...(split_from === null ? {} : { splitFrom: split_from }),
    ...(split_at === null ? {} : { splitAt: split_at }),
  };
}

/** The readable notices, and the ids of the unreadable ones, which are noted for the log. */
export interface ReadNotices {
  readonly readable: readonly Notice[];
  readonly broken: readonly Pick<Notice, 'id'>[];
}

export function readNotices(rows: readonly NoticeRow[], target: Target, unreadable: UnreadableRows): ReadNotices {
  const readable: Notice[] = [];
  const broken: Pick<Notice, 'id'>[] = [];
  for (const row of rows) {
    try {
      readable.push(readNotice(row, target));
    } catch (error) {
      unreadable.note(`notice ${row.id}`, error);
      broken.push({ id: row.id });
    }
  }
  return { readable, broken };
}

function readHeld(held: string | null): HoldReason | null {
  if (held === null || held === 'cooling' || held === 'quiet' || held === 'snoozed') return held;
  throw new Unreadable('held for an unknown reason');
}

/** A row of `notices` with its end, joined with its cause and its message. */
export interface PastNoticeRow extends NoticeRow {
  readonly ended_at: number | null;
  readonly why: string | null;
  readonly message: number | null;
  readonly settled_at: number | null;
  readonly message_id: string | null;
  readonly refusal: string | null;
  readonly best_prices: string | null;
}

/** The columns of a `PastNoticeRow`, from notices joined with causes and messages. */
export const PAST_NOTICE_COLUMNS = `${NOTICE_COLUMNS}, ended_at, notices.why, message, settled_at, message_id,
  messages.why AS refusal, best_prices`;

/** Reads the past notices of a target. Unreadable ones are skipped and logged. */
export function readPastNotices(
  rows: readonly PastNoticeRow[],
  target: Target,
  unreadable: UnreadableRows,
): readonly PastNotice[] {
  const past: PastNotice[] = [];
  for (const row of rows) {
    try {
      past.push({ notice: readNotice(row, target), end: endOf(row) });
    } catch (error) {
      unreadable.note(`notice ${row.id}`, error);
    }
  }
  unreadable.logNoted('Past notices unreadable, skipped');
  return past;
}

function endOf(row: PastNoticeRow): PastNotice['end'] {
  return row.ended_at === null ? null : { at: row.ended_at, why: row.why, message: messageOf(row) };
}

function messageOf({ message, settled_at, message_id, refusal, best_prices }: PastNoticeRow): PastMessage | null {
  if (message === null) return null;
  return { settledAt: settled_at, messageId: message_id, why: refusal, best: readBestPrices(best_prices ?? '{}') };
}

/** The notices of one cause: one for each target, with all its subscription ids. */
export interface CauseNotices {
  readonly cause: Cause;
  /** Keyed by `targetKey`. */
  readonly notices: ReadonlyMap<string, Omit<Routed, 'cause'>>;
}

/** Merges the notices of an entry: those with the same cause and target become one, due at the earliest time. */
export function mergeNotices(routed: readonly Routed[]): Iterable<CauseNotices> {
  const merged: Merged = new Map();
  for (const notice of routed) addNotice(notice, merged);
  return merged.values();
}

/** Merges notices like `mergeNotices`, and yields after each. */
export function* mergeInSteps(routed: readonly Routed[]): Generator<void, Iterable<CauseNotices>> {
  const merged: Merged = new Map();
  for (const notice of routed) {
    addNotice(notice, merged);
    yield;
  }
  return merged.values();
}

type Merged = Map<object, { readonly cause: Cause; readonly notices: Map<string, Omit<Routed, 'cause'>> }>;

function addNotice(notice: Routed, merged: Merged): void {
  const causeKey = causeIdentity(notice);
  const ofCause = merged.get(causeKey) ?? { cause: notice.cause, notices: new Map() };
  merged.set(causeKey, ofCause);
  const key = targetKey(notice.target);
  const same = ofCause.notices.get(key);
  const subscriptionIds = [...new Set([...(same?.subscriptionIds ?? []), ...notice.subscriptionIds])];
  const dueAt = Math.min(same?.dueAt ?? notice.dueAt, notice.dueAt);
  ofCause.notices.set(key, { target: notice.target, subscriptionIds, dueAt });
}

/** Notices share a cause only if they refer to the same change object: two equal sales are two changes. */
function causeIdentity(notice: Routed): object {
  return notice.cause.kind === 'change' ? notice.cause.change : notice.cause;
}
