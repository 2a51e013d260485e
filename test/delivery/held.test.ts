import { describe, expect, test } from 'vitest';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { marketOf, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { BEGIN } from './manual-clock.ts';
import { begun, CHANNEL, listing, MINUTE, type Office, PERSON, sale, told } from './samples.ts';

const TRADES = { trigger: 'traded', price: null } as const;
/** The clock begins at 00:16:40. */
const UNTIL_ONE: QuietHours = { from: 0, to: 60, timeZone: 'UTC' };
const QUIET_END = 60 * MINUTE - BEGIN;

const keepQuiet = ({ subscriptions }: Office, quiet: QuietHours | null) =>
  subscriptions.putPerson({ id: '400', quiet });

describe('quiet hours', () => {
  test('of a feed keep its channel quiet; what came is told after, together', async () => {
    const office = await begun();
    office.put(feed('f1', { quiet: UNTIL_ONE }));
    await office.happen(sale());
    await office.time.run(5 * MINUTE);
    await office.happen(sale());
    await office.time.run();
    expect(told(office)).toEqual([[QUIET_END, 'f1 quiet', 'f1 quiet']]);
  });

  test('of a person keep all their watches quiet, and nobody else’s', async () => {
    const office = await begun();
    keepQuiet(office, UNTIL_ONE);
    office.put(
      watch('w1', TRADES),
      watch('w2', { trigger: 'listed', price: null }),
      watch('o1', { ...TRADES, userId: '401' }),
    );
    await office.happen(sale(), listing());
    await office.time.run();
    expect(told(office)).toEqual([
      [700, 'o1 '],
      [QUIET_END, 'w1 quiet', 'w2 quiet'],
    ]);
  });

  test('do not hold back what another feed of the channel tells anyway: one notice names both', async () => {
    const office = await begun();
    office.put(feed('f1', { quiet: UNTIL_ONE }), feed('f2', { kind: 'purchases' }));
    await office.happen(sale());
    await office.time.run();
    expect(told(office)).toEqual([[700, 'f1 f2 ']]);
  });

  test('come before the cool-down, which begins with the telling', async () => {
    const office = await begun();
    keepQuiet(office, UNTIL_ONE);
    office.put(watch('w1', { ...TRADES, cooldownMinutes: 10 }));
    await office.happen(sale());
    await office.time.run(QUIET_END + MINUTE);
    await office.happen(sale());
    await office.time.run();
    expect(told(office)).toEqual([
      [QUIET_END, 'w1 quiet'],
      [QUIET_END + 10 * MINUTE, 'w1 cooling'],
    ]);
  });

  test('are not told of what is no longer true after them', async () => {
    const office = await begun();
    keepQuiet(office, UNTIL_ONE);
    office.discord.shops = marketOf(shop(1), shop(2));
    office.put(watch('w1'));
    await office.happen(listing(1), listing(2));
    await office.time.run(MINUTE);
    office.discord.shops = marketOf(shop(1), shop(2, { price: 6 }));
    await office.time.run();
    expect(told(office)).toEqual([[QUIET_END, 'w1 quiet']]);
  });

  test('that are ended early let out what they held', async () => {
    const office = await begun();
    keepQuiet(office, UNTIL_ONE);
    office.put(watch('w1', TRADES));
    await office.happen(sale());
    await office.time.run(5 * MINUTE);
    keepQuiet(office, null);
    office.delivery().reconsider([PERSON]);
    await office.time.run();
    expect(told(office)).toEqual([[5 * MINUTE + 700, 'w1 quiet']]);
  });

  test('hold through a restart', async () => {
    const office = await begun();
    keepQuiet(office, UNTIL_ONE);
    office.put(watch('w1', TRADES));
    await office.happen(sale());
    await office.crash();
    await office.delivery().start();
    await office.time.run();
    expect(told(office)).toEqual([[QUIET_END, 'w1 quiet']]);
  });
});

describe('a snooze', () => {
  const until = (minutes: number) => BEGIN + minutes * MINUTE;

  test('keeps what comes, and tells it after; the person’s other watches tell', async () => {
    const office = await begun();
    office.put(watch('w1', { ...TRADES, snoozedUntil: until(30) }), watch('w2', { trigger: 'listed', price: null }));
    await office.happen(sale());
    await office.happen(listing());
    await office.time.run();
    expect(told(office)).toEqual([
      [700, 'w2 '],
      [30 * MINUTE, 'w1 snoozed'],
    ]);
  });

  test('that is ended early lets out what it held; one that is made longer holds on', async () => {
    for (const [later, minutes] of [
      [null, 5 + 700 / MINUTE],
      [until(45), 45],
    ] as const) {
      const office = await begun();
      office.put(watch('w1', { ...TRADES, snoozedUntil: until(30) }));
      await office.happen(sale());
      await office.time.run(5 * MINUTE);
      office.put(watch('w1', { ...TRADES, snoozedUntil: later }));
      office.delivery().reconsider([PERSON]);
      await office.time.run();
      expect(told(office)).toEqual([[minutes * MINUTE, 'w1 snoozed']]);
    }
  });

  test('of a watch that tells once: named beside another, it has told', async () => {
    const office = await begun();
    office.put(watch('w1', TRADES), watch('w2', { ...TRADES, repeat: 'once', snoozedUntil: until(30) }));
    await office.happen(sale(), sale());
    await office.time.run();
    expect(told(office)).toEqual([[700, 'w1 w2 ', 'w1 ']]);
    expect(office.subscriptions.get('w2')).toBeUndefined();
  });
});

test('a feed that gathers is not hurried when it is looked at anew', async () => {
  const office = await begun();
  office.put(feed('f1', { everyMinutes: 60 }));
  await office.happen(sale());
  office.delivery().reconsider([CHANNEL]);
  await office.time.run(59 * MINUTE - BEGIN);
  expect(office.discord.posts).toEqual([]);
});

test('what a feed has gathered leaves sooner when it is told to gather for a shorter time, or no longer', async () => {
  for (const [everyMinutes, toldAt] of [
    [10, 10 * MINUTE],
    [0, 5 * MINUTE + 700],
    [90, 60 * MINUTE],
  ] as const) {
    const office = await begun();
    office.put(feed('f1', { everyMinutes: 60, createdAt: BEGIN }));
    await office.happen(sale());
    await office.time.run(5 * MINUTE);
    office.put(feed('f1', { everyMinutes, createdAt: BEGIN }));
    office.delivery().reconsider([CHANNEL]);
    await office.time.run();
    expect(told(office)).toEqual([[toldAt, 'f1 ']]);
  }
});

test('what a doubted snapshot lacks is still told of', async () => {
  const office = await begun();
  const market = marketOf(shop(2));
  office.discord.shops = Object.assign(market, { missing: new Map([[1, shop(1)]]) });
  office.put(watch('w1'));
  await office.happen(listing(1));
  await office.time.run();
  expect(told(office)).toEqual([[700, 'w1 ']]);
});
