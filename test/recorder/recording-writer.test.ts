import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { AboutRecording } from '../../src/recorder/recording-format.ts';
import { type RecordingFiles, RecordingWriter } from '../../src/recorder/recording-writer.ts';

const ABOUT: AboutRecording = { format: 1, crier: '1.0.0', startedAt: 1, pixels: true, settings: {} };

/** Keeps files in memory, like a disk with `room` bytes. */
function memoryFiles(room = Number.POSITIVE_INFINITY) {
  const files = new Map<string, Buffer>();
  const sizeOf = () => [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  const put = (name: string, bytes: Buffer) => {
    const full = sizeOf() - (files.get(name)?.length ?? 0) + bytes.length > room;
    if (full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    files.set(name, bytes);
  };
  const ports: RecordingFiles = {
    append: (name, bytes) => put(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), bytes])),
    replace: (name, text) => put(name, Buffer.from(text)),
    rename(from, to) {
      files.set(to, files.get(from) ?? Buffer.alloc(0));
      files.delete(from);
    },
    remove: (name) => void files.delete(name),
  };
  const linesOf = (name: string): Record<string, unknown>[] =>
    gunzipSync(files.get(name) ?? '')
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { ports, files, sizeOf, linesOf, textOf: (name: string) => gunzipSync(files.get(name) ?? '').toString() };
}

function writerOn({ ports }: Pick<ReturnType<typeof memoryFiles>, 'ports'>, limitBytes = 1e9) {
  return new RecordingWriter({ files: ports, about: ABOUT, limitBytes, key: new Uint8Array(32) });
}

const frame = (name: string) =>
  JSON.stringify({
    event: 'auctionComplete',
    timestamp: 5,
    data: { item: { type: 'DIRT', name, snbt: '{}' }, amount: 1, finalBid: 2 },
  });
const shops = (count: number) =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      type: 'SELLING',
      remaining: 3,
      note: randomBytes(60).toString('hex'),
    })),
  );

test('frames, openings and endings are written as lines in order of arrival', () => {
  const memory = memoryFiles();
  const writer = writerOn(memory);
  writer.line({ at: 1, opened: '/api' });
  writer.frame(2, '{"hello-from-eco-v1":2}');
  writer.line({ at: 3, ended: 'closed-1006' });
  writer.end(4);
  expect(memory.linesOf('frames.jsonl.gz')).toEqual([
    { at: 1, opened: '/api' },
    { at: 2, text: '{"hello-from-eco-v1":2}' },
    { at: 3, ended: 'closed-1006' },
  ]);
  expect(JSON.parse(String(memory.files.get('recording.json')))).toEqual({ ...ABOUT, endedAt: 4, ended: 'stopped' });
});

test('a snapshot is written as its own file once complete, and an equal body is not written again', () => {
  const memory = memoryFiles();
  const writer = writerOn(memory);
  const body = Buffer.from(shops(500));
  for (const at of [10, 20]) {
    // Chunks cut within a record, and possibly within a character.
    for (let from = 0; from < body.length; from += 777) writer.addToSnapshot(body.subarray(from, from + 777));
    writer.endSnapshot(at);
  }
  writer.addToSnapshot(body.subarray(0, 900));
  writer.discardSnapshot();
  writer.end(30);
  expect([...memory.files.keys()].sort()).toEqual(['frames.jsonl.gz', 'recording.json', 'snapshots/10.json.gz']);
  expect(memory.linesOf('frames.jsonl.gz')).toEqual([{ at: 10, snapshot: 'snapshots/10.json.gz', bytes: body.length }]);
  const written: { id: number }[] = JSON.parse(memory.textOf('snapshots/10.json.gz'));
  expect(written.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, id) => id));
});

test('a body that is not a list of shops is skipped, and the next body is recorded', () => {
  const memory = memoryFiles();
  const writer = writerOn(memory);
  for (let piece = 0; piece < 9; piece++) writer.addToSnapshot(Buffer.from(`"${'x'.repeat(600_000)}`));
  writer.endSnapshot(10);
  writer.addToSnapshot(Buffer.from('[{"id":1}]'));
  writer.endSnapshot(20);
  writer.end(30);
  expect([...memory.files.keys()].sort()).toEqual(['frames.jsonl.gz', 'recording.json', 'snapshots/20.json.gz']);
});

test('unreadable SNBT is written to a file next to the frames, each text once', () => {
  const memory = memoryFiles();
  const writer = writerOn(memory);
  const broken = JSON.stringify({ event: 'auctionComplete', data: { item: { type: 'DIRT', snbt: '{a:[1' } } });
  for (const at of [1, 2, 3]) writer.frame(at, broken);
  writer.frame(4, frame('Dirt'));
  writer.end(5);
  expect(memory.linesOf('unread-snbt.jsonl.gz')).toEqual([{ at: 1, snbt: '{a:[1' }]);
});

test('all files together stay within the limit, and the recording states that it ended there', () => {
  const memory = memoryFiles();
  const limit = 400_000;
  const writer = writerOn(memory, limit);
  for (let at = 0; at < 40_000 && writer.ended === null; at++)
    writer.line({ at, text: randomBytes(64).toString('hex') });
  expect(writer.ended).toBe('limit');
  expect(memory.sizeOf()).toBeLessThanOrEqual(limit);
  expect(memory.linesOf('frames.jsonl.gz').length).toBeGreaterThan(1_000);
  expect(JSON.parse(String(memory.files.get('recording.json')))).toMatchObject({ ended: 'limit' });
});

test('a snapshot that reaches the limit leaves no file', () => {
  const memory = memoryFiles();
  const writer = writerOn(memory, 50_000);
  writer.frame(1, frame('Dirt'));
  writer.flush();
  writer.addToSnapshot(Buffer.from(shops(8_000)));
  writer.endSnapshot(2);
  expect(writer.ended).toBe('limit');
  expect([...memory.files.keys()].sort()).toEqual(['frames.jsonl.gz', 'recording.json']);
});

test('the error of a full disk is thrown, so that the recorder can end', () => {
  const memory = memoryFiles(100);
  const writer = writerOn(memory);
  for (let at = 0; at < 100; at++) writer.line({ at, text: randomBytes(64).toString('hex') });
  expect(() => writer.flush()).toThrow('ENOSPC');
});
