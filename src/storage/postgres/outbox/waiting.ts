import type { Notice, Target } from '../../../routing/notice.ts';
import { type NoticeRow, readNotice } from '../../mappers/notice-row.ts';
import { writeTarget } from '../../mappers/target.ts';
import type { UnreadableRows } from '../../mappers/unreadable-rows.ts';
import type { Queryable } from '../client.ts';
import { WAITING } from './sql.ts';

/** A target's notices that are due, oldest first; `broken`: those among them that cannot be read, which are noted. */
export async function waitingOf(
  target: Target,
  at: number,
  limit: number,
  db: Queryable,
  unreadable: UnreadableRows,
): Promise<{ readonly readable: readonly Notice[]; readonly broken: readonly Pick<Notice, 'id'>[] }> {
  const { rows } = await db.query<NoticeRow>(WAITING, [writeTarget(target), at, limit]);
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
