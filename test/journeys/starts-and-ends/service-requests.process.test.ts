import { afterEach, expect, test } from 'vitest';
import { openWorld, textOf, type World } from '../world/world.ts';

/** The longest wait of a command for the first list of shops. */
const FIRST_SNAPSHOT_MS = 15_000;

let world: World;
afterEach(() => world.close());

test('fifty commands and five kills cause one request for all shops', async () => {
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

test('a failing service is explained to users, and requested once, even after a restart', async () => {
  world = await openWorld();
  world.service.breakHttp('not-cached');
  const bot = await world.startBot();
  const player = world.discord.as(world.player).in(world.channel('market'));
  const answers = ['/shop', '/price'].map((line) => player.run(line, { item: 'DIAMOND' }));
  await Promise.all(answers.map(({ callback }) => callback));
  await world.skip(FIRST_SNAPSHOT_MS);
  const [message] = await Promise.all(answers.map((answer) => answer.reply()));
  const text = message === undefined ? '' : textOf(message);
  expect(text).toContain('The list of shops isn’t here yet: the service has no data yet');
  expect(text).toContain('NOT\\_CACHED');
  await bot.stop();
  await world.startBot();
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});

test('a failing service is requested once, even if the process is killed with its refusal', async () => {
  world = await openWorld();
  world.service.breakHttp('not-cached');
  const killed = await world.startProcess();
  await expect.poll(() => killed.log()).toContain('NOT_CACHED');
  await killed.stop('SIGKILL');
  const connected = world.service.nextConnection();
  await world.startBot();
  await connected;
  expect(world.service.snapshotCount()).toMatchObject({ asked: 1, tooSoon: 0 });
});
