import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { propertyRuns } from '../../property-runs.ts';
import { writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { contentOf, upgrade } from '../../storage/sqlite/upgrade/legacy-store.ts';

/**
 * Stands on: a store of two files, upgraded in a process of its own, and strace, which fails one system call after the
 * other with an I/O error or a full disk, or kills the process there.
 */

const ONCE = join(import.meta.dirname, '../../storage/sqlite/upgrade/upgrade-once.ts');
const CALLS =
  'pwrite64,pwritev,write,writev,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,copy_file_range,sendfile';
const SIDES = ['', '-wal', '-journal'];
const FILES = [
  ...['', '.events', '.upgrading', '.cache'].flatMap((part) => SIDES.map((side) => `crier${part}.sqlite${side}`)),
  ...['', 'crier.events.sqlite.new', 'crier.events.sqlite.before-0.4', 'crier.sqlite.before-0.4'],
];
const FAULTS = ['error=EIO', 'error=ENOSPC', 'signal=KILL'] as const;
const AT_ONCE = 3;
/** The number of tested calls, evenly spread. A long run tests all of them with each fault. */
const MOST_CALLS = propertyRuns() > 1_000 ? Number.POSITIVE_INFINITY : 60;

interface Run {
  readonly folder: string;
  readonly output: string;
  /** null after a kill. */
  readonly code: number | null;
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'crier-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Upgrades a copy of the store under strace with these arguments. */
function upgradeCopy(source: string, strace: readonly string[], files = FILES): Promise<Run> {
  const folder = temporary();
  cpSync(source, folder, { recursive: true });
  const paths = files.flatMap((name) => ['-P', join(folder, name)]);
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', ONCE, folder];
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  return new Promise((resolve) => {
    execFile('strace', ['-f', '-qq', '--seccomp-bpf', ...strace, ...paths, ...node], { env }, (error, stdout) =>
      resolve({ folder, output: stdout.trim(), code: error === null ? 0 : error.signal ? null : Number(error.code) }),
    );
  });
}

/** Returns the largest number of these calls in one thread of the upgrade. */
async function countCalls(source: string): Promise<number> {
  const trace = join(temporary(), 'trace');
  expect((await upgradeCopy(source, ['-o', trace, '-e', `trace=${CALLS}`])).code).toBe(0);
  const threads = Map.groupBy(readFileSync(trace, 'utf8').trim().split('\n'), (line) => line.split(' ', 1)[0]);
  return Math.max(...Array.from(threads.values(), (lines) => lines.length));
}

test('faults 54, 55, 59: an upgrade with any failed file call is completed by the next start', async () => {
  const [source, whole] = [temporary(), temporary()];
  writeReleasedStore('0.4.0-dev', source);
  cpSync(source, whole, { recursive: true });
  await upgrade(whole);
  const expected = contentOf(join(whole, 'crier.sqlite'));
  const calls = await countCalls(source);
  expect(calls).toBeGreaterThan(60);
  const all = Array.from({ length: calls }, (_, index) => index + 1).flatMap((number) =>
    MOST_CALLS === Number.POSITIVE_INFINITY
      ? FAULTS.map((fault) => ({ number, fault }))
      : [{ number, fault: FAULTS[number % FAULTS.length] ?? 'signal=KILL' }],
  );
  const every = Math.max(1, all.length / MOST_CALLS);
  const points = all.filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every));
  const broken: string[] = [];
  let failed = 0;
  const next = points.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { number, fault } of next) {
        const { folder, output, code } = await upgradeCopy(source, [
          '-o',
          '/dev/null',
          '-e',
          `inject=${CALLS}:${fault}:when=${number}`,
        ]);
        const at = `${fault} at call ${number}`;
        if (code !== 0) failed += 1;
        if (code === 1 && !/^The store at \S+ cannot be (?:upgraded|used): .*[.?]$/.test(output))
          broken.push(`${at}: ${output}`);
        if (code !== 0 && code !== 1 && code !== null && code !== 137) broken.push(`${at}: code ${code}`);
        const log = await upgrade(folder);
        log.errors();
        try {
          expect(contentOf(join(folder, 'crier.sqlite'))).toEqual(expected);
        } catch (error) {
          broken.push(`${at}: ${error}`);
        }
        rmSync(folder, { recursive: true, force: true });
      }
    }),
  );
  expect(broken).toEqual([]);
  // Most calls matter.
  expect(failed).toBeGreaterThan(points.length / 4);
});

test('faults 55, 59: an upgraded store is synced before it gets its name, and each name at once', async () => {
  const source = temporary();
  writeReleasedStore('0.4.0-dev', source);
  const trace = join(temporary(), 'trace');
  expect((await upgradeCopy(source, ['-y', '-o', trace, '-e', 'trace=fsync,fdatasync,rename,link'], [])).code).toBe(0);
  // `12 fsync(21</tmp/crier-upgrade-a/crier.upgrading.sqlite>) = 0`: the call and the last name in it.
  const done = Array.from(
    readFileSync(trace, 'utf8').matchAll(/^\d+ +(\w+)\(.*\/(crier[^/"<>]*)["<>][^/]*$/gm),
    ([, call, name = '']) => `${call} ${name.replace(/-[0-9a-f]{16}/, '').replace(/^crier-upgrade-.*/, 'folder')}`,
  );
  const from = done.indexOf('fsync crier.upgrading.sqlite');
  const ours = done.slice(from).filter((line) => !/cache|\.new/.test(line));
  expect(ours.filter((line, index) => line !== ours[index - 1])).toEqual([
    'fsync crier.upgrading.sqlite',
    'fsync folder',
    'rename crier.upgraded.sqlite',
    'fsync folder',
    'link crier.events.sqlite.before-0.4',
    'fsync folder',
    'rename crier.events.sqlite',
    'fsync folder',
    'link crier.sqlite.before-0.4',
    'fsync folder',
    'rename crier.sqlite',
    'fsync folder',
  ]);
});
