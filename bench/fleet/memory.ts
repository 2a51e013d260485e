/**
 * Measures the memory of a process of the fleet: `node bench/fleet/memory.ts`, with `--watches 1000000`, `--shards 16`
 * and `--servers 250` (per shard). It measures the leader without watches and with many, and a process whose shards
 * have many servers or few. The economy is small.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';
import { startDiscord } from '../../sandbox/discord/discord.ts';
import { createEconomy } from '../../sandbox/economy/create-economy.ts';
import { startService } from '../../sandbox/service/start-service.ts';
import { formatNumber } from '../figures.ts';
import { markdownTable } from '../markdown-table.ts';
import { benchCluster, openBenchDatabase } from './cluster.ts';
import { fillWatches } from './fill-watches.ts';

const { values } = parseArgs({
  options: {
    watches: { type: 'string', default: '1000000' },
    shards: { type: 'string', default: '16' },
    servers: { type: 'string', default: '250' },
  },
});
const [WATCHES, SHARDS, SERVERS] = [Number(values.watches), Number(values.shards), Number(values.servers)];
const SHOPS = 20_000;
const CHANNELS = 10;
const SETTLED_MS = 20_000;
const LONGEST_MS = 120_000;

interface Case {
  readonly name: string;
  readonly role: string;
  readonly watches: number;
  readonly shards: number;
  /** In all shards together. */
  readonly servers: number;
}

/** Resident memory once the process is at work and has settled, MB. */
async function residentOf({ role, watches, shards, servers }: Case): Promise<number> {
  const cluster = await benchCluster();
  const service = await startService({ economy: createEconomy({ seed: 1, shops: SHOPS }) });
  const discord = await startDiscord({ recommendedShards: shards, maxConcurrency: shards });
  const channels = Array.from({ length: CHANNELS }, (_, at) => ({ name: `channel-${at}` }));
  for (let server = 0; server < servers; server += 1) discord.world.addGuild({ name: `Server ${server}`, channels });
  const db = await openBenchDatabase(cluster.url('postgres'));
  if (watches > 0) await fillWatches(db, 0, watches);
  const bot = startBot({
    ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.url, SERVICE_URL: service.url, LOG_LEVEL: 'warn' },
    ...{ STORE_URL: cluster.url('postgres'), ROLE: role, SHARDS: String(shards), SHARDS_PER_PROCESS: String(shards) },
  });
  try {
    const isAtWork = () =>
      role === 'intake' ? service.snapshotCount().asked > 0 : discord.gateway.identifies >= shards;
    const latest = performance.now() + LONGEST_MS;
    while (!isAtWork()) {
      if (performance.now() > latest || bot.process.exitCode !== null) throw new Error(`not at work:\n${bot.log()}`);
      await wait(100);
    }
    await wait(SETTLED_MS);
    return residentNow(bot);
  } finally {
    await bot.stop();
    await db.end();
    await Promise.all([cluster.remove(), service.close(), discord.close()]);
  }
}

function residentNow({ process: { pid } }: BotProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1_024) / 1e6;
}

const small = { watches: 0, shards: 1, servers: 1 };
const cases: readonly Case[] = [
  { ...small, name: 'leader, no watches', role: 'intake' },
  { ...small, name: `leader, ${formatNumber(WATCHES)} watches`, role: 'intake', watches: WATCHES },
  { ...small, name: 'one shard of one server', role: 'gateway' },
  { ...small, name: `${SHARDS} shards of one server each`, role: 'gateway', shards: SHARDS, servers: SHARDS },
  {
    ...small,
    name: `${SHARDS} shards of ${SERVERS} servers each`,
    role: 'gateway',
    shards: SHARDS,
    servers: SHARDS * SERVERS,
  },
];
const rows: string[][] = [];
for (const one of cases) rows.push([one.name, formatNumber(await residentOf(one))]);
process.stdout.write(`${formatNumber(SHOPS)} shops; ${CHANNELS} channels per server.\n\n`);
process.stdout.write(markdownTable(['process', 'resident, MB'], rows));
process.exit(0);
