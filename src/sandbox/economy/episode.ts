import type { Economy, Lot } from './economy.ts';

/** Something that was done in the past. `at`: epoch ms; `price`: of a bundle, as the sign said then. */
export type Episode =
  | {
      readonly did: 'buy' | 'sell';
      readonly at: number;
      readonly shopId: number;
      readonly bundles: number;
      readonly price: number;
    }
  | (Lot & { readonly did: 'auction'; readonly at: number });

/** Puts into the shops what will have been bought from them, so that all episodes together leave the stock as it was. */
export function stockUp(economy: Economy, episodes: readonly Episode[]): void {
  for (const episode of episodes) {
    if (episode.did !== 'buy') continue;
    const items = (economy.shop(episode.shopId)?.item.quantity ?? 0) * episode.bundles;
    economy.restock(episode.shopId, items);
  }
}

/** Lets it happen, at its own time. */
export function relive(economy: Economy, episode: Episode): void {
  switch (episode.did) {
    case 'buy':
      economy.buy(episode.shopId, episode.bundles, episode);
      return;
    case 'sell':
      economy.sell(episode.shopId, episode.bundles, episode);
      return;
    case 'auction':
      economy.auction(episode);
  }
}
