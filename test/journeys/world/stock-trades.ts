import type { World } from './world.ts';

const REFRESH_MS = 120_000;
/** Half-way between two refreshes: the service caches, so trades close to a refresh are no evidence. */
const HALF_MS = REFRESH_MS / 2;

/** Items in a bundle of the shops of `sellBundles`. */
export const BUNDLE = 8;

/** Lists three shops of three owners, each with 80 bundles and alone at its place. */
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
 * Waits for a whole interval between two refreshes first, because the stream starts with its first snapshot. Then each
 * shop sells a bundle in the middle of each of `rounds` intervals, and the snapshots that judge these sales are
 * awaited. Needs a feed of purchases in `#auctions`, whose posts confirm the purchases.
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
