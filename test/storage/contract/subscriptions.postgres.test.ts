import { expect, test } from 'vitest';
import { settingsForms } from '../../../src/storage/mappers/settings-records.ts';
import { PostgresSettings, PostgresSubscriptions } from '../../../src/storage/postgres/settings.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { makeDatabase, openHandle } from '../postgres/database.ts';
import { watch } from '../sqlite/samples.ts';
import { subscriptionsContract } from './subscriptions.contract.ts';

/** Opens two processes; one reads the records that the other saves. */
async function open() {
  const url = await makeDatabase();
  const log = recordingLog();
  const forms = settingsForms(log);
  const [one, other] = [openHandle(url), openHandle(url)];
  return {
    db: one,
    log,
    settings: new PostgresSettings(one, forms),
    subscriptions: new PostgresSubscriptions(other, forms),
  };
}

subscriptionsContract('PostgreSQL', open);

test('an unreadable record is kept, left out, and logged once', async () => {
  const { db, log, settings, subscriptions } = await open();
  for (const id of ['w1', 'w2']) await settings.putWatch({ ...watch, id });
  await db.query("UPDATE watches SET record = 'broken' WHERE id = 'w1'");
  for (let asked = 0; asked < 2; asked += 1) {
    expect((await subscriptions.watchesOf(watch.userId)).map(({ id }) => id)).toEqual(['w2']);
  }
  expect(log.errors()).toMatchObject([{ facts: { count: 1, ids: ['w1'] } }]);
});

test('all expiring watches are listed, however many there are', async () => {
  const { settings, subscriptions } = await open();
  const ids = Array.from({ length: 1_100 }, (_, n) => `w${n}`);
  await Promise.all(ids.map((id) => settings.putWatch({ ...watch, id, repeat: 'once' })));
  const found: string[] = [];
  for await (const { id } of subscriptions.endingBefore(0)) found.push(id);
  expect(found.sort()).toEqual(ids.sort());
});
