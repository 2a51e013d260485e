import { LeaseLost, NotWritten } from '../../../faults/store-faults.ts';
import type { HeldLease, Seal } from '../../../ports/outbox.ts';
import type { HoldReason, Notice } from '../../../routing/notice.ts';
import {
  NO_REJECTION_REASONS,
  NOTICE_COLUMNS,
  PAST_NOTICE_COLUMNS,
  SEALED_COLUMNS,
  SPLIT_REASON,
} from '../../mappers/outbox-rows.ts';
import { writeTarget } from '../../mappers/target.ts';
import { defineStatement } from '../client.ts';
import { storedText } from '../stored-text.ts';
import { enqueueParts } from './enqueue.ts';

/** The text of the error with which a statement fails if another process has the lease. */
const LEASE_LOST_REASON = 'another process works on the target';

/**
 * A part of a WITH that locks the lease, so that no process claims it before the statement ends. Its values are
 * `leaseValues`.
 */
function heldLease(target: number, fence: number): string {
  return `held AS (SELECT FROM target_leases WHERE target = $${target} AND fence = $${fence}::bigint FOR NO KEY UPDATE)`;
}

/** A branch of a CASE that aborts the statement if another process has the lease. */
function unlessHeld(fence: number): string {
  return `WHEN $${fence}::bigint IS NOT NULL AND NOT EXISTS (SELECT FROM held) THEN refuse('${LEASE_LOST_REASON}')`;
}

/** Enqueues notices and returns the first cause's id. */
export const ENQUEUE = defineStatement(
  'enqueue',
  `WITH ${enqueueParts(1)} SELECT (SELECT min(id) FROM new_causes) AS cause, pg_notify('due', '')`,
);
export const IS_ENQUEUED = 'SELECT FROM causes WHERE id = $1';

export const WAITING = defineStatement(
  'waiting',
  `SELECT ${NOTICE_COLUMNS} FROM notices JOIN causes ON causes.id = cause
   WHERE target = $1 AND ended_at IS NULL AND due_at <= $2 ORDER BY notices.id LIMIT $3`,
);

export const NEXT_DUE_AT = defineStatement(
  'next-due',
  'SELECT min(due_at) AS "dueAt" FROM notices WHERE target = $1 AND ended_at IS NULL',
);

export const WAITING_TARGETS = `
  SELECT target, min(due_at) AS "dueAt", sum(count)::bigint AS count FROM (
    SELECT target, min(due_at) AS due_at, count(*) AS count FROM notices WHERE ended_at IS NULL GROUP BY target
    UNION ALL SELECT target, 0, count(*) FROM messages WHERE settled_at IS NULL GROUP BY target) AS waiting
  GROUP BY target ORDER BY target`;

/** Skips notices that ended meanwhile. */
export const POSTPONE = defineStatement(
  'postpone',
  `WITH ${heldLease(5, 6)},
   postponed AS (
     UPDATE notices SET due_at = $3, held = $4, subscription_ids = put_off.subscription_ids
     FROM unnest($1::bigint[], $2::text[]) AS put_off (id, subscription_ids) WHERE notices.id = put_off.id AND ended_at IS NULL)
   SELECT CASE ${unlessHeld(6)} END`,
);

/** Fails as a whole if one of the notices no longer waits. */
export const SEAL = defineStatement(
  'seal',
  `WITH ${heldLease(1, 13)},
   message AS (
     INSERT INTO messages (target, nonce, body, subscription_ids, best_prices, sealed_at, gaps_known_until) VALUES ($1, $2, $3, $4, $5, $6, $12) RETURNING id),
   sealed AS (
     UPDATE notices SET message = message.id, ended_at = $6 FROM message
     WHERE notices.id = ANY ($7::bigint[]) AND target = $1 AND ended_at IS NULL RETURNING notices.id),
   dropped AS (
     UPDATE notices SET why = unfit.why, ended_at = $6, message = NULL FROM unnest($8::bigint[], $9::text[]) AS unfit (id, why)
     WHERE notices.id = unfit.id AND ended_at IS NULL RETURNING notices.id),
   narrowed AS (
     UPDATE notices SET subscription_ids = narrow.subscription_ids FROM unnest($10::bigint[], $11::text[]) AS narrow (id, subscription_ids)
     WHERE notices.id = narrow.id AND ended_at IS NULL)
   SELECT CASE
     ${unlessHeld(13)}
     WHEN (SELECT count(*) FROM sealed) <> cardinality($7::bigint[]) THEN refuse('a notice of the message does not wait for ' || $1)
     WHEN (SELECT count(*) FROM dropped) <> cardinality($8::bigint[]) THEN refuse('a notice to be dropped does not wait')
     ELSE id END AS id FROM message`,
);

