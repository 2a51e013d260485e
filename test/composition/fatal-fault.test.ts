import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FatalFault } from '../../src/composition/fatal-fault.ts';
import { openSqlitePorts } from '../../src/composition/sqlite-ports.ts';
import { readConfig } from '../../src/config.ts';
import { openCrier } from '../../src/crier.ts';
import { TokenRefused } from '../../src/discord/rest/faults.ts';
import { createLogger } from '../../src/log/logger.ts';
import { createRefusedToken } from '../../src/storage/records/records.ts';
import { locateStore } from '../../src/storage/sqlite/files.ts';
import { openStore } from '../../src/storage/sqlite/store.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { ManualClock } from '../time/manual-clock.ts';

/** Builds the parts of Crier; its service and its Discord accept no connections. */
async function partsOn(folder: string) {
  const config = readConfig({
    DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one',
    SERVICE_URL: 'http://127.0.0.1:9',
    DISCORD_API_URL: 'http://127.0.0.1:9',
    STORE_URL: `sqlite://${join(folder, 'crier.sqlite')}`,
  });
  const log = createLogger('error', [], { write: (line) => expect.unreachable(line), dropped: () => 0 });
  const located = locateStore(config.STORE_URL);
  if (!located.ok) throw new Error(located.why);
  const store = await openStore(located.location, log);
  const clock = new ManualClock(1_000_000);
  const open = () => openSqlitePorts(store, located.location.stem, { clock, log });
  const whenReachable = <T>(work: () => Promise<T>) => work();
  return { config, store, open, whenReachable, clock, random: () => 0, log };
}

// Regression test: a fault before `run` had no listener, so Crier went on with a token that Discord had refused.
test('the first fatal fault ends Crier at once, even before it runs, and a refused token is saved', async () => {
  const parts = await partsOn(temporaryFolder());
  onTestFinished(() => parts.store.close());
  const refusedToken = createRefusedToken(parts.store.records);
  const stop = new AbortController();
  const fatal = new FatalFault(parts, refusedToken, stop);
  fatal.raise(new TokenRefused());
  fatal.raise(new Error('a later one'));
  expect(stop.signal.aborted).toBe(true);
  expect(() => fatal.throwIfRaised()).toThrow(TokenRefused);
  await fatal.saved();
  expect(await refusedToken.is(parts.config.DISCORD_TOKEN)).toBe(true);
});

test('a stop while Crier is built sends no request and releases the store', async () => {
  const folder = temporaryFolder();
  const stop = new AbortController();
  const opening = openCrier(await partsOn(folder), stop);
  stop.abort();
  await (await opening).run();
  const { store } = await partsOn(folder);
  await store.close();
});

test('a journal that cannot read its snapshot time ends Crier before Discord has answered', async () => {
  const parts = await partsOn(temporaryFolder());
  const crier = await openCrier(parts, new AbortController());
  parts.store.db.exec('DROP TABLE checkpoints');
  await expect(crier.run()).rejects.toThrow('no such table: checkpoints');
});
