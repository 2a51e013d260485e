import type { DemoWorld } from '../../../../../sandbox/demo/demo-world.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import type { Scene } from '../scene.ts';
import type { ChannelName } from '../stage.ts';
import { emptyShop, stockedShop } from './shops-to-act-on.ts';

/** A feed in its own channel, and its events. */
interface News {
  readonly channel: ChannelName;
  readonly values: Record<string, string | number>;
  act(world: DemoWorld): unknown;
}

const NEWS: readonly News[] = [
  { channel: 'auctions', values: { kind: 'auctions', 'min-value': 60 }, act: ({ economy }) => auction(economy, 70) },
  {
    channel: 'compact',
    values: { kind: 'auctions', style: 'compact', 'min-value': 60 },
    act: () => null,
  },
  {
    channel: 'digest',
    values: { kind: 'auctions', every: 1 },
    act: ({ economy }) => [8, 11, 14, 9].map((bid) => auction(economy, bid)),
  },
  {
    channel: 'trades',
    values: { kind: 'purchases' },
    act: ({ economy }) => economy.buy(stockedShop(economy, 'DIAMOND_BLOCK').id, 1),
  },
  {
    channel: 'listings',
    values: { kind: 'listings', item: 'NETHER_STAR' },
    act: ({ economy }) =>
      economy.list({ type: 'SELLING', price: 30, remaining: 2, item: { type: 'NETHER_STAR', quantity: 1 } }),
  },
  {
    channel: 'restocks',
    values: { kind: 'restocks' },
    act({ economy }) {
      const { id, item } = emptyShop(economy);
      return economy.restock(id, 8 * item.quantity);
    },
  },
  {
    channel: 'price-drops',
    values: { kind: 'price-drops' },
    act({ economy }) {
      const { id, price } = stockedShop(economy, 'HOPPER');
      return economy.setPrice(id, price / 2);
    },
  },
  {
    channel: 'sold-out',
    values: { kind: 'sold-out' },
    act: ({ economy }) => economy.sellOut(stockedShop(economy, 'TOTEM_OF_UNDYING').id),
  },
  {
    channel: 'server',
    values: { kind: 'health' },
    act: ({ service }) => service.setHealthFigures({ tickGapMs: 900 }),
  },
];

function auction(economy: Economy, finalBid: number) {
  return economy.auction({ item: { type: 'HOPPER' }, amount: 16, finalBid });
}

/** The posts of each kind of feed. */
export const feeds: Scene = {
  name: 'news',
  async play(stages) {
    const posts = stages.flatMap((stage) => NEWS.map((news) => ({ news, stage })));
    for (const { news, stage } of posts)
      await stage.ask(stage.moderator, stage.channel(news.channel), '/feed add', news.values);
    const shots = posts.map(async ({ news, stage }) => {
      const message = await stage.push(stage.channel(news.channel));
      return { name: news.channel, stage, viewer: stage.player, message };
    });
    const [first] = stages;
    if (first) for (const { act } of NEWS) act(first.world);
    return Promise.all(shots);
  },
};
