import { expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../../journeys/world/world.ts';
import { freePort } from '../../../monitor/free-port.ts';
import { limitFiles } from '../../limit-files.ts';
import { expectEndInTime } from './measure-end.ts';

/** Stands on: the real bot in a process of its own, whose files cannot grow; real time. */

test('faults 54, 55, 60: SIGTERM while an event cannot be written ends the bot with 0 within 5 s', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port) });
  const at = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  await expect.poll(async () => JSON.parse(await at('/health'))).toMatchObject({ well: true });
  world.expectError('Journal not writable');
  world.expectError('Could not write all events before the stop, the next start reports an outage');
  limitFiles(bot, 1);
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_001 });
  await expect.poll(() => at('/metrics')).toContain('crier_journal_trouble 1\n');
  await expectEndInTime(bot);
});
