import { z } from 'zod';
import { Unreadable } from '../../faults/store-faults.ts';
import type { BestPrices, LastDelivery, PastMessage, PastNotice, Sealed } from '../../ports/outbox.ts';
import {
  type Cause,
  type Held,
  type Notice,
  type Routed,
  type Target,
  targetKey,
  UNWANTED,
} from '../../routing/notice.ts';
import { parseJson, type UnreadableRows } from './record.ts';
import { readCause } from './stored-cause.ts';

/** A message that is not settled yet. */
export interface SealedRow {
  readonly id: number;
  readonly nonce: string;
  readonly body: string;
  readonly subscription_ids: string;
  readonly sealed_at: number;
}

/** The columns of a `SealedRow`. */
export const SEALED_COLUMNS = 'id, nonce, body, subscription_ids, sealed_at';

/** Columns of a message that its delivery reads, both JSON. */
export interface MessageListsRow {
  readonly subscription_ids: string;
  readonly best_prices: string;
}

/** The feeds and watches that a message belongs to, and the best price that it names for each. */
export interface MessageLists extends Pick<Sealed, 'subscriptionIds'> {
  readonly best: BestPrices;
}

/** Reads a message. One whose list of feeds and watches is unreadable has an empty list, and is sent all the same. */
export function readSealed(
  { id, nonce, body, subscription_ids, sealed_at }: SealedRow,
  target: Target,
  unreadable: UnreadableRows,
): Sealed {
  const subscriptionIds = readOr([], id, () => readIds(subscription_ids), unreadable);
  return { id, target, nonce, body, subscriptionIds, sealedAt: sealed_at };
}

/** @returns empty lists in the place of those that cannot be read */
export function readMessageLists(id: number, row: MessageListsRow, unreadable: UnreadableRows): MessageLists {
  return {
    subscriptionIds: readOr([], id, () => readIds(row.subscription_ids), unreadable),
    best: readOr({}, id, () => readBestPrices(row.best_prices), unreadable),
  };
}

function readOr<T>(otherwise: T, id: number, read: () => T, unreadable: UnreadableRows): T {
  try {
    return read();
  } catch (error) {
    unreadable.note(`message ${id}`, error);
    unreadable.say('Feeds and watches of a message unreadable: it is sent, and starts no cool-down');
    return otherwise;
  }
}

// JSON columns that SQL reads or defaults. They carry no version; the schema's version covers them.

const ids = z.compile(z.array(z.string()), { strict: true });

const bestPrices: z.ZodType<BestPrices> = z.record(
  z.string(),
  z.object({ unitPrice: z.number(), goods: z.string(), beats: z.number().nullable() }),
);

/** Ids of feeds and watches. @throws Unreadable */
export function readIds(text: string): readonly string[] {
  const value = parseJson(text);
  if (!z.validate(ids, value)) throw new Unreadable('not a list of ids');
  return value;
}

/** @throws Unreadable */
function readBestPrices(text: string): BestPrices {
  const read = bestPrices.safeParse(parseJson(text));
  if (!read.success) throw new Unreadable('not the best prices');
  return read.data;
}

/** The reason of a message that a restored backup ended, unsent. `ops/after-restore.sql` writes it too. */
export const BACKUP_RESTORED = 'a backup was restored';

/** Why a merged message ended whose content Discord refused: its notices get messages of their own. */
export const SPLIT = 'split';

/**
 * SQL literals of reasons that do not count as a refusal by Discord. A split message is left out because its parts
 * are counted.
 */
export const NOT_REFUSED = [BACKUP_RESTORED, UNWANTED, SPLIT].map((why) => `'${why}'`).join(', ');

/**
 * The last delivery of a feed or watch. `source_id`: its id, or the `shopPriceKey` of a shop in the message.
 * `unit_price` and `goods` are null if the message named no price.
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
 * The ids of the rows that a delivered message writes: its feeds and watches, and the shops whose prices it named for
 * them.
 */
export function deliveredSourceIds(subscriptionIds: readonly string[], best: BestPrices): readonly string[] {
  if (subscriptionIds.length === 0) return [];
  return [...subscriptionIds, ...Object.keys(best).filter((key) => key.includes(' '))];
}

/** A row of `notices`, joined with its cause. */
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
 * The columns of it, from notices joined with causes. A waiting notice that names a message was in that message before
 * it was split.
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
    subscriptionIds: readIds(subscription_ids),
    dueAt: due_at,
    held: readHeld(held),
    ...(split_from === null ? {} : { splitFrom: split_from }),
    ...(split_at === null ? {} : { splitAt: split_at }),
  };
}

/** The readable notices, and the unreadable ones, which are noted. */
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

function readHeld(held: string | null): Held | null {
  if (held === null || held === 'cooling' || held === 'quiet' || held === 'snoozed') return held;
  throw new Unreadable('put off for an unknown reason');
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

/** The columns of it, from notices joined with causes and messages. */
export const PAST_NOTICE_COLUMNS = `${NOTICE_COLUMNS}, ended_at, notices.why, message, settled_at, message_id,
  messages.why AS refusal, best_prices`;

/** Reads notices of a target. Unreadable ones are left out and logged. */
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
  unreadable.say('Past notices that cannot be read are left out');
  return past;
}

function endOf(row: PastNoticeRow): PastNotice['end'] {
  return row.ended_at === null ? null : { at: row.ended_at, why: row.why, message: messageOf(row) };
}

function messageOf({ message, settled_at, message_id, refusal, best_prices }: PastNoticeRow): PastMessage | null {
  if (message === null) return null;
  return { settledAt: settled_at, messageId: message_id, why: refusal, best: readBestPrices(best_prices ?? '{}') };
}

/** The notices of one cause, one per target, each with all its subscription ids. */
export interface CauseNotices {
  readonly cause: Cause;
  /** By the key of the target. */
  readonly notices: ReadonlyMap<string, Omit<Routed, 'cause'>>;
}

/** Merges the notices of an entry: those of one cause and target become one, due when the first of them is. */
export function mergeNotices(routed: readonly Routed[]): Iterable<CauseNotices> {
  const merged: Merged = new Map();
  for (const notice of routed) merge(notice, merged);
  return merged.values();
}

/** As `mergeNotices`, with a step for each notice. */
export function* mergeInSteps(routed: readonly Routed[]): Generator<void, Iterable<CauseNotices>> {
  const merged: Merged = new Map();
  for (const notice of routed) {
    merge(notice, merged);
    yield;
  }
  return merged.values();
}

type Merged = Map<object, { readonly cause: Cause; readonly notices: Map<string, Omit<Routed, 'cause'>> }>;

function merge(notice: Routed, merged: Merged): void {
  const happening = happeningOf(notice);
  const ofCause = merged.get(happening) ?? { cause: notice.cause, notices: new Map() };
  merged.set(happening, ofCause);
  const key = targetKey(notice.target);
  const same = ofCause.notices.get(key);
  const subscriptionIds = [...new Set([...(same?.subscriptionIds ?? []), ...notice.subscriptionIds])];
  const dueAt = Math.min(same?.dueAt ?? notice.dueAt, notice.dueAt);
  ofCause.notices.set(key, { target: notice.target, subscriptionIds, dueAt });
}

/**
 * Two notices are of the same cause if they speak of the same change, not of an equal one: equal sales are two sales.
 */
function happeningOf(notice: Routed): object {
  return notice.cause.kind === 'change' ? notice.cause.change : notice.cause;
}
