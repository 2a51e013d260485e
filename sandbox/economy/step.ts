import { type Shop, UNLIMITED } from './domain.ts';
import type { Economy, StepResult } from './economy.ts';
import type { Random } from './random.ts';

/** Ratio of auctions to trades on a live service, 759 to 431. All other changes show only in the shop list. */
const SHARES: readonly (readonly [Exclude<StepResult['did'], 'nothing'>, number])[] = [
  ['auction', 0.42],
  ['buy', 0.24],
  ['sell', 0.01],
  ['restock', 0.16],
  ['list', 0.07],
  ['price', 0.07],
  ['remove', 0.03],
];
/** Limits the random shops tried for a step. One of 60 is nearly always suitable; otherwise the step does nothing. */
const MOST_TRIED_SHOPS = 60;

/** Makes one plausible change to an economy. */
export function takeStep(economy: Economy, random: Random): StepResult {
  const did = rollAction(random);
  if (did === 'list') return { did, shopId: economy.list().id };
  if (did === 'auction') {
    economy.auction(economy.makeLot());
    return { did };
  }
  const shop = findShop(economy.shops(), random, (candidate) => suits(candidate, did));
  if (!shop) return { did: 'nothing' };
  act(economy, random, did, shop);
  return { did, shopId: shop.id };
}

function act(economy: Economy, random: Random, did: StepResult['did'], shop: Shop): void {
  const { id, item, price, remaining } = shop;
  const bundles = random.integer(1, 4);
  const most = remaining === UNLIMITED ? bundles : Math.floor(remaining / item.quantity);
  switch (did) {
    case 'buy':
      economy.buy(id, Math.min(bundles, most));
      return;
    case 'sell':
      economy.sell(id, Math.min(bundles, most));
      return;
    case 'restock':
      economy.restock(id, item.quantity * random.integer(4, 40));
      return;
    case 'price':
      economy.setPrice(id, otherPrice(random, price));
      return;
    case 'remove':
      economy.remove(id);
      return;
  }
}

/** Returns a price in whole diamonds near the old one, never equal to it. */
function otherPrice(random: Random, price: number): number {
  const near = Math.max(1, Math.round(price * (0.7 + random.unit() * 0.5)));
  return near === price ? price + 1 : near;
}

function suits({ type, remaining, item }: Shop, did: StepResult['did']): boolean {
  const isUnlimited = remaining === UNLIMITED;
  const hasBundle = isUnlimited || remaining >= item.quantity;
  if (did === 'buy') return type === 'SELLING' && hasBundle;
  if (did === 'sell') return type === 'BUYING' && hasBundle;
  if (did === 'restock') return type !== 'FROZEN' && !isUnlimited && remaining < item.quantity * 4;
  return true;
}

function findShop(shops: readonly Shop[], random: Random, fits: (shop: Shop) => boolean): Shop | undefined {
  for (let tried = 0; tried < MOST_TRIED_SHOPS && shops.length > 0; tried++) {
    const shop = random.pick(shops);
    if (fits(shop)) return shop;
  }
  return undefined;
}

function rollAction(random: Random): Exclude<StepResult['did'], 'nothing'> {
  let left = random.unit();
  for (const [did, share] of SHARES) {
    left -= share;
    if (left < 0) return did;
  }
  return 'buy';
}
