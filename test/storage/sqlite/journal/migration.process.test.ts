import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { BUCKET_MS } from '../../../../src/market/prices/trade-group.ts';
import { openJournal } from '../../../../src/storage/sqlite/journal.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { startChild } from '../child.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { FIRST_RELEASE, SECOND_RELEASE } from './releases.ts';
import { channel, item, person, shop, traded } from './samples.ts';

const KILLED = join(import.meta.dirname, 'killed-migration.ts');

it('a migration keeps the trades and notices of the first release, places unknown', async () => {
  const db = new DatabaseSync(join(temporaryFolder(), 'crier.sqlite'));
  db.exec(FIRST_RELEASE);
  const journal = openJournal(db, Date.now, recordingLog());
  onTestFinished(() => journal.close());
  await journal.record({ changes: [traded(BUCKET_MS + 5)], notices: [] });

  const { key } = item().identity;
  const nowhere = { key, place: null };
  const trades = await journal.history({ type: 'SLIME_BLOCK' }, 0, 2 * BUCKET_MS);
  expect(trades).toEqual([
    { ...nowhere, kind: 'purchase', at: 0, unitPrice: 10 / 3, trades: 2, items: 9, paid: 30, lastAt: BUCKET_MS - 1 },
    { ...nowhere, kind: 'auction', at: BUCKET_MS, unitPrice: 4.5, trades: 1, items: 2, paid: 9, lastAt: BUCKET_MS },
    {
      key,
      place: { location: shop().location, owner: shop().owner },
      kind: 'purchase',
      at: BUCKET_MS,
      unitPrice: 4,
      trades: 1,
      items: 3,
      paid: 12,
      lastAt: BUCKET_MS + 5,
    },
  ]);
  expect(await journal.history({ type: 'SLIME_BLOCK' }, BUCKET_MS - 1, BUCKET_MS)).toEqual(trades.slice(0, 1));
  expect(await journal.waiting(channel, 5, 9)).toMatchObject([{ subscriptionIds: ['f1'], held: null }]);
});

/** Asserts the data that a journal of the second release keeps. */
async function expectSecondRelease(path: string): Promise<void> {
  const journal = openJournal(new DatabaseSync(path), Date.now, recordingLog());
  onTestFinished(() => journal.close());
  // Earlier releases saved no price.
  expect(await journal.lastDelivered(['w1'])).toEqual(new Map([['w1', { at: 600, price: null }]]));
  const [underWay] = await journal.sealed(person);
  expect(underWay).toMatchObject({ nonce: 'n', subscriptionIds: ['w2'] });
  await journal.settle(underWay?.id ?? 0, { kind: 'delivered', messageId: '1', at: 900 });
  expect(await journal.lastDelivered(['w2'])).toEqual(new Map([['w2', { at: 900, price: null }]]));
}

it('a migration keeps the last delivery of a watch and messages in flight, prices unknown', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path);
  db.exec(SECOND_RELEASE);
  db.close();
  await expectSecondRelease(path);
});

it('a migration is complete after a kill in its middle', async () => {
  const path = join(temporaryFolder(), 'crier.sqlite');
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; ${SECOND_RELEASE}`);
  db.close();
  const child = startChild(KILLED, [path]);
  expect(await child.line(), 'it dies after the last step, before the version is written').toBe('dying');
  expect(await child.line()).toBeNull();
  const left = new DatabaseSync(path);
  expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  left.close();
  await expectSecondRelease(path);
});
