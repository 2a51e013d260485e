import { expect, test } from 'vitest';
import { move } from '../../src/move/move.ts';
import { openPostgres } from '../../src/postgres/open.ts';
import { openPostgresPorts } from '../../src/postgres/ports.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../log/recording-log.ts';
import { makeDatabase } from '../postgres/database.ts';
import { answersOf } from './answers.ts';
import { fillStore, newStore, openFiles } from './filled-store.ts';

/** Moves, and gives what was said. */
async function moveAll(from: string, to: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await move({ from, to, say, clock: systemClock, log: recordingLog() });
  return lines;
}

test('all ports answer on PostgreSQL what they answered on the files', async () => {
  const { url, location } = newStore();
  await fillStore(location);
  const to = await makeDatabase();
  const said = await moveAll(url, to);
  expect(said.join('\n')).toMatch(/trades +\d+ +\d+ +equal/);
  const files = await openFiles(location);
  const before = await answersOf(files);
  await files.close();
  const log = recordingLog();
  const ports = await openPostgresPorts(await openPostgres(to, log, systemClock), {
    clock: systemClock,
    random: Math.random,
    log,
  });
  await (await ports.leadership.lead(new AbortController().signal))?.end();
  const after = await answersOf({ ...ports, snapshots: ports.fleet.snapshots });
  await ports.close();
  expect(after).toEqual(before);
});