export const SEALED_AS = 'SELECT id FROM messages WHERE nonce = $1';

export const DROP = defineStatement(
  'drop',
  `WITH ${heldLease(4, 5)},
   dropped AS (
     UPDATE notices SET why = unfit.why, ended_at = $3, message = NULL FROM unnest($1::bigint[], $2::text[]) AS unfit (id, why)
     WHERE notices.id = unfit.id AND ended_at IS NULL RETURNING notices.id)
   SELECT CASE
     ${unlessHeld(5)}
     WHEN (SELECT count(*) FROM dropped) <> cardinality($1::bigint[]) THEN refuse('a notice to be dropped does not wait') END`,
);

/** Returns a row if all the notices ended at `$2` without a message. */
export const IS_DROPPED = `
  SELECT FROM notices WHERE id = ANY ($1::bigint[]) AND ended_at = $2 AND message IS NULL HAVING count(*) = cardinality($1::bigint[])`;

export const SEALED = defineStatement(
  'sealed',
  `SELECT ${SEALED_COLUMNS} FROM messages WHERE target = $1 AND settled_at IS NULL ORDER BY id`,
);

export const GAPS_KNOWN_UNTIL = defineStatement(
  'gaps-known-until',
  `SELECT gaps_known_until AS until FROM messages
   WHERE target = $1 AND gaps_known_until IS NOT NULL AND message_id IS NOT NULL ORDER BY id DESC LIMIT 1`,
);

export const SETTLED = defineStatement(
  'settled',
  'SELECT subscription_ids, best_prices, settled_at AS "settledAt", message_id AS "messageId", why FROM messages WHERE id = $1',
);

/** Settles a message. For a delivered one, also saves the delivery of its feeds and watches, with the best price. */
export const SETTLE = defineStatement(
  'settle',
  `WITH settled AS (
     UPDATE messages SET settled_at = $2, message_id = $3, why = $4 WHERE id = $1 AND settled_at IS NULL RETURNING id),
   delivered AS (
     INSERT INTO deliveries (source_id, at, unit_price, goods)
     SELECT source_id, $2, unit_price, goods FROM unnest($5::text[], $6::float8[], $7::text[]) AS one (source_id, unit_price, goods)
     WHERE EXISTS (SELECT FROM settled) ORDER BY source_id
     ON CONFLICT (source_id) DO UPDATE SET at = excluded.at, unit_price = excluded.unit_price, goods = excluded.goods)
   SELECT id FROM settled`,
);

/** Lets the notices of a split message wait again. They keep the message's id, which marks them. Idempotent. */
export const SPLIT = `
  WITH split AS (
    UPDATE messages SET settled_at = coalesce(settled_at, $2), why = '${SPLIT_REASON}' WHERE id = $1 AND (why = '${SPLIT_REASON}'
      OR settled_at IS NULL AND (SELECT count(*) FROM notices WHERE message = $1) > 1) RETURNING id),
  reopened AS (UPDATE notices SET ended_at = NULL WHERE message = $1 AND EXISTS (SELECT FROM split))
  SELECT id FROM split`;

export const LAST_DELIVERED = defineStatement(
  'last-delivered',
  'SELECT source_id, at, unit_price, goods FROM deliveries WHERE source_id = ANY ($1::text[])',
);

/** Counts over all targets: some 100 ms with millions of waiting notices. */
export const QUEUE = `
  SELECT due + sealed AS depth, later,
    CASE WHEN due + sealed > 0 THEN least($1, CASE WHEN due > 0 THEN due_since END, sealed_since) END AS "waitingSince",
    (SELECT count(*) FROM messages WHERE settled_at >= $2 AND why NOT IN (${NO_REJECTION_REASONS})) AS refused,
    (SELECT max(settled_at) FROM messages WHERE settled_at IS NOT NULL AND message_id IS NOT NULL) AS "lastDeliveryAt"
  FROM (SELECT count(*) FILTER (WHERE due_at <= $1) AS due, count(*) FILTER (WHERE due_at > $1) AS later, min(due_at) AS due_since
      FROM notices WHERE ended_at IS NULL AND target NOT IN (SELECT target FROM pauses)) AS notices,
    (SELECT count(*) AS sealed, min(sealed_at) AS sealed_since FROM messages
      WHERE settled_at IS NULL AND target NOT IN (SELECT target FROM pauses)) AS messages`;

