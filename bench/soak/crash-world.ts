import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';
import { askSqlite } from './ask-sqlite.ts';
import { openSoakWorld } from './soak-world.ts';

/** From a snapshot to a life that is sure to see the next: the minimum interval of a minute, less what a life waits for it. */
const SNAPSHOT_NEAR_MS = 57_000;

/** A world to crash one bot in, which keeps its store in files. */
export async function openCrashWorld({ seed, lives }: { seed: number; lives: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-soak-'));
  const ask = askSqlite(join(folder, 'crier.sqlite'));
  const soak = await openSoakWorld(seed, ask, { identifiesADay: 1_000 + 2 * lives });
  const lastSnapshotAt = () => soak.service.requests.findLast(({ route }) => route === 'shops')?.at ?? null;
  let bot: BotProcess | null = null;
  return {
    ...soak,
    /** Whether a bot that starts now may ask for all shops soon. */
    isSnapshotDue(): boolean {
      const at = lastSnapshotAt();
      return at !== null && Date.now() - at > SNAPSHOT_NEAR_MS;
    },
    /** Counts the bargains that the next snapshot brings all at once. */
    countNewBargains: (): number => soak.listedAt.filter((at) => at >= (lastSnapshotAt() ?? 0)).length,
    startBot(): BotProcess {
      bot = startBot({ ...soak.environment(), STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}` });
      return bot;
    },
    async close(): Promise<void> {
      if (bot?.process.exitCode === null && bot.process.signalCode === null) await bot.stop('SIGKILL');
      await soak.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type CrashWorld = Awaited<ReturnType<typeof openCrashWorld>>;
