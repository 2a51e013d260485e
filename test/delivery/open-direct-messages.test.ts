import { expect, test } from 'vitest';
import { createDirectMessageOpener } from '../../src/delivery/open-direct-messages.ts';
import type { Pause } from '../../src/ports/outbox.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';

function greeterOf(answer: Promise<number | null>, pause: (pause: Pause) => Promise<void>) {
  const log = recordingLog();
  const clock = { ...systemClock, now: () => 77, sleep: async () => {} };
  return {
    log,
    openDirectMessages: createDirectMessageOpener({
      messenger: { openDirectMessages: () => answer },
      pause,
      clock,
      log,
    }),
  };
}

test('a user whose direct messages Discord refuses is paused before the reply', async () => {
  const pauses: Pause[] = [];
  const clock = { ...systemClock, now: () => 77 };
  const messenger = { openDirectMessages: async (id: string) => (id === '1' ? 50007 : null) };
  const openDirectMessages = createDirectMessageOpener({
    messenger,
    pause: async (one) => void pauses.push(one),
    clock,
    log: recordingLog(),
  });
  await Promise.all([openDirectMessages('1'), openDirectMessages('2')]);
  expect(pauses).toEqual([{ target: { kind: 'user', id: '1' }, code: 50007, at: 77 }]);
});

test('a reply stops waiting for Discord at its timeout', async () => {
  const { openDirectMessages } = greeterOf(new Promise(() => {}), async () => {});
  await expect(openDirectMessages('1')).resolves.toBeUndefined();
});

test('a pause that cannot be saved is a log line, not a failed command', async () => {
  const { openDirectMessages, log } = greeterOf(Promise.resolve(50007), async () => {
    throw new Error('disk full');
  });
  await openDirectMessages('1');
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(['error']);
  expect(log.errors()).toHaveLength(1);
});
