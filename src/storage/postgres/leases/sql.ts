import { QUIET_MS } from '../../../routing/claim-rules.ts';
import type { Sql } from '../client.ts';
import { wake } from '../outbox/enqueue.ts';

/** A lease ends after this time unless its holder renews it. */
export const LEASE_MS = 10_000;

const LEASED_UNTIL = `clock_timestamp() + interval '${LEASE_MS} ms'`;
const IS_FREE = '(lease_until IS NULL OR lease_until < clock_timestamp())';

const statement = (name: string, text: string): Sql => ({ name, text });

/** Ready leases of a kind of target, the longest ready first. `$2`: now. */
const ready = (kind: string, most: string) =>
  `SELECT target, ready_at FROM target_leases WHERE left(target, 1) = left(${kind}, 1) AND due_at IS NOT NULL AND ready_at <= $2::bigint
     AND ${IS_FREE} ORDER BY ready_at LIMIT ${most} FOR UPDATE SKIP LOCKED`;

/**
 * Keeps `due_at`, so that another process finds the work of a dead holder. Later notices begin a new debounce. `$2`: now; `$4`, `$5`:
 * the kinds of targets in the order of their claim.
 */
export const CLAIM = statement(
  'claim-leases',
  `WITH first AS MATERIALIZED (${ready('$4::text', '$3::bigint')}),
   second AS MATERIALIZED (${ready('$5::text', '$3::bigint - (SELECT count(*) FROM first)')}),
   ready AS MATERIALIZED (SELECT 1 AS place, * FROM first UNION ALL SELECT 2, * FROM second),
   claimed AS (
     UPDATE target_leases SET holder = $1, fence = nextval('lease_fences'), lease_until = ${LEASED_UNTIL}, burst_at = NULL, quiet_until = 0
     FROM ready WHERE target_leases.target = ready.target
     RETURNING target_leases.target, fence, gen, failures, must_reschedule, ready.place, ready.ready_at,
       ARRAY(SELECT $2::bigint - extract(epoch FROM at)::float8 * 1000 FROM unnest(answered) AS at ORDER BY at) AS ages)
   SELECT target, fence, gen, failures, must_reschedule AS "mustReschedule", ages, ready_at AS "readyAt" FROM claimed ORDER BY place, ready_at`,
);

/** When the next free lease is ready. */
export const NEXT_READY = statement(
  'next-lease',
  `SELECT min(ready_at) AS "readyAt" FROM (VALUES ('c'), ('u')) AS kind (first), LATERAL (
     SELECT ready_at FROM target_leases WHERE left(target, 1) = kind.first AND due_at IS NOT NULL AND lease_until IS NULL
     ORDER BY ready_at LIMIT 1) AS lease`,
);

/** Locks rows in the same order as `enqueueParts`, to avoid deadlocks. */
export const RENEW = statement(
  'renew-leases',
  `WITH held AS MATERIALIZED (
     SELECT target_leases.target FROM target_leases JOIN unnest($1::text[], $2::bigint[]) AS mine (target, fence) USING (target, fence)
     WHERE holder IS NOT NULL ORDER BY target_leases.target FOR NO KEY UPDATE OF target_leases)
   UPDATE target_leases SET lease_until = ${LEASED_UNTIL} FROM held WHERE target_leases.target = held.target RETURNING fence`,
);

/** Keeps the times that notices since the claim (another `gen`) have set. `$9`: now. */
export const RELEASE = statement(
  'release-lease',
  `UPDATE target_leases SET holder = NULL, lease_until = NULL,
     due_at = CASE WHEN gen = $3 THEN $4::bigint ELSE least(due_at, $4::bigint) END,
     not_before = $5::bigint,
     quiet_until = CASE WHEN gen = $3 THEN 0 ELSE quiet_until END,
     burst_at = CASE WHEN gen <> $3 THEN burst_at WHEN $4::bigint <= $9::bigint THEN 0 END,
     failures = $6, must_reschedule = $7 OR (gen <> $3 AND must_reschedule),
     answered = ARRAY(SELECT to_timestamp(($9::bigint - age) / 1000) FROM unnest($8::float8[]) AS age)
   WHERE target = $1 AND fence = $2 AND holder IS NOT NULL`,
);

export const RECONSIDER = `
  WITH woken AS (
    INSERT INTO target_leases AS lease (target, due_at, quiet_until, burst_at, must_reschedule)
    SELECT DISTINCT target, $2::bigint, $2::bigint + ${QUIET_MS}, $2::bigint, true FROM unnest($1::text[]) AS target ORDER BY target
    ON CONFLICT (target) DO UPDATE SET must_reschedule = true,
      not_before = CASE WHEN $3::boolean THEN 0 ELSE lease.not_before END, ${wake('$2::bigint')})
  SELECT pg_notify('due', '')`;

/** Deletes idle leases whose rate limit is over. `$1`: now; `$2`: the limit's time, in ms. */
export const SWEEP = `
  DELETE FROM target_leases WHERE target IN (
    SELECT target FROM target_leases WHERE due_at IS NULL AND lease_until IS NULL
      AND NOT EXISTS (SELECT FROM unnest(answered) AS at WHERE at > to_timestamp(($1::bigint - $2::bigint) / 1000.0))
    FOR UPDATE SKIP LOCKED)`;
