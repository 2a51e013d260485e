import type { Shop } from '../../../../../sandbox/economy/domain.ts';
import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import { found } from '../stage.ts';

const PLAIN_SNBT = '{}';

/** Returns a shop that a scene may change; its item is one that no other scene watches. */
export function stockedShop(economy: Economy, type: string): Shop {
  return shop(economy, ({ item, remaining }) => item.type === type && remaining >= item.quantity);
}

export function emptyShop(economy: Economy): Shop {
  return shop(economy, ({ item, remaining }) => item.snbt === PLAIN_SNBT && remaining < item.quantity);
}

/** Chooses an owner whose name needs no explanation. */
export function ownedShop(economy: Economy): Shop {
  return shop(
    economy,
    ({ owner, item, remaining }) => /^[a-z]{5,}$/i.test(owner.name ?? '') && remaining > 2 * item.quantity,
  );
}

function shop(economy: Economy, fits: (shop: Shop) => boolean): Shop {
  return found(economy.shops().find((each) => each.type === 'SELLING' && fits(each)));
}
