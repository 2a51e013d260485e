import { cpSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newNonce } from '../../src/delivery/nonce.ts';
import { makeDatabase, openHandle } from '../storage/postgres/database.ts';
import { openLed } from '../storage/postgres/pen/lead.ts';
import { channel, entry, item, routed, traded } from '../storage/sqlite/journal/samples.ts';
import { fillStore, NOW, newStore, openFiles, unmark } from './filled-store.ts';
import { answersOfDatabase, answersOfFiles, runMove } from './run-move.ts';

/** Stands on: a real store in files, a real PostgreSQL. */

test('fault 100: all ports answer on PostgreSQL what they answered on the files, which stay as they are', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const seen = () => [location.path, location.legacyEvents].map((path) => [statSync(path).mtimeMs, readFileSync(path)]);
  const before = seen();
  const to = await makeDatabase();
  const said = await runMove(url, to);
  expect(said).toMatch(/\ntrades +\d+ +\d+ +equal\n/);
  expect(said).toContain('All of it is there. Set STORE_URL');
  expect(said).not.toMatch(/Damaged|Cannot be read|Not known/);
  expect(seen()).toEqual(before);

  const files = await answersOfFiles(location);
  expect(await answersOfDatabase(to)).toEqual(files);
});

test('what a Crier that was killed has written last is moved, too', async () => {
  const { location } = newStore();
  await fillStore(location);
  const killed = newStore();
  const files = await openFiles(location);
  await files.journal.record(entry(NOW + 1));
  // As a killed process leaves them.
  cpSync(dirname(location.stem), dirname(killed.location.stem), { recursive: true });
  await files.close();
  expect(statSync(`${killed.location.legacyEvents}-wal`).size).toBeGreaterThan(0);
  const to = await makeDatabase();
  await runMove(killed.url, to);
  const answers = await answersOfDatabase(to);
  expect(answers.latest.at(-1)).toMatchObject({ at: NOW + 1 });
  expect(answers).toEqual(await answersOfFiles(location));
});

test('what is moved is not moved again', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  await runMove(url, to);
  await openHandle(to).query('DELETE FROM bans');
  expect(await runMove(url, to)).toMatch(
    /^Looking over the files\nAll of it is there since 20.*: nothing was done\.\nThe files stay as they are/,
  );
  expect((await openHandle(to).query('SELECT FROM bans')).count).toBe(0);

  await expect(openFiles(location)).rejects.toThrow(
    /^This store was moved to PostgreSQL: .*delete .*crier\.moved; what waited there is then told once more\.$/,
  );
  unmark(location);
  const files = await openFiles(location);
  await files.journal.note({ later: 1 });
  await files.close();
  expect(await runMove(url, to)).toMatch(
    /was moved there at 20.* and written to after that: .* give an empty database\.$/,
  );
});

test('what is written next gets numbers that nothing has, and comes after all that was moved', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  await runMove(url, to);
  const db = openHandle(to);
  const journal = await openLed(db);
  const highest = async (of: string) =>
    (await db.query<{ n: number }>(`SELECT max(${of}) AS n FROM ${of.split('.')[0]}`)).rows[0]?.n ?? 0;
  const columns = [
    'causes.id',
    'notices.id',
    'messages.id',
    'items.id',
    'goods.id',
    'places.id',
    'outages.id',
    'changes.seq',
  ];
  const before = await Promise.all(columns.map(highest));
  const change = traded(NOW + 9, item('NEW', 'new'));
  await journal.record({ changes: [{ ...change, at: NOW + 9 }], notices: [routed(change)], heardAt: NOW + 9 });
  await journal.record({ changes: [], notices: [], gap: { from: 1, until: 2, why: 'new' } });
  await journal.tell([routed(change)]);
  const waiting = await journal.waiting(channel, NOW + 99, 100);
  expect(waiting.slice(-2).map(({ cause }) => cause)).toEqual(Array(2).fill({ kind: 'change', change }));
  const last = waiting.slice(-1);
  await journal.seal({ target: channel, nonce: newNonce(), body: '{}', notices: last, dropped: [], at: NOW });
  const places = entry(NOW + 10).changes.map((one) =>
    one.kind === 'traded' ? { ...one, trade: { ...one.trade, location: { x: 9, y: 9, z: 9, world: 'new' } } } : one,
  );
  await journal.record({ changes: places, notices: [] });
  const after = await Promise.all(columns.map(highest));
  for (const [index, column] of columns.entries()) expect(after[index], column).toBeGreaterThan(before[index] ?? 0);
  expect((await journal.latestChanges(0, 1))[0]).toMatchObject({ at: NOW + 10 });
});

test('what cannot be read is carried over as it is, and named; what no row can hold stays in the files, and is named', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const settings = new DatabaseSync(location.path);
  const put = settings.prepare('INSERT INTO keyv (key, value, namespace) VALUES (?, ?, ?)');
  put.run('w-odd', '{"value":{"v":1,"record":{"id":"w-odd"}}}', 'watches');
  put.run('f-odd', 'no \0 JSON', 'feeds');
  put.run('q-odd', 'no JSON', 'queries');
  put.run('x', '{"value":1}', 'of-later');
  settings.close();
  const events = new DatabaseSync(location.legacyEvents);
  events.exec(`UPDATE causes SET json = 'no ' || char(0) || ' JSON' WHERE id = 5`);
  events.exec(
    `INSERT INTO trades (item, at, seq, kind, count, paid) VALUES (1, 'noon', 0, 1, 1, 1), (1, 5, 0, 1, 0, 1)`,
  );
  events.exec(`UPDATE notices SET due_at = due_at + 0.5 WHERE id = 16`);
  events.close();
  const to = await makeDatabase();
  const said = await runMove(url, to);
  expect(said).toContain('Cannot be read, and is there as it was: 1 of feeds (f-odd)');
  expect(said).toContain('Cannot be read, and is there as it was: 1 of watches (w-odd)');
  expect(said).toContain('Damaged, and stays in the files alone: 1 of kept (queries/q-odd)');
  expect(said).toContain('Damaged, and stays in the files alone: 2 of trades (1/5/0, 1/noon/0)');
  expect(said).toContain('Not known to this Crier, and stays in the files alone: 1 of of-later');
  expect(said).toContain('All of it is there');
  const { rows } = await openHandle(to).query(
    `SELECT (SELECT json FROM causes WHERE id = 5) AS cause, (SELECT due_at FROM notices WHERE id = 16) AS due,
      (SELECT record FROM feeds WHERE id = 'f-odd') AS feed, (SELECT record FROM watches WHERE id = 'w-odd') AS watch`,
  );
  expect(rows).toEqual([
    { cause: 'no \\0 JSON', due: NOW + 2, feed: 'no \\0 JSON', watch: '{"v":1,"record":{"id":"w-odd"}}' },
  ]);
});
