import { expect, onTestFinished, test } from 'vitest';
import { explainGatewayProxy } from '../../src/discord/gateway/client.ts';
import { openWorld } from '../journeys/world/world.ts';

/** Stands on: the real bot in this process, the local Discord over sockets, a clock that the test advances. */

const ANSWER = {
  url: 'wss://gateway.discord.gg',
  shards: 1,
  session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 },
};

test('fault 95: a login that takes 30 s past a proxy is logged with its explanation', async () => {
  const world = await openWorld({ shops: 10 });
  onTestFinished(() => world.close());
  const body = { effect: { kind: 'answer', status: 200, body: ANSWER }, afterAccepting: false } as const;
  world.discord.fail({ path: '/gateway/bot' }, body);
  // discord.js requests it again for its own connection.
  world.discord.fail({ path: '/gateway/bot' }, { effect: { kind: 'silence' }, afterAccepting: false });
  const bot = world.startAtOnce({ HTTPS_PROXY: 'http://ada:secret@proxy.example:3128' });
  const proxyLines = () =>
    bot
      .log()
      .split('\n')
      .filter((line) => line.includes('cannot use a proxy'));
  await expect.poll(() => proxyLines().length).toBe(1);
  expect(proxyLines()[0]).toContain(
    'Crier cannot use a proxy for Discord’s gateway: it connects to gateway.discord.gg:443 directly, past HTTPS_PROXY.',
  );
  await world.skip(30_000);
  await expect.poll(() => proxyLines().length).toBe(2);
  expect(proxyLines()[1]).toContain('No login at Discord yet. ');
  expect(bot.log()).not.toContain('secret');
});

test.each([
  ['wss://gateway.discord.gg', {}, false],
  ['wss://gateway.discord.gg', { HTTPS_PROXY: 'http://proxy.example' }, true],
  ['wss://gateway.discord.gg', { HTTP_PROXY: 'http://proxy.example' }, false],
  ['wss://gateway.discord.gg', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'discord.gg' }, false],
  ['ws://127.0.0.1:9', { ALL_PROXY: 'http://proxy.example' }, true],
  ['ws://127.0.0.1:9', { ALL_PROXY: 'http://proxy.example', NO_PROXY: '127.0.0.1' }, false],
])('fault 95: a gateway at %s with %j is explained in the log: %s', (url, settings, isSaid) => {
  expect(explainGatewayProxy(url, settings) !== null).toBe(isSaid);
});
