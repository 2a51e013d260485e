import { Unreadable } from '../../faults/unreadable.ts';
import type { Held, Notice, Target } from '../../routing/notice.ts';
import { readCause } from './stored-cause.ts';
import { readIds } from './stored-lists.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** A notice as it stands in the file, its cause joined to it. */
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
  CASE WHEN ended_at IS NULL THEN (SELECT settled_at FROM messages WHERE messages.id = notices.message) END AS split_at`;

/** @throws Unreadable */
export function readNotice(row: NoticeRow, target: Target): Notice {
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

/** Notices as read, and those that cannot be, which are noted. */
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
