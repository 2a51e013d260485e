import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { openRecorder } from '../../src/recorder/recorder.ts';
import { replay } from '../../src/replay/replay.ts';
import { systemClock } from '../../src/time/clock.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

/** Stands on: real files and the recorder's own thread. */

const PING = Buffer.from('{"event":"ping","data":true}');

function recorderIn(folder: string, limitBytes?: number) {
  const log = recordingLog();
  const options = { folder, pixels: true, version: '1.0.0', settings: {}, now: () => 0, endMs: 60_000, log };
  const recorder = openRecorder({ ...options, ...(limitBytes !== undefined && { limitBytes }) });
  return { recorder, log, sentences: () => log.lines.map(({ sentence }) => sentence) };
}

test('a closed recorder has written everything that it was given', async () => {
  const folder = join(temporaryFolder(), 'made', 'on the way');
  const { recorder, sentences } = recorderIn(folder);
  recorder?.streamOpened(1, '/api');
  for (let at = 2; at < 500; at++) recorder?.frame(at, PING, false);
  recorder?.frame(500, Buffer.from([0xff, 0xfe]), false);
  recorder?.frame(501, PING, true);
  recorder?.streamEnded(502, 'getaddrinfo ENOTFOUND secret.example');
  await recorder?.close();
  const { traffic, unreadable } = await replay(folder, systemClock);
  expect(Object.fromEntries(traffic.frames.entries())).toEqual({ ping: 498, binary: 1, 'invalid-utf8': 1 });
  expect(unreadable.entries().map(({ kind }) => kind)).toEqual(['frame of invalid UTF-8', 'binary frame']);
  // A host name is not recorded.
  expect(traffic.closes.entries()).toEqual([['error', 1]]);
  expect(sentences()).toEqual(['Recording started', 'Recording ended']);
});

test('one complete list of shops an hour is recorded', async () => {
  const folder = temporaryFolder();
  const { recorder } = recorderIn(folder);
  const body = (at: number, isWhole = true) => {
    const snapshot = recorder?.beginSnapshot(at);
    snapshot?.add(Buffer.from(`[{"id":${at}}]`));
    if (isWhole) snapshot?.end(at);
    else snapshot?.discard();
  };
  body(1, false);
  for (let minute = 1; minute <= 150; minute++) body(minute * 60_000);
  await recorder?.close();
  const expected = [0, 1, 2].map((hour) => `${60_000 + hour * HOUR_MS}.json.gz`);
  expect(readdirSync(join(folder, 'snapshots')).sort()).toEqual(expected.sort());
});

test('the recorder ends at its limit with one log line, and records nothing further', async () => {
  const folder = temporaryFolder();
  const { recorder, sentences } = recorderIn(folder, 100);
  recorder?.frame(1, PING, false);
  await expect.poll(() => sentences().at(-1)).toBe('Recording ended at its size limit');
  recorder?.frame(2, PING, false);
  expect(recorder?.beginSnapshot(3)).toBeNull();
  await recorder?.close();
  expect(sentences()).toHaveLength(2);
});

test('the recorder ends with one log line if its folder disappears', async () => {
  const folder = join(temporaryFolder(), 'recording');
  const { recorder, log, sentences } = recorderIn(folder);
  rmSync(folder, { recursive: true });
  recorder?.frame(1, PING, false);
  await recorder?.close();
  expect(sentences()).toEqual(['Recording started', 'Recording ended, not writable']);
  expect(log.lines[1]?.level).toBe('warn');
});

test('a non-empty folder is refused for recording, and stays unchanged', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const { recorder, log } = recorderIn(folder);
  expect(recorder).toBeNull();
  expect(log.lines.map(({ level, facts }) => [level, facts.why])).toEqual([
    ['warn', expect.stringMatching(/is not empty: name a new or an empty folder\.$/)],
  ]);
  expect(readdirSync(folder)).toEqual(['mine.txt']);
});

test('a path that is a file is refused for recording', () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, 'mine');
  const { recorder, sentences } = recorderIn(path);
  expect(recorder).toBeNull();
  expect(sentences()).toEqual(['Recording disabled: the folder cannot be used']);
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test.skipIf(process.getuid?.() === 0)('a folder without write permission is refused (not as root)', () => {
  const folder = join(temporaryFolder(), 'locked');
  mkdirSync(folder);
  chmodSync(folder, 0o500);
  const { recorder, log } = recorderIn(join(folder, 'recording'));
  expect(recorder).toBeNull();
  expect(log.lines[0]?.facts.why).toMatch(/permission denied.*Let the user that Crier runs as read and write there\./);
  expect(existsSync(join(folder, 'recording'))).toBe(false);
});
