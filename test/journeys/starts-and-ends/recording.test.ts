import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { replay } from '../../../src/replay/replay.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { temporaryFolder } from '../../storage/sqlite/temporary-folder.ts';
import { openWorld, type World } from '../world/world.ts';

/** Stands on: the real bot with `--record`, over sockets to the simulated service, and real files. */

let world: World;
afterEach(() => world.close());

/** Returns all text of a recording. */
function textsIn(folder: string): string {
  const texts = globSync('**/*.{gz,json}', { cwd: folder }).map((name) => {
    const bytes = readFileSync(join(folder, name));
    return name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
  });
  return texts.join('\n');
}

test('a replay reads a recording like the service, without names of players and the operator', async () => {
  world = await openWorld({ shops: 200 });
  const folder = join(temporaryFolder(), 'recording');
  const streaming = world.service.nextConnection();
  const bot = world.startAtOnce({ CONTACT: 'operator@example.org' }, { folder, pixels: true });
  await streaming;
  await expect.poll(() => bot.log()).toContain('First list of all shops ingested');
  for (let bid = 3_001; bid < 3_021; bid++)
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bid });
  await expect
    .poll(async () => (await replay(folder, systemClock)).traffic.frames.of('auction'))
    .toBeGreaterThanOrEqual(20);
  await expect.poll(async () => (await replay(folder, systemClock)).snapshots.read).toBe(1);
  expect(await bot.stop()).toBe(0);

  const { about, traffic, snapshots, unreadable, failures } = await replay(folder, systemClock);
  expect([unreadable.entries(), failures.entries()]).toEqual([[], []]);
  expect(about.ended).toBe('stopped');
  expect(snapshots.mostShops).toBe(world.economy.shops().length);
  expect(traffic.connections).toBe(1);
  expect(traffic.requests.of('ok')).toBe(1);
  const recorded = textsIn(folder);
  for (const { owner } of world.economy.shops()) {
    expect(recorded).not.toContain(owner.uuid);
    if (owner.name !== null && owner.name.length >= 6) expect(recorded).not.toContain(owner.name);
  }
  for (const secret of [world.discord.token, world.service.url, 'operator@example.org'])
    expect(recorded).not.toContain(secret);
});

test('a folder that is not empty is logged, and the bot continues without recording', async () => {
  world = await openWorld({ shops: 20 });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const registered = world.discord.events.next('commands', () => true, 60_000);
  const bot = world.startAtOnce({}, { folder, pixels: true });
  await registered;
  expect(bot.log()).toContain('Recording disabled: the folder cannot be used');
  expect((await world.ask(world.player, 'market', '/health')).text).toContain('Shops');
  expect(globSync('*', { cwd: folder })).toEqual(['mine.txt']);
});
