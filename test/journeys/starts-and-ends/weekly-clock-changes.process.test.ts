import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { silence } from '../../../sandbox/discord/rest/faults.ts';
import { DAY_MS } from '../../../src/time/durations.ts';
import { openOwnShop, orderWeekly, weeklyMessages, withOrder } from '../world/weekly-orders.ts';
import { openWorld } from '../world/world.ts';

/** Stands on: the real bot in processes that are killed, with a wall clock that the test sets. */

const PRELOAD = `--import=${new URL('../../faults/jump-wall-clock.ts', import.meta.url).href}`;
const POSTS = { method: 'POST', path: /\/messages$/ };
/** Berlin, and zones that always have its summer and its winter time: 09:00 is 07:00 and 08:00 UTC. */
const TIME_ZONES = ['Europe/Berlin', 'Etc/GMT-2', 'Etc/GMT-1'];

/** Opens a world in which a user of each time zone has ordered the weekly message at a time. */
async function openOrdered(since: number) {
  const world = await openWorld({ shops: 5 });
  onTestFinished(() => world.close());
  openOwnShop(world);
  const users = TIME_ZONES.map((name) => world.discord.world.addUser({ name }));
  for (const user of users) world.discord.world.addMember(world.guild, user);
  const bot = await world.startProcess();
  for (const user of users) await orderWeekly(world, user);
  await bot.stop();

  function inStore<T>(use: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(world.folder, 'crier.sqlite'), { timeout: 5_000 });
    try {
      return use(db);
    } finally {
      db.close();
    }
  }
  for (const [index, { id }] of users.entries()) {
    inStore((db) => {
      const { record } = db.prepare('SELECT record FROM people WHERE id = ?').get(id) ?? {};
      const ordered = withOrder(record, { timeZone: String(TIME_ZONES[index]), since });
      db.prepare('UPDATE people SET record = ? WHERE id = ?').run(ordered, id);
    });
  }
  const WALL_CLOCK_AHEAD = join(world.folder, 'ahead');
  return {
    world,
    start: () => world.startProcess({ NODE_OPTIONS: PRELOAD, WALL_CLOCK_AHEAD, TZ: 'Europe/Berlin' }),
    /** Sets the time of Discord, the service and the next start. */
    setTime(at: number) {
      const skippedMs = at - world.clock.now();
      world.clock.skip(skippedMs);
      world.discord.advance(skippedMs);
      writeFileSync(WALL_CLOCK_AHEAD, String(at - Date.now()));
    },
    /** Counts the messages of the outbox that are settled, and all notices. */
    stored: () =>
      inStore((db) => ({
        settled: db.prepare('SELECT id FROM messages WHERE settled_at IS NOT NULL').all().length,
        notices: db.prepare('SELECT id FROM notices').all().length,
      })),
    sent: () => users.map((user) => weeklyMessages(world, user).length),
  };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

test.each([
  {
    change: 'spring',
    steps: [
      ['2035-03-19T07:00:01Z', [0, 1, 0]],
      ['2035-03-19T08:00:01Z', [1, 1, 1]],
      ['2035-03-26T07:00:01Z', [2, 2, 1]],
      ['2035-03-26T08:00:01Z', [2, 2, 2]],
    ],
  },
  {
    change: 'autumn',
    steps: [
      ['2035-10-22T07:00:01Z', [1, 1, 0]],
      ['2035-10-22T08:00:01Z', [1, 1, 1]],
      ['2035-10-29T07:00:01Z', [1, 2, 1]],
      ['2035-10-29T08:00:01Z', [2, 2, 2]],
    ],
  },
] as const)('the $change change of the clock and kills repeat and lose no weekly message', async ({ steps }) => {
  const [[first]] = steps;
  const { world, start, setTime, stored, sent } = await openOrdered(Date.parse(first) - 3 * DAY_MS);
  for (const [index, [time, expected]] of steps.entries()) {
    const due = sum(expected) - sum(sent());
    setTime(Date.parse(time));
    const planned = world.discord.fail(POSTS, silence({ afterAccepting: index % 2 === 1 }), { times: 30 });
    const killed = await start();
    await expect.poll(() => planned.hits).toBeGreaterThanOrEqual(due);
    await killed.stop('SIGKILL');
    planned.cancel();
    const bot = await start();
    // Discord deduplicates a repeated message for some minutes only.
    await expect.poll(stored).toEqual({ settled: sum(expected), notices: sum(expected) });
    expect(sent()).toEqual(expected);
    await bot.stop();
  }
  expect(sent()).toEqual([2, 2, 2]);
  expect(world.discord.violations).toEqual([]);
});
