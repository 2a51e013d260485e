import pg from 'pg';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';
import { findBinaries, makeCluster, NEEDED } from '../../test/storage/postgres/cluster.ts';
import { startTcpProxy, type TcpProxy } from '../../test/storage/postgres/tcp-proxy.ts';
import type { AskStore } from './ledger.ts';
import { openSoakWorld } from './soak-world.ts';

const DATABASE = 'crier';
export const SHARDS = 3;

/** One of the processes, with its own proxy to PostgreSQL. */
export interface Member {
  readonly proxy: TcpProxy;
  /** The latest run; null before the first. */
  bot: BotProcess | null;
  /** Whether the process should run. The test checks whether it does. */
  isMeantToRun: boolean;
}

/**
 * A world to inject faults into several processes, which share a PostgreSQL of their own that waits for its disk.
 * @throws Error if PostgreSQL is not installed
 */
export async function openFleetWorld({ seed, processes, starts }: { seed: number; processes: number; starts: number }) {
  const binaries = findBinaries();
  if (binaries === null) throw new Error(NEEDED);
  const cluster = await makeCluster(binaries, { isDurable: true });
  await onDatabase(cluster.folder, 'postgres', `CREATE DATABASE ${DATABASE}`);
  const pool = new pg.Pool({ host: cluster.folder, user: 'crier', database: DATABASE, max: 2 });
  pool.on('error', () => {}); // The next query reports the failure.
  const ask: AskStore = async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows;
  const soak = await openSoakWorld(seed, ask, {
    identifiesADay: 1_000 + SHARDS * starts,
    identifyIntervalMs: 5_000,
    recommendedShards: SHARDS,
  });
  const members: Member[] = [];
  const lives: BotProcess[] = [];
  for (let count = 0; count < processes; count += 1) {
    members.push({ proxy: await startTcpProxy(cluster.url(DATABASE)), bot: null, isMeantToRun: false });
  }

  return {
    ...soak,
    cluster,
    members: members as readonly Member[],
    start(member: Member): BotProcess {
      const bot = startBot({
        ...soak.environment(),
        STORE_URL: member.proxy.url(cluster.url(DATABASE)),
        SHARDS: String(SHARDS),
        SHARDS_PER_PROCESS: String(Math.ceil(SHARDS / 2)),
      });
      lives.push(bot);
      member.bot = bot;
      member.isMeantToRun = true;
      return bot;
    },
    /** The leader at present; null if none runs. */
    async leader(): Promise<Member | null> {
      const [row] = await ask('SELECT holder FROM leader');
      const holder = String(row?.holder ?? '');
      return members.find(({ bot }) => bot !== null && holder.split(' ').includes(String(bot.process.pid))) ?? null;
    },
    /** Grows with every process that begins to lead; null while PostgreSQL does not answer. */
    async term(): Promise<number | null> {
      const rows = await ask('SELECT epoch FROM leader').catch(() => []);
      return rows[0] === undefined ? null : Number(rows[0].epoch);
    },
    hasLeader: async () => (await ask('SELECT 1 FROM leader WHERE NOT was_clean').catch(() => [])).length > 0,
    /** The log of each run. */
    logs: () => lives.map((bot) => bot.log()),
    async close(): Promise<void> {
      await Promise.all(members.map(({ bot }) => (bot && isAlive(bot) ? bot.stop('SIGKILL') : null)));
      await soak.close();
      await pool.end();
      await Promise.all(members.map(({ proxy }) => proxy.close()));
      await cluster.remove();
    },
  };
}

export type FleetWorld = Awaited<ReturnType<typeof openFleetWorld>>;

export function isAlive({ process: { exitCode, signalCode } }: BotProcess): boolean {
  return exitCode === null && signalCode === null;
}

async function onDatabase(folder: string, database: string, sql: string): Promise<void> {
  const client = new pg.Client({ host: folder, user: 'crier', database });
  await client.connect();
  await client.query(sql);
  await client.end();
}
