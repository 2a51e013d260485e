import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { makeDatabase, openTcpProxy } from '../../storage/postgres/database.ts';
import { openWorld } from '../world/world.ts';
import { startMember } from './member.ts';

/** Stands on: the real bot in the test's process, on a real PostgreSQL behind a proxy that cuts connections. */

test.each([
  ['the rejected token', 'FROM refused_token'],
  ['the values of other processes', 'FROM fleet_state'],
  ['holds of its address', 'FROM send_holds'],
  ['the traded types', 'SELECT DISTINCT type FROM items'],
])('a connection cut while a start reads %s ends no start', async (_, statement) => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const cut = proxy.cutAfterAnswerTo(statement);
  const bot = await startMember({ ...world.environment(), STORE_URL: proxy.url(direct) }, world.clock);
  await cut;
  expect(await Promise.race([registered.then(() => 'registered'), bot.exited])).toBe('registered');
});