export const NEWEST = defineStatement(
  'newest',
  `SELECT ${PAST_NOTICE_COLUMNS}
   FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message
   WHERE notices.target = $1 AND ($2::text IS NULL OR position($2 IN notices.subscription_ids) > 0) ORDER BY notices.id DESC LIMIT $3`,
);

/** Skips a notice whose cause already waits for the new target. The old target drops it when it is due. */
export const MOVE = `
  WITH moved AS (
    UPDATE notices AS old SET target = $1 WHERE target = $2 AND subscription_ids = $3 AND ended_at IS NULL
      AND NOT EXISTS (SELECT FROM notices WHERE cause = old.cause AND target = $1) RETURNING due_at)
  INSERT INTO target_leases AS lease (target, due_at, quiet_until) SELECT $1, min(due_at), $4 FROM moved HAVING count(*) > 0
  ON CONFLICT (target) DO UPDATE SET gen = lease.gen + 1, due_at = least(lease.due_at, excluded.due_at)`;

export const FORGET_NOTICES = 'DELETE FROM notices WHERE target = $1 RETURNING cause';
export const FORGET_CAUSES =
  'DELETE FROM causes WHERE id = ANY ($1::bigint[]) AND NOT EXISTS (SELECT FROM notices WHERE cause = causes.id)';
export const FORGET_MESSAGES = 'DELETE FROM messages WHERE target = $1';
/**
 * Also deletes the prices of shops, whose source id begins with the id and a space. `!` is the next character after
 * the space.
 */
export const FORGET_DELIVERIES = `DELETE FROM deliveries USING unnest($1::text[]) AS one (id)
  WHERE source_id = id OR source_id >= id || ' ' AND source_id < id || '!'`;

export const PAUSES = 'SELECT target, code, at FROM pauses ORDER BY at';

/** A notice to drop, and the reason. */
export interface Dropped {
  readonly notice: Pick<Notice, 'id'>;
  readonly why: string;
}

type Subscribed = Pick<Notice, 'id' | 'subscriptionIds'>;

/**
 * The values of SEAL.
 * @param subscriptionIds the feeds and watches of the message
 */
export function sealValues(
  { target, nonce, body, notices, dropped, narrowed = [], best = {}, gapsKnownUntil = null, at, lease }: Seal,
  subscriptionIds: readonly string[],
): readonly unknown[] {
  const message = [writeTarget(target), nonce, body, JSON.stringify(subscriptionIds), JSON.stringify(best), at];
  const rows = [notices.map(({ id }) => id), ...idsAndReasons(dropped), ...idsAndSubscriptionIds(narrowed)];
  return [...message, ...rows, gapsKnownUntil, lease?.fence ?? null];
}

/** The values of DROP. */
export function dropValues(dropped: readonly Dropped[], at: number, lease: HeldLease | null): readonly unknown[] {
  return [...idsAndReasons(dropped), at, ...leaseValues(lease)];
}

/** The values of POSTPONE. */
export function postponeValues(
  notices: readonly Subscribed[],
  dueAt: number,
  held: HoldReason | null,
  lease: HeldLease | null,
): readonly unknown[] {
  return [...idsAndSubscriptionIds(notices), Math.ceil(dueAt), held, ...leaseValues(lease)];
}

function idsAndSubscriptionIds(notices: readonly Subscribed[]): readonly unknown[] {
  return [notices.map(({ id }) => id), notices.map(({ subscriptionIds }) => JSON.stringify(subscriptionIds))];
}

function idsAndReasons(dropped: readonly Dropped[]): readonly unknown[] {
  return [dropped.map(({ notice }) => notice.id), dropped.map(({ why }) => storedText(why))];
}

/** @param lease null for a write without a lease */
function leaseValues(lease: HeldLease | null): readonly [target: string | null, fence: number | null] {
  return lease === null ? [null, null] : [writeTarget(lease.target), lease.fence];
}

/**
 * Awaits a write under a lease.
 * @throws LeaseLost if another process has the lease
 */
export async function underLease<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    const isLost =
      error instanceof NotWritten && error.cause instanceof Error && error.cause.message === LEASE_LOST_REASON;
    throw isLost ? new LeaseLost(LEASE_LOST_REASON, { cause: error }) : error;
  }
}
