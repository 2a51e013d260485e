import type { StorePorts } from '../../src/composition/parts.ts';
import { openSqlitePorts } from '../../src/composition/sqlite-ports.ts';
import { openPostgresPorts } from '../../src/storage/postgres/ports.ts';
import { locateStore } from '../../src/storage/sqlite/files.ts';
import { openStore } from '../../src/storage/sqlite/store.ts';
import { systemClock } from '../../src/time/clock.ts';
import { recordingLog } from '../../test/log/recording-log.ts';
import { trade } from '../../test/market/samples.ts';
import { watch } from '../../test/routing/samples.ts';
import { openBenchDatabase } from './cluster.ts';

/** The ports on the store at STORE_URL. */
export async function openPorts(storeUrl: string): Promise<StorePorts> {
  const parts = { clock: systemClock, random: () => 0.5, log: recordingLog() };
  if (storeUrl.startsWith('postgres')) return openPostgresPorts(await openBenchDatabase(storeUrl), parts);
  const located = locateStore(storeUrl);
  if (!located.ok) throw new Error(located.why);
  return openSqlitePorts(await openStore(located.location, parts.log), located.location.stem, parts);
}

/** Records one notice for each of `people` users, who have a watch each. */
export async function enqueueForPeople(storeUrl: string, people: number): Promise<void> {
  const ports = await openPorts(storeUrl);
  const at = Date.now() - 60_000;
  const cause = { kind: 'change', change: { kind: 'traded', at, trade: trade({ at }), shop: null } } as const;
  const watches = Array.from({ length: people }, (_, n) =>
    watch(`w${n}`, { userId: String(100_000_000_000_000_000n + BigInt(n)), trigger: 'traded', price: null }),
  );
  for (const one of watches) await ports.settings.putWatch(one);
  await ports.journal.enqueue(
    watches.map(({ id, userId }) => ({
      target: { kind: 'user', id: userId },
      cause,
      subscriptionIds: [id],
      dueAt: at,
    })),
  );
  await ports.close();
}
