import type { DatabaseSync } from 'node:sqlite';
import type { PastNotice } from '../../../ports/outbox.ts';
import type { Target } from '../../../routing/notice.ts';
import { PAST_NOTICE_COLUMNS, type PastNoticeRow, readPastNotices } from '../../mappers/notice-row.ts';
import { writeTarget } from '../../mappers/target.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import { query } from '../sql.ts';

/** A target's notices and what became of them. */
export class PastNotices {
  readonly #newest: ReturnType<typeof prepareNewest>;
  readonly #unreadable: UnreadableRows;

  constructor(db: DatabaseSync, unreadable: UnreadableRows) {
    this.#newest = prepareNewest(db);
    this.#unreadable = unreadable;
  }

  /** The newest first; those of one source, if named. */
  of(target: Target, limit: number, sourceId?: string): readonly PastNotice[] {
    const named = sourceId === undefined ? null : JSON.stringify(sourceId);
    return readPastNotices(this.#newest.all(writeTarget(target), named, limit), target, this.#unreadable);
  }
}

function prepareNewest(db: DatabaseSync) {
  return query<PastNoticeRow>(
    db,
    `SELECT ${PAST_NOTICE_COLUMNS}
     FROM notices JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message
     WHERE notices.target = ?1 AND (?2 IS NULL OR instr(notices.subscription_ids, ?2) > 0) ORDER BY notices.id DESC LIMIT ?3`,
  );
}
