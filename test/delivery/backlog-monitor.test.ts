import { expect, test } from 'vitest';
import { BacklogMonitor } from '../../src/delivery/delivery.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

const LATE_MS = 45_000;

function opened() {
  const clock = new ManualClock();
  const log = recordingLog();
  const monitor = new BacklogMonitor(clock, log);
  const logged = () => log.lines.map(({ level, sentence }) => [level, sentence]);
  return {
    logged,
    note(ms: number, lateMs: number): boolean {
      clock.advance(ms);
      return monitor.note(lateMs);
    },
  };
}

test('a backlog beyond Discord’s rate is logged once, with advice, and once when it is over', () => {
  const { note, logged } = opened();
  for (let second = 0; second < 600; second += 1) note(1_000, LATE_MS + second * 100);
  expect(logged()).toEqual([['warn', expect.stringMatching(/lower WATCHES_PER_USER or FEEDS_PER_GUILD$/)]]);
  for (let second = 0; second < 600; second += 1) note(1_000, 10);
  expect(logged().slice(1)).toEqual([['info', 'Alerts within the Discord rate again']]);
});

test('notices due while Crier was down are late only after half a minute of this start', () => {
  const { note, logged } = opened();
  for (let second = 0; second < 30; second += 1) expect(note(1_000, 3_600_000)).toBe(false);
  expect(note(1_000, 3_600_000)).toBe(true);
  expect(logged()).toEqual([]);
});

test('a backlog that shrinks within a minute is not logged', () => {
  const { note, logged } = opened();
  for (let second = 0; second < 80; second += 1) note(1_000, 3_600_000);
  expect(note(10_000, 100)).toBe(false);
  for (let second = 0; second < 50; second += 1) expect(note(1_000, 3_600_000)).toBe(true);
  expect(logged()).toEqual([]);
});

test('late users are logged even while a busy channel is on time, until they are notified', () => {
  const { note, logged } = opened();
  for (let second = 0; second < 200; second += 1) note(1_000, second % 2 ? 10 : LATE_MS + second * 1_000);
  expect(logged()).toEqual([['warn', expect.stringMatching(/^Alerts exceed the Discord rate/)]]);
  for (let second = 0; second < 20; second += 1) note(1_000, 10);
  expect(logged().slice(1)).toEqual([['info', 'Alerts within the Discord rate again']]);
});

test('a delay between late and on time changes nothing', () => {
  const { note, logged } = opened();
  for (let second = 0; second < 120; second += 1) note(1_000, second % 2 ? LATE_MS : 20_000);
  expect(logged()).toHaveLength(1);
});
