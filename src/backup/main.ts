import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { DEFAULT_STORE_URL, isShared, loadEnvironment } from '../config.ts';
import { OperatorFault } from '../faults/operator-fault.ts';
import { formatFault } from '../format-fault.ts';
import { locateStore, type StoreLocation } from '../storage/sqlite/files.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

/** `npm run backup` and `npm run restore`. */

const ON_POSTGRES = `STORE_URL names a PostgreSQL, which has tools of its own. To back it up while Crier runs:
  pg_dump --format=custom --file=crier.dump "$STORE_URL"
To put that back, with all Criers stopped, into an empty database:
  pg_restore --no-owner --exit-on-error --dbname="$STORE_URL" crier.dump
  psql --set=ON_ERROR_STOP=1 --file=ops/after-restore.sql "$STORE_URL"
The last keeps what was told since from being told again: docs/backing-up.md says more, and how it goes with compose.`;

const USAGE = `Say one of these; docs/backing-up.md says more.
  npm run backup
  npm run backup -- FOLDER     one that is not there yet
  npm run restore -- FOLDER    the folder of a backup`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

// Whatever is made is its user's alone.
process.umask(0o077);

// The first process of a container hears only what it listens to.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  const [what, ...given] = process.argv.slice(2);
  if (given.some((each) => each.startsWith('-'))) throw new OperatorFault(USAGE);
  if (what === 'backup') await backUp(given);
  else if (what === 'restore') restore(given);
  else throw new OperatorFault(USAGE);
} catch (error) {
  process.stderr.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}

async function backUp(given: readonly string[]): Promise<void> {
  if (given.length > 1) throw new OperatorFault(USAGE);
  const { folder, bytes } = await makeBackup({
    location: locate(),
    folder: given[0] ?? null,
    version: manifest.version,
    onProgress: showProgress,
  });
  say(`Backed up to ${folder} (${(bytes / 1e6).toFixed(1)} MB). Keep a copy on another machine.`);
}

function restore(given: readonly string[]): void {
  const [folder, ...more] = given;
  if (folder === undefined || more.length > 0) throw new OperatorFault(USAGE);
  const location = locate();
  const { at, setAside, notices } = restoreBackup({ location, folder, now: Date.now() });
  if (setAside !== null) say(`What was there is in ${setAside}.`);
  for (const notice of notices) say(notice);
  say(
    `Restored the backup of ${new Date(at).toISOString()} to ${location.path}. Start Crier: it tells each channel and person what it missed.`,
  );
}

/** @throws OperatorFault with what to do instead, where the store is no files */
function locate(): StoreLocation {
  const url = loadEnvironment().STORE_URL?.trim() || DEFAULT_STORE_URL;
  if (isShared(url)) throw new OperatorFault(ON_POSTGRES);
  const located = locateStore(url);
  if (!located.ok) throw new OperatorFault(located.why);
  return located.location;
}

/** On a terminal, in one line. */
function showProgress(done: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\rCopying: ${Math.floor(done * 100)} %${done >= 1 ? '\n' : ''}`);
}
