import { describe, expect, it } from 'vitest';
import { createNamedInFiltersJob } from '../../src/jobs/named-in-filters.ts';
import type { Market } from '../../src/market/market.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import type { Routed } from '../../src/routing/notice.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { DAY_MS, HOUR_MS } from '../../src/time/durations.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ADA, HERE, item, loaded, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';

/** Stands on: markets and subscriptions in memory, a clock that the test moves. */

const BOB = { name: 'Bob', uuid: '0a1b2c3d-0000-4000-8000-00000000000c' };
const OTHERS = shop(9, { owner: BOB, location: { ...HERE, world: 'nether' }, item: item('DIRT') });
const SLIME = { type: 'SLIME_BLOCK' };

/** Opens feeds and watches in memory, and loads successive lists of shops. */
function open(memory = new SubscriptionsInMemory(), enqueued: Routed[] = []) {
  const log = recordingLog();
  const asked = { all: 0 };
  const broken = new Set<string>();
  let market: Market | null = null;
  let now = 1_000;
  const notices = () => enqueued.map((notice, id) => ({ ...notice, id, held: null }));
  const job = createNamedInFiltersJob({
    market: () => market,
    subscriptions: {
      all() {
        asked.all += 1;
        return askInMemory(memory).all();
      },
      get: (id) => askInMemory(memory).get(id),
    },
    settings: {
      putFeed: async (one) => memory.putFeed(one),
      async putWatch(one) {
        if (broken.has(one.id)) throw new Error('cannot be saved');
        memory.putWatch(one);
      },
    },
    transactions: { run: (_, work) => work() },
    journal: {
      enqueue: async (all) => void enqueued.push(...all),
      waiting: async () => notices(),
      noticesOf: async () => [],
    },
    wake: () => undefined,
    now: () => now,
    log,
  });
  return {
    memory,
    enqueued,
    log,
    asked,
    broken,
    /** Runs the job again on the same list after the given time. */
    async runAgain(laterMs: number) {
      now += laterMs;
      await job.run();
    },
    /** Loads a list of shops after the given time, and runs the job. */
    async list(shops: readonly Shop[], laterMs = HOUR_MS) {
      now += laterMs;
      market = loaded(shops, market, now).market;
      // A snapshot that lacks many shops is incomplete until the next one lacks them too.
      if (market.missing.size > 0) market = loaded(shops, market, now).market;
      await job.run();
      return now;
    },
    filterOf: (id: string) => memory.get(id)?.filter,
    absencesOf: (id: string) => memory.get(id)?.absences,
  };
}

const of = (more: Partial<Watch['filter']>): Partial<Watch> => ({
  trigger: 'restocked',
  price: null,
  item: SLIME,
  filter: { item: SLIME, containers: true, ...more },
});

