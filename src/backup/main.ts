import process from 'node:process';
import manifest from '../../package.json' with { type: 'json' };
import { DEFAULT_STORE_URL, isShared, loadEnvironment } from '../config.ts';
import { OperatorFault } from '../faults/operator-fault.ts';
import { formatFault } from '../format-fault.ts';
import { locateStore, type StoreLocation } from '../storage/sqlite/files.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

/** `npm run backup` and `npm run restore`. */

const POSTGRES_INSTRUCTIONS = `STORE_URL names a PostgreSQL database, which has tools of its own. To back it up while Crier runs:
  pg_dump --format=custom --file=crier.dump "$STORE_URL"
To restore it into an empty database, with all processes of Crier stopped:
  pg_restore --no-owner --exit-on-error --dbname="$STORE_URL" crier.dump
  psql --set=ON_ERROR_STOP=1 --file=ops/after-restore.sql "$STORE_URL"
The last command keeps notices from being delivered a second time. docs/backing-up.md explains more, also for compose.`;

const BACKUP_USAGE = `Use one of these commands; docs/backing-up.md explains more.
  npm run backup
  npm run backup -- FOLDER     a folder that does not exist yet
  npm run restore -- FOLDER    the folder of a backup`;

const printLine = (line: string) => void process.stdout.write(`${line}\n`);

// New files are readable only by their owner.
process.umask(0o077);

// The first process of a container receives only the signals that it handles.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  const [what, ...given] = process.argv.slice(2);
  if (given.some((each) => each.startsWith('-'))) throw new OperatorFault(BACKUP_USAGE);
  if (what === 'backup') await backUp(given);
  else if (what === 'restore') restore(given);
  else throw new OperatorFault(BACKUP_USAGE);
} catch (error) {
  process.stderr.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}

async function backUp(given: readonly string[]): Promise<void> {
  if (given.length > 1) throw new OperatorFault(BACKUP_USAGE);
  const { folder, bytes } = await makeBackup({
    location: locate(),
    folder: given[0] ?? null,
    version: manifest.version,
    onProgress: showProgress,
  });
  printLine(`Backed up to ${folder} (${(bytes / 1e6).toFixed(1)} MB). Keep a copy on another machine.`);
}

function restore(given: readonly string[]): void {
  const [folder, ...more] = given;
  if (folder === undefined || more.length > 0) throw new OperatorFault(BACKUP_USAGE);
  const location = locate();
  const { at, oldFilesFolder, notices } = restoreBackup({ location, folder, now: Date.now() });
  if (oldFilesFolder !== null) printLine(`The old files are in ${oldFilesFolder}.`);
  for (const notice of notices) printLine(notice);
  printLine(
    `Restored the backup of ${new Date(at).toISOString()} to ${location.path}. Start Crier: it reports the outage to each channel and user.`,
  );
}

/** @throws OperatorFault with the right commands if the store is a PostgreSQL database */
function locate(): StoreLocation {
  const url = loadEnvironment().STORE_URL?.trim() || DEFAULT_STORE_URL;
  if (isShared(url)) throw new OperatorFault(POSTGRES_INSTRUCTIONS);
  const located = locateStore(url);
  if (!located.ok) throw new OperatorFault(located.why);
  return located.location;
}

/** Shows the progress in one line, on a terminal only. */
function showProgress(done: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\rCopying: ${Math.floor(done * 100)} %${done >= 1 ? '\n' : ''}`);
}
