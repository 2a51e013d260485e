import { expect, test } from 'vitest';
import type { Journal } from '../../src/ports/journal.ts';
import { PausedTargets } from '../../src/subscriptions/paused-targets.ts';

test('a pause that could not be written does not count, and counts once a later write succeeds', async () => {
  let isFull = true;
  const journal = {
    pauses: async () => [],
    async pause() {
      if (isFull) throw new Error('disk full');
    },
  } as unknown as Journal;
  const paused = await PausedTargets.open(journal);
  const target = { kind: 'channel', id: '200' } as const;
  await expect(paused.pause({ target, code: 50_009, at: 0 })).rejects.toThrow('disk full');
  expect(paused.has(target)).toBe(false);
  isFull = false;
  await paused.pause({ target, code: 50_009, at: 0 });
  expect(paused.has(target)).toBe(true);
});