describe('fault 86: names in feeds and watches', () => {
  it('an old watch and feed by name get the uuid, and follow the player to another name', async () => {
    const { memory, list, filterOf } = open();
    memory.putWatch(watch('w1', of({ owner: 'ada' })));
    memory.putFeed(feed('f1', { filter: { notOwner: 'Ada', containers: true } }));
    await list([shop(1), OTHERS]);
    expect(filterOf('w1')).toMatchObject({ owner: 'Ada', ownerId: ADA.uuid });
    expect(filterOf('f1')).toEqual({ notOwner: 'Ada', notOwnerId: ADA.uuid, containers: true });
    await list([shop(1, { owner: { ...ADA, name: 'Grace' } }), OTHERS]);
    expect(filterOf('w1')).toMatchObject({ owner: 'Grace', ownerId: ADA.uuid });
    expect(filterOf('f1')).toMatchObject({ notOwner: 'Grace', notOwnerId: ADA.uuid });
  });

  it('an owner, world or type that disappears is recorded, and its maker notified once after a day', async () => {
    const { memory, list, absencesOf, enqueued } = open();
    memory.putWatch(watch('w1', { userId: '400', ...of({ owner: 'Ada', world: 'world' }) }));
    memory.putFeed(feed('f1', { makerId: '401', kind: 'restocks', filter: { world: 'World', containers: true } }));
    await list([shop(1), OTHERS]);
    expect(absencesOf('w1')).toBeUndefined();
    const since = await list([OTHERS]);
    expect(absencesOf('w1')).toEqual({
      owner: { of: ADA.uuid, since },
      world: { of: 'world', since },
      item: { of: 'SLIME_BLOCK', since },
    });
    await list([OTHERS], DAY_MS - 1);
    expect(enqueued).toEqual([]);
    await list([OTHERS], 1);
    const parts = enqueued.map(({ target, cause, subscriptionIds }) => [
      target.id,
      cause.kind,
      'part' in cause && cause.part,
      subscriptionIds,
    ]);
    expect(parts).toEqual([
      ['401', 'feed-absent', 'world', []],
      ['400', 'absent', 'owner', ['w1']],
    ]);
    const { owner, world, item: type } = absencesOf('w1') ?? {};
    expect([owner, world, type].every((absence) => absence?.toldAt !== undefined)).toBe(true);
    await list([OTHERS], 10 * DAY_MS);
    expect(enqueued).toHaveLength(2);
  });

  it('a restart notifies nobody again, even after a crash between notice and mark', async () => {
    const first = open();
    first.memory.putWatch(watch('w1', of({ owner: 'Ada' })));
    await first.list([shop(1), OTHERS, shop(2, { owner: BOB })]);
    await first.list([OTHERS, shop(2, { owner: BOB })]);
    await first.list([OTHERS, shop(2, { owner: BOB })], DAY_MS);
    expect(first.enqueued).toHaveLength(1);
    const marked = first.memory.get('w1');
    const absence = marked?.absences?.owner;
    expect(absence?.toldAt).toBeDefined();
    for (const toldAt of [absence?.toldAt, undefined]) {
      const { toldAt: _, ...unmarked } = absence ?? { of: '', since: 0 };
      const kept = { ...unmarked, ...(toldAt !== undefined && { toldAt }) };
      first.memory.putWatch({ ...(marked as Watch), absences: { owner: kept } });
      const after = open(first.memory, first.enqueued);
      await after.list([OTHERS, shop(2, { owner: BOB })], 3 * DAY_MS);
      expect(after.enqueued).toHaveLength(1);
    }
  });

  it('an absence ends silently, and an owner back for an hour causes no new notice', async () => {
    const { memory, list, absencesOf, enqueued } = open();
    memory.putWatch(watch('w1', of({ owner: 'Ada' })));
    const withAda = [shop(1), shop(2, { owner: BOB }), OTHERS];
    const without = withAda.slice(1);
    await list(withAda);
    await list(without);
    await list(withAda);
    expect(absencesOf('w1')).toBeUndefined();
    await list(without);
    await list(without, DAY_MS);
    expect(enqueued).toHaveLength(1);
    await list(withAda);
    const since = await list(without);
    await list(without, 2 * DAY_MS);
    expect(absencesOf('w1')?.owner).toMatchObject({ since });
    expect(enqueued).toHaveLength(1);
    await list(withAda);
    await list(withAda, DAY_MS);
    expect(absencesOf('w1')).toBeUndefined();
    await list(without);
    await list(without, DAY_MS);
    expect(enqueued).toHaveLength(2);
  });

  it('a watch for listings is not notified of an absent item, and an unknown type is not absent', async () => {
    const { memory, list, absencesOf, enqueued } = open();
    memory.putWatch(watch('w1', { ...of({}), trigger: 'listed' }));
    const elytra = { type: 'ELYTRA' };
    memory.putWatch(watch('w2', { ...of({}), item: elytra, filter: { item: elytra, containers: true } }));
    memory.putWatch(watch('w3', { ...of({}), trigger: 'auctioned' }));
    await list([shop(1), OTHERS]);
    await list([OTHERS]);
    await list([OTHERS], 2 * DAY_MS);
    expect(absencesOf('w1')).toHaveProperty('item');
    expect([absencesOf('w2'), absencesOf('w3'), enqueued]).toEqual([undefined, undefined, []]);
  });

  it('a watch that cannot be saved is logged once, retried each minute, and delays no other', async () => {
    const { memory, list, runAgain, filterOf, broken, log } = open();
    memory.putWatch(watch('w1', of({ owner: 'ada' })));
    memory.putWatch(watch('w2', of({ owner: 'bob' })));
    broken.add('w1');
    await list([shop(1), OTHERS]);
    await runAgain(HOUR_MS);
    expect(filterOf('w2')).toMatchObject({ ownerId: BOB.uuid });
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    broken.clear();
    await runAgain(HOUR_MS);
    expect(filterOf('w1')).toMatchObject({ ownerId: ADA.uuid });
  });

  it('an owner without a uuid gives no filter a uuid', async () => {
    const { memory, list, filterOf } = open();
    memory.putWatch(watch('w1', of({ owner: 'Eve' })));
    await list([shop(1, { owner: { name: 'Eve', uuid: '' } }), OTHERS]);
    expect(filterOf('w1')).toMatchObject({ owner: 'Eve' });
    expect(filterOf('w1')).not.toHaveProperty('ownerId');
  });

  it('all feeds and watches are read once per list, and an absence is still notified a day later', async () => {
    const { memory, list, runAgain, asked, enqueued } = open();
    memory.putWatch(watch('w1', of({ owner: 'Ada' })));
    await list([shop(1), shop(2, { owner: BOB }), OTHERS]);
    await list([shop(2, { owner: BOB }), OTHERS]);
    const reads = asked.all;
    await runAgain(DAY_MS - 1);
    expect(enqueued).toEqual([]);
    await runAgain(1);
    await runAgain(HOUR_MS);
    expect(enqueued).toHaveLength(1);
    expect(asked.all).toBe(reads);
  });

  it('a player whose name another takes keeps the uuid, is recorded as absent and followed on return', async () => {
    const { memory, list, filterOf, absencesOf } = open();
    memory.putWatch(watch('w1', of({ owner: 'Ada' })));
    await list([shop(1), shop(2, { owner: BOB }), OTHERS]);
    const stranger = shop(3, { owner: { name: 'Ada', uuid: '0a1b2c3d-0000-4000-8000-0000000000ff' } });
    await list([stranger, shop(2, { owner: BOB }), OTHERS]);
    expect(filterOf('w1')).toMatchObject({ owner: 'Ada', ownerId: ADA.uuid });
    expect(absencesOf('w1')).toHaveProperty('owner');
    await list([stranger, shop(1, { owner: { ...ADA, name: 'Grace' } }), OTHERS]);
    expect(filterOf('w1')).toMatchObject({ owner: 'Grace', ownerId: ADA.uuid });
  });

  it('a renamed item type is present under either name', async () => {
    const { memory, list, absencesOf } = open();
    const item = { type: 'TURTLE_SCUTE' };
    memory.putWatch(watch('w1', { ...of({}), item, filter: { item, containers: true } }));
    const scute = (name: string) => shop(1, { item: itemOf(name) });
    await list([scute('SCUTE'), OTHERS]);
    await list([scute('TURTLE_SCUTE'), OTHERS]);
    expect(absencesOf('w1')).toBeUndefined();
  });
});

const itemOf = (type: string) => item(type);
