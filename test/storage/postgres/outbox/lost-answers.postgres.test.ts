import { expect, test } from 'vitest';
import { NotWritten } from '../../../../src/faults/store-faults.ts';
import type { Notice } from '../../../../src/routing/notice.ts';
import { PostgresPauses } from '../../../../src/storage/postgres/pauses.ts';
import { channel, person, routed, traded } from '../../sqlite/journal/samples.ts';
import { makeDatabase, openHandle, openTcpProxy } from '../database.ts';
import { enqueueSales, openOutbox, sealOf } from './open-outbox.ts';

/** Opens an outbox behind a network that loses answers, and a second one that reads the database directly. */
async function open() {
  const url = await makeDatabase();
  const proxy = await openTcpProxy(url);
  const postgres = openHandle(proxy.url(url));
  return { proxy, postgres, outbox: openOutbox(postgres), seen: openOutbox(openHandle(url)) };
}

test.each(['COMMIT', 'new_causes'])(
  'notices are enqueued once, even if the answer to %s is lost',
  async (statement) => {
    const { proxy, outbox, seen } = await open();
    const cut = proxy.cutAfterAnswerTo(statement);
    await outbox.enqueue([routed(traded(1)), routed(traded(2))]);
    await cut;
    expect(await seen.waiting(channel, 9, 9)).toHaveLength(2);
  },
);

test('notices are enqueued over a new connection after the old one ends', async () => {
  const { proxy, outbox, seen } = await open();
  await outbox.enqueue([routed(traded(1))]);
  proxy.cut();
  await outbox.enqueue([routed(traded(2))]);
  expect(await seen.waiting(channel, 9, 9)).toHaveLength(2);
});

test('a message whose seal lost its answer is found by its nonce', async () => {
  const { proxy, outbox, seen } = await open();
  const [one, two] = (await enqueueSales(seen, 2)) as [Notice, Notice];
  const cut = proxy.cutAfterAnswerTo('INSERT INTO messages');
  const sealed = await outbox.seal({ ...sealOf([one]), dropped: [{ notice: two, why: 'gone' }] });
  await cut;
  expect(await seen.sealed(channel)).toEqual([sealed]);
  expect(await seen.waiting(channel, 9, 9)).toEqual([]);
});

test('a message is sealed over a new connection if the old one was cut before the seal', async () => {
  const { proxy, outbox, seen } = await open();
  await enqueueSales(outbox, 1);
  proxy.cut();
  const sealed = await outbox.seal(sealOf(await seen.waiting(channel, 9, 9)));
  expect(await seen.sealed(channel)).toEqual([sealed]);
});

test('a notice is dropped, postponed and moved once, and its message settled once', async () => {
  const { proxy, postgres, outbox, seen } = await open();
  const [dropped, later, moved, pending] = (await enqueueSales(seen, 4)) as [Notice, Notice, Notice, Notice];
  const losing = async (statement: string, write: () => Promise<void>) => {
    const cut = proxy.cutAfterAnswerTo(statement);
    await write();
    await cut;
  };
  await losing('dropped', () => outbox.drop([{ notice: dropped, why: 'gone' }], 5));
  await losing('put_off', () => outbox.postpone([later], 700, 'quiet'));
  await losing('moved', () => outbox.move('f1', channel, person));
  expect((await seen.waiting(person, 9, 9)).map(({ id }) => id)).toEqual([moved.id, pending.id]);
  const { id } = await seen.seal(sealOf([pending], person));
  await losing('message_id = $3', () => outbox.settle(id, { kind: 'delivered', messageId: '9', at: 6 }));
  await losing('pauses', () => new PostgresPauses(postgres).pause({ target: person, code: 50_007, at: 7 }));
  expect((await seen.lastDelivered(['f1'])).get('f1')).toEqual({ at: 6, price: null });
  await losing('COMMIT', () => outbox.forget(person, ['f1']));
  expect(await seen.noticesOf(person, 9)).toEqual([]);
  expect(await seen.noticesOf(channel, 9)).toMatchObject([{ end: { at: 5, why: 'gone' } }]);
});

test('a write that PostgreSQL rejects is not retried', async () => {
  const { outbox, seen } = await open();
  const [one] = (await enqueueSales(seen, 1)) as [Notice];
  await seen.seal(sealOf([one]));
  await expect(outbox.seal(sealOf([one]))).rejects.toThrow(NotWritten);
  expect(await seen.sealed(channel)).toHaveLength(1);
});

test('while PostgreSQL is unreachable nothing is written, and the error says why', async () => {
  const { proxy, outbox, seen } = await open();
  proxy.refuse(true);
  proxy.cut();
  const pending = outbox.enqueue([routed(traded(1))]);
  await expect(pending).rejects.toThrow(NotWritten);
  await expect(pending).rejects.toMatchObject({ isEntryInvalid: false, isOutcomeUnknown: false });
  await expect(pending).rejects.toThrow(/PostgreSQL/);
  expect(await seen.waiting(channel, 9, 9)).toEqual([]);
  proxy.refuse(false);
  await outbox.enqueue([routed(traded(1))]);
  expect(await seen.waiting(channel, 9, 9)).toHaveLength(1);
});
