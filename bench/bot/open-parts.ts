import type { CrierParts } from '../../src/composition/parts.ts';
import { openSqlitePorts, type SqlitePorts } from '../../src/composition/sqlite-ports.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/logger.ts';
import { locateStore } from '../../src/storage/sqlite/files.ts';
import { openStore } from '../../src/storage/sqlite/store.ts';
import type { Clock } from '../../src/time/clock.ts';

/**
 * The parts from which Crier is composed.
 * @param environment the variables for `npm start`
 */
export async function openParts(
  environment: Readonly<Record<string, string>>,
  clock: Clock,
): Promise<Omit<CrierParts, 'open'> & { open(): Promise<SqlitePorts> }> {
  const config = readConfig(environment);
  const located = locateStore(config.STORE_URL);
  if (!located.ok) throw new Error(located.why);
  const { location } = located;
  const log = createLogger(config.LOG_LEVEL, [config.DISCORD_TOKEN]);
  const open = async () => openSqlitePorts(await openStore(location, log), location.stem, { clock, log });
  return { config, open, whenReachable: (work) => work(), clock, random: () => 0, log };
}
