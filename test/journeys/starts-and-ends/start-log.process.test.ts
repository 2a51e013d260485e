import { afterEach, expect, test } from 'vitest';
import type { Bot } from '../../../sandbox/bot.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
afterEach(() => world.close());

function lineOf(bot: Bot, sentence: string) {
  const lines = bot
    .log()
    .split('\n')
    .filter((line) => line.includes(`"msg":"${sentence}`));
  expect(lines, sentence).toHaveLength(1);
  return JSON.parse(lines[0] ?? '{}');
}

test('a start logs its plan, then its login and findings, and the next one the age of its shops', async () => {
  world = await openWorld({ service: { prefix: 'all', revision: 'oldest' }, shops: 40 });
  const first = await world.startProcess({ LOG_LEVEL: 'info' });
  await expect.poll(() => first.log()).toContain('First list of all shops ingested');
  const { host } = new URL(world.service.url);
  expect(JSON.parse(first.log().split('\n')[0] ?? '')).toMatchObject({
    msg: 'Crier starts',
    version: expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?$/),
    service: `http://${host}`,
    store: `sqlite://${world.folder}/crier.sqlite`,
    role: 'all',
  });
  expect(lineOf(first, 'Crier is ready')).toMatchObject({ bot: expect.stringContaining('crier'), guilds: 1 });
  expect(lineOf(first, 'Stream connected')).toMatchObject({ prefix: '/api' });
  expect(lineOf(first, 'First list of all shops ingested')).toMatchObject({
    shops: 40,
    prefix: '/api',
    revision: 'oldest',
  });
  expect(first.log()).not.toContain(world.discord.token);
  await first.stop();

  const next = await world.startBot();
  await expect.poll(() => next.log()).toContain('"msg":"Shops of an earlier run');
  expect(lineOf(next, 'Shops of an earlier run')).toMatchObject({ shops: 40, ageSeconds: expect.any(Number) });
  await next.stop();
});

test('a bot in no server logs its invitation link with the needed permissions', async () => {
  world = await openWorld();
  world.discord.world.removeBot(world.guild);
  const bot = await world.startBot();
  const { invite } = lineOf(bot, 'Crier is in no server yet');
  const { origin, pathname, searchParams } = new URL(invite);
  expect(`${origin}${pathname}`).toBe('https://discord.com/oauth2/authorize');
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: world.discord.world.bot.id,
    scope: 'bot applications.commands',
    permissions: '274877959168',
  });
});
