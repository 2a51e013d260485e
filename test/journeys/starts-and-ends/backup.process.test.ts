import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { canvasId, canvasSnbt } from '../../market/paintings/samples.ts';
import { openWorld, textOf, type World } from '../world/world.ts';
import { MAIN, run } from './run-backup.ts';

let world: World;
afterEach(() => world.close());

const RESTORED = 'Crier was set back to a backup';
const auction = (finalBid: number) => ({ item: { type: 'DIAMOND' }, amount: 1, finalBid });
const messagesIn = (name: string) => world.discord.messages(world.channel(name)).map(textOf);
const messagesTo = (person: World['player']) =>
  world.discord.messages(world.discord.world.dmChannel(person)).map(textOf);

test('a restored backup of a running Crier repeats no alert, and reports the gap once per channel', async () => {
  world = await openWorld();
  const bot = await world.startProcess();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  await world.ask(world.player, null, '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const alert = world.discord.nextMessage(world.channel('market'), (message) => textOf(message).includes('1,001'));
  world.economy.auction(auction(1_001));
  await alert;

  // Notices that are pending during the backup are sent later by this process.
  const held = world.discord.fail(
    { method: 'POST', path: /messages$/ },
    { effect: { kind: 'cut' }, afterAccepting: false },
    { times: 1_000 },
  );
  world.economy.auction(auction(1_002));
  await expect.poll(() => held.hits).toBeGreaterThan(1);
  const backup = join(world.folder, 'kept');
  expect(await run('backup', world.folder, backup)).toMatchObject({ code: 0, output: expect.stringContaining(backup) });
  expect(readdirSync(backup).sort()).toEqual(['crier-backup.json', 'store.sqlite']);
  held.cancel();
  await world.discord.findMessage(world.channel('market'), (message) => textOf(message).includes('1,002'));
  await bot.stop('SIGKILL');

  const elsewhere = join(world.folder, 'elsewhere');
  expect((await run('restore', elsewhere, backup)).code).toBe(0);
  const there = { STORE_URL: `sqlite://${join(elsewhere, 'crier.sqlite')}` };
  const [inChannel, inDirect] = [messagesIn('market').length, messagesTo(world.player).length];
  const restored = await world.startProcess(there);
  expect(restored.log()).toContain(
    '"targets":2,"msg":"A backup was restored, notifying channels and users of the gap"',
  );
  expect(statSync(elsewhere).mode & 0o777).toBe(0o700);
  await expect.poll(() => messagesIn('market').slice(inChannel)).toEqual([expect.stringContaining(RESTORED)]);
  await expect.poll(() => messagesTo(world.player).slice(inDirect)).toEqual([expect.stringContaining(RESTORED)]);

  const next = world.discord.nextMessage(world.channel('market'), (message) => textOf(message).includes('1,003'));
  await expect.poll(() => world.service.connections.size).toBe(1);
  world.economy.auction(auction(1_003));
  // The gap is reported once. A slow start may add one from the time of the restore.
  const timesIn = (text = '') => [...text.matchAll(/<t:(\d+):/g)].map(([, since]) => Number(since));
  const backedUpAt = Math.min(...timesIn(messagesIn('market')[inChannel]));
  expect(timesIn(textOf(await next)).filter((since) => since <= backedUpAt)).toEqual([]);
  await expect.poll(() => messagesTo(world.player).slice(inDirect)).toHaveLength(2);
  expect(messagesIn('market').filter((text) => /1,00[12]/.test(text))).toHaveLength(2);
  expect(world.service.snapshotCount().tooSoon).toBe(0);
});

test('a restored backup has the pictures of paintings that no shop sells any more', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  const id = canvasId();
  const item = { type: 'PAINTING', quantity: 1, name: 'Canvas', snbt: canvasSnbt({ id, title: 'Quiet Harbour' }) };
  world.economy.auction({ item, amount: 1, finalBid: 7 });
  const picture = async () => {
    const { message } = await world.ask(world.player, 'market', '/painting', { painting: 'Quiet Harbour' });
    return message.attachments?.map(({ filename, size }) => ({ filename, size }));
  };
  await expect.poll(picture).toMatchObject([{ filename: `canvas-${id}.png` }]);
  const before = await picture();
  const backup = join(world.folder, 'kept');
  expect((await run('backup', world.folder, backup)).code).toBe(0);
  await bot.stop();
  const elsewhere = join(world.folder, 'elsewhere');
  expect((await run('restore', elsewhere, backup)).code).toBe(0);
  await world.startProcess({ STORE_URL: `sqlite://${join(elsewhere, 'crier.sqlite')}` });
  expect(await picture()).toEqual(before);
});

