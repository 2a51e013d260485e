import type { PastMessage, PastNotice } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { NOTICE_COLUMNS, type NoticeRow, readNotice } from './notice-row.ts';
import { readBestPrices } from './stored-lists.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** A notice with what became of it, and of its message. */
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
export const PAST_NOTICE_COLUMNS = `${NOTICE_COLUMNS}, ended_at, notices.why, message, settled_at, message_id, messages.why AS refusal, best_prices`;

/** A target's notices; those that cannot be read are left out, and said. */
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
