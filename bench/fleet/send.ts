/**
 * Measures messages sealed and sent per second by one process on SQLite, and by 1, 2 and 3 processes on one PostgreSQL,
 * without a rate limit and with a Discord that accepts each message at once: `node bench/fleet/send.ts`, with `--people
 * 3000` (one message each) and `--rounds 3`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryFolder } from '../../test/setup/memory-folder.ts';
import { figuresOf, formatFigures, formatNumber } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { benchCluster, openBenchDatabase } from './cluster.ts';
import type { Sent, Work } from './sender.ts';
import { enqueueForPeople } from './waiting-people.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '3000' }, rounds: { type: 'string', default: '3' } },
});
const [PEOPLE, ROUNDS] = [Number(values.people), Number(values.rounds)];
const LOOK_MS = 5;

/** A Discord that accepts every post. */
async function openSink() {
  let taken = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      taken += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${taken}"}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    close: () => server.close(),
  };
}

/** Measures the time in which `processes` processes deliver a message to each user. */
async function measure(
  storeUrl: string,
  processes: number,
): Promise<{ aSecond: number; cpuMs: number; bytes: number }> {
  const sink = await openSink();
  const work: Work = { storeUrl, discordUrl: sink.url };
  await enqueueForPeople(storeUrl, PEOPLE);
  const children = Array.from({ length: processes }, () => fork(new URL('sender.ts', import.meta.url)));
  await Promise.all(children.map((child) => begin(child, work)));
  const began = performance.now();
  for (const child of children) child.send('go');
  while (sink.taken() < PEOPLE) await wait(LOOK_MS);
  const seconds = (performance.now() - began) / 1_000;
  const used = await Promise.all(children.map(end));
  sink.close();
  if (sink.taken() !== PEOPLE) throw new Error(`${sink.taken()} messages for ${PEOPLE} people`);
  const cpuMs = used.reduce((sum, one) => sum + one.cpuMs, 0) / PEOPLE;
  return { aSecond: PEOPLE / seconds, cpuMs, bytes: (await bytesOf(storeUrl)) / PEOPLE };
}

/** Size of PostgreSQL's notices and messages, with their indexes; NaN for SQLite. */
async function bytesOf(storeUrl: string): Promise<number> {
  if (!storeUrl.startsWith('postgres')) return Number.NaN;
  const db = await openBenchDatabase(storeUrl);
  const { rows } = await db.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(name::regclass))::bigint AS bytes FROM unnest('{causes,notices,messages,deliveries,target_leases}'::text[]) AS name`,
  );
  await db.end();
  return rows[0]?.bytes ?? Number.NaN;
}

async function begin(child: ChildProcess, work: Work): Promise<void> {
  const ready = once(child, 'message');
  child.send(work);
  await ready;
}

async function end(child: ChildProcess): Promise<Sent> {
  const message = once(child, 'message');
  child.send('end');
  const [sent] = await message;
  await once(child, 'exit');
  return sent as Sent;
}

const cluster = await benchCluster();
const ways = ['SQLite', 1, 2, 3] as const;
const measured = new Map(
  ways.map((way) => [way, { aSecond: [] as number[], cpuMs: [] as number[], bytes: [] as number[] }]),
);
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) {
      const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'crier-bench-'));
      const name = `send_${round}_${way}`.toLowerCase();
      let url = `sqlite://${join(folder, 'crier.sqlite')}`;
      if (way !== 'SQLite') {
        const admin = await openBenchDatabase(cluster.url('postgres'));
        await admin.query(`CREATE DATABASE ${name}`);
        await admin.end();
        url = cluster.url(name);
      }
      const { aSecond, cpuMs, bytes } = await measure(url, way === 'SQLite' ? 1 : way);
      measured.get(way)?.aSecond.push(aSecond);
      measured.get(way)?.cpuMs.push(cpuMs);
      measured.get(way)?.bytes.push(bytes);
      rmSync(folder, { recursive: true, force: true });
    }
  }
} finally {
  await cluster.remove();
}

const floor = figuresOf(measured.get('SQLite')?.aSecond ?? []).median;
const rows = [...measured].map(([way, { aSecond, cpuMs, bytes }]) => [
  way === 'SQLite' ? 'SQLite, 1 process' : `PostgreSQL, ${way} ${way === 1 ? 'process' : 'processes'}`,
  formatFigures(figuresOf(aSecond)),
  formatNumber(figuresOf(aSecond).median / floor),
  formatFigures(figuresOf(cpuMs)),
  way === 'SQLite' ? '' : formatNumber(figuresOf(bytes).median),
]);
process.stdout.write(`${formatNumber(PEOPLE)} people, one message each; ${ROUNDS} rounds.\n\n`);
process.stdout.write(
  markdownTable(
    ['store', 'messages per second', 'ratio to SQLite', 'Crier’s CPU per message, ms', 'bytes per message'],
    rows,
  ),
);
process.exit(0);
