import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { memoryFolder } from '../../setup/memory-folder.ts';

/** A PostgreSQL server of the tests' own, on a Unix socket alone. */
export interface Cluster {
  /** Where its socket lies. */
  readonly folder: string;
  /** The address of one of its databases, as in STORE_URL. */
  url(database: string): string;
  /** Starts it anew after `kill`. */
  start(): Promise<void>;
  /** Kills all its processes at once, without a shutdown. */
  kill(): Promise<void>;
  /** Ends it and removes all that it wrote. */
  remove(): Promise<void>;
}

/** Who is asked for a password, and has none: no other user is. */
export const LOCKED_OUT = 'locked_out';

const START_MS = 60_000;

/** The database that all others are copies of: all tables, nothing in them. */
export const TEMPLATE = 'crier_template';

/** What to say where there are no binaries. */
export const NEEDED = 'PostgreSQL 15 is not installed (apt-get install postgresql-15): its tests are skipped';

/**
 * Makes the cluster and runs its server. Ends it and removes its files when this process is over, however it ended: then nobody holds
 * the input any more. A line of input starts the server again.
 */
const WATCHED = `trap '' INT TERM
"$1" -D data -U crier -A trust -E UTF8 --locale=C --no-sync
shift
"$@" & while read -r _; do wait $!; "$@" & done
kill -QUIT $!
wait
rm -rf "$PWD"`;

/** Where the newest of the installed servers is; null: there is none. */
export function findBinaries(): string | null {
  const versionOf = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1]);
  const [newest] = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a));
  return newest !== undefined && existsSync(join(newest, 'initdb')) ? newest : null;
}

/**
 * Makes a cluster and starts it.
 * @param isDurable whether it waits for the disk, so that it survives `kill`
 */
export async function makeCluster(binaries: string, { isDurable = false } = {}): Promise<Cluster> {
  // A socket's path has 107 bytes at most, and the usual temporary folder may be long.
  const folder = mkdtempSync(join(memoryFolder() ?? '/tmp', 'cp-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to be run by root.
  const user = process.getuid?.() === 0 ? nobody() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  writeFileSync(join(folder, 'rules'), `local all ${LOCKED_OUT} scram-sha-256\nlocal all all trust\n`);
  const settings = {
    hba_file: join(folder, 'rules'),
    listen_addresses: '',
    max_connections: 300,
    // A worker per database and minute costs more than it cleans, and changes plans at any time.
    autovacuum: 'off',
    shared_buffers: '64MB',
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  const server = [join(binaries, 'postgres'), '-D', data, '-k', folder];
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const watcher: ChildProcessByStdio<Writable, null, null> = spawn(
    '/bin/sh',
    ['-c', WATCHED, 'sh', join(binaries, 'initdb'), ...server, ...given],
    { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  watcher.stdin.on('error', () => {}); // it is over already
  await untilAnswers(folder);
  return {
    folder,
    url: (database) => `postgres://crier@localhost/${database}?host=${folder}`,
    async start() {
      watcher.stdin.write('again\n');
      await untilAnswers(folder);
    },
    async kill() {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
      for (const each of [pid, ...children]) process.kill(each, 'SIGKILL');
      while ([pid, ...children].some(isAlive)) await wait(5);
    },
    async remove() {
      const ended = once(watcher, 'exit');
      watcher.stdin.end();
      await ended;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    // What has ended and is not taken note of by its parent is a zombie.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function untilAnswers(folder: string): Promise<void> {
  const latest = performance.now() + START_MS;
  while (!(await answers(folder))) {
    if (performance.now() > latest) throw new Error('PostgreSQL does not start');
    await wait(50);
  }
}

async function answers(folder: string): Promise<boolean> {
  const client = new pg.Client({ host: folder, user: 'crier', database: 'postgres' });
  client.on('error', () => {}); // connect() says it
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

function nobody(): { uid: number; gid: number } {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}
