import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { readBody } from '../../../src/discord/render/alert/alert-body.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { SavedSnapshots } from '../../../src/service/shops/saved-snapshots.ts';
import { openJournal } from '../../../src/storage/sqlite/journal.ts';
import { SnapshotFolder } from '../../../src/storage/sqlite/snapshot-folder.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { channel, person } from '../sqlite/journal/samples.ts';
import { temporaryFolder } from '../sqlite/temporary-folder.ts';
import { CAUSES, CHANGES, copyRelease, SHOPS, WRITTEN_AT } from './release-0.3.0.ts';

function openRelease() {
  const folder = temporaryFolder();
  const log = recordingLog();
  const paths = copyRelease(folder);
  const journal = openJournal(new DatabaseSync(paths.events), () => WRITTEN_AT, log);
  onTestFinished(() => journal.close());
  return { folder, log, journal };
}

test('a cause of every kind of 0.3.0 is readable, and those of shops are marked as having old stock', async () => {
  const { journal, log } = openRelease();
  const notices = await journal.waiting(channel, WRITTEN_AT, 99);
  const expected = CAUSES.map((cause) => {
    const isOfEvent = cause.kind !== 'change' || ['auctioned', 'traded'].includes(cause.change.kind);
    return isOfEvent ? cause : { ...cause, hasOldStock: true };
  });
  expect(notices.map(({ cause }) => cause)).toEqual(expected);
  const past = await journal.noticesOf(channel, 99);
  expect(past.map(({ notice }) => notice).toReversed()).toEqual(notices);
  expect(log.lines).toEqual([]);
});

test('a change of 0.3.0 is readable, except those of shops, which were compared in another unit', async () => {
  const { journal, log } = openRelease();
  const comparable = CHANGES.filter(({ kind }) => ['auctioned', 'traded', 'banned'].includes(kind));
  const types = ['SLIME_BLOCK', 'DIAMOND', 'SHULKER_BOX', 'PAINTING'];
  const read = await Promise.all(types.map((type) => journal.changes(type, 0)));
  const once = new Map(read.flat().map((change) => [JSON.stringify(change), change]));
  expect(once.size).toBe(comparable.length);
  expect([...once.values()]).toEqual(expect.arrayContaining(comparable));
  expect(await journal.changes('POTION', 0), 'what a box holds').toEqual([]);
  expect(await journal.purchases(0)).toEqual([expect.objectContaining({ kind: 'purchase' })]);
  expect(log.lines).toEqual([]);
});

test('a sealed message of 0.3.0 is readable with its notices', async () => {
  const { journal, log } = openRelease();
  const [sealed] = await journal.sealed(person);
  if (sealed === undefined) throw new Error('nothing is sealed');
  expect(sealed).toMatchObject({ subscriptionIds: ['w1'], sealedAt: WRITTEN_AT + 11 });
  expect(readBody(sealed.body)).toMatchObject({
    message: { embeds: [{ title: 'Bought: 3 × Slime "Block" 🧱' }] },
    plain: expect.stringMatching(/^Bought: 3 × /),
  });
  await journal.settle(sealed.id, { kind: 'delivered', messageId: '1', at: WRITTEN_AT + 20 });
  expect((await journal.lastDelivered(['w1'])).get('w1')?.price).toEqual({ unitPrice: 4, goods: '00000000000000a1' });
  const [past] = await journal.noticesOf(person, 9);
  expect(past?.end?.message?.best).toEqual({ w1: { unitPrice: 4, goods: '00000000000000a1', beats: null } });
  expect(log.lines).toEqual([]);
});

test('trades and pauses of 0.3.0 are readable', async () => {
  const { journal } = openRelease();
  expect(await journal.history({ type: 'SLIME_BLOCK' }, 0, 2 * WRITTEN_AT)).toMatchObject([
    { kind: 'auction', place: null },
    { kind: 'purchase', place: { owner: { name: 'Ada' } } },
  ]);
  expect(await journal.pauses()).toEqual([{ target: channel, code: 50_001, at: WRITTEN_AT }]);
});

test('price samples of 0.3.0 are dropped, because stock was counted in another unit', async () => {
  const { journal } = openRelease();
  expect(await journal.priceSamples('00000000000000a1', 0, 2 * WRITTEN_AT)).toEqual([]);
  expect(await journal.checkpoint('prices-marked'), 'the next sample is due at once').toBeNull();
});

test('goods that are written again match the goods of 0.3.0', async () => {
  const { folder, journal } = openRelease();
  await journal.record({ changes: CHANGES, notices: [] });
  const db = new DatabaseSync(join(folder, 'crier.events.sqlite'));
  expect(db.prepare('SELECT count(*) AS count FROM goods').get()).toEqual({ count: 4 });
  db.close();
});

test('a snapshot of 0.3.0 is readable, with its stock counted in bundles', async () => {
  const { folder, log } = openRelease();
  const files = new SavedSnapshots(new SnapshotFolder({ stem: join(folder, 'crier'), log }), log, 'bundles');
  const counted = (shop: Shop) => ({ ...shop, remaining: shop.remaining * shop.item.quantity });
  const shops = SHOPS.shops.map(counted);
  const missing = SHOPS.missing?.map(counted);
  const read = await files.load(WRITTEN_AT);
  expect(read).toEqual({ snapshot: { ...SHOPS, shops, missing, isOfOlderReader: true }, records: null });
});
