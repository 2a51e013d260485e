import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type Fault, serverError, silence } from '../../../sandbox/discord/rest/faults.ts';
import { dueOrder, openOwnShop, orderWeekly, weeklyMessages, withOrder } from '../world/weekly-orders.ts';
import { openWorld } from '../world/world.ts';

/** Stands on: the real bot in processes that are killed around a weekly message, over sockets to a simulated world. */

const POSTS = { method: 'POST', path: /\/messages$/ };
const KILL_AT_COMMIT = `--import=${new URL('../../faults/kill-at-commit.ts', import.meta.url).href}`;

/** Makes the ordered message due at the next start. */
function moveOrderBack(path: string, userId: string): void {
  const db = new DatabaseSync(path);
  const { record } = db.prepare('SELECT record FROM people WHERE id = ?').get(userId) ?? {};
  const moved = withOrder(record, dueOrder());
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
  openOwnShop(world);
  const weekly = () => weeklyMessages(world, world.player).length;
  const bot = await world.startProcess();
  await orderWeekly(world, world.player);
  await bot.stop();
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
