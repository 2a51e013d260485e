import { expect, it } from 'vitest';
import { checkFiles } from '../../src/check/files.ts';
import { putGuard } from '../../src/storage/migrations/legacy-layout.ts';
import { RELEASED, writeReleasedStore } from '../storage/sqlite/released/write-released-store.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { bytesIn, change, locationIn, rowsOf, upgrade } from '../storage/sqlite/upgrade/legacy-store.ts';

/** Stands on: stores written by earlier releases, in real files. */

const check = (folder: string) => checkFiles(`sqlite://${locationIn(folder).path}`);

it.each(RELEASED)('a store of version %s is read and stays unchanged', async (version) => {
  const folder = temporaryFolder();
  writeReleasedStore(version, folder);
  const before = bytesIn(folder);
  const { finding, feeds, paused } = await check(folder);
  expect(finding).toMatchObject({
    isWell: true,
    message: expect.stringMatching(
      /crier\.sqlite was written by an older Crier: the next start makes one file of it and \S+crier\.events\.sqlite\. No Crier is running/,
    ),
  });
  expect(feeds?.map(({ kind }) => kind).sort()).toEqual(['auctions', 'trades']);
  expect([...paused]).toEqual(version === '0.4.0-dev' ? ['250'] : []);
  expect(bytesIn(folder)).toEqual(before);
});

it('the refused token and the stock evidence are read in either layout, and the token can be forgotten', async () => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  const token = 'a token of another bot';
  for (const layout of ['two files', 'one file']) {
    if (layout === 'one file') await upgrade(folder);
    const { refusedToken, stockEvidence, close } = await check(folder);
    expect(await refusedToken?.is(token), layout).toBe(true);
    expect(await refusedToken?.is('another'), layout).toBe(false);
    expect((await stockEvidence?.read())?.cases, layout).toEqual([{ owner: 'someone', fits: 'bundles' }]);
    if (layout === 'one file') await refusedToken?.forget();
    await close();
  }
  expect(rowsOf(settings, 'SELECT count(*) AS count FROM refused_token')).toEqual([{ count: 0 }]);

  const legacy = temporaryFolder();
  const { settings: old } = writeReleasedStore('0.4.0-dev', legacy);
  await (await check(legacy)).refusedToken?.forget();
  expect(rowsOf(old, "SELECT count(*) AS count FROM keyv WHERE namespace = 'refused-token'")).toEqual([{ count: 0 }]);
});

it.each([
  ["UPDATE keyv SET value = 'no JSON' WHERE namespace = 'feeds'", 'holds 2 feeds that cannot be read'],
  [
    `UPDATE keyv SET value = '{"value":{"v":2}}' WHERE key = (SELECT key FROM keyv WHERE namespace = 'feeds')`,
    'holds 1 feeds',
  ],
])('unreadable feeds of an old store are named (%s)', async (sql, expected) => {
  const folder = temporaryFolder();
  const { settings } = writeReleasedStore('0.4.0-dev', folder);
  change(settings, sql);
  expect((await check(folder)).finding).toMatchObject({ isWell: false, message: expect.stringContaining(expected) });
});

it('an old store without its journal, and a journal of a newer release, are named', async () => {
  const [lacking, newer] = [temporaryFolder(), temporaryFolder()];
  writeReleasedStore('0.4.0-dev', lacking);
  putGuard(locationIn(lacking));
  const { journal } = writeReleasedStore('0.4.0-dev', newer);
  change(journal, 'PRAGMA user_version = 99');
  expect((await check(lacking)).finding).toMatchObject({
    isWell: false,
    message: expect.stringContaining('its journal is missing'),
  });
  expect((await check(newer)).finding).toMatchObject({
    isWell: false,
    message: expect.stringContaining('written by a newer Crier (version 99'),
  });
});

it('an upgraded store is read like any other, and its guard file is not taken for a journal', async () => {
  const folder = temporaryFolder();
  writeReleasedStore('0.4.0-dev', folder);
  await upgrade(folder);
  const { finding, feeds, paused, close } = await check(folder);
  await close();
  expect(finding.message).toMatch(/^\S+crier\.sqlite can be read and written\. No Crier is running on it\./);
  expect(feeds).toHaveLength(2);
  expect([...paused]).toEqual(['250']);
});
