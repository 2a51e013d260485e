import type { DatabaseSync } from 'node:sqlite';
import type { PastMessage, PastNotice } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { NOTICE_COLUMNS, type NoticeRow, readNotice } from '../../rows/notice-row.ts';
import { readBestPrices } from '../../rows/stored-lists.ts';
import { writeTarget } from '../../rows/target.ts';
import type { UnreadableRows } from '../../rows/unreadable-rows.ts';
import { query } from '../database/sql.ts';

interface PastRow extends NoticeRow {
  readonly ended_at: number | null;
  readonly why: string | null;
  readonly message: number | null;
  readonly settled_at: number | null;
  readonly message_id: string | null;
  readonly refusal: string | null;
  readonly best: string | null;
}

/** A target's notices and what became of them. */
export class PastNotices {
  readonly #newest: ReturnType<typeof prepareNewest>;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#newest = prepareNewest(db);
    this.#unreadable = unreadable;
  }

  /** The newest first; those of one source, if named. */
  of(target: Target, limit: number, source?: string): PastNotice[] {
    const past: PastNotice[] = [];
    const named = source === undefined ? null : JSON.stringify(source);
    for (const row of this.#newest.all(writeTarget(target), named, limit)) {
      try {
        past.push({ notice: readNotice(row, target), end: endOf(row) });
      } catch (error) {
        this.#unreadable.note(`notice ${row.id}`, error);
      }
    }
    this.#unreadable.say('Past notices that cannot be read are left out');
    return past;
  }
}

function prepareNewest(db: DatabaseSync) {
  return query<PastRow>(
    db,
    `SELECT ${NOTICE_COLUMNS}, ended_at, notices.why, message, settled_at, message_id, messages.why AS refusal, best
     FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message
     WHERE notices.target = ?1 AND (?2 IS NULL OR instr(sources, ?2) > 0) ORDER BY notices.id DESC LIMIT ?3`,
  );
}

function endOf(row: PastRow): PastNotice['end'] {
  return row.ended_at === null ? null : { at: row.ended_at, why: row.why, message: messageOf(row) };
}

function messageOf({ message, settled_at, message_id, refusal, best }: PastRow): PastMessage | null {
  if (message === null) return null;
  return { settledAt: settled_at, messageId: message_id, why: refusal, best: readBestPrices(best ?? '{}') };
}
