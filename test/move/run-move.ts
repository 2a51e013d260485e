import pg from 'pg';
import { onTestFinished } from 'vitest';
import { OperatorFault } from '../../src/faults/operator-fault.ts';
import { formatFault } from '../../src/format-fault.ts';
import { Progress } from '../../src/log/terminal.ts';
import { move } from '../../src/move/move.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openPostgresPorts } from '../../src/storage/postgres/ports.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { locationOf } from '../storage/postgres/database.ts';
import { minuteClock } from '../storage/postgres/minute-clock.ts';
import { answersOf } from './answers.ts';
import { openFiles, unmark } from './filled-store.ts';

type Location = Parameters<typeof openFiles>[0];

/** Moves a store. @returns the lines for the operator, the error message last */
export async function runMove(from: string, to: string): Promise<string> {
  const lines: string[] = [];
  const clock = { ...systemClock, monotonic: minuteClock.monotonic };
  try {
    const say = (line: string) => void lines.push(line);
    const progress = new Progress({ terminal: null, logLine: say, logEveryMs: 0, clock });
    await move({ from, to, say, progress, clock, log: recordingLog() });
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error;
    lines.push(formatFault(error));
  }
  return lines.join('\n');
}

/** Reads the answers of a store in files. */
export async function answersOfFiles(location: Location) {
  unmark(location);
  const files = await openFiles(location);
  const answers = await answersOf(files);
  await files.close();
  return answers;
}

/** Reads the answers of a leader on a database. @throws OperatorFault if it may not start */
export async function answersOfDatabase(url: string) {
  const log = recordingLog();
  const postgres = await openPostgres(url, log, minuteClock);
  const ports = await openPostgresPorts(postgres, { clock: systemClock, random: Math.random, log });
  await (await ports.leadership.lead(new AbortController().signal))?.end();
  const answers = await answersOf({ ...ports, snapshots: ports.fleet.snapshots });
  await ports.close();
  return answers;
}

/** Connects another client under that application name; it disconnects after the test. */
export async function openOtherConnection(url: string, name = 'beside'): Promise<pg.Client> {
  const { host, database, user } = locationOf(url);
  const client = new pg.Client({ host, database, user, application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
