import { expect, test } from 'vitest';
import { BacklogMonitor } from '../../src/delivery/delivery.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

const LATE_MS = 45_000;

function opened() {
  const clock = new ManualClock();
  const log = recordingLog();
  const monitor = new BacklogMonitor(clock, log);
  const said = () => log.lines.map(({ level, sentence }) => [level, sentence]);
  return {
    said,
    note(ms: number, lateMs: number): boolean {
      clock.advance(ms);
      return monitor.note(lateMs);
    },
  };
}

test('that more waits than Discord takes is said once, with what to lower, and once when it is over', () => {
  const { note, said } = opened();
  for (let second = 0; second < 600; second += 1) note(1_000, LATE_MS + second * 100);
  expect(said()).toEqual([['warn', expect.stringMatching(/lower WATCHES_PER_USER or FEEDS_PER_GUILD$/)]]);
  for (let second = 0; second < 600; second += 1) note(1_000, 10);
  expect(said().slice(1)).toEqual([['info', 'Alerts within the Discord rate again']]);
});

test('what was due while Crier was away is late only once it waits for half a minute of this start', () => {
  const { note, said } = opened();
  for (let second = 0; second < 30; second += 1) expect(note(1_000, 3_600_000)).toBe(false);
  expect(note(1_000, 3_600_000)).toBe(true);
  expect(said()).toEqual([]);
});

test('what is worked off within a minute is nothing to say', () => {
  const { note, said } = opened();
  for (let second = 0; second < 80; second += 1) note(1_000, 3_600_000);
  expect(note(10_000, 100)).toBe(false);
  for (let second = 0; second < 50; second += 1) expect(note(1_000, 3_600_000)).toBe(true);
  expect(said()).toEqual([]);
});

test('people wait though a busy channel is told in time all along: that is said, and not over before they are told', () => {
  const { note, said } = opened();
  for (let second = 0; second < 200; second += 1) note(1_000, second % 2 ? 10 : LATE_MS + second * 1_000);
  expect(said()).toEqual([['warn', expect.stringMatching(/^Alerts exceed the Discord rate/)]]);
  for (let second = 0; second < 20; second += 1) note(1_000, 10);
  expect(said().slice(1)).toEqual([['info', 'Alerts within the Discord rate again']]);
});

test('between late and in time nothing changes', () => {
  const { note, said } = opened();
  for (let second = 0; second < 120; second += 1) note(1_000, second % 2 ? LATE_MS : 20_000);
  expect(said()).toHaveLength(1);
});