test('a backup under load is consistent: every undo step belongs to an existing watch', async () => {
  world = await openWorld();
  await world.startBot();
  const making = (async () => {
    for (let count = 1; count <= 12; count += 1)
      await world.ask(world.player, null, '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: count });
  })();
  for (let count = 0; count < 3; count += 1) {
    const folder = join(world.folder, `kept-${count}`);
    expect((await run('backup', world.folder, folder)).code).toBe(0);
    const store = new DatabaseSync(join(folder, 'store.sqlite'), { readOnly: true });
    const undone = store
      .prepare("SELECT watch.value AS id FROM undos, json_each(record, '$.remove') AS watch")
      .all()
      .map(({ id }) => id);
    const watches = store
      .prepare('SELECT id FROM watches')
      .all()
      .map(({ id }) => id);
    expect(watches).toEqual(expect.arrayContaining(undone));
    expect(watches.length > 0).toBe(undone.length > 0);
    store.close();
  }
  await making;
});

test('a restore refuses a running store, a folder that is no backup, and a newer one, without changes', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  await world.ask(world.player, null, '/watch add', { item: 'DIAMOND', trigger: 'auctioned' });
  const backup = join(world.folder, 'kept');
  await run('backup', world.folder, backup);
  expect(await run('restore', world.folder, backup)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/Another Crier already runs on this store .*stop that process first/),
  });
  expect(await run('backup', world.folder, backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already exists'),
  });
  await bot.stop();

  mkdirSync(join(world.folder, 'empty'));
  const none = await run('restore', world.folder, join(world.folder, 'empty'));
  expect(none).toMatchObject({ code: 1, output: expect.stringContaining('is no backup of Crier') });
  const newer = join(world.folder, 'newer');
  const store = new DatabaseSync(join(world.folder, 'crier.sqlite'));
  const known = store.prepare('PRAGMA user_version').get()?.user_version;
  store.exec('PRAGMA user_version = 99');
  expect((await run('backup', world.folder, newer)).code).toBe(0);
  store.exec(`PRAGMA user_version = ${known}`);
  store.close();
  expect(await run('restore', world.folder, newer)).toMatchObject({
    code: 1,
    output: expect.stringContaining('made by a newer Crier'),
  });

  const restored = await run('restore', world.folder, backup);
  expect(restored.code).toBe(0);
  const [, oldFolder = ''] = /The old files are in (.*)\./.exec(restored.output) ?? [];
  expect(readdirSync(oldFolder)).toContain('crier.sqlite');
  const again = await world.startBot();
  expect((await world.ask(world.player, null, '/watch list')).text).toContain('Diamond');
  await again.stop();
});

test('an interrupted restore prevents a start until it is run again', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  await bot.stop();
  const backup = join(world.folder, 'kept');
  await run('backup', world.folder, backup);
  writeFileSync(join(world.folder, 'crier.restoring'), '');
  const refused = world.startAtOnce();
  expect(await refused.exited).toBe(1);
  expect(refused.log()).toContain('was interrupted: run npm run restore again');
  expect((await run('restore', world.folder, backup)).code).toBe(0);
  expect(existsSync(join(world.folder, 'crier.restoring'))).toBe(false);
  await world.startBot();
});

test('a backup without a store, and of a PostgreSQL, is refused with advice', async () => {
  world = await openWorld();
  expect(await run('backup', world.folder)).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no store to back up'),
  });
  const child = spawn(process.execPath, [MAIN, 'backup'], {
    cwd: world.folder,
    env: { PATH: process.env.PATH, STORE_URL: 'postgres://crier:secret@db/crier' },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text));
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output).toContain('pg_dump --format=custom');
  expect(output).not.toContain('secret');
});
