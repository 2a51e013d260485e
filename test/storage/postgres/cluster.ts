import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { memoryFolder } from '../../setup/memory-folder.ts';

/** A PostgreSQL server for the tests, on a Unix socket only. */
export interface Cluster {
  /** The folder of its socket. */
  readonly folder: string;
  /** Returns the address of one of its databases, as in STORE_URL. */
  url(database: string): string;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** Kills all its processes at once, without a shutdown. */
  kill(): Promise<void>;
  /** Stops it and deletes its files. */
  remove(): Promise<void>;
}

/** The only user who needs a password, and has none. */
export const LOCKED_OUT = 'locked_out';

const START_MS = 60_000;

/** The template of all test databases: all tables, without rows. */
export const TEMPLATE = 'crier_template';

export const NEEDED = 'PostgreSQL 15 is not installed (apt-get install postgresql-15): its tests are skipped';

/**
 * Makes the cluster and runs its server; each line of input starts the server again. When this process ends in any way,
 * its input closes, and the script stops the server and deletes the files.
 */
const WATCHED = `trap '' INT TERM
"$1" -D data -U crier -A trust -E UTF8 --locale=C --no-sync
shift
"$@" & while read -r _; do wait $!; "$@" & done
kill -QUIT $!
wait
rm -rf "$PWD"`;

/** Returns the folder of the newest installed server, or null if there is none. */
export function findBinaries(): string | null {
  const versionOf = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1]);
  const [newest] = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionOf(b) - versionOf(a));
  return newest !== undefined && existsSync(join(newest, 'initdb')) ? newest : null;
}

/** Makes and starts a cluster. @param isDurable whether it syncs to the disk, so that data survives `kill` */
export async function makeCluster(binaries: string, { isDurable = false } = {}): Promise<Cluster> {
  // A socket path is limited to 107 bytes, and the default temporary folder may be longer.
  const folder = mkdtempSync(join(memoryFolder() ?? '/tmp', 'cp-'));
  const data = join(folder, 'data');
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? nobody() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  writeFileSync(join(folder, 'rules'), `local all ${LOCKED_OUT} scram-sha-256\nlocal all all trust\n`);
  const settings = {
    hba_file: join(folder, 'rules'),
    listen_addresses: '',
    max_connections: 300,
    // Autovacuum costs more than it saves here, and changes plans at random times.
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
  watcher.stdin.on('error', () => {}); // already closed
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
    // An ended process that its parent has not reaped is a zombie.
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
  client.on('error', () => {}); // connect() reports it
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
