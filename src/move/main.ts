import process from 'node:process';
import { OperatorFault } from '../faults/operator-fault.ts';
import { formatFault } from '../format-fault.ts';
import { Progress, terminalOnStderr } from '../log/terminal.ts';
import type { Log } from '../ports/log.ts';
import { systemClock } from '../time/clock.ts';
import { move } from './move.ts';

const USAGE =
  'Say from where and to where: npm run move -- sqlite://data/crier.sqlite postgres://user@host/database. Put the password into PGPASSWORD: others on this machine can read what a command is given.';

const ONE_WAY =
  'Crier moves a store from SQLite to PostgreSQL only. Keep STORE_URL on the database, or set it to a new SQLite file and add feeds and watches again: /watch export before that and /watch import after it keep the watches.';

/** How often one hears that it is at work. */
const LOG_EVERY_MS = 2_000;

const write = (line: string) => void process.stdout.write(`${line}\n`);
const progress = new Progress({
  terminal: terminalOnStderr(),
  logLine: write,
  logEveryMs: LOG_EVERY_MS,
  clock: systemClock,
});
const say = (line: string) => {
  progress.clear();
  write(line);
};
const sayFact = (_: unknown, sentence: string) => say(sentence);
const log: Log = { debug() {}, info() {}, warn: sayFact, error: sayFact };

// Whatever is made is its user's alone.
process.umask(0o077);

// The first process of a container hears only what it listens to.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(1));

try {
  const [from, to, ...more] = process.argv.slice(2);
  if (from?.startsWith('postgres') && to?.startsWith('sqlite:')) throw new OperatorFault(ONE_WAY);
  if (!from?.startsWith('sqlite:') || !to?.startsWith('postgres') || more.length > 0) throw new OperatorFault(USAGE);
  await move({ from, to, say, progress, clock: systemClock, log });
} catch (error) {
  progress.clear();
  process.stderr.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}
