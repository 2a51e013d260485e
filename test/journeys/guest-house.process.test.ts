import { afterEach, expect, test } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
afterEach(() => world.close());

test('fifty commands and five kills later, all shops were asked for once', async () => {
  world = await openWorld();
  let killed = await world.startProcess();
  await Promise.all(Array.from({ length: 50 }, () => world.ask(world.player, 'market', '/shop', { world: 'world' })));
  for (let restart = 0; restart < 2; restart += 1) {
    await killed.stop('SIGKILL');
    const stopped = await world.startBot();
    await world.ask(world.player, 'market', '/shop', { world: 'world' });
    await stopped.stop();
    killed = await world.startProcess();
    await world.ask(world.player, 'market', '/shop', { world: 'world' });
  }
  await killed.stop('SIGKILL');
  await world.startBot();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

test('a service that fails is asked once, too, and people hear what is known', async () => {
  world = await openWorld();
  world.service.breakHttp('not-cached');
  const bot = await world.startProcess();
  const [answer] = await Promise.all([
    world.ask(world.player, 'market', '/shop', { item: 'DIAMOND' }),
    world.ask(world.player, 'market', '/price', { item: 'DIAMOND' }),
  ]);
  expect(answer.text).toContain('The list of shops is not in yet');
  expect(answer.text).toContain('NOT\\_CACHED');
  await bot.stop('SIGKILL');
  await world.startBot();
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
}, 40_000);
