import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../property-runs.ts';
import { type Child, startChild } from '../child.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const WRITER = join(import.meta.dirname, 'busy-writer.ts');
/**
 * The number of confirming lines after which each child is killed in the middle of its work. `npm run test:long` runs
 * all.
 */
const KILLED_AFTER = [1, 9, 3, 17, 5, 2].slice(0, propertyRuns(3 / 100));

interface Promised {
  readonly recorded: readonly number[];
  readonly sealed: readonly string[];
}

/** Kills the child at that line. @returns its confirmed writes */
async function promisedUntilKilled(child: Child, killedAfter: number): Promise<Promised[]> {
  const promised: Promised[] = [];
  let killed: Promise<void> | undefined;
  for (let line = await child.line(); line !== null; line = await child.line()) {
    promised.push(JSON.parse(line));
    if (promised.filter(({ sealed }) => sealed.length > 0).length >= killedAfter) killed ??= child.kill();
  }
  await killed;
  return promised;
}

function column<T>(db: DatabaseSync, sql: string): T[] {
  return db
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0] as T);
}

it('a kill during writes leaves no partial entry and loses no confirmed write', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const promised: Promised[] = [];
  for (const [kill, killedAfter] of KILLED_AFTER.entries()) {
    const child = startChild(WRITER, [path, `${kill * 1_000_000}`]);
    promised.push(...(await promisedUntilKilled(child, killedAfter)));
  }
  const db = new DatabaseSync(path);
  const trades = column<number>(db, 'SELECT at FROM trades ORDER BY at');
  const causes = column<number>(db, `SELECT json_extract(json, '$.change.at') AS at FROM causes ORDER BY at`);
  const notices = column<string>(
    db,
    'SELECT subscription_ids FROM notices JOIN causes ON causes.id = cause ORDER BY due_at',
  );
  const nonces = new Set(column<string>(db, 'SELECT nonce FROM messages'));
  const messages = db
    .prepare('SELECT body, (SELECT json_group_array(id) FROM notices WHERE message = messages.id) AS ids FROM messages')
    .all();
  const undelivered = column(
    db,
    `SELECT notices.id FROM notices LEFT JOIN messages ON messages.id = message
     WHERE (messages.settled_at IS NOT NULL) <> EXISTS
       (SELECT 1 FROM deliveries WHERE source_id = json_extract(notices.subscription_ids, '$[0]'))`,
  );
  db.close();

  expect(causes).toEqual(trades);
  expect(notices).toEqual(trades.map((at) => JSON.stringify([`f${at}`])));
  const written = new Set(trades);
  const recorded = promised.flatMap((line) => line.recorded);
  const sealed = promised.flatMap((line) => line.sealed);
  expect(recorded.filter((at) => !written.has(at))).toEqual([]);
  expect(sealed.filter((nonce) => !nonces.has(nonce))).toEqual([]);
  for (const { body, ids } of messages) expect(ids).toBe(body);
  expect(undelivered).toEqual([]);
  expect(recorded.length).toBeGreaterThan(KILLED_AFTER.length);
  expect(sealed.length).toBeGreaterThan(KILLED_AFTER.length);
});
