import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type Fault, serverError, silence } from '../../../sandbox/discord/rest/faults.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import { nextWeekly } from '../../../src/routing/weekly.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot in processes that are killed around a weekly message, over sockets to a simulated world. */

const ADA = { name: 'AdaTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const POSTS = { method: 'POST', path: /\/messages$/ };
const KILL_AT_COMMIT = `--import=${new URL('../../faults/kill-at-commit.ts', import.meta.url).href}`;

/** Orders the weekly message by its button, and stops the bot. */
async function order(world: World): Promise<void> {
  const bot = await world.startProcess();
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
  const { message } = await world.ask(world.player, 'market', '/my-shops');
  const ids = message.components.flatMap(withDescendants).map(({ custom_id: id }) => String(id));
  const on = ids.find((id) => id.endsWith('weekly:on'));
  await world.discord.as(world.player).in(world.channel('market')).press(message, String(on)).reply();
  await bot.stop();
}

/**
 * Moves an order ten days back, so that the message of the last Monday is due at the next start, and into a time zone
 * in which no Monday comes during the test.
 */
function moveOrderBack(path: string, userId: string): void {
  const db = new DatabaseSync(path);
  const { record } = db.prepare('SELECT record FROM people WHERE id = ?').get(userId) ?? {};
  const timeZone = ['UTC', 'Asia/Tokyo'].find((zone) => nextWeekly(zone, Date.now()) - Date.now() > HOUR_MS);
  const moved = String(record)
    .replace(/"since":(\d+)/, (_, since) => `"since":${Number(since) - 10 * DAY_MS}`)
    .replace(/"timeZone":"[^"]*"/, `"timeZone":"${timeZone}"`);
  expect(moved).not.toBe(record);
  db.prepare('UPDATE people SET record = ? WHERE id = ?').run(moved, userId);
  db.close();
}

/**
 * Opens a world in which a user's weekly message is due at the next start.
 * @returns `weekly` counts their weekly messages
 */
async function openDue() {
  const world = await openWorld({ shops: 5 });
  onTestFinished(() => world.close());
  const location = { x: 9_000, y: 64, z: 0, world: 'world' };
  world.economy.list({ type: 'SELLING', owner: ADA, price: 4, remaining: 320, item: { type: 'DIRT' }, location });
  const weekly = () => {
    const sent = world.discord.messages(world.discord.world.dmChannel(world.player));
    return sent.filter((message) => textOf(message).includes('Your shops')).length;
  };
  await order(world);
  expect(weekly()).toBe(0);
  moveOrderBack(join(world.folder, 'crier.sqlite'), world.player.id);
  return { world, weekly };
}

/** Starts the bot twice, and expects one message in all. */
async function expectOnce({ world, weekly }: Awaited<ReturnType<typeof openDue>>): Promise<void> {
  for (let start = 0; start < 2; start += 1) {
    const bot = await world.startProcess();
    await expect.poll(weekly).toBe(1);
    await world.ask(world.player, 'market', '/my-shops');
    await bot.stop();
  }
  expect(weekly()).toBe(1);
  expect(world.discord.violations).toEqual([]);
}

test.each(['before', 'after'])(
  'a weekly message reaches its user once although the bot is killed right %s its write',
  async (moment) => {
    const due = await openDue();
    const killed = await due.world.startProcess({ NODE_OPTIONS: KILL_AT_COMMIT, KILL_AT: moment });
    expect(await killed.exited).toBeNull();
    expect(due.weekly()).toBe(0);
    await expectOnce(due);
  },
);

test.each<[string, Fault]>([
  ['after Discord accepted it without an answer', silence({ afterAccepting: true })],
  ['after Discord accepted it and answered 500', serverError({ afterAccepting: true })],
  ['after Discord failed with 503', serverError({ status: 503 })],
])('a weekly message reaches its user once although the bot is killed %s', async (_name, fault) => {
  const due = await openDue();
  const { world } = due;
  const planned = world.discord.fail(POSTS, fault, { times: 30 });
  const killed = await world.startProcess();
  await expect.poll(() => planned.hits).toBeGreaterThan(0);
  await killed.stop('SIGKILL');
  planned.cancel();
  await expectOnce(due);
});
