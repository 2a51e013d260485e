import process from 'node:process';
import { OperatorFault } from '../faults/operator-fault.ts';
import { formatFault } from '../format-fault.ts';
import { Progress, terminalOnStderr } from '../log/terminal.ts';
import type { Log } from '../ports/log.ts';
import { systemClock } from '../time/clock.ts';
import { move } from './move.ts';

const MOVE_USAGE =
  'Give both addresses: npm run move -- sqlite://data/crier.sqlite postgres://user@host/database. Put the password into PGPASSWORD: others on this machine can read what a command is given.';

const WRONG_DIRECTION =
  'Crier moves a store from SQLite to PostgreSQL only. Keep the database in STORE_URL, or set it to a new SQLite file and add feeds and watches again. /watch export before and /watch import afterwards keep the watches.';

/** Interval of progress lines without a terminal. */
const MOVE_LOG_EVERY_MS = 2_000;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const copyProgress = new Progress({
  terminal: terminalOnStderr(),
  logLine: write,
  logEveryMs: MOVE_LOG_EVERY_MS,
  clock: systemClock,
});
const printAboveProgress = (line: string) => {
  copyProgress.clear();
  write(line);
};
const sayFact = (_: unknown, sentence: string) => printAboveProgress(sentence);
const log: Log = { debug() {}, info() {}, warn: sayFact, error: sayFact };

// New files are readable only by their owner.
process.umask(0o077);

// The first process of a container receives only the signals that it handles.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  const [from, to, ...more] = process.argv.slice(2);
  if (from?.startsWith('postgres') && to?.startsWith('sqlite:')) throw new OperatorFault(WRONG_DIRECTION);
  if (!from?.startsWith('sqlite:') || !to?.startsWith('postgres') || more.length > 0)
    throw new OperatorFault(MOVE_USAGE);
  await move({ from, to, say: printAboveProgress, progress: copyProgress, clock: systemClock, log });
} catch (error) {
  copyProgress.clear();
  process.stderr.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}
