import { LONGEST_QUIET_MS, QUIET_MS } from '../../../routing/claim-rules.ts';
import type { Routed } from '../../../routing/notice.ts';
import { mergeNotices } from '../../mappers/notice-row.ts';
import { writeCause } from '../../mappers/stored-cause.ts';
import { writeTarget } from '../../mappers/target.ts';

/**
 * Parts of a WITH that write notices in their order, with their causes, and wake the leases of their targets. `$first` to
 * `$first + 5` are `enqueueValues`. Notices that arrive close together are sent together (see `debouncedUntil`).
 */
export function enqueueParts(first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  const now = `${at(5)}::bigint`;
  return `
    new_causes AS (
      SELECT place, nextval('outbox_ids') AS id, json
      FROM unnest(${at(0)}::text[]) WITH ORDINALITY AS cause (json, place)),
    written_causes AS (INSERT INTO causes (id, json) SELECT id, json FROM new_causes),
    new_notices AS (
      SELECT * FROM unnest(${at(1)}::bigint[], ${at(2)}::text[], ${at(3)}::text[], ${at(4)}::bigint[])
        WITH ORDINALITY AS notice (cause, target, subscription_ids, due_at, place)),
    written_notices AS (
      INSERT INTO notices (id, cause, target, subscription_ids, due_at)
      SELECT nextval('outbox_ids'), cause, target, subscription_ids, due_at FROM (
        SELECT new_causes.id AS cause, target, subscription_ids, due_at
        FROM new_notices JOIN new_causes ON new_causes.place = new_notices.cause ORDER BY new_notices.place) AS ordered),
    woken_leases AS (
      INSERT INTO target_leases AS lease (target, due_at, quiet_until, burst_at)
      SELECT target, min(due_at), ${now} + ${QUIET_MS}, ${now} FROM new_notices GROUP BY target ORDER BY target
      ON CONFLICT (target) DO UPDATE SET ${wake(now)})`;
}

/** The SET of an upsert that wakes a `lease` at `now`. */
export function wake(now: string): string {
  // A running debounce goes on, even if it is late. A target with nothing due begins a new one.
  const burst = `CASE WHEN lease.quiet_until <= ${now} AND coalesce(lease.due_at > ${now}, true) THEN ${now}
          ELSE coalesce(lease.burst_at, ${now}) END`;
  return `gen = lease.gen + 1, due_at = least(lease.due_at, excluded.due_at), burst_at = ${burst},
        quiet_until = least(excluded.quiet_until, ${burst} + ${LONGEST_QUIET_MS})`;
}

/** @param now epoch ms */
export function enqueueValues(routed: readonly Routed[], now: number): unknown[] {
  const merged = [...mergeNotices(routed)];
  const notices = merged.flatMap(({ notices }, cause) =>
    [...notices.values()].map((notice) => ({ ...notice, cause: cause + 1 })),
  );
  return [
    merged.map(({ cause }) => writeCause(cause)),
    notices.map(({ cause }) => cause),
    notices.map(({ target }) => writeTarget(target)),
    notices.map(({ subscriptionIds }) => JSON.stringify(subscriptionIds)),
    // A bigint takes no fraction of a millisecond.
    notices.map(({ dueAt }) => Math.ceil(dueAt)),
    now,
  ];
}
