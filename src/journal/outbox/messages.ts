import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { BestPrices, Seal, Sealed, Settlement } from '../../ports/journal.ts';
import type { Target } from '../../routing/notice.ts';
import { command, insert, query } from '../database/sql.ts';
import { withTargets, writeTarget } from '../database/target.ts';
import type { UnreadableRows } from '../database/unreadable-rows.ts';
import { readBestPrices, readIds } from './stored-lists.ts';

/** 24 characters of base64url; Discord takes at most 25. Random, so that no restart and no other installation repeats one. */
const NONCE_BYTES = 18;

/** The outbox's second half: messages whose body is fixed, and what Discord said to them. */
export function messagesTable(db: DatabaseSync, unreadable: UnreadableRows) {
  const sql = prepareStatements(db);
  const readable = <T>(id: number, read: () => T, otherwise: T) => readOr(otherwise, id, read, unreadable);

  return {
    add({ target, body, notices, best = {}, at }: Seal): Sealed {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const subscriptionIds = [...new Set(notices.flatMap((notice) => notice.subscriptionIds))];
      const id = sql.add(writeTarget(target), nonce, body, JSON.stringify(subscriptionIds), JSON.stringify(best), at);
      return { id, target, nonce, body, subscriptionIds, sealedAt: at };
    },

    unsettled: (target: Target): Sealed[] =>
      sql.unsettled.all(writeTarget(target)).map(({ sealed_at, tells, ...row }) => ({
        ...row,
        target,
        subscriptionIds: readable(row.id, () => readIds(tells), []),
        sealedAt: sealed_at,
      })),
    byTarget: () => withTargets(sql.byTarget.all(), unreadable),
    count: () => sql.count.first() ?? { count: 0, since: null },
    refused: (since: number): number => sql.refused.first(since)?.count ?? 0,
    forget: (target: Target): number => sql.forget(writeTarget(target)),

    /**
     * A message that was forgotten while it was under way has nothing to settle.
     * @returns the feeds and watches whose message it was, with the best price of each that has one
     * @throws Error where the message was settled before.
     */
    settle(id: number, settlement: Settlement): Pick<Sealed, 'subscriptionIds'> & { readonly best: BestPrices } {
      const [messageId, why] = settlement.kind === 'delivered' ? [settlement.messageId, null] : [null, settlement.why];
      const settled = sql.settle(settlement.at, messageId, why, id);
      const row = sql.ofMessage.first(id);
      if (settled === 0 && row !== undefined) throw new Error(`message ${id} does not wait`);
      if (row === undefined) return { subscriptionIds: [], best: {} };
      return {
        subscriptionIds: readable(id, () => readIds(row.tells), []),
        best: readable(id, () => readBestPrices(row.best), {}),
      };
    },
  };
}

/** What only tells of a message does not hold up its sending. */
function readOr<T>(otherwise: T, id: number, read: () => T, unreadable: UnreadableRows): T {
  try {
    return read();
  } catch (error) {
    unreadable.note(`message ${id}`, error);
    unreadable.say('What a message tells of cannot be read: it is sent all the same, and no cool-down begins with it');
    return otherwise;
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    add: insert(db, 'INSERT INTO messages (target, nonce, body, tells, best, sealed_at) VALUES (?, ?, ?, ?, ?, ?)'),
    unsettled: query<{ id: number; nonce: string; body: string; tells: string; sealed_at: number }>(
      db,
      'SELECT id, nonce, body, tells, sealed_at FROM messages WHERE target = ? AND settled_at IS NULL ORDER BY id',
    ),
    byTarget: query<{ target: string; count: number }>(
      db,
      'SELECT target, count(*) AS count FROM messages WHERE settled_at IS NULL GROUP BY target',
    ),
    count: query<{ count: number; since: number | null }>(
      db,
      'SELECT count(*) AS count, min(sealed_at) AS since FROM messages WHERE settled_at IS NULL',
    ),
    refused: query<{ count: number }>(
      db,
      'SELECT count(*) AS count FROM messages WHERE settled_at >= ? AND why IS NOT NULL',
    ),
    forget: command(db, 'DELETE FROM messages WHERE target = ?'),
    settle: command(
      db,
      'UPDATE messages SET settled_at = ?, message_id = ?, why = ? WHERE id = ? AND settled_at IS NULL',
    ),
    ofMessage: query<{ tells: string; best: string }>(db, 'SELECT tells, best FROM messages WHERE id = ?'),
  };
}
