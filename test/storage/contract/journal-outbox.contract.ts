import { expect, it } from 'vitest';
import { newNonce } from '../../../src/delivery/seal.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import type { Seal } from '../../../src/ports/outbox.ts';
import type { Notice, Target } from '../../../src/routing/notice.ts';
import { BACKUP_RESTORED_REASON } from '../../../src/storage/mappers/outbox-rows.ts';
import { channel, entry, person, routed, traded } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

const LATER = 1_000_000;

function seal(notices: readonly Notice[], more: Partial<Seal> = {}): Seal {
  return { target: channel, nonce: newNonce(), body: '{"content":"hi"}', notices, dropped: [], at: 5_000, ...more };
}

const waiting = (journal: Journal, target: Target = channel) => journal.waiting(target, LATER, 100);

/** Opens a journal with `count` pending notices for the channel. */
async function withNotices(open: OpenJournal, count: number) {
  const opened = await open();
  for (let at = 1; at <= count; at++) await opened.journal.record(entry(at));
  return { ...opened, notices: await waiting(opened.journal) };
}

export function outbox(open: OpenJournal): void {
  it('returns pending notices as routed, oldest first, even after a restart', async () => {
    const { journal, reopen } = await open();
    const entries = [entry(1), entry(2)];
    for (const one of entries) await journal.record(one);
    const expected = entries.flatMap(({ notices }) => notices).map((notice) => expect.objectContaining(notice));
    expect(await waiting(journal)).toEqual(expected);
    expect(await waiting(await reopen())).toEqual(expected);
  });

  it('merges equal causes for one target into one notice that names every source', async () => {
    const { journal } = await open();
    const change = traded(1);
    const notices = [routed(change, channel, ['f1', 'f2'], 90), routed(change, channel, ['f2', 'f3'], 50)];
    await journal.record({ changes: [], notices: [...notices, routed(change, person, ['w1'])] });
    expect(await waiting(journal)).toMatchObject([{ subscriptionIds: ['f1', 'f2', 'f3'], dueAt: 50 }]);
    expect(await waiting(journal, person)).toMatchObject([{ subscriptionIds: ['w1'] }]);
  });

  it('keeps two equal sales apart, within one entry and across two', async () => {
    const { journal } = await open();
    await journal.record({ changes: [], notices: [routed(traded(1)), routed(traded(1))] });
    await journal.record({ changes: [], notices: [routed(traded(1))] });
    expect(await waiting(journal)).toHaveLength(3);
  });

  it('gapsKnownUntil comes from the last delivered message that states it', async () => {
    const { journal, notices, reopen } = await withNotices(open, 4);
    const until = [1_000, 2_000, null, 4_000];
    for (const [at, notice] of notices.entries()) {
      const { id } = await journal.seal(seal([notice], { gapsKnownUntil: until[at] ?? null }));
      if (at < 3) await journal.settle(id, { kind: 'delivered', messageId: '1', at: 9_000 });
      else await journal.settle(id, { kind: 'undelivered', why: 'refused', at: 9_000 });
    }
    expect(await journal.gapsKnownUntil(channel)).toBe(2_000);
    expect(await journal.gapsKnownUntil(person)).toBe(null);
    expect(await (await reopen()).gapsKnownUntil(channel)).toBe(2_000);
  });

  it('withholds a notice until it is due', async () => {
    const { journal, notices } = await withNotices(open, 2);
    await journal.postpone(notices.slice(0, 1), 700, 'cooling');
    expect((await journal.waiting(channel, 699, 9)).map((notice) => notice.dueAt)).toEqual([2]);
    expect(await journal.waiting(channel, 700, 9)).toMatchObject([
      { dueAt: 700, held: 'cooling' },
      { dueAt: 2, held: null },
    ]);
    expect(await journal.waiting(channel, 700, 1)).toHaveLength(1);
    expect(await journal.nextDueAt(channel)).toBe(2);
    expect(await journal.nextDueAt(person)).toBeNull();
  });

  it('narrows a delayed notice to fewer subscriptions', async () => {
    const { journal, reopen } = await open();
    await journal.record({ changes: [], notices: [routed(traded(1), channel, ['f1', 'f2'], 90)] });
    const [wide] = (await waiting(journal)) as [Notice];
    const narrowed = { ...wide, subscriptionIds: ['f2'] };
    await journal.postpone([narrowed], 700, 'quiet');
    expect(await waiting(await reopen())).toEqual([{ ...narrowed, dueAt: 700, held: 'quiet' }]);
  });

  it('seals notices into an immutable message, dequeues them and keeps their subscriptions', async () => {
    const { journal, reopen, notices } = await withNotices(open, 3);
    const [one, two, three] = notices as [Notice, Notice, Notice];
    const sealed = await journal.seal(seal([one, two], { dropped: [{ notice: three, why: 'sold out' }] }));
    expect(sealed).toMatchObject({
      target: channel,
      body: '{"content":"hi"}',
      subscriptionIds: ['f1'],
      sealedAt: 5_000,
    });
    expect(sealed.nonce).toMatch(/^[\w-]{16,25}$/);

    const after = await reopen();
    expect(await waiting(after)).toEqual([]);
    expect(await after.sealed(channel)).toEqual([sealed]);
  });

  it('keeps a notice pending for its remaining subscriptions while a message covers the others', async () => {
    const { journal, reopen, notices } = await withNotices(open, 1);
    await journal.record({ changes: [], notices: [routed(traded(1), channel, ['f1', 'f2', 'f3'], 90)] });
    const [wide] = (await waiting(journal)).slice(1) as [Notice];
    await journal.seal(seal(notices, { narrowed: [{ ...wide, subscriptionIds: ['f2'] }] }));
    expect(await waiting(await reopen())).toEqual([{ ...wide, subscriptionIds: ['f2'] }]);
  });

  it('returns the time of the last delivery, and ignores sealed and rejected messages', async () => {
    const { journal, reopen, notices } = await withNotices(open, 2);
    const [one, two] = notices as [Notice, Notice];
    const [first, second] = [await journal.seal(seal([one])), await journal.seal(seal([two]))];
    expect(await journal.lastDelivered(['f1'])).toEqual(new Map());
    await journal.settle(first.id, { kind: 'undelivered', why: '50007', at: 6_000 });
    expect(await journal.lastDelivered(['f1'])).toEqual(new Map());
    await journal.settle(second.id, { kind: 'delivered', messageId: '999', at: 7_000 });
    const after = await reopen();
    expect(await after.lastDelivered(['f1', 'f2'])).toEqual(new Map([['f1', { at: 7_000, price: null }]]));
    expect((await after.lastDelivered([])).size).toBe(0);
  });

  it('returns the best price of the last delivered message, not of a sealed or rejected one', async () => {
    const { journal, reopen, notices } = await withNotices(open, 4);
    const [cheap, expensive, refused, feeds] = notices as [Notice, Notice, Notice, Notice];
    const best = (unitPrice: number, goods = 'slime') => ({ best: { f1: { unitPrice, goods, beats: null } } });
    const lastPrice = async (of: Journal) => (await of.lastDelivered(['f1'])).get('f1')?.price;
    const sealed = await journal.seal(seal([cheap], best(1 / 3)));
    expect(await lastPrice(journal)).toBeUndefined();
    await journal.settle(sealed.id, { kind: 'delivered', messageId: '1', at: 6_000 });
    const rejected = await journal.seal(seal([refused], best(0)));
    await journal.settle(rejected.id, { kind: 'undelivered', why: '400', at: 6_500 });
    expect(await lastPrice(await reopen())).toEqual({ unitPrice: 1 / 3, goods: 'slime' });
    for (const [notice, more, expected] of [
      [expensive, best(5, 'dirt'), { unitPrice: 5, goods: 'dirt' }],
      [feeds, {}, null],
    ] as const) {
      const journal = await reopen();
      const { id } = await journal.seal(seal([notice], more));
      await journal.settle(id, { kind: 'delivered', messageId: '2', at: 7_000 });
      expect(await lastPrice(journal)).toEqual(expected);
    }
  });

  it('returns the announced price of each shop until its feed or watch is deleted', async () => {
    const { journal, reopen, notices } = await withNotices(open, 1);
    const price = { unitPrice: 2, goods: 'slime', beats: null };
    const keys = ['f1 [1,"a\\u0000b",1,2,3]', 'f1 [2,"world",1,2,3]', 'f10 [1,"world",1,2,3]'];
    const { id } = await journal.seal(seal(notices, { best: Object.fromEntries(keys.map((key) => [key, price])) }));
    await journal.settle(id, { kind: 'delivered', messageId: '1', at: 6_000 });
    const after = await reopen();
    const lastDelivered = { at: 6_000, price: { unitPrice: 2, goods: 'slime' } };
    expect(await after.lastDelivered(keys)).toEqual(new Map(keys.map((key) => [key, lastDelivered])));
    await after.forget(channel, ['f1']);
    expect([...(await after.lastDelivered(['f1', ...keys])).keys()]).toEqual(keys.slice(2));
  });

  it('refuses to seal a notice twice, and then writes nothing else of that call', async () => {
    const { journal, notices } = await withNotices(open, 3);
    const [one, two, three] = notices as [Notice, Notice, Notice];
    await journal.seal(seal([one]));
    await expect(journal.seal(seal([two, one], { dropped: [{ notice: three, why: 'gone' }] }))).rejects.toThrow();
    await expect(journal.seal(seal([two, two]))).rejects.toThrow();
    await expect(journal.seal(seal([two], { dropped: [{ notice: two, why: 'gone' }] }))).rejects.toThrow();
    await expect(journal.seal(seal([two], { target: person }))).rejects.toThrow();
    await expect(journal.seal(seal([]))).rejects.toThrow();
    expect(await waiting(journal)).toEqual([two, three]);
    expect(await journal.sealed(channel)).toHaveLength(1);
  });

  it('drops all given notices or none', async () => {
    const { journal, notices } = await withNotices(open, 2);
    const dropped = notices.map((notice) => ({ notice, why: 'removed' }));
    const [first] = dropped;
    if (first === undefined) throw new Error('nothing waits');
    await expect(journal.drop([...dropped, first], 9)).rejects.toThrow();
    expect(await waiting(journal)).toHaveLength(2);
    await journal.drop(dropped, 9);
    expect(await waiting(journal)).toEqual([]);
    expect(await journal.lastDelivered(['f1'])).toEqual(new Map());
  });

  it('moves notices of one source, unless the new target has the same notice', async () => {
    const { journal } = await open();
    const other = { kind: 'channel', id: '9999' } as const;
    const [alone, shared, twice] = [traded(1), traded(2), traded(3)];
    await journal.record({
      changes: [],
      notices: [
        routed(alone, channel, ['f1']),
        routed(shared, channel, ['f1', 'f2']),
        routed(twice, channel, ['f1']),
        routed(twice, other, ['f3']),
      ],
    });
    await journal.move('f1', channel, other);
    const waiting = async (target: typeof other | typeof channel) =>
      (await journal.waiting(target, 1e12, 9)).map(({ subscriptionIds }) => subscriptionIds);
    expect(await waiting(other)).toEqual([['f1'], ['f3']]);
    expect(await waiting(channel)).toEqual([['f1', 'f2'], ['f1']]);
  });

  it('settles a message once', async () => {
    const { journal, notices } = await withNotices(open, 2);
    const [one, two] = notices as [Notice, Notice];
    const [first, second] = [await journal.seal(seal([one])), await journal.seal(seal([two]))];
    expect(first.nonce).not.toBe(second.nonce);
    expect((await journal.sealed(channel)).map((message) => message.id)).toEqual([first.id, second.id]);
    await journal.settle(first.id, { kind: 'delivered', messageId: '999', at: 6_000 });
    await journal.settle(second.id, { kind: 'undelivered', why: 'too long', at: 7_000 });
    await expect(journal.settle(first.id, { kind: 'undelivered', why: 'again', at: 8_000 })).rejects.toThrow();
    expect(await journal.sealed(channel)).toEqual([]);
    expect(await journal.queue(LATER)).toEqual({
      depth: 0,
      waitingSince: null,
      later: 0,
      refused: 1,
      lastDeliveryAt: 6_000,
    });
    await journal.prune(0);
    expect(await journal.noticesOf(channel, 9)).toEqual([]);
    expect(await journal.queue(LATER)).toMatchObject({ refused: 0, lastDeliveryAt: 6_000 });
  });

  it('splits a message of several notices, which are pending and marked until sealed or dropped', async () => {
    const { journal, notices, reopen } = await withNotices(open, 4);
    const [one, two, three, four] = notices as [Notice, Notice, Notice, Notice];
    const merged = await journal.seal(seal([one, two, three]));
    expect(await journal.split(merged.id, 6_000)).toBe(true);
    const split = [one, two, three].map((notice) => ({ ...notice, splitFrom: merged.id, splitAt: 6_000 }));
    const after = await reopen();
    expect(await after.sealed(channel)).toEqual([]);
    expect(await waiting(after)).toEqual([...split, four]);
    expect(await after.waitingTargets()).toMatchObject([{ target: channel, count: 4 }]);
    // A process that lost the answer repeats the split, and the message stays split.
    expect(await after.split(merged.id, 7_000)).toBe(true);
    await after.postpone(split.slice(2), 70, 'quiet');
    expect((await waiting(after)).map(({ splitFrom }) => splitFrom)).toEqual([
      merged.id,
      merged.id,
      merged.id,
      undefined,
    ]);
    const alone = await after.seal(seal([one], { dropped: [{ notice: two, why: 'gone' }] }));
    expect(await waiting(after)).toMatchObject([{ id: three.id, splitFrom: merged.id }, { id: four.id }]);
    await after.settle(alone.id, { kind: 'delivered', messageId: '9', at: 8_000 });
    await expect(after.settle(merged.id, { kind: 'delivered', messageId: '8', at: 8_000 })).rejects.toThrow();
    const past = await after.noticesOf(channel, 9);
    expect(past.map(({ end }) => end && [end.why, end.message?.messageId])).toEqual([
      null,
      null,
      ['gone', undefined],
      [null, '9'],
    ]);
    expect(await after.queue(LATER)).toMatchObject({ depth: 2, refused: 0 });
  });

  it('splits no message of one notice, and none that has ended', async () => {
    const { journal, notices } = await withNotices(open, 3);
    const [one, two, three] = notices as [Notice, Notice, Notice];
    const single = await journal.seal(seal([one]));
    expect(await journal.split(single.id, 6_000)).toBe(false);
    expect(await journal.sealed(channel)).toEqual([single]);
    const ended = await journal.seal(seal([two, three]));
    await journal.settle(ended.id, { kind: 'delivered', messageId: '9', at: 6_000 });
    expect(await journal.split(ended.id, 7_000)).toBe(false);
    expect(await waiting(journal)).toEqual([]);
  });

  it('clamps waitingSince to now, and counts no messages dropped by a restored backup as refused', async () => {
    const { journal, notices } = await withNotices(open, 1);
    const { id } = await journal.seal(seal(notices));
    expect(await journal.queue(4_000), 'a clock that was set back').toMatchObject({ depth: 1, waitingSince: 4_000 });
    await journal.settle(id, { kind: 'undelivered', why: BACKUP_RESTORED_REASON, at: 7_000 });
    expect(await journal.queue(LATER)).toMatchObject({ depth: 0, refused: 0 });
  });

  it('returns the targets with work, and its amount', async () => {
    const { journal, notices } = await withNotices(open, 3);
    await journal.record(entry(44, person, ['w1']));
    expect(await journal.waitingTargets()).toEqual([
      { target: channel, dueAt: 1, count: 3 },
      { target: person, dueAt: 44, count: 1 },
    ]);
    await journal.seal(seal(notices.slice(0, 2)));
    expect(await journal.waitingTargets()).toContainEqual({ target: channel, dueAt: 0, count: 2 });
    expect(await journal.queue(43)).toEqual({ depth: 2, waitingSince: 3, later: 1, refused: 0, lastDeliveryAt: null });
    expect(await journal.queue(44)).toMatchObject({ depth: 3, later: 0 });
  });

  it('counts no notices of a paused target until it is resumed', async () => {
    const { journal, paused, notices } = await withNotices(open, 2);
    await journal.seal(seal(notices.slice(0, 1)));
    await paused.pause({ target: channel, code: 50_009, at: 3 });
    expect(await journal.queue(LATER)).toMatchObject({ depth: 0, later: 0, waitingSince: null });
    await paused.resume(channel);
    expect(await journal.queue(LATER)).toMatchObject({ depth: 2 });
  });
}
