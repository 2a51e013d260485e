import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/ports/journal.ts';
import { channel, person, streamDown, streamUp } from '../sqlite/journal/samples.ts';
import type { OpenJournal } from './open-journal.ts';

function bans(ids: readonly string[], at: number): JournalEntry {
  return { changes: [], notices: [], bans: { ids, at } };
}

export function bansMomentsAndOutages(open: OpenJournal): void {
  it('returns the checkpoint of the latest snapshot', async () => {
    const { journal, reopen } = await open();
    expect(await journal.snapshotAt()).toBeNull();
    await journal.record({ changes: [], notices: [], snapshotAt: 123 });
    await journal.record({ changes: [], notices: [] });
    expect(await (await reopen()).snapshotAt()).toBe(123);
  });

  it('keeps checkpoints over a restart', async () => {
    const { journal, reopen } = await open();
    expect(await journal.checkpoint('all-shops')).toBeNull();
    await journal.saveCheckpoint('all-shops', 5);
    await journal.record({ changes: [], notices: [], checkpoint: { name: 'all-shops', at: 6 } });
    expect(await (await reopen()).checkpoint('all-shops')).toBe(6);
  });

  it('keeps counters over a restart, apart from the checkpoints', async () => {
    const { journal, reopen } = await open();
    expect(await journal.savedNumber('watches')).toBeNull();
    await journal.saveNumbers({ watches: 3, feeds: 1 });
    await journal.saveNumbers({ watches: 2 });
    await journal.saveCheckpoint('feeds', 9);
    const after = await reopen();
    expect([await after.savedNumber('watches'), await after.savedNumber('feeds')]).toEqual([2, 1]);
  });

  it('returns the numbers whose names begin with a prefix, keyed by the rest of the name', async () => {
    const { journal, reopen } = await open();
    await journal.saveNumbers({ 'removed:1': 10, 'removed:22': 20, removed: 30, 'greeted:1': 40 });
    await journal.saveCheckpoint('removed:3', 50);
    const after = await reopen();
    expect([...(await after.savedNumbers('removed:'))].sort()).toEqual([
      ['1', 10],
      ['22', 20],
    ]);
    expect(await after.savedNumbers('weekly:')).toEqual(new Map());
  });

  it('removes the moments and the numbers of a name, and no others', async () => {
    const { journal, reopen } = await open();
    await journal.saveNumbers({ a: 1, b: 2 });
    await journal.saveCheckpoint('a', 3);
    await journal.saveCheckpoint('c', 4);
    await journal.removeCheckpoints(['a', 'c', 'never-saved']);
    const after = await reopen();
    expect([await after.savedNumber('a'), await after.checkpoint('a'), await after.checkpoint('c')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(await after.savedNumber('b')).toBe(2);
  });

  it('keeps pauses until they end', async () => {
    const { paused, reopen } = await open();
    await paused.pause({ target: channel, code: 50001, at: 1 });
    await paused.pause({ target: person, code: 50007, at: 2 });
    await paused.pause({ target: channel, code: 10003, at: 3 });
    await paused.resume(person);
    await paused.resume(person);
    expect(await (await reopen()).pauses()).toEqual([{ target: channel, code: 10003, at: 3 }]);
  });

  it('keeps the first of two starting outages until one ends, even over a restart', async () => {
    const { journal, reopen } = await open();
    await journal.record(streamDown(10, 'closed-1006'));
    const after = await reopen();
    await after.record(streamDown(20, 'start'));
    expect(await after.outages(15)).toEqual([{ from: 10, until: null, why: 'closed-1006' }]);
    await after.record(streamUp(30));
    await after.record(streamUp(40));
    await after.record(streamDown(50, 'silence'));
    expect(await after.outages(30)).toEqual([
      { from: 10, until: 30, why: 'closed-1006' },
      { from: 50, until: null, why: 'silence' },
    ]);
    expect(await after.outages(31)).toHaveLength(1);
    await after.prune(1_000);
    expect(await after.outages(0)).toEqual([{ from: 50, until: null, why: 'silence' }]);
  });

  it('keeps an outage that ended next to one that continues', async () => {
    const { journal, reopen } = await open();
    const gap = { from: 12, until: 15, why: 'unwritten' };
    await journal.record({ ...streamDown(10, 'closed-1006'), gap });
    expect(await (await reopen()).outages(0)).toEqual([{ from: 10, until: null, why: 'closed-1006' }, gap]);
  });

  it('keeps periods of unannounced shop changes apart from outages of the stream', async () => {
    const { journal, reopen } = await open();
    await journal.record({ ...streamDown(10, 'closed-1006'), unreportedShops: { from: 5, until: 20 } });
    const after = await reopen();
    expect([await after.unreportedShops(20), await after.unreportedShops(21)]).toEqual([[{ from: 5, until: 20 }], []]);
    expect(await after.outages(0)).toEqual([{ from: 10, until: null, why: 'closed-1006' }]);
    await after.prune(21);
    expect(await after.unreportedShops(0)).toEqual([]);
  });

  it('dates only bans that follow the first list', async () => {
    const { journal, reopen } = await open();
    await journal.record(bans(['a', 'b'], 1));
    await journal.record(bans(['b', 'c', 'c'], 2));
    await journal.record(bans(['a', 'b', 'c'], 3));
    expect(await (await reopen()).bans()).toEqual([
      { id: 'a', firstSeenAt: 3 },
      { id: 'b', firstSeenAt: null },
      { id: 'c', firstSeenAt: 2 },
    ]);
  });

  it('accepts an empty list as the first list of bans', async () => {
    const { journal } = await open();
    await journal.record(bans([], 1));
    await journal.record(bans(['a'], 2));
    expect(await journal.bans()).toEqual([{ id: 'a', firstSeenAt: 2 }]);
  });
}
