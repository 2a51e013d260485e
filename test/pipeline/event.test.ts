import { expect, test } from 'vitest';
import { auction, item, trade } from '../market/samples.ts';
import { feed } from '../routing/samples.ts';
import { plant } from './harness.ts';

const CHANNEL = { kind: 'channel', id: '200' } as const;

test('events before the first snapshot are recorded and told', async () => {
  const works = plant();
  works.subscriptions.putFeed(feed('f1'));
  works.subscriptions.putFeed(feed('f2', { kind: 'auctions' }));
  works.pipeline().onEvent(trade());
  works.pipeline().onEvent(auction(item('SLIME_BLOCK')));
  await works.pipeline().settled();
  expect(await works.told(CHANNEL)).toMatchObject([{ subscriptionIds: ['f1'] }, { subscriptionIds: ['f2'] }]);
  expect(await works.journal().history({ type: 'SLIME_BLOCK' }, 0, 9_999)).toHaveLength(2);
  expect(works.woken).toHaveLength(2);
});

test('a paused destination gets nothing, and two equal sales are two', async () => {
  const works = plant({ isPaused: ({ id }) => id === '201' });
  works.subscriptions.putFeed(feed('f1'));
  works.subscriptions.putFeed(feed('f2', { channelId: '201' }));
  works.pipeline().onEvent(trade());
  works.pipeline().onEvent(trade());
  await works.pipeline().settled();
  expect(await works.told(CHANNEL)).toHaveLength(2);
  expect(await works.told({ kind: 'channel', id: '201' })).toEqual([]);
});

test('a journal that fails for a while loses nothing, keeps the order, and is said once', async () => {
  const works = plant();
  works.subscriptions.putFeed(feed('f1'));
  works.faults.diskFull = true;
  for (let paid = 1; paid <= 5; paid++) works.pipeline().onEvent(trade({ paid }));
  await new Promise(setImmediate);
  expect(works.pipeline().trouble()).toBe('disk full');
  works.faults.diskFull = false;
  works.pipeline().onEvent(trade({ paid: 6 }));
  await works.pipeline().settled();
  expect(works.pipeline().trouble()).toBeNull();
  const paid = (await works.told(CHANNEL)).map(({ cause }) => JSON.stringify(cause).match(/"paid":(\d)/)?.[1]);
  expect(paid).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(works.log.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('what the journal can never take is lost alone, and said; what comes behind it is written', async () => {
  const works = plant();
  works.subscriptions.putFeed(feed('f1'));
  works.pipeline().onEvent(trade({ at: Number.NaN }));
  works.pipeline().onEvent(trade());
  await works.pipeline().settled();
  expect(works.pipeline().trouble()).toBeNull();
  expect(await works.told(CHANNEL)).toHaveLength(1);
  expect(works.log.lines.map(({ sentence }) => sentence)).toEqual(['An event is lost: it could not be written']);
});

test('until what time everything is written: no later than the first event that waits', async () => {
  let now = 1_000;
  const works = plant({ now: () => now });
  works.faults.diskFull = true;
  works.pipeline().onEvent(trade());
  now = 90_000;
  works.pipeline().onEvent(trade());
  expect(works.pipeline().writtenUntil()).toBe(1_000);
  works.faults.diskFull = false;
  await works.pipeline().settled();
  expect(works.pipeline().writtenUntil()).toBe(90_000);
});

test('until what time everything is written: no later than an outage that was noticed late', async () => {
  const works = plant({ now: () => 90_000 });
  works.faults.diskFull = true;
  works.pipeline().onEvent(trade());
  works.pipeline().onStream({ kind: 'down', at: 40_000, why: 'silent' });
  expect(works.pipeline().writtenUntil()).toBe(40_000);
});

test('too many events under way hold the stream back, and it is let go when most are written', async () => {
  const gate = Promise.withResolvers<void>();
  const works = plant({ journal: { record: () => gate.promise } });
  for (let i = 0; i < 4_500; i++) works.pipeline().onEvent(trade());
  expect(works.pressure).toEqual([]);
  works.pipeline().onEvent(trade());
  expect(works.pressure).toEqual([true]);
  gate.resolve();
  await works.pipeline().settled();
  await new Promise(setImmediate);
  expect(works.pressure).toEqual([true, false]);
});
