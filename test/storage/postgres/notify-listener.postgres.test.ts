import { expect, onTestFinished, test, vi } from 'vitest';
import type { Postgres } from '../../../src/storage/postgres/connection.ts';
import { NotifyListener } from '../../../src/storage/postgres/notify-listener.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type RecordingLog, recordingLog } from '../../log/recording-log.ts';
import { entry } from '../sqlite/journal/samples.ts';
import { makeDatabase, openHandle, openTcpProxy } from './database.ts';
import { openLeaderJournal } from './ingest/lead.ts';

function listenTo(postgres: Postgres): { notifyListener: NotifyListener; log: RecordingLog } {
  const stop = new AbortController();
  const log = recordingLog();
  const notifyListener = new NotifyListener(postgres, systemClock, () => 0, log);
  const ended = notifyListener.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  return { notifyListener, log };
}

test('a NOTIFY from any process wakes the listener, and one on another channel does not', async () => {
  const url = await makeDatabase();
  const { notifyListener } = listenTo(openHandle(url));
  const due = vi.fn();
  notifyListener.on(due);
  await expect.poll(() => due.mock.calls).toHaveLength(1); // the connection listens now
  await openHandle(url).query("SELECT pg_notify('another', ''), pg_notify('due', '')");
  await expect.poll(() => due.mock.calls).toHaveLength(2);
});

test('the leader notifies listeners of pending notices, and of nothing else', async () => {
  const url = await makeDatabase();
  const { notifyListener } = listenTo(openHandle(url));
  const due = vi.fn();
  notifyListener.on(due);
  await expect.poll(() => due.mock.calls).toHaveLength(1);
  const journal = await openLeaderJournal(openHandle(url));
  for (let at = 0; at < 20; at += 1) await journal.record({ ...entry(at), notices: [] });
  await journal.record(entry(20));
  await expect.poll(() => due.mock.calls.length).toBeGreaterThan(1);
  expect(due).toHaveBeenCalledTimes(2);
});

test('after a lost connection the listener listens again, and is woken for missed notifications', async () => {
  const url = await makeDatabase();
  const direct = openHandle(url);
  const proxy = await openTcpProxy(url);
  const { notifyListener, log } = listenTo(openHandle(proxy.url(url)));
  const due = vi.fn();
  notifyListener.on(due);
  await expect.poll(() => due.mock.calls).toHaveLength(1);
  proxy.refuse(true);
  proxy.cut();
  await direct.query("SELECT pg_notify('due', '')");
  await expect
    .poll(() => log.lines.map(({ sentence }) => sentence))
    .toContain('LISTEN connection lost, polling until it is back');
  expect(due).toHaveBeenCalledTimes(1);
  proxy.refuse(false);
  await expect.poll(() => due.mock.calls).toHaveLength(2);
  await direct.query("SELECT pg_notify('due', '')");
  await expect.poll(() => due.mock.calls).toHaveLength(3);
  expect(log.lines.map(({ sentence }) => sentence)).toContain('LISTEN connection restored');
});
