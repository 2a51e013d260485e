import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import type { Identity } from '../../src/market/item/item.ts';
import { soldKinds } from '../../src/prices/price-facts.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { item, marketOf, shop, trade } from '../market/samples.ts';

const NOW = 100 * DAY_MS;
const TYPE = 'ENCHANTED_BOOK';
const PLAIN = identify(TYPE);
const [SHARP, MENDING] = ['sharpness', 'mending'].map((id) =>
  identify(TYPE, `{StoredEnchantments:[{id:"minecraft:${id}",lvl:1s}]}`),
) as [Identity, Identity];

/** Returns the kinds of books for a history with these trades and one shop per sold kind. */
function kindsOf(
  trades: readonly (readonly [Identity, number])[],
  sold: readonly Identity[],
  kindsApart: number | null,
) {
  const asked: number[] = [];
  const market = marketOf(...sold.map((identity, at) => shop(at + 1, { item: item(identity) })));
  for (const [identity] of trades) market.apply(trade({ item: item(identity) }));
  const journal = {
    mixedHistory: async () => (kindsApart === null ? null : { until: kindsApart, trades: [] }),
    async tradeCounts(type: string, from: number) {
      asked.push(from);
      return new Map(type === TYPE ? trades.map(([{ key }, count]) => [key, count] as const) : []);
    },
  };
  return { asked, kinds: soldKinds(TYPE, market, journal, NOW) };
}

test('kinds are offered as choice, most traded first, if less than half the trades are plain', async () => {
  const { kinds, asked } = kindsOf(
    [
      [PLAIN, 4],
      [SHARP, 2],
      [MENDING, 3],
    ],
    [SHARP, PLAIN],
    null,
  );
  expect(await kinds).toEqual({
    isMostlyPlain: false,
    kinds: [
      { identity: PLAIN, trades: 4, shops: 1 },
      { identity: MENDING, trades: 3, shops: 0 },
      { identity: SHARP, trades: 2, shops: 1 },
    ],
  });
  expect(asked).toEqual([NOW - 30 * DAY_MS]);
});

test('no choice of kinds is needed if half of the trades are plain', async () => {
  expect(
    (
      await kindsOf(
        [
          [PLAIN, 5],
          [SHARP, 5],
        ],
        [SHARP],
        null,
      ).kinds
    ).isMostlyPlain,
  ).toBe(true);
});

test('with fewer than five trades, the current sellers of each kind decide', async () => {
  const few = [[PLAIN, 4]] as const;
  expect((await kindsOf(few, [SHARP, MENDING, PLAIN], null).kinds).isMostlyPlain).toBe(false);
  expect((await kindsOf(few, [SHARP, PLAIN], null).kinds).isMostlyPlain).toBe(true);
  expect(await kindsOf([], [], null).kinds).toEqual({ isMostlyPlain: true, kinds: [] });
});

test('trades from before kinds were separated do not count', async () => {
  const { kinds, asked } = kindsOf([[PLAIN, 5]], [], NOW - DAY_MS);
  await kinds;
  expect(asked).toEqual([NOW - DAY_MS]);
});

test('a kind whose name the market does not know counts, and is not listed', async () => {
  const gone = { ...SHARP, key: '0123456789abcdef' };
  const journal = {
    mixedHistory: async () => null,
    tradeCounts: async () =>
      new Map([
        [gone.key, 9],
        [PLAIN.key, 1],
      ]),
  };
  const sold = await soldKinds(TYPE, marketOf(shop(1, { item: item(PLAIN) })), journal, NOW);
  expect(sold).toEqual({ isMostlyPlain: false, kinds: [{ identity: PLAIN, trades: 1, shops: 1 }] });
});
