import { expect, onTestFinished, test } from 'vitest';
import { PostgresSnapshots } from '../../../src/storage/postgres/snapshots.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { borrowHandle, makeDatabase, openHandle } from '../postgres/database.ts';
import { startTcpProxy } from '../postgres/tcp-proxy.ts';
import { bytesOf, snapshotsContract } from './snapshots.contract.ts';

/** Each opening stands for another leader, as after a restart. */
async function open() {
  const db = await borrowHandle();
  let epoch = 0;
  const reopen = () => new PostgresSnapshots(db, ++epoch, recordingLog());
  return { db, reopen, lead: (of: number) => db.query('UPDATE leader SET epoch = $1', [of]) };
}

snapshotsContract('PostgreSQL', async () => {
  const { db, lead } = await open();
  await lead(1);
  const reopen = () => new PostgresSnapshots(db, 1, recordingLog());
  return { snapshots: reopen(), reopen };
});

test('a snapshot of a former leader does not count, and it deletes none of its successor’s', async () => {
  const { reopen, lead } = await open();
  const [before, next] = [reopen(), reopen()];
  await lead(1);
  const late = before.begin();
  await late.write(Buffer.from('late'));
  await lead(2);
  const unfinished = next.begin();
  await unfinished.write(Buffer.from('next'));
  await expect(late.finish(1)).rejects.toThrow('Another process leads');
  await before.removeAllBut(new Set());
  await before.removeUnfinished();
  await unfinished.finish(2);
  expect(await next.latestBefore(Number.POSITIVE_INFINITY)).toBe(2);
  expect(await bytesOf(next, 2)).toEqual(Buffer.from('next'));
});

test('a snapshot that is deleted while it is read is not reported as corrupt', async () => {
  const { reopen, lead } = await open();
  const snapshots = reopen();
  await lead(1);
  const unfinished = snapshots.begin();
  for (let n = 0; n < 9; n += 1) await unfinished.write(Buffer.from(`${n}`));
  await unfinished.finish(1);
  const read = async () => {
    for await (const _ of (await snapshots.read(1)) ?? []) await snapshots.removeAllBut(new Set());
  };
  await expect(read()).rejects.toThrow('the snapshot was deleted during the read');
});

test('a connection lost while a snapshot is read leaves the snapshot in place', async () => {
  const url = await makeDatabase();
  const proxy = await startTcpProxy(url);
  onTestFinished(() => proxy.close());
  const snapshots = new PostgresSnapshots(openHandle(proxy.url(url)), 0, recordingLog());
  const unfinished = snapshots.begin();
  for (let n = 0; n < 9; n += 1) await unfinished.write(Buffer.from(`${n}`));
  await unfinished.finish(1);
  const pieces: Buffer[] = [];
  for await (const piece of (await snapshots.read(1)) ?? []) {
    pieces.push(piece);
    proxy.cut();
  }
  expect(Buffer.concat(pieces).toString()).toBe('012345678');
});
