import type { World } from './world.ts';

const REFRESH_MS = 120_000;
/** Half way between two refreshes: the service caches, so that trades near one are no evidence. */
const HALF_MS = REFRESH_MS / 2;

/** Items in a bundle of the shops of `sellBundles`. */
export const BUNDLE = 8;

/** Three shops of three owners, each with 80 bundles and alone at its place. */
export function listBundleShops({ economy }: Pick<World, 'economy'>) {
  return ['a', 'b', 'c'].map((name, at) =>
    economy.list({
      owner: { name: `Seller_${name}`, uuid: `0a1b2c3d-0000-4000-8000-00000000000${name}` },
      location: { x: 9_000 + at, y: 70, z: 9_000, world: 'world' },
      type: 'SELLING',
      price: 3,
      remaining: 80 * BUNDLE,
      item: { type: 'DRAGON_EGG', quantity: BUNDLE },
    }),
  );
}

/**
 * Waits for a whole interval between two refreshes first, as the stream comes up with its first snapshot. Then lets
 * each shop sell a bundle in the middle of each of `rounds` intervals, and waits for the snapshots that these are
 * judged by. Needs a feed of purchases in `#auctions`: a purchase was heard when it arrives there.
 */
export async function sellBundles(world: World, shops: ReturnType<typeof listBundleShops>, rounds: number) {
  const refreshed = async () => {
    const asked = world.service.nextRequest('shops');
    await world.skip(HALF_MS);
    await asked;
  };
  await world.skip(HALF_MS);
  await refreshed();
  for (let round = 0; round < rounds; round++) {
    await world.skip(HALF_MS);
    for (const { id } of shops) {
      const arrived = world.discord.nextMessage(world.channel('auctions'));
      world.economy.buy(id);
      await arrived;
    }
    await refreshed();
  }
  await world.skip(HALF_MS);
  await refreshed();
}
