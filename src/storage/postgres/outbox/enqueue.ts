import { DEBOUNCE_MS, LONGEST_DEBOUNCE_MS } from '../../../routing/claim-rules.ts';
import type { Routed } from '../../../routing/notice.ts';
import { inSlices } from '../../../time/cooperate.ts';
import { type CauseNotices, mergeInSteps, mergeNotices } from '../../mappers/outbox-rows.ts';
import { writeCause } from '../../mappers/stored-cause.ts';
import { writeTarget } from '../../mappers/target.ts';
import type { Queryable, Sql } from '../client.ts';

/** Limits the notices of one statement of `enqueueInParts`. Their values take about 2 ms to make. */
const NOTICES_PER_PART = 150;

/**
 * Parts of a WITH that write notices in their order, with their causes, and wake the leases of their targets. `$first`
 * to `$first + 5` are `enqueueValues`. Notices that arrive close together are sent together (see `debouncedUntil`).
 */
export function enqueueParts(first: number): string {
  return `${noticeParts(first)}, ${wokenLeases(`$${first + 5}::bigint`)}`;
}

/** The parts that write notices and causes. `$first` to `$first + 4` are `noticeValues`. */
function noticeParts(first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  // The causes are one JSON text, because pg escapes each quote of an array of texts, which takes twenty times as long.
  return `
    new_causes AS (
      SELECT place, nextval('outbox_ids') AS id, json
      FROM json_array_elements_text(${at(0)}::json) WITH ORDINALITY AS cause (json, place)),
    written_causes AS (INSERT INTO causes (id, json) SELECT id, json FROM new_causes),
    new_notices AS (
      SELECT * FROM unnest(${at(1)}::bigint[], ${at(2)}::text[], ${at(3)}::text[], ${at(4)}::bigint[])
        WITH ORDINALITY AS notice (cause, target, subscription_ids, due_at, place)),
    written_notices AS (
      INSERT INTO notices (id, cause, target, subscription_ids, due_at)
      SELECT nextval('outbox_ids'), cause, target, subscription_ids, due_at FROM (
        SELECT new_causes.id AS cause, target, subscription_ids, due_at
        FROM new_notices JOIN new_causes ON new_causes.place = new_notices.cause ORDER BY new_notices.place) AS ordered)`;
}

/** The part that wakes the leases of the targets of `new_notices`. */
function wokenLeases(now: string): string {
  return `
    woken_leases AS (
      INSERT INTO target_leases AS lease (target, due_at, quiet_until, burst_at)
      SELECT target, min(due_at), ${now} + ${DEBOUNCE_MS}, ${now} FROM new_notices GROUP BY target ORDER BY target
      ON CONFLICT (target) DO UPDATE SET ${wake(now)})`;
}

/** The SET of an upsert that wakes a `lease` at `now`. */
export function wake(now: string): string {
  // A running debounce continues, even if it is late. A target without a due notice begins a new one.
  const burst = `CASE WHEN lease.quiet_until <= ${now} AND coalesce(lease.due_at > ${now}, true) THEN ${now}
          ELSE coalesce(lease.burst_at, ${now}) END`;
  return `gen = lease.gen + 1, due_at = least(lease.due_at, excluded.due_at), burst_at = ${burst},
        quiet_until = least(excluded.quiet_until, ${burst} + ${LONGEST_DEBOUNCE_MS})`;
}

/** @param now epoch ms */
export function enqueueValues(routed: readonly Routed[], now: number): unknown[] {
  const merged = [...mergeNotices(routed)];
  return [...noticeValues(merged.map(({ cause, notices }) => ({ cause, notices: [...notices.values()] }))), now];
}

const ADD_NOTICES: Sql = { name: 'add-notices', text: `WITH ${noticeParts(1)} SELECT` };

/** `$1`, `$2`: the targets and their earliest due times, separated by commas. `$3`: now. */
const WAKE_LEASES: Sql = {
  name: 'wake-leases',
  text: `WITH new_notices AS (
      SELECT * FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::bigint[]) AS notice (target, due_at)),
    ${wokenLeases('$3::bigint')}
    SELECT pg_notify('due', '')`,
};

/**
 * Enqueues notices by several statements, and yields to the event loop. One statement wakes all leases, so that their
 * rows are locked in the same order as by other writers.
 * @param db a connection within a transaction
 * @param now epoch ms
 */
export async function enqueueInParts(routed: readonly Routed[], now: number, db: Queryable): Promise<void> {
  const dueAts = new Map<string, number>();
  for (const part of splitIntoParts(await inSlices(mergeInSteps(routed)))) {
    for (const { target, dueAt } of part.flatMap(({ notices }) => notices)) {
      const key = writeTarget(target);
      dueAts.set(key, Math.min(dueAts.get(key) ?? dueAt, dueAt));
    }
    await db.query(ADD_NOTICES, noticeValues(part));
  }
  const due = [...dueAts.values()].map(Math.ceil);
  await db.query(WAKE_LEASES, [[...dueAts.keys()].join(','), due.join(','), now]);
}

interface PartOfCause {
  readonly cause: CauseNotices['cause'];
  readonly notices: readonly Omit<Routed, 'cause'>[];
}

/** A cause of many notices is written several times. */
function* splitIntoParts(merged: Iterable<CauseNotices>): Generator<readonly PartOfCause[], void> {
  let part: PartOfCause[] = [];
  let count = 0;
  for (const { cause, notices } of merged) {
    const all = [...notices.values()];
    for (let from = 0; from < all.length; ) {
      const some = all.slice(from, from + NOTICES_PER_PART - count);
      part.push({ cause, notices: some });
      from += some.length;
      count += some.length;
      if (count < NOTICES_PER_PART) continue;
      yield part;
      part = [];
      count = 0;
    }
  }
  if (part.length > 0) yield part;
}

function noticeValues(causes: readonly PartOfCause[]): unknown[] {
  const notices = causes.flatMap(({ notices }, at) => notices.map((notice) => ({ ...notice, cause: at + 1 })));
  return [
    JSON.stringify(causes.map(({ cause }) => writeCause(cause))),
    notices.map(({ cause }) => cause),
    notices.map(({ target }) => writeTarget(target)),
    notices.map(({ subscriptionIds }) => JSON.stringify(subscriptionIds)),
    // A bigint accepts no fraction of a millisecond.
    notices.map(({ dueAt }) => Math.ceil(dueAt)),
  ];
}
