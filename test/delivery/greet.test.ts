import { expect, test } from 'vitest';
import { createGreeter } from '../../src/delivery/greet.ts';
import type { Pause } from '../../src/ports/journal.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';

function greeterOf(answer: Promise<number | null>, pause: (pause: Pause) => Promise<void>) {
  const log = recordingLog();
  const clock = { ...systemClock, now: () => 77, sleep: async () => {} };
  return { log, greet: createGreeter({ messenger: { greet: () => answer }, pause, clock, log }) };
}

test('whom Discord refuses is paused before the reply', async () => {
  const pauses: Pause[] = [];
  const clock = { ...systemClock, now: () => 77 };
  const messenger = { greet: async (id: string) => (id === '1' ? 50007 : null) };
  const greet = createGreeter({ messenger, pause: async (one) => void pauses.push(one), clock, log: recordingLog() });
  await Promise.all([greet('1'), greet('2')]);
  expect(pauses).toEqual([{ target: { kind: 'user', id: '1' }, code: 50007, at: 77 }]);
});

test('a reply does not wait longer than its patience for Discord', async () => {
  const { greet } = greeterOf(new Promise(() => {}), async () => {});
  await expect(greet('1')).resolves.toBeUndefined();
});

test('a pause that cannot be written down is a line in the log, not a failed command', async () => {
  const { greet, log } = greeterOf(Promise.resolve(50007), async () => {
    throw new Error('disk full');
  });
  await greet('1');
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(['error']);
  expect(log.errors()).toHaveLength(1);
});
