import { onTestFinished, test } from 'vitest';
import { openWorld } from '../../../journeys/world/world.ts';
import { expectEndInTime } from './measure-end.ts';

/** Stands on: the real bot in a process of its own, connected and with nothing to send; real time. */

test('fault 60: SIGTERM to an idle bot ends it with 0 within five seconds', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const bot = await world.startProcess();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  await expectEndInTime(bot);
});
