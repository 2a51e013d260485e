import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqlitePorts } from '../../../src/composition/sqlite-ports.ts';
import { silentLog } from '../../../src/log/silent-log.ts';
import { locateStore } from '../../../src/storage/sqlite/files.ts';
import { openStore } from '../../../src/storage/sqlite/store.ts';
import { systemClock } from '../../../src/time/clock.ts';

/** A finished day of the store (`store-day.ts`): its output and its exit. */
export interface Day {
  readonly folder: string;
  readonly lines: readonly string[];
  readonly code: number;
  readonly stderr: string;
}

const idsIn = (lines: readonly string[], begin: string) =>
  lines.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length));

/** Reopens the store. @returns the reported facts that are not true */
export async function findBrokenFacts({ folder, lines, code, stderr }: Day): Promise<string[]> {
  const broken: string[] = [];
  const located = locateStore(`sqlite://${join(folder, 'crier.sqlite')}`);
  if (!located.ok) throw new Error(located.why);
  const { location } = located;
  const ports = await openSqlitePorts(await openStore(location, silentLog), location.stem, {
    clock: systemClock,
    log: silentLog,
  });
  const feeds = (await ports.settings.feeds()).map(({ id }) => id);
  const watches = (await ports.settings.watches()).map(({ id }) => id);
  const isPaused = (await ports.journal.pauses()).length > 0;
  await ports.close();
  const refused = idsIn(lines, 'refused ');
  if (code !== 0 && refused.length === 0) broken.push(`ended with ${code}: ${stderr.slice(-500)}`);
  for (const id of idsIn(lines, 'saved feed ')) if (!feeds.includes(id)) broken.push(`feed ${id} is gone`);
  const removed = [...idsIn(lines, 'removed watch '), ...idsIn(lines, 'failed removed watch ')];
  for (const id of idsIn(lines, 'saved watch '))
    if (!watches.includes(id) && !removed.includes(id)) broken.push(`watch ${id} is gone`);
  for (const id of idsIn(lines, 'failed saved watch ')) if (watches.includes(id)) broken.push(`watch ${id} is there`);
  for (const id of idsIn(lines, 'removed watch ')) if (watches.includes(id)) broken.push(`watch ${id} is back`);
  if (isPaused !== wasPaused(lines)) broken.push(isPaused ? 'a pause is back' : 'a pause is gone');
  broken.push(...brokenShops(folder, idsIn(lines, 'shops ')));
  const quarantined = readdirSync(folder).filter((name) => name.includes('corrupt'));
  if (quarantined.length > 0) broken.push(`set aside: ${quarantined.join(', ')}`);
  return [...broken, ...brokenInJournal(location.path, lines)];
}

/** Returns whether the target was paused, by the last reported line. */
function wasPaused(lines: readonly string[]): boolean {
  return lines.findLast((line) => /^(?:un)?paused /.test(line))?.startsWith('paused ') ?? false;
}

/** Saved lists of shops are complete or absent, and those reported as saved exist. */
function brokenShops(folder: string, saved: readonly string[]): string[] {
  const there = readdirSync(folder).flatMap((name) => /^crier\.shops-(\d+)\.json\.zst$/.exec(name)?.[1] ?? []);
  const isWhole = (id: string) =>
    readFileSync(join(folder, `crier.shops-${id}.json.zst`)).equals(Buffer.alloc(10_000, 'x'));
  return [
    ...saved.filter((id) => !there.includes(id)).map((id) => `the shops ${id} are gone`),
    ...there.filter((id) => !isWhole(id)).map((id) => `the shops ${id} are not whole`),
  ];
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
