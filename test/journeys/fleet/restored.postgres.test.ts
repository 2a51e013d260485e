import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BACKUP_RESTORED_REASON, SPLIT_REASON } from '../../../src/storage/mappers/outbox-rows.ts';
import { findBinaries } from '../../storage/postgres/cluster.ts';
import { makeDatabase, makeEmptyDatabase, openHandle } from '../../storage/postgres/database.ts';
import { openWorld, textOf } from '../world/world.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RESTORED = 'Crier was set back to a backup';
/** More transactions than the tests' own server has seen. */
const FAR_ON = 4_000_000_000_000;

/** Returns the command of a tool in a docs page. */
function commandOf(page: string, tool: string): string {
  const line = page.split('\n').find((one) => one.startsWith(`${tool} `));
  if (line === undefined) throw new Error(`the page has no ${tool}`);
  return line;
}

test('a dump of a running database is restored as the docs say, without repeats and with one gap', async () => {
  const page = readFileSync(join(ROOT, 'docs/backing-up.md'), 'utf8');
  const [from, to] = [await makeDatabase(), await makeEmptyDatabase()];
  const world = await openWorld();
  onTestFinished(() => world.close());
  symlinkSync(join(ROOT, 'ops'), join(world.folder, 'ops'));
  const run = (tool: string, url: string) =>
    execFileSync('sh', ['-c', commandOf(page, tool)], {
      cwd: world.folder,
      env: { PATH: `${findBinaries()}:${process.env.PATH}`, STORE_URL: url },
    });
  const auction = (finalBid: number) => world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
  const places = [world.channel('market'), world.discord.world.dmChannel(world.player)];
  const texts = () => places.map((place) => world.discord.messages(place).map(textOf));
  const alertsOf = (bid: string) =>
    expect.poll(() => texts().every((each) => each.some((text) => text.includes(bid)))).toBe(true);

  const first = await world.startBot({ STORE_URL: from });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, null, '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  auction(1_001);
  await alertsOf('1,001');
  const held = world.discord.fail(
    { method: 'POST', path: /messages$/ },
    { effect: { kind: 'cut' }, afterAccepting: false },
    { times: 1_000 },
  );
  auction(1_002);
  await expect.poll(() => held.hits).toBeGreaterThan(1);
  run('pg_dump', from);
  held.cancel();
  await alertsOf('1,002');
  expect(await first.stop()).toBe(0);

  run('pg_restore', to);
  const db = openHandle(to);
  await db.query(`UPDATE feeds SET xid = '${FAR_ON}'; UPDATE watches SET xid = '${FAR_ON}'`);
  // Simulates a content filter's refusal before the dump: the notices of one message are pending and name it.
  const split = `WITH split AS (UPDATE messages SET settled_at = 1, why = '${SPLIT_REASON}' WHERE id =
    (SELECT max(id) FROM messages WHERE settled_at IS NULL) RETURNING id)
    UPDATE notices SET ended_at = NULL FROM split WHERE message = split.id RETURNING notices.id`;
  const [waiting] = (await db.query<{ id: number }>(split)).rows;
  run('psql', to);
  const ends = await db.query('SELECT why, message FROM notices WHERE id = $1 OR ended_at IS NULL', [waiting?.id]);
  expect(ends.rows).toEqual([{ why: BACKUP_RESTORED_REASON, message: null }]);
  const ahead =
    'SELECT id FROM feeds WHERE xid > pg_current_xact_id() UNION SELECT id FROM watches WHERE xid > pg_current_xact_id()';
  expect((await db.query(ahead)).rows).toEqual([]);
  const before = texts().map(({ length }) => length);
  await world.startBot({ STORE_URL: to });
  const since = () => texts().map((each, n) => each.slice(before[n]));
  await expect.poll(since).toEqual(places.map(() => [expect.stringContaining(RESTORED)]));

  await expect.poll(() => world.service.connections.size).toBe(1);
  auction(1_003);
  await alertsOf('1,003');
  expect(since().map(({ length }) => length)).toEqual([2, 2]);
  expect(world.service.snapshotCount().tooSoon).toBe(0);
});
