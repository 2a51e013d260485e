import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { propertyRuns } from '../../property-runs.ts';
import { type Day, findBrokenFacts } from './broken-facts.ts';

/**
 * Stands on: real files, the real store in a process of its own, and strace, which fails one system call after the
 * other with an I/O error or a full disk.
 */

const DAY = join(import.meta.dirname, 'store-day.ts');
const CALLS = 'pwrite64,pwritev,write,writev,fsync,fdatasync,ftruncate';
const SHOPS = [1, 2].map((number) => `crier.shops-unfinished-${number}.json.zst.tmp`);
const FILES = [
  ...['', '.cache', '.lock'].flatMap((part) => ['', '-wal', '-journal'].map((side) => `crier${part}.sqlite${side}`)),
  ...SHOPS,
];
const ERRORS = ['EIO', 'ENOSPC'] as const;
const AT_ONCE = 3;
/** The number of tested calls, evenly spread. A long run tests all of them with each error. */
const MOST_CALLS = propertyRuns() > 1_000 ? Number.POSITIVE_INFINITY : 160;

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the day in a folder under strace with these arguments, which traces these files. */
function liveDay(folder: string, strace: readonly string[], files: readonly string[] = FILES): Promise<Day> {
  const paths = files.flatMap((name) => ['-P', join(folder, name)]);
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    DAY,
    `sqlite://${join(folder, 'crier.sqlite')}`,
  ];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  return new Promise((resolve) => {
    execFile(
      'strace',
      ['-f', '-qq', '--seccomp-bpf', ...strace, ...paths, ...node],
      { env },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : Number(error.code ?? 255);
        resolve({ folder, lines: stdout.trim().split('\n'), code, stderr });
      },
    );
  });
}

/** Returns the largest number of these calls in one thread of the day. */
async function countCalls(): Promise<number> {
  const folder = temporary();
  const trace = join(folder, 'trace');
  const { code } = await liveDay(folder, ['-o', trace, '-e', `trace=${CALLS}`]);
  expect(code).toBe(0);
  const threads = Map.groupBy(readFileSync(trace, 'utf8').trim().split('\n'), (line) => line.split(' ', 1)[0]);
  return Math.max(...Array.from(threads.values(), (lines) => lines.length));
}

test('fault 55: a list of shops is synced before it has its name, and the name before it counts as saved', async () => {
  const folder = temporary();
  const trace = join(folder, 'trace');
  const calls = 'trace=write,writev,pwrite64,fsync,rename,renameat,renameat2';
  await liveDay(folder, ['-y', '-o', trace, '-P', folder, '-e', calls]);
  // `123 fsync(21</tmp/crier-day-a/crier.shops-unfinished-1.json.zst.tmp>) = 0`: the thread, the call and its file.
  const done = Array.from(
    readFileSync(trace, 'utf8').matchAll(/^(\d+) +(\w+)\([^\n]*?(crier\.shops-unfinished|crier-day-\w+>)/gm),
    ([, thread, call = '', of = '']) => ({ thread, what: `${call} ${of.endsWith('>') ? 'folder' : 'shops'}` }),
  );
  // SQLite, which also syncs the folder, runs in another thread.
  const writer = done.find(({ what }) => what === 'write shops')?.thread;
  const once = ['write shops', 'fsync shops', 'rename shops', 'fsync folder'];
  expect(done.filter(({ thread }) => thread === writer).map(({ what }) => what)).toEqual([...once, ...once]);
});

// strace counts calls per thread, so that the numbers of shop writes match other calls in other threads. Only the files
// of shops are traced here.
test.each(
  ERRORS.flatMap((error) => ['write', 'fsync'].flatMap((call) => [10, 20].map((at) => [call, at, error] as const))),
)(
  'faults 54, 55: a list of shops that fails to be written is reported and leaves no partial file (%s of %i: %s)',
  async (call, at, error) => {
    const inject = ['-o', '/dev/null', '-e', `inject=${call}:error=${error}:when=${at / 10}`];
    const day = await liveDay(temporary(), inject, SHOPS);
    expect(day.lines.filter((line) => line.startsWith('failed'))).toEqual([`failed shops ${at}`]);
    expect(await findBrokenFacts(day)).toEqual([]);
  },
);

test('faults 54, 55, 59: any failed write or fsync of the store loses no saved data and repeats none', async () => {
  const calls = await countCalls();
  expect(calls).toBeGreaterThan(300);
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((number) =>
    MOST_CALLS === Number.POSITIVE_INFINITY
      ? ERRORS.map((error) => ({ number, error }))
      : [{ number, error: ERRORS[number % 2] ?? 'EIO' }],
  );
  const every = Math.max(1, all.length / MOST_CALLS);
  const points = all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  const broken: string[] = [];
  let failed = 0;
  const next = points.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { number, error } of next) {
        const folder = mkdtempSync(join(tmpdir(), 'crier-day-'));
        const inject = ['-o', '/dev/null', '-e', `inject=${CALLS}:error=${error}:when=${number}`];
        const day = await liveDay(folder, inject);
        if (day.lines.some((line) => /^(?:failed|refused)/.test(line))) failed += 1;
        for (const what of await findBrokenFacts(day)) broken.push(`${error} at call ${number}: ${what}`);
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
  expect(broken).toEqual([]);
  // Most calls matter: their failure is reported.
  expect(failed).toBeGreaterThan(points.length / 4);
});
