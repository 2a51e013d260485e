import { closeSync, openSync } from 'node:fs';
import { onTestFinished, test } from 'vitest';
import { openWorld } from '../../../journeys/world/world.ts';
import { expectEndInTime } from './measure-end.ts';

/** Stands on: the real bot in a process of its own, whose output is a full device; real time. */

test('faults 60, 74: SIGTERM to a bot with a full stdout ends it with 0 within five seconds', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const stdout = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(stdout));
  const bot = await world.startProcess({ LOG_LEVEL: 'debug' }, { stdout });
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  await expectEndInTime(bot);
});
