import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import type { Log } from '../../../src/ports/log.ts';
import { locateStore } from '../../../src/store/location.ts';
import { openStore } from '../../../src/store/store.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { propertyRuns } from '../../property-runs.ts';

/**
 * Stands on: real files, the real store in a process of its own, and strace, which lets one system call after the other fail with an
 * I/O error or a full disk.
 */

const DAY = join(import.meta.dirname, 'store-day.ts');
const CALLS = 'pwrite64,pwritev,write,writev,fsync,fdatasync,ftruncate';
const FILES = [
  ...['', '.events', '.lock'].flatMap((part) => ['', '-wal', '-journal'].map((side) => `crier${part}.sqlite${side}`)),
  ...[1, 2].map((number) => `crier.shops-unfinished-${number}.json.zst.tmp`),
];
const ERRORS = ['EIO', 'ENOSPC'] as const;
const AT_ONCE = 3;
/** What the store says of a fault is told elsewhere. */
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
/** So many of all points, spread evenly; all of them, with each error, in the long run. */
const MOST = propertyRuns() > 1_000 ? Number.POSITIVE_INFINITY : 300;

interface Day {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly code: number;
  readonly stderr: string;
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-day-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The day in a folder, under strace with these arguments. */
function liveDay(folder: string, strace: readonly string[]): Promise<Day> {
  const paths = FILES.flatMap((name) => ['-P', join(folder, name)]);
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

/** How many of the calls one thread of the day makes, at most. */
async function countCalls(): Promise<number> {
  const folder = temporary();
  const trace = join(folder, 'trace');
  const { code } = await liveDay(folder, ['-o', trace, '-e', `trace=${CALLS}`]);
  expect(code).toBe(0);
  const threads = Map.groupBy(readFileSync(trace, 'utf8').trim().split('\n'), (line) => line.split(' ', 1)[0]);
  return Math.max(...Array.from(threads.values(), (lines) => lines.length));
}

const idsIn = (lines: readonly string[], begin: string) =>
  lines.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length));

/** What was said to be so and is not, when the store is opened again. */
async function brokenIn({ folder, lines, code, stderr }: Day): Promise<string[]> {
  const broken: string[] = [];
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const { location } = located;
  const ports = await openSqlitePorts(await openStore(location, silent), location.stem, {
    clock: systemClock,
    log: silent,
  });
  const feeds = (await ports.settings.feeds()).map(({ id }) => id);
  const watches = (await ports.settings.watches()).map(({ id }) => id);
  const address = await ports.addresses.find('400');
  await ports.close();
  const refused = idsIn(lines, 'refused ');
  if (code !== 0 && refused.length === 0) broken.push(`ended with ${code}: ${stderr.slice(-500)}`);
  for (const id of idsIn(lines, 'saved feed ')) if (!feeds.includes(id)) broken.push(`feed ${id} is gone`);
  const removed = [...idsIn(lines, 'removed watch '), ...idsIn(lines, 'failed removed watch ')];
  for (const id of idsIn(lines, 'saved watch '))
    if (!watches.includes(id) && !removed.includes(id)) broken.push(`watch ${id} is gone`);
  for (const id of idsIn(lines, 'failed saved watch ')) if (watches.includes(id)) broken.push(`watch ${id} is there`);
  for (const id of idsIn(lines, 'removed watch ')) if (watches.includes(id)) broken.push(`watch ${id} is back`);
  if (idsIn(lines, 'address ').length > 0 && address === null) broken.push('the address is gone');
  const aside = readdirSync(folder).filter((name) => name.includes('corrupt'));
  if (aside.length > 0) broken.push(`set aside: ${aside.join(', ')}`);
  return [...broken, ...brokenInJournal(location.events, lines)];
}

function brokenInJournal(path: string, lines: readonly string[]): string[] {
  if (!existsSync(path)) return lines.some((line) => line.startsWith('recorded')) ? ['the journal is gone'] : [];
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db
    .prepare(`SELECT json_extract(json, '$.change.at') AS at, nonce, settled_at AS settledAt FROM notices
      JOIN causes ON causes.id = cause LEFT JOIN messages ON messages.id = message`)
    .all();
  db.close();
  const by = (at: string) => rows.filter((row) => String(row.at) === at);
  return [
    ...idsIn(lines, 'recorded ').flatMap((at) => (by(at).length === 1 ? [] : [`${by(at).length} notices of ${at}`])),
    ...idsIn(lines, 'sent ').flatMap((sent) => {
      const [nonce, at = ''] = sent.split(' ');
      const [row] = by(at);
      if (row?.nonce !== nonce)
        return [`what was sent as ${nonce} is there as ${row?.nonce ?? 'nothing'}: it would be sent again`];
      const isSettled = lines.includes(`settled ${nonce}`);
      return isSettled && row?.settledAt === null ? [`${nonce} is not settled any more`] : [];
    }),
  ];
}

test('faults 54, 55, 59: whichever write or fsync of the store fails, all that was said to be saved is there afterwards, and nothing is sent twice', async () => {
  const calls = await countCalls();
  expect(calls).toBeGreaterThan(300);
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((number) =>
    MOST === Number.POSITIVE_INFINITY
      ? ERRORS.map((error) => ({ number, error }))
      : [{ number, error: ERRORS[number % 2] ?? 'EIO' }],
  );
  const every = Math.max(1, all.length / MOST);
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
        for (const what of await brokenIn(day)) broken.push(`${error} at call ${number}: ${what}`);
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
  expect(broken).toEqual([]);
  // Most calls matter: what fails there is said.
  expect(failed).toBeGreaterThan(points.length / 4);
});
