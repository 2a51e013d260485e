import { expect, it } from 'vitest';
import { newNonce } from '../../../src/delivery/seal.ts';
import type { Journal } from '../../../src/ports/journal.ts';
import type { BestPrices } from '../../../src/ports/outbox.ts';
import type { Notice, Target } from '../../../src/routing/notice.ts';
import { channel, entry, person, routed, traded } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

const LATER = 1_000_000;

async function sealOne(journal: Journal, notice: Notice, best: BestPrices = {}) {
  return journal.seal({
    target: notice.target,
    nonce: newNonce(),
    body: '{}',
    notices: [notice],
    dropped: [],
    best,
    at: 50,
  });
}

async function record(journal: Journal, target: Target, source: string, ...times: number[]): Promise<Notice[]> {
  for (const at of times) await journal.record(entry(at, target, [source]));
  return [...(await journal.waiting(target, LATER, 100))];
}

export function pastNotices(open: OpenJournal): void {
  it('returns the outcome of every notice, newest first', async () => {
    const { journal, reopen } = await open();
    await record(journal, channel, 'f1', 1);
    const [one, two, three, four, five] = await record(journal, person, 'w1', 1, 2, 3, 4, 5);
    if (!one || !two || !three || !four || !five) throw new Error('notices are missing');
    const best = { w1: { unitPrice: 4, goods: 'slime', beats: 5 } };
    await journal.settle((await sealOne(journal, one, best)).id, { kind: 'delivered', messageId: '99', at: 60 });
    await journal.settle((await sealOne(journal, two)).id, { kind: 'undelivered', why: '50007', at: 70 });
    await sealOne(journal, three);
    await journal.drop([{ notice: four, why: 'removed' }], 80);
    await journal.postpone([five], 900, 'quiet');

    const past = await (await reopen()).noticesOf(person, 100);
    expect(past).toEqual([
      { notice: { ...five, dueAt: 900, held: 'quiet' }, end: null },
      { notice: four, end: { at: 80, why: 'removed', message: null } },
      { notice: three, end: { at: 50, why: null, message: { settledAt: null, messageId: null, why: null, best: {} } } },
      { notice: two, end: { at: 50, why: null, message: { settledAt: 70, messageId: null, why: '50007', best: {} } } },
      { notice: one, end: { at: 50, why: null, message: { settledAt: 60, messageId: '99', why: null, best } } },
    ]);
  });

  it('returns at most as many past notices as requested', async () => {
    const { journal } = await open();
    await record(journal, channel, 'f1', 1, 2, 3);
    expect((await journal.noticesOf(channel, 2)).map(({ notice }) => notice.dueAt)).toEqual([3, 2]);
    expect(await journal.noticesOf(person, 2)).toEqual([]);
  });

  it('returns past notices of one source, however many others followed', async () => {
    const { journal } = await open();
    await record(journal, person, 'w1', 1);
    await record(journal, person, 'w10', 2, 3);
    await journal.record(entry(4, person, ['w2', 'w1']));
    expect((await journal.noticesOf(person, 2, 'w1')).map(({ notice }) => notice.dueAt)).toEqual([4, 1]);
  });

  it('deletes the data of one target and its subscriptions, and of no other', async () => {
    const { journal, paused, reopen } = await open();
    for (const [target, source] of [[person, 'w1'] as const, [channel, 'f1'] as const]) {
      const [first, second] = (await record(journal, target, source, 1, 2, 3)) as [Notice, Notice, Notice];
      await journal.settle((await sealOne(journal, first)).id, { kind: 'delivered', messageId: '9', at: 60 });
      await sealOne(journal, second);
      await paused.pause({ target, code: 50007, at: 9 });
    }
    await journal.forget(person, ['w1', 'w2']);

    const after = await reopen();
    expect(await after.noticesOf(person, 9)).toEqual([]);
    expect(await after.sealed(person)).toEqual([]);
    expect(
      (await after.pauses()).map(({ target }) => target.id),
      'pauses have an owner of their own',
    ).toHaveLength(2);
    expect(await after.waitingTargets()).toEqual([{ target: channel, dueAt: 0, count: 2 }]);
    expect(await after.lastDelivered(['w1', 'f1'])).toEqual(new Map([['f1', { at: 60, price: null }]]));
    expect(await after.noticesOf(channel, 9)).toHaveLength(3);
  });

  it('keeps a cause for other targets when one target is deleted', async () => {
    const { journal } = await open();
    const change = traded(1);
    await journal.record({ changes: [], notices: [routed(change, channel), routed(change, person)] });
    await journal.forget(person, []);
    expect(await journal.waiting(person, LATER, 9)).toEqual([]);
    expect(await journal.waiting(channel, LATER, 9)).toMatchObject([{ cause: { kind: 'change', change } }]);
  });
}
