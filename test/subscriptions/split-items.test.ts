import { expect, test } from 'vitest';
import { identify } from '../../src/market/item/identity.ts';
import type { ItemChoice } from '../../src/market/item/item.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { askInMemory } from '../../src/subscriptions/in-memory.ts';
import { markReported, unreportedSplits } from '../../src/subscriptions/saved-items.ts';
import { item, marketOf, shop } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';

const TYPE = 'MUSIC_DISC_11';
const discOf = (song: string) => identify(TYPE, `{"minecraft:jukebox_playable":"realm:${song}"}`);
const FORMER: ItemChoice = { type: TYPE, key: identify(TYPE).key, isFormer: true };

const asking = (choice: ItemChoice) => ({ item: choice, filter: { item: choice, containers: true } });
const marketWith = (...songs: readonly string[]) =>
  marketOf(...songs.map((song, id) => shop(id, { item: item(song === '' ? identify(TYPE) : discOf(song)) })));

test('a saved item that now means several kinds is reported with their number until its owner reads it', async () => {
  const memory = new SubscriptionsInMemory();
  memory.putWatch(watch('w1', asking(FORMER)));
  memory.putFeed(feed('f1', { filter: asking(FORMER).filter }));
  const market = marketWith('', 'slow_rain', 'harbour_song');
  const subscriptions = askInMemory(memory);
  const parts = {
    subscriptions,
    settings: {
      putFeed: async (one: typeof F1) => memory.putFeed(one),
      putWatch: async (one: typeof W1) => memory.putWatch(one),
    },
    transactions: { run: <T>(_: string, work: () => Promise<T>) => work() },
  };
  for (const list of [() => memory.watchesOf('400'), () => memory.feedsOf('100')]) {
    const splits = unreportedSplits(list(), market);
    expect(splits).toEqual([{ item: FORMER, kinds: 3 }]);
    await markReported(list(), splits, parts);
    expect(unreportedSplits(list(), market)).toEqual([]);
    expect(list()[0]?.filter.item).toEqual({ ...FORMER, splitReported: true });
  }
});

test('an item that still means one kind, or was chosen after the upgrade, is not reported', () => {
  const { isFormer: _, ...chosen } = FORMER;
  expect(unreportedSplits([watch('w1', asking(FORMER))], marketWith(''))).toEqual([]);
  expect(unreportedSplits([watch('w1', asking(FORMER))], null)).toEqual([]);
  expect(unreportedSplits([watch('w1', asking(chosen))], marketWith('', 'slow_rain'))).toEqual([]);
});

const W1 = watch('w1');
const F1 = feed('f1');
