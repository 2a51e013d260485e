import { expect, test } from 'vitest';
import { Progress, type ProgressParts } from '../../src/log/terminal.ts';

/** Creates a progress display whose time advances only with `pass`. */
function openProgress({ hasTerminal }: { hasTerminal: boolean }) {
  let now = 0;
  let written = '';
  const logged: string[] = [];
  const sleepers = new Set<() => void>();
  const clock: ProgressParts['clock'] = {
    monotonic: () => now,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        sleepers.add(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const write = (text: string) => {
    written += text;
  };
  const terminal = hasTerminal ? { write } : null;
  const progress = new Progress({ terminal, logLine: (line) => void logged.push(line), logEveryMs: 2_000, clock });
  const pass = async (ms: number) => {
    now += ms;
    for (const wake of sleepers) wake();
    sleepers.clear();
    await new Promise(setImmediate);
  };
  return { progress, pass, logged, written: () => written };
}

test('on a terminal progress overwrites one line, which is cleared at the end', async () => {
  const { progress, pass, logged, written } = openProgress({ hasTerminal: true });
  progress.begin('trades: 0 of 9');
  progress.show('trades: 3 of 9');
  await pass(100);
  progress.show('trades: 6 of 9');
  progress.clear();
  expect(written()).toBe('\x1b[Ktrades: 0 of 9\r\x1b[Ktrades: 6 of 9\r\x1b[K');
  expect(logged).toEqual([]);
});

test('without a terminal progress is printed at its start and then at intervals', async () => {
  const { progress, pass, logged } = openProgress({ hasTerminal: false });
  progress.begin('trades: 0 of 9');
  await pass(1_900);
  progress.show('trades: 3 of 9');
  await pass(100);
  progress.show('trades: 6 of 9');
  progress.clear();
  expect(logged).toEqual(['trades: 0 of 9', 'trades: 6 of 9']);
});

test.each([true, false])(
  'the duration of slow work is displayed with and without a terminal (%s)',
  async (hasTerminal) => {
    const { progress, pass, logged, written } = openProgress({ hasTerminal });
    const work = Promise.withResolvers<number>();
    const done = progress.during('Opening the store', () => work.promise);
    await pass(1_000);
    await pass(1_000);
    work.resolve(7);
    expect(await done).toBe(7);
    const lines = ['Opening the store: 1 s so far', 'Opening the store: 2 s so far'];
    if (hasTerminal)
      expect(written()).toBe(`${['Opening the store', ...lines].map((line) => `\x1b[K${line}\r`).join('')}\x1b[K`);
    else expect(logged).toEqual(lines.slice(1));
  },
);

test('quick work prints nothing without a terminal, and its error is thrown', async () => {
  const { progress, logged } = openProgress({ hasTerminal: false });
  await expect(progress.during('Opening the store', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(logged).toEqual([]);
});
