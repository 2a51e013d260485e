import { customItem, DISCS } from '../../../../../sandbox/economy/custom-goods.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import { boxOfPaintings, type Painting, paintingItem } from '../../../../../sandbox/economy/paintings/gallery.ts';
import type { Scene } from '../scene.ts';
import { type ChannelName, found } from '../stage.ts';
import { stockedShop } from './shops-to-act-on.ts';

/** Goods that players price separately, in their own feed. */
interface Showpiece {
  readonly channel: ChannelName;
  readonly values: Record<string, string | boolean>;
  act(economy: Economy): unknown;
}

const SHOWPIECES: readonly Showpiece[] = [
  {
    channel: 'gallery',
    values: { kind: 'auctions', item: 'PAINTING', containers: false },
    act: (economy) => economy.auction({ item: paintingItem(largePaintings(economy)[0], 2), amount: 1, finalBid: 18 }),
  },
  {
    channel: 'discs',
    values: { kind: 'auctions', item: 'MUSIC_DISC_11' },
    act: (economy) => economy.auction({ item: customItem(found(DISCS[1])), amount: 1, finalBid: 60 }),
  },
  {
    channel: 'boxes',
    values: { kind: 'auctions', item: 'BLUE_SHULKER_BOX' },
    act: (economy) =>
      economy.auction({ item: boxOfPaintings(largePaintings(economy).slice(0, 20)), amount: 1, finalBid: 40 }),
  },
  {
    channel: 'bundles',
    values: { kind: 'purchases', item: 'OAK_LOG' },
    act: (economy) => economy.buy(stockedShop(economy, 'OAK_LOG').id, 1),
  },
];

function largePaintings({ paintings, bannedPaintings }: Economy): readonly [Painting, ...Painting[]] {
  const banned = new Set(bannedPaintings());
  const large = paintings.filter(({ id, size, title }) => size.name === 'LARGE' && title !== null && !banned.has(id));
  return [found(large[0]), ...large.slice(1)];
}

/** Posts of a painting, a music disc, a box of paintings, and a bundle that costs less than a diamond per item. */
export const goods: Scene = {
  name: 'goods',
  async play(stages) {
    const posts = stages.flatMap((stage) => SHOWPIECES.map((showpiece) => ({ showpiece, stage })));
    for (const { showpiece, stage } of posts)
      await stage.ask(stage.moderator, stage.channel(showpiece.channel), '/feed add', showpiece.values);
    const shots = posts.map(async ({ showpiece, stage }) => {
      const message = await stage.push(stage.channel(showpiece.channel));
      return { name: showpiece.channel, stage, viewer: stage.player, message };
    });
    const [first] = stages;
    if (first) for (const { act } of SHOWPIECES) act(first.world.economy);
    return Promise.all(shots);
  },
};
