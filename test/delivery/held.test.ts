import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/market/change.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { marketOf, shop, trade } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, CHANNEL, deliveries, type Harness, listing, MINUTE, PERSON, sale } from './samples.ts';

const TRADES = { trigger: 'traded', price: null } as const;
/** The clock begins at 00:16:40. */
const UNTIL_ONE: QuietHours = { from: 0, to: 60, timeZone: 'UTC' };
const QUIET_END = 60 * MINUTE - BEGIN;

const keepQuiet = ({ subscriptions }: Harness, quiet: QuietHours | null) =>
  subscriptions.putPerson({ id: '400', quiet });

describe('quiet hours', () => {
  test('keep a feed’s channel quiet, and the notices follow afterwards in one message', async () => {
    const harness = await begun();
    harness.put(feed('f1', { quiet: UNTIL_ONE }));
    await harness.ingest(sale());
    await harness.time.run(5 * MINUTE);
    await harness.ingest(sale());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[QUIET_END, 'f1 quiet', 'f1 quiet']]);
  });

  test('keep all watches of a user quiet, and nobody else’s', async () => {
    const harness = await begun();
    keepQuiet(harness, UNTIL_ONE);
    harness.put(
      watch('w1', TRADES),
      watch('w2', { trigger: 'listed', price: null }),
      watch('o1', { ...TRADES, userId: '401' }),
    );
    await harness.ingest(sale(), listing());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([
      [700, 'o1 '],
      [QUIET_END, 'w1 quiet', 'w2 quiet'],
    ]);
  });

  test('do not delay a notice that another feed of the channel sends; it names both', async () => {
    const harness = await begun();
    harness.put(feed('f1', { quiet: UNTIL_ONE }), feed('f2', { kind: 'purchases' }));
    await harness.ingest(sale());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[700, 'f1 f2 ']]);
  });

  test('precede the cool-down, which begins with the delivery', async () => {
    const harness = await begun();
    keepQuiet(harness, UNTIL_ONE);
    harness.put(watch('w1', { ...TRADES, cooldownMinutes: 10 }));
    await harness.ingest(sale());
    await harness.time.run(QUIET_END + MINUTE);
    await harness.ingest(sale());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([
      [QUIET_END, 'w1 quiet'],
      [QUIET_END + 10 * MINUTE, 'w1 cooling'],
    ]);
  });

  test('drop notices that no longer apply afterwards', async () => {
    const harness = await begun();
    keepQuiet(harness, UNTIL_ONE);
    harness.discord.shops = marketOf(shop(1), shop(2));
    harness.put(watch('w1'));
    await harness.ingest(listing(1), listing(2));
    await harness.time.run(MINUTE);
    harness.discord.shops = marketOf(shop(1), shop(2, { price: 6 }));
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[QUIET_END, 'w1 quiet']]);
  });

  test('ended early release the held notices', async () => {
    const harness = await begun();
    keepQuiet(harness, UNTIL_ONE);
    harness.put(watch('w1', TRADES));
    await harness.ingest(sale());
    await harness.time.run(5 * MINUTE);
    keepQuiet(harness, null);
    harness.delivery().reconsider([PERSON]);
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[5 * MINUTE + 700, 'w1 quiet']]);
  });

  test('survive a restart', async () => {
    const harness = await begun();
    keepQuiet(harness, UNTIL_ONE);
    harness.put(watch('w1', TRADES));
    await harness.ingest(sale());
    await harness.crash();
    await harness.delivery().start();
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[QUIET_END, 'w1 quiet']]);
  });
});

describe('a snooze', () => {
  const until = (minutes: number) => BEGIN + minutes * MINUTE;

  test('holds the notices of its watch until its end, and not those of other watches', async () => {
    const harness = await begun();
    harness.put(watch('w1', { ...TRADES, snoozedUntil: until(30) }), watch('w2', { trigger: 'listed', price: null }));
    await harness.ingest(sale());
    await harness.ingest(listing());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([
      [700, 'w2 '],
      [30 * MINUTE, 'w1 snoozed'],
    ]);
  });

  test('ended early releases the held notices, and a longer one continues', async () => {
    for (const [later, minutes] of [
      [null, 5 + 700 / MINUTE],
      [until(45), 45],
    ] as const) {
      const harness = await begun();
      harness.put(watch('w1', { ...TRADES, snoozedUntil: until(30) }));
      await harness.ingest(sale());
      await harness.time.run(5 * MINUTE);
      harness.put(watch('w1', { ...TRADES, snoozedUntil: later }));
      harness.delivery().reconsider([PERSON]);
      await harness.time.run();
      expect(deliveries(harness)).toEqual([[minutes * MINUTE, 'w1 snoozed']]);
    }
  });

  test('counts a one-time watch as notified if a message for another watch names it', async () => {
    const harness = await begun();
    harness.put(watch('w1', TRADES), watch('w2', { ...TRADES, repeat: 'once', snoozedUntil: until(30) }));
    await harness.ingest(sale(), sale());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[700, 'w1 w2 ', 'w1 ']]);
    expect(harness.subscriptions.get('w2')).toBeUndefined();
  });
});

