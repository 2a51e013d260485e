import { expect, test } from 'vitest';
import type { Pause } from '../../src/ports/outbox.ts';
import { pauseRefused } from '../../src/subscriptions/pause-refused.ts';
import { feed } from '../routing/samples.ts';

test('a pause whose notice could not be saved is retried at the next refusal', async () => {
  const stored: Pause[] = [];
  const notified: number[] = [];
  let isDiskFull = true;
  const parts = {
    paused: {
      codeOf: async () => stored[0]?.code ?? null,
      pause: async (pause: Pause) => void stored.push(pause),
    },
    journal: {
      async enqueue(notices: readonly unknown[]) {
        if (isDiskFull) throw new Error('disk full');
        notified.push(notices.length);
      },
    },
    transactions: { run: <T>(_: string, work: () => Promise<T>) => work() },
    wake: () => undefined,
  };
  const pause: Pause = { target: { kind: 'channel', id: '1' }, code: 50001, at: 1 };
  await expect(pauseRefused(pause, [feed('f1')], parts)).rejects.toThrow('disk full');
  expect(stored).toEqual([]);
  isDiskFull = false;
  for (let refusals = 0; refusals < 2; refusals += 1) await pauseRefused(pause, [feed('f1')], parts);
  expect([notified, stored]).toEqual([[1], [pause]]);
});
