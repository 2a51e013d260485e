import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BotProcess, startBot } from '../../sandbox/bot.ts';
import { askSqlite } from './ask-sqlite.ts';
import { openSoakWorld } from './soak-world.ts';

/**
 * Age of the last snapshot at which the next start asks for another: the minimum interval of a minute, less the time
 * that a start waits for it.
 */
const SNAPSHOT_NEAR_MS = 57_000;

/** A world to kill one bot in, with its store in files. */
export async function openCrashWorld({ seed, lives }: { seed: number; lives: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'crier-soak-'));
  const ask = askSqlite(join(folder, 'crier.sqlite'));
  const soak = await openSoakWorld(seed, ask, { identifiesADay: 1_000 + 2 * lives });
  const lastSnapshotAt = () => soak.service.requests.findLast(({ route }) => route === 'shops')?.at ?? null;
  let bot: BotProcess | null = null;
  return {
    ...soak,
    /** Whether a bot that starts now soon asks for all shops. */
    isSnapshotDue(): boolean {
      const at = lastSnapshotAt();
      return at !== null && Date.now() - at > SNAPSHOT_NEAR_MS;
    },
    /** Counts the bargains that the next snapshot will contain. */
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