test('reconsidering a feed that gathers does not send its notices early', async () => {
  const harness = await begun();
  harness.put(feed('f1', { everyMinutes: 60 }));
  await harness.ingest(sale());
  harness.delivery().reconsider([CHANNEL]);
  await harness.time.run(59 * MINUTE - BEGIN);
  expect(harness.discord.posts).toEqual([]);
});

test('a gathered batch is sent sooner when the feed’s gathering gets shorter or ends', async () => {
  for (const [everyMinutes, deliveredAt] of [
    [10, 10 * MINUTE],
    [0, 5 * MINUTE + 700],
    [90, 60 * MINUTE],
  ] as const) {
    const harness = await begun();
    harness.put(feed('f1', { everyMinutes: 60, createdAt: BEGIN }));
    await harness.ingest(sale());
    await harness.time.run(5 * MINUTE);
    harness.put(feed('f1', { everyMinutes, createdAt: BEGIN }));
    harness.delivery().reconsider([CHANNEL]);
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[deliveredAt, 'f1 ']]);
  }
});

test('a feed that gathers keeps its hour though another feed with the same notices is removed', async () => {
  const harness = await begun();
  harness.put(...['f1', 'f2'].map((id) => feed(id, { everyMinutes: 60, createdAt: BEGIN })));
  await harness.ingest(sale());
  await harness.time.run(5 * MINUTE);
  harness.subscriptions.remove('f2');
  harness.delivery().reconsider([CHANNEL]);
  await harness.time.run();
  expect(deliveries(harness)).toEqual([[60 * MINUTE, 'f1 ']]);
});

describe('a watch on the user’s own shops that gathers', () => {
  const mine = shop(1, { remaining: 0 });
  const sold = (): Change => ({ kind: 'traded', at: 0, trade: trade(), shop: mine });
  const emptied = (): Change => ({ kind: 'sold-out', at: 0, shop: mine, before: shop(1) });
  const own = (more: Partial<Watch> = {}) =>
    watch('w1', {
      ...{ item: null, trigger: 'my-shop', price: null, filter: { owner: 'Ada', containers: true } },
      ...{ everyMinutes: 60, createdAt: BEGIN, ...more },
    });

  async function gathered(harness: Harness): Promise<void> {
    harness.discord.shops = marketOf(mine);
    harness.put(own());
    await harness.ingest(sold(), sold());
    await harness.time.run(5 * MINUTE);
    await harness.ingest(emptied());
  }

  test('sends its sales once, after its hour and through a kill, and a shop that ran empty at once', async () => {
    const harness = await begun();
    await gathered(harness);
    await harness.time.run(5 * MINUTE);
    await harness.crash();
    await harness.delivery().start();
    await harness.ingest(sold());
    await harness.time.run();
    await harness.crash();
    await harness.delivery().start();
    await harness.time.run();
    expect(deliveries(harness)).toEqual([
      [5 * MINUTE + 700, 'w1 '],
      [60 * MINUTE, 'w1 ', 'w1 ', 'w1 '],
    ]);
  });

  test('sends its batch sooner when it is edited to gather for a shorter time', async () => {
    const harness = await begun();
    await gathered(harness);
    harness.put(own({ everyMinutes: 10 }));
    harness.delivery().reconsider([PERSON]);
    await harness.time.run();
    expect(deliveries(harness).map(([at]) => at)).toEqual([5 * MINUTE + 700, 10 * MINUTE]);
  });
});

describe('while pending notices are rescheduled', () => {
  const window = (harness: Harness, everyMinutes: 0 | 30 | 60) =>
    harness.put(feed('f1', { everyMinutes, createdAt: BEGIN }));

  /**
   * Lets a sale wait for the end of a feed's hour, then halves the feed's gathering. `meanwhile` runs during the
   * rescheduling.
   */
  async function shortened(harness: Harness, meanwhile: () => void): Promise<void> {
    window(harness, 60);
    await harness.ingest(sale());
    await harness.time.run(5 * MINUTE);
    const journal = harness.journal();
    const postpone = journal.postpone.bind(journal);
    let times = 0;
    Object.assign(journal, {
      async postpone(...args: Parameters<typeof postpone>) {
        times += 1;
        if (times === 1) meanwhile();
        await postpone(...args);
      },
    });
    window(harness, 30);
    harness.delivery().reconsider([CHANNEL]);
    await harness.time.run();
  }

  test('a new notice is rescheduled too', async () => {
    const harness = await begun();
    await shortened(harness, () => {
      window(harness, 0);
      harness.delivery().reconsider([CHANNEL]);
    });
    expect(deliveries(harness)).toEqual([[5 * MINUTE + 2 * 700, 'f1 ']]);
  });

  test('a failing journal postpones the rescheduling', async () => {
    const harness = await begun();
    await shortened(harness, () => {
      throw new Error('disk full');
    });
    expect(deliveries(harness)).toEqual([[30 * MINUTE, 'f1 ']]);
    expect(harness.log.errors()).toMatchObject([{ sentence: 'Delivery to a target failed, retrying' }]);
  });
});

test('a shop missing from a doubted snapshot is still delivered', async () => {
  const harness = await begun();
  const market = marketOf(shop(2));
  harness.discord.shops = Object.assign(market, { missing: new Map([[1, shop(1)]]) });
  harness.put(watch('w1'));
  await harness.ingest(listing(1));
  await harness.time.run();
  expect(deliveries(harness)).toEqual([[700, 'w1 ']]);
});
