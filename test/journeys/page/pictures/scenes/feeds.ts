import type { DemoWorld } from '../../../../../sandbox/demo/demo-world.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import type { Scene } from '../scene.ts';
import type { ChannelName } from '../stage.ts';
import { emptyShop, stockedShop } from './shops-to-act-on.ts';

/** A feed in its own channel, and its events. */
interface News {
  readonly channel: ChannelName;
  readonly values: Record<string, string | number>;
  happen(world: DemoWorld): unknown;
}

const NEWS: readonly News[] = [
  { channel: 'auctions', values: { kind: 'auctions', 'min-value': 60 }, happen: ({ economy }) => auction(economy, 70) },
  {
    channel: 'compact',
    values: { kind: 'auctions', style: 'compact', 'min-value': 60 },
    happen: () => null,
  },
  {
    channel: 'digest',
    values: { kind: 'auctions', every: 1 },
    happen: ({ economy }) => [8, 11, 14, 9].map((bid) => auction(economy, bid)),
  },
  {
    channel: 'trades',
    values: { kind: 'purchases' },
    happen: ({ economy }) => economy.buy(stockedShop(economy, 'DIAMOND_BLOCK').id, 1),
  },
  {
    channel: 'listings',
    values: { kind: 'listings', item: 'NETHER_STAR' },
    happen: ({ economy }) =>
      economy.list({ type: 'SELLING', price: 30, remaining: 2, item: { type: 'NETHER_STAR', quantity: 1 } }),
  },
  {
    channel: 'restocks',
    values: { kind: 'restocks' },
    happen({ economy }) {
      const { id, item } = emptyShop(economy);
      return economy.restock(id, 8 * item.quantity);
    },
  },
  {
    channel: 'price-drops',
    values: { kind: 'price-drops' },
    happen({ economy }) {
      const { id, price } = stockedShop(economy, 'HOPPER');
      return economy.setPrice(id, price / 2);
    },
  },
  {
    channel: 'sold-out',
    values: { kind: 'sold-out' },
    happen: ({ economy }) => economy.sellOut(stockedShop(economy, 'TOTEM_OF_UNDYING').id),
  },
  {
    channel: 'server',
    values: { kind: 'health' },
    happen: ({ service }) => service.setHealthFigures({ tickGapMs: 900 }),
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
    const told = posts.map(async ({ news, stage }) => {
      const message = await stage.push(stage.channel(news.channel));
      return { name: news.channel, stage, viewer: stage.player, message };
    });
    const [first] = stages;
    if (first) for (const { happen } of NEWS) happen(first.world);
    return Promise.all(told);
  },
};
