import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import { type Generation, type Painting, paintingItem } from '../../../../../sandbox/economy/paintings/gallery.ts';
import type { Scene, Shot } from '../scene.ts';
import { found, type Stage } from '../stage.ts';

const CAMERA = 'camera picture';

/** A canvas in all its views: `/painting`, `/painting-banned`, `/shop`, `/price`, an alert and a digest. */
export const paintings: Scene = {
  name: 'paintings',
  async play(stages) {
    const [first] = stages;
    if (first === undefined) return [];
    const { economy } = first.world;
    const shown = showpieces(economy);
    for (const { moderator, channel, ask } of stages) {
      const values = { kind: 'auctions', item: 'PAINTING', containers: false };
      await ask(moderator, channel('gallery'), '/feed add', { ...values, 'min-value': 60 });
      await ask(moderator, channel('paintings'), '/feed add', { ...values, every: 1 });
    }
    const posts = stages.flatMap((stage) => (['gallery', 'paintings'] as const).map((name) => ({ stage, name })));
    const pendingShots = posts.map(async ({ stage, name }): Promise<Shot> => {
      const message = await stage.push(stage.channel(name));
      return { name: name === 'gallery' ? 'alert' : 'digest', stage, viewer: stage.player, message };
    });
    auction(economy, shown.titled, 1, 64);
    for (const [painting, generation, bid] of [
      [shown.titled, 2, 9],
      [shown.untitled, 1, 12],
      [shown.banned, 2, 20],
      [shown.other, 2, 7],
    ] as const)
      auction(economy, painting, generation, bid);
    const shots = await Promise.all(pendingShots);
    for (const stage of stages) for await (const shot of answersOf(stage, shown)) shots.push(shot);
    return shots;
  },
};

async function* answersOf(stage: Stage, { titled, untitled, banned }: Showpieces): AsyncGenerator<Shot> {
  const { player, moderator, ask, use } = stage;
  const market = stage.channel('market');
  const shot = (name: string, message: Shot['message'], viewer = player): Shot => ({ name, stage, viewer, message });
  const see = (painting: string) => ask(player, market, '/painting', { painting });
  yield shot('original', await see(`canvas:${titled.id}`));
  yield shot('untitled', await see(`canvas:${untitled.id}`));
  yield shot('camera', await see(await choice(stage, '/painting', 'painting', CAMERA)));
  yield shot('unknown', await see('no such thing'));
  yield shot('unknown-id', await see('069a79f4-44e9-4726-a5be-fca90e38aaf5_12'));
  const card = await see(`canvas:${banned.id}`);
  yield shot('banned', card);
  yield shot('show', await use(moderator, card, 'painting-banned:show:'), moderator);
  yield shot('show-refused', await use(player, card, 'painting-banned:show:'));
  yield shot('is-banned', await ask(player, market, '/painting-banned', { id: banned.id }));
  yield shot('is-not-banned', await ask(player, market, '/painting-banned', { id: titled.id }));
  yield shot('all-bans', await ask(player, market, '/painting-banned', {}));
  const item = await choice(stage, '/shop', 'item', titled.title ?? '');
  yield shot('shop', await ask(player, market, '/shop', { item }));
  yield shot('price', await ask(player, market, '/price', { item }));
  yield shot('shop-of-all', await ask(player, market, '/shop', { item: 'PAINTING' }));
}

interface Showpieces {
  readonly titled: Painting;
  readonly other: Painting;
  readonly untitled: Painting;
  readonly banned: Painting;
}

/** The most sold paintings: with a title, without one, and banned. */
function showpieces(economy: Economy): Showpieces {
  const bans = new Set(economy.bannedPaintings());
  const texts = economy.shops().map(({ item }) => item.snbt ?? '');
  const sold = ({ id }: Painting) => texts.filter((text) => text.includes(id)).length;
  const ranked = economy.paintings.toSorted((a, b) => sold(b) - sold(a));
  const best = (fits: (painting: Painting) => boolean) => ranked.filter(fits);
  const [titled, other] = best(({ id, title }) => title !== null && !bans.has(id));
  const [untitled] = best(({ id, title }) => title === null && !bans.has(id));
  const [banned] = best(({ id }) => bans.has(id));
  return { titled: found(titled), other: found(other), untitled: found(untitled), banned: found(banned) };
}

function auction(economy: Economy, painting: Painting, generation: Generation, finalBid: number): void {
  economy.auction({ item: paintingItem(painting, generation), amount: 1, finalBid });
}

/** Returns the first suggested choice for a typed text. */
async function choice({ world, player, channel }: Stage, line: string, option: string, typed: string): Promise<string> {
  const [first] = await world.discord.as(player).in(channel('market')).autocomplete(line, option, typed);
  return String(found(first).value);
}
