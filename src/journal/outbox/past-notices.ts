import type { DatabaseSync } from 'node:sqlite';
import type { PastMessage, PastNotice } from '../../ports/journal.ts';
import type { Target } from '../../routing/notice.ts';
import { query } from '../database/sql.ts';
import { writeTarget } from '../database/target.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';
import { NOTICE_COLUMNS, type NoticeRow, readNotice } from './notice-row.ts';
import { readBestPrices } from './stored-lists.ts';

interface PastRow extends NoticeRow {
  readonly ended_at: number | null;
  readonly why: string | null;
  readonly message: number | null;
  readonly settled_at: number | null;
  readonly message_id: string | null;
  readonly refusal: string | null;
  readonly best: string | null;
}

/** Asks for a target's notices (of one source, if named), the newest first, and what became of them. */
export function pastNotices(
  db: DatabaseSync,
  unreadable: UnreadableRows,
): (target: Target, limit: number, source?: string) => PastNotice[] {
  const newest = query<PastRow>(
    db,
    `SELECT ${NOTICE_COLUMNS}, ended_at, notices.why, message, settled_at, message_id, messages.why AS refusal, best
     FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message
     WHERE notices.target = ?1 AND (?2 IS NULL OR instr(sources, ?2) > 0) ORDER BY notices.id DESC LIMIT ?3`,
  );
  return (target, limit, source) => {
    const past: PastNotice[] = [];
    for (const row of newest.all(writeTarget(target), source === undefined ? null : JSON.stringify(source), limit)) {
      try {
        past.push({ notice: readNotice(row, target), end: endOf(row) });
      } catch (error) {
        unreadable.note(`notice ${row.id}`, error);
      }
    }
    unreadable.say('Past notices that cannot be read are left out');
    return past;
  };
}

function endOf(row: PastRow): PastNotice['end'] {
  return row.ended_at === null ? null : { at: row.ended_at, why: row.why, message: messageOf(row) };
}

function messageOf({ message, settled_at, message_id, refusal, best }: PastRow): PastMessage | null {
  if (message === null) return null;
  return { settledAt: settled_at, messageId: message_id, why: refusal, best: readBestPrices(best ?? '{}') };
}
