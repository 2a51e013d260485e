import { copyFile, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot on real files, over sockets to a simulated world. */

const UNREADABLE_LINE = 'The saved list cannot be read';
const UNANNOUNCED_LINE = 'changes of shops are not announced';

let world: World;
beforeEach(async () => {
  world = await openWorld({ environment: { SHOPS_REFRESH_SECONDS: '60' } });
});
afterEach(() => world.close());

const list = (owner: string) =>
  world.economy.list({
    type: 'SELLING',
    owner: { name: owner, uuid: owner },
    price: 1,
    remaining: 64,
    item: { type: 'DRAGON_EGG', quantity: 1 },
  });
const find = async () => (await world.ask(world.player, 'market', '/shop', { item: 'DRAGON_EGG' })).text;
const health = async () => (await world.ask(world.player, 'market', '/health')).text;
const soldOwners = () =>
  world.discord
    .messages(world.discord.world.dmChannel(world.player))
    .map(textOf)
    .join('\n')
    .match(/Ann|Bob|Cid|Dan|Eve/g);
/** Advances the clock until the next list of shops. */
const refresh = async () => {
  const { asked } = world.service.snapshotCount();
  while (world.service.snapshotCount().asked === asked) await world.skip(10_000);
};
const saved = async () => (await readdir(world.folder)).filter((name) => name.endsWith('.json.zst')).sort();

/** Truncates the files of saved snapshots, except the first `kept`. */
async function damage(kept: number): Promise<void> {
  for (const name of (await saved()).slice(kept)) await truncate(join(world.folder, name), 20);
  world.expectError(UNANNOUNCED_LINE);
}

/**
 * Copies the saved snapshot, which each later one replaces.
 * @returns a function that restores the copy, like a file that could not be deleted
 */
async function keepCopy(): Promise<() => Promise<void>> {
  // The bot answers before it has saved the shops.
  await expect.poll(saved).toHaveLength(1);
  const [name = ''] = await saved();
  const [path, copy] = [join(world.folder, name), join(world.folder, `copy of ${name}.bak`)];
  await copyFile(path, copy);
  return () => copyFile(copy, path);
}

test('damaged shops of the last snapshot are replaced by older ones, and pending notices are sent once', async () => {
  list('Ann');
  const first = await world.startBot();
  await find();
  await world.ask(world.player, null, '/watch add', {
    item: 'DRAGON_EGG',
    trigger: 'at-or-below',
    price: 2,
    cooldown: 0,
  });
  const putBack = await keepCopy();
  list('Bob');
  await refresh();
  await expect.poll(soldOwners).toEqual(['Bob']);
  const outage = world.discord.fail({ method: 'POST', path: /\/messages$/ }, serverError(), { times: 1_000 });
  list('Cid');
  const asked = world.discord.nextRequest(({ path }) => path.endsWith('/messages'));
  await refresh();
  await asked;
  list('Dan');
  await refresh();
  expect(await first.stop()).toBe(0);
  await putBack();
  await damage(1);
  list('Eve');
  const next = await world.startBot();
  expect(await find()).toMatch(/Ann.*Shops as of <t:\d+:R>/s);
  expect(await find()).not.toMatch(/Bob|Cid|Dan|Eve/);
  expect(await health()).toContain(UNREADABLE_LINE);
  expect(next.log()).toContain(UNANNOUNCED_LINE);
  outage.cancel();
  await expect.poll(soldOwners).toEqual(['Bob', 'Cid', 'Dan']);
  await refresh();
  await expect.poll(find).toMatch(/Eve/);
  expect(await health()).not.toContain(UNREADABLE_LINE);
  await world.skip(20_000);
  expect(soldOwners()).toEqual(['Bob', 'Cid', 'Dan']);
  // The loss stays reported.
  expect(await next.stop()).toBe(0);
  await world.startBot();
  expect(await find()).toMatch(/Eve/);
  expect(await health()).toMatch(/Nobody was told what changed in shops: <t:\d+:t>[^,\n]*$/m);
  const [watch] = await world.discord.as(world.player).inDm().autocomplete('/watch explain', 'watch', '');
  const explained = await world.ask(world.player, null, '/watch explain', { watch: String(watch?.value) });
  expect(explained.text).toMatch(/^The saved shops were lost <t:\d+:t>/m);
});

test('commands without any readable snapshot name the next request, and /health explains missing alerts', async () => {
  list('Ann');
  const first = await world.startBot();
  await find();
  expect(await first.stop()).toBe(0);
  await damage(0);
  await world.startBot();
  await expect.poll(find).toMatch(/^The list of shops isn’t here yet. .*<t:\d+:T>.$/);
  expect(await health()).toMatch(new RegExp(`The list of shops isn’t here yet.*${UNREADABLE_LINE}`, 's'));
  list('Bob');
  await refresh();
  await expect.poll(find).toMatch(/Bob/);
  expect(await health()).not.toContain(UNREADABLE_LINE);
  expect((await readdir(world.folder)).filter((name) => name.endsWith('.corrupt'))).toHaveLength(1);
});

test('fault 54: a full disk keeps the list of shops before it, and the next list is saved and announced', async () => {
  list('Ann');
  const first = await world.startBot({ LOG_LEVEL: 'info' });
  await find();
  await world.ask(world.player, null, '/watch add', { item: 'DRAGON_EGG', trigger: 'at-or-below', price: 2 });
  // Until then Crier may still delete unfinished files.
  await expect.poll(() => first.log()).toContain('First list of all shops ingested');
  // The second list since the start is written to this path.
  await symlink('/dev/full', join(world.folder, 'crier.shops-unfinished-2.json.zst.tmp'));
  list('Bob');
  await refresh();
  await expect.poll(health).toMatch(/The last try failed .*no space left on device/);
  expect(await find()).not.toContain('Bob');
  expect(first.log()).toContain('Shops not refreshed: ENOSPC');
  expect([soldOwners(), (await saved()).length]).toEqual([null, 1]);
  await refresh();
  await expect.poll(soldOwners).toEqual(['Bob']);
  expect(await health()).not.toContain('failed');
  expect(await first.stop()).toBe(0);
  await world.startBot();
  expect(await find()).toContain('Bob');
});

test('unfinished files of a killed process are deleted once the next has read the saved shops', async () => {
  list('Ann');
  const first = await world.startBot();
  await find();
  expect(await first.stop()).toBe(0);
  await writeFile(join(world.folder, 'crier.shops-unfinished-7.json.zst.tmp'), 'half');
  await world.startBot();
  await find();
  expect((await readdir(world.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(world.service.snapshotCount().asked).toBe(1);
});
