import { expect, test } from 'vitest';
import { BanRegister } from '../../src/pipeline/ban-register.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openJournal } from '../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../log/recording-log.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

/**
 * Opens a register on a real journal. `notified` collects the bans that were announced as new; `fault.diskFull` fails
 * every write.
 */
async function register() {
  const fault = { diskFull: false };
  const log = recordingLog();
  const journal = openJournal(openDatabase(`${temporaryFolder()}/crier.sqlite`, log), Date.now, log);
  const notified: string[][] = [];
  const bans = await BanRegister.open({
    journal,
    log,
    fetchBans: async () => ({ ids: null, takenAt: null, trouble: null }),
    async write(ids, fresh, at) {
      if (fault.diskFull) throw new Error('disk full');
      notified.push([...fresh]);
      await journal.record({ changes: [], notices: [], bans: { ids, at } });
      return true;
    },
  });
  return { bans, journal, log, notified, fault, count: async () => (await bans.list())?.bans.length };
}

test('an empty list of bans is doubted until the next is empty too, and bans that return are not news', async () => {
  const { bans, journal, notified, count } = await register();
  bans.take(['a_1', 'b_2'], 1);
  expect(await count()).toBe(2);
  bans.take([], 2);
  expect(await bans.list()).toMatchObject({ heardAt: 1, trouble: expect.stringContaining('suddenly empty') });
  expect(bans.has('a_1')).toBe(true);
  bans.take(['a_1', 'b_2'], 3);
  expect(await bans.list()).toMatchObject({ heardAt: 3, trouble: null });
  expect(notified).toEqual([[], []]);

  bans.take([], 4);
  bans.take([], 5);
  expect(await count()).toBe(0);
  bans.take(['a_1'], 6);
  await bans.settled();
  expect(notified.at(-1)).toEqual(['a_1']);
  await journal.close();
});

test('a list of bans that cannot be saved still counts, and its new bans are announced with the next', async () => {
  const { bans, journal, log, notified, fault, count } = await register();
  bans.take(['a_1'], 1);
  await bans.settled();
  fault.diskFull = true;
  bans.take(['a_1', 'b_2'], 2);
  expect(await count()).toBe(2);
  expect(bans.has('b_2')).toBe(true);
  fault.diskFull = false;
  bans.take(['a_1', 'b_2'], 3);
  bans.take(['a_1', 'b_2'], 4);
  await bans.settled();
  expect(notified).toEqual([[], ['b_2'], []]);
  expect(log.errors()).toHaveLength(1);
  await journal.close();
});
