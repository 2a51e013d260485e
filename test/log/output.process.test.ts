import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';

/** Stands on: the log output of a child process whose reader is slow or gone, or whose disk is full. */

const module = new URL('../../src/log/logger.ts', import.meta.url).href;

/**
 * Runs `script` in a child process with an `output` on its stdout, until its stdin ends. Its other output is on stderr.
 */
function runWith(script: string, stdout: 'pipe' | number = 'pipe') {
  const source = `const { LogOutput } = await import(${JSON.stringify(module)});
    const output = new LogOutput();
    const say = (value) => process.stderr.write(JSON.stringify(value) + '\\n');
    process.stdin.resume();
    ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['pipe', stdout, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stderr ?? Readable.from([]) })[Symbol.asyncIterator]();
  return { child, exit: once(child, 'exit'), nextLine: async () => JSON.parse((await lines.next()).value ?? 'null') };
}

const flood = (lines: number) =>
  `for (let n = 0; n < ${lines}; n += 1) output.write('{"n":' + n + ',"pad":"${'x'.repeat(60)}"}\\n');`;

/** Reads its lines up to the last one expected. */
async function read(stdout: Readable | null, isLast: (line: Record<string, unknown>) => boolean) {
  const lines: Record<string, unknown>[] = [];
  for await (const text of createInterface({ input: stdout ?? Readable.from([]) })) {
    const line = JSON.parse(text);
    lines.push(line);
    if (isLast(line)) break;
  }
  return lines;
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test('fault 74: without a reader, lines are buffered up to a limit, then dropped and counted in a line', async () => {
  const { child, nextLine } = runWith(`${flood(20_000)} say(output.dropped());`);
  const dropped = await nextLine();
  expect(dropped).toBeGreaterThan(0);
  const lines = await read(child.stdout, (line) => 'dropped' in line);
  expect(lines.pop()).toMatchObject({
    level: 40,
    dropped,
    msg: 'Log lines dropped: they could not be written in time',
  });
  expect(lines.map(({ n }) => n)).toEqual(numbers(20_000 - dropped));
});

test('fault 74: a slow reader gets every line, in order', async () => {
  const { child, nextLine } = runWith(`${flood(3_000)} say(output.dropped());`);
  expect(await nextLine()).toBe(0);
  const lines = await read(child.stdout, ({ n }) => n === 2_999);
  expect(lines.map(({ n }) => n)).toEqual(numbers(3_000));
});

test.each([
  ['a full disk', () => openSync('/dev/full', 'w')],
  ['a reader that is gone', () => 'pipe' as const],
])('fault 74: with %s the process continues, and ends normally', async (_, open) => {
  const stdout = open();
  const { child, exit, nextLine } = runWith(
    `process.stdin.on('data', () => { ${flood(20_000)} say(output.dropped()); }).on('end', () => process.exit(7));
    say('begun');`,
    stdout,
  );
  if (stdout !== 'pipe') closeSync(stdout);
  expect(await nextLine()).toBe('begun');
  child.stdout?.destroy();
  child.stdin?.write('go');
  expect(await nextLine()).toBeGreaterThan(10_000);
  child.stdin?.end();
  expect(await exit).toEqual([7, null]);
});
