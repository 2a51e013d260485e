import type { Market } from '../../../src/market/market.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';

/** The values to query a market with, covering all its content. */
export interface Questions {
  readonly shops: readonly Shop[];
  readonly players: readonly string[];
  readonly types: readonly string[];
}

export const byId = (shops: Iterable<Shop>) => [...shops].toSorted((a, b) => a.id - b.id);
const idsOf = (shops: Iterable<Shop> = []) => Array.from(shops, ({ id }) => id);

/** Returns everything that a market answers, for comparison. Answers without a fixed order are sorted. */
export function answersOf(market: Market, { shops, players, types }: Questions) {
  const { catalogue, missing } = market;
  const keys = [...new Set(shops.map(({ item }) => item.identity.key))].sort();
  const canvases = [...market.canvases()].sort();
  return {
    head: [market.snapshotAt, market.takenAt, market.duplicates, market.shops.length, byId(missing.values())],
    shops: byId(market.shops),
    byId: shops.map(({ id }) => market.shop(id)),
    stock: byId(market.shops).map((shop) => market.remainingOf(shop)),
    places: shops.map(({ location }) => [byId(market.shopsAt(location)), market.soleOwnerAt(location)]),
    items: keys.map((key) => {
      const { asks, bids, others } = market.ofKey(key) ?? {};
      return [key, market.ofKey(key) !== undefined, idsOf(asks), idsOf(bids), idsOf(others)];
    }),
    types: types.map((type) => [
      type,
      market
        .ofType(type)
        .map(({ identity }) => identity.key)
        .sort(),
      idsOf(byId(market.containing(type))),
    ]),
    owners: players.map((player) => idsOf(byId(market.ownedBy(player)))),
    canvases: canvases.map((canvas) => [canvas, idsOf(byId(market.shopsOfCanvas(canvas)))]),
    names: [[...market.ownerNames].sort(), [...market.worlds].sort(), market.mainOverworld],
    catalogue: {
      types: Array.from(catalogue.types, (entry) => JSON.stringify([entry, market.sellersOf(entry.choice)])).sort(),
      variants: Array.from(catalogue.variants, (entry) =>
        JSON.stringify([entry, market.sellersOf(entry.choice)]),
      ).sort(),
      identities: Array.from(catalogue.identities, ({ key }) => key).sort(),
      enchantments: [...catalogue.enchantments].sort(),
    },
  };
}
