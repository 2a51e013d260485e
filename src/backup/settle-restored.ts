import type { DatabaseSync } from 'node:sqlite';
import { RESTORED } from '../routing/stored-reasons.ts';
import { checkpointName } from '../storage/mappers/checkpoint-names.ts';
import { BACKUP_RESTORED } from '../storage/mappers/message-row.ts';
import { RESTORED_AT, RESTORED_FROM } from '../subscriptions/tell-restored.ts';

const SHOPS_ASKED = 'getAllShops';
const STREAM_LIVE = 'stream-live';

/**
 * Makes a journal go on from a restore, in one transaction: nothing that waited is sent, since it may have been told after the backup
 * was made; the time since is an outage, which Crier tells everybody of when it starts; and the shops may have been asked for just now.
 * @param from when the backup was made, `at` now; epoch ms
 */
export function settleRestored(db: DatabaseSync, from: number, at: number): void {
  db.exec('BEGIN IMMEDIATE');
  // Notices of a split message go on naming it, but did not end with it.
  db.prepare('UPDATE notices SET ended_at = ?, why = ?, message = NULL WHERE ended_at IS NULL').run(
    at,
    BACKUP_RESTORED,
  );
  db.prepare('UPDATE messages SET settled_at = ?, why = ? WHERE settled_at IS NULL').run(at, BACKUP_RESTORED);
  db.prepare('UPDATE outages SET ended = max(began, ?) WHERE ended IS NULL').run(from);
  db.prepare('INSERT INTO outages (began, ended, why) VALUES (?, ?, ?)').run(from, at, RESTORED);
  const put = db.prepare('INSERT INTO checkpoints (name, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  put.run(checkpointName(SHOPS_ASKED), at);
  // The next start's own time without the stream begins where this one ends.
  put.run(checkpointName(STREAM_LIVE), at);
  put.run(checkpointName(RESTORED_FROM), from);
  put.run(checkpointName(RESTORED_AT), at);
  db.exec('COMMIT');
}
