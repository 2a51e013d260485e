import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import { serverError, silence } from '../../../sandbox/discord/rest/faults.ts';
import type { User } from '../../../sandbox/discord/world/entities.ts';
import { checkpointName } from '../../../src/storage/mappers/checkpoint-names.ts';
import { weeklyCheckpoint } from '../../../src/subscriptions/weekly.ts';
import { WEEK_MS } from '../../../src/time/durations.ts';
import { openHandle } from '../../storage/postgres/database.ts';
import { dueOrder, openOwnShop, orderWeekly, weeklyMessages, withOrder } from '../world/weekly-orders.ts';
import { openFleetOfProcesses } from './open-fleet.ts';

/** Stands on: bots in their own processes, killed around weekly messages, on a real PostgreSQL. */

const WAITING_FOR_LOCKS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const checkpointOf = (user: User) => checkpointName(weeklyCheckpoint(user.id));

/** Opens a fleet that runs no process yet. At the next start the weekly messages of three users are due. */
async function openDue() {
  const fleet = await openFleetOfProcesses({ shops: 5 });
  const { world } = fleet;
  const db = openHandle(fleet.url);
  openOwnShop(world);
  const users = ['Ann', 'Ben', 'Cleo'].map((name) => world.discord.world.addUser({ name }));
  for (const user of users) world.discord.world.addMember(world.guild, user);
  const registered = world.discord.events.next('commands', () => true, PATIENCE_MS);
  const bot = await fleet.start();
  await registered;
  for (const user of users) await orderWeekly(world, user);
  await bot.stop();

  const order = dueOrder();
  /** Moves the orders and the last messages into the past, as if that time had passed. */
  async function pass(ms: number): Promise<void> {
    const { rows } = await db.query<{ id: string; record: string }>('SELECT id, record FROM people');
    for (const { id, record } of rows) {
      const moved = withOrder(record, { ...order, since: order.since - ms });
      await db.query('UPDATE people SET record = $1 WHERE id = $2', [moved, id]);
    }
    await db.query('UPDATE checkpoints SET at = at - $1 WHERE name = ANY ($2)', [ms, users.map(checkpointOf)]);
  }
  await pass(0);
  const count = async (sql: string) => (await db.query(sql)).count;
  /** Waits until each user has so many messages and no notice waits. */
  async function settled(weeks: number): Promise<void> {
    const sent = () => users.map((user) => weeklyMessages(world, user).length);
    await expect.poll(sent).toEqual(users.map(() => weeks));
    await expect.poll(() => count('SELECT FROM notices WHERE ended_at IS NULL')).toBe(0);
    expect(sent()).toEqual(users.map(() => weeks));
    expect(await count('SELECT FROM notices')).toBe(users.length * weeks);
  }
  return { ...fleet, users, db, count, pass, settled };
}

type Due = Awaited<ReturnType<typeof openDue>>;

/** Holds the last message before its commit, and the others between their commit and their seal. */
async function holdInStore({ db, users, count }: Due) {
  const locks = await db.connect('any');
  onTestFinished(() => locks.end());
  await locks.query('SET idle_in_transaction_session_timeout = 0');
  await locks.query('BEGIN');
  await locks.query('LOCK TABLE messages IN SHARE ROW EXCLUSIVE MODE');
  for (const user of users.slice(-1))
    await locks.query('INSERT INTO checkpoints (name, at) VALUES ($1, 0)', [checkpointOf(user)]);
  return {
    async reached() {
      await expect.poll(() => count(WAITING_FOR_LOCKS)).toBe(users.length);
      expect(await count('SELECT FROM notices')).toBe(users.length - 1);
    },
    release: () => locks.query('ROLLBACK'),
  };
}

/** Holds one message before Discord accepts it, and the others between their acceptance and its answer. */
async function holdAtDiscord({ world, users }: Due) {
  const faults = [silence(), silence({ afterAccepting: true }), serverError({ afterAccepting: true })];
  const planned = users.map((user, index) => {
    const path = `/channels/${world.discord.world.dmChannel(user).id}/messages`;
    return world.discord.fail({ method: 'POST', path }, faults[index] ?? silence(), { times: 30 });
  });
  return {
    async reached() {
      await expect.poll(() => planned.every(({ hits }) => hits > 0)).toBe(true);
      expect(users.map((user) => weeklyMessages(world, user).length)).toEqual([0, 1, 1]);
    },
    async release() {
      for (const fault of planned) fault.cancel();
    },
  };
}

test.each([
  ['around the commit of weekly messages', holdInStore],
  ['before and after Discord accepts weekly messages', holdAtDiscord],
])('a leader killed %s loses and repeats none, this week and the next', async (_moment, hold) => {
  const due = await openDue();
  const { world, start, settled } = due;
  const held = await hold(due);
  const leader = await start();
  await held.reached();
  const follower = await start();
  await leader.stop('SIGKILL');
  await held.release();
  const last = await start();
  await settled(1);
  expect(follower.log()).toContain('leader is gone, this process leads');

  await due.pass(WEEK_MS);
  await follower.stop('SIGKILL');
  await settled(2);
  expect(last.log()).toContain('leader is gone, this process leads');
  expect(world.discord.violations).toEqual([]);
});
