import { afterEach, expect, test } from 'vitest';
import { foundTown, type Town } from './world.ts';

let town: Town;
afterEach(() => town.close());

test('fifty commands and five kills later, all shops were asked for once', async () => {
  town = await foundTown();
  let bot = await town.startBot();
  await Promise.all(Array.from({ length: 50 }, () => town.ask(town.player, 'market', '/shop', { world: 'world' })));
  for (let restart = 0; restart < 5; restart += 1) {
    await bot.stop(restart % 2 === 0 ? 'SIGKILL' : 'SIGTERM');
    bot = await town.startBot();
    await town.ask(town.player, 'market', '/shop', { world: 'world' });
  }
  expect(town.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

test('a service that fails is asked once, too, and people hear what is known', async () => {
  town = await foundTown();
  town.service.breakHttp('not-cached');
  const bot = await town.startBot();
  const [answer] = await Promise.all([
    town.ask(town.player, 'market', '/shop', { item: 'DIAMOND' }),
    town.ask(town.player, 'market', '/price', { item: 'DIAMOND' }),
  ]);
  expect(answer.text).toContain('The list of shops is not in yet');
  expect(answer.text).toContain('NOT\\_CACHED');
  await bot.stop('SIGKILL');
  await town.startBot();
  expect(town.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
}, 40_000);
