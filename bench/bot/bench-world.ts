import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startDiscord } from '../../sandbox/discord/discord.ts';
import type { OptionValues } from '../../sandbox/discord/people/command-call.ts';
import { startSimulatedService } from '../refresh/simulated-service.ts';
import { readSnapshotAt } from '../soak/ask-sqlite.ts';

const ANSWERED_WITHIN_MS = 60_000;
const POLL_EVERY_MS = 50;
const GIVEN_UP_MS = 600_000;

export type BenchWorld = Awaited<ReturnType<typeof openBenchWorld>>;

/** A local Discord in this process, a simulated service in its own process, and a folder for a bot's store. */
export async function openBenchWorld(shops: number) {
  const service = await startSimulatedService(shops, 'identity');
  const discord = await startDiscord({ keptRequests: 1_000 });
  const guild = discord.world.addGuild({ name: 'Town', channels: [{ name: 'market' }] });
  const [channel] = [...guild.channels.values()].filter(({ name }) => name === 'market');
  if (channel === undefined) throw new Error('no channel');
  const player = discord.world.addUser({ name: 'Player' });
  discord.world.addMember(guild, player, ['ManageChannels']);
  const folder = await mkdtemp(join(tmpdir(), 'crier-bench-'));
  const store = join(folder, 'crier');
  const path = `${store}.sqlite`;
  const snapshotAt = () => readSnapshotAt(path);

  return {
    service,
    discord,
    /** The environment variables for `npm start`. */
    environment: () => ({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.url,
      SERVICE_URL: service.url,
      STORE_URL: `sqlite://${store}.sqlite`,
      LOG_LEVEL: 'error',
    }),
    actor: () => discord.as(player).in(channel),
    /**
     * Runs a command and gives the final answer.
     * @throws Error when the bot does not answer in time
     */
    ask: (line: string, values: OptionValues) =>
      discord.as(player).in(channel).run(line, values).reply(ANSWERED_WITHIN_MS),
    /** When the current snapshot was taken, according to the bot's journal, epoch ms; 0 before the first. */
    snapshotAt,
    /** Resolves when a snapshot taken after this moment is current. */
    async snapshotAfter(before: number): Promise<void> {
      const began = performance.now();
      while (snapshotAt() <= before) {
        if (performance.now() - began > GIVEN_UP_MS) throw new Error('no snapshot was taken in');
        await wait(POLL_EVERY_MS);
      }
    },
    async close(): Promise<void> {
      service.close();
      await discord.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
