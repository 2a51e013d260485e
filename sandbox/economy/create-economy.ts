import { displayNameOf } from './catalogue.ts';
import { type EconomyEvent, type Item, UNLIMITED } from './domain.ts';
import type { Economy, ItemSpec, Then } from './economy.ts';
import { createRandom } from './random.ts';
import { createShopGenerator } from './shop-generator.ts';
import { createShopRegister } from './shop-register.ts';
import { takeStep } from './step.ts';
import { makeTrade, type TradeSide } from './trade.ts';

export interface EconomyOptions {
  readonly seed: number;
  /** Initial number of shops. The default is 4,600, as on a live service. */
  readonly shops?: number;
  /** Clock of the events, in epoch milliseconds. The default is the wall clock. */
  readonly now?: () => number;
  /**
   * Places of hostile names: among the first shops (the default), or only in shops that open later, so that a visitor
   * of the demo first meets ordinary players.
   */
  readonly hostileNames?: 'at-first' | 'later';
}

/** Creates a market. The same seed and count give the same shops. */
export function createEconomy(options: EconomyOptions): Economy {
  const { seed, shops = 4_600, now = Date.now, hostileNames = 'at-first' } = options;
  const random = createRandom(seed);
  const shopGenerator = createShopGenerator(random, hostileNames === 'later' ? shops : 0);
  const register = createShopRegister();
  for (let opened = 0; opened < shops; opened++) register.add(shopGenerator.openShop());
  const canvases = shopGenerator.paintings.map(({ id }) => id);
  const banned = new Set(canvases.filter(() => random.chance(0.04)));
  const listeners = new Set<(event: EconomyEvent) => void>();
  let bansVersion = 1;

  function emit<Event extends EconomyEvent>(event: Event): Event {
    for (const listener of listeners) listener(event);
    return event;
  }

  const trade = (shopId: number, bundles: number, type: TradeSide, then: Then = {}) =>
    emit(makeTrade(register, { shopId, bundles, type, at: now(), ...then }));

  const economy: Economy = {
    get version() {
      return register.version;
    },
    get bansVersion() {
      return bansVersion;
    },
    paintings: shopGenerator.paintings,
    canvases,
    shops: () => register.all(),
    shop: (id) => register.find(id),
    bannedPaintings: () => [...banned],
    step: () => takeStep(economy, random),
    buy: (shopId, bundles = 1, then) => trade(shopId, bundles, 'SELLING', then),
    sellOut(shopId) {
      const { item, remaining } = register.get(shopId);
      if (remaining < item.quantity) throw new RangeError(`shop ${shopId} is sold out`);
      return trade(shopId, Math.floor(remaining / item.quantity), 'SELLING');
    },
    sell: (shopId, bundles = 1, then) => trade(shopId, bundles, 'BUYING', then),
    auction: ({ item, amount, finalBid, at = now() }) =>
      emit({ kind: 'auction', at, item: makeItem(item), amount, finalBid }),
    makeLot: shopGenerator.makeLot,
    list({ item, ...rest } = {}) {
      const madeUp = shopGenerator.openShop();
      return register.add({ ...madeUp, ...rest, item: item ? makeItem(item) : madeUp.item });
    },
    restock(shopId, items) {
      const { remaining } = register.get(shopId);
      return register.change(shopId, {
        remaining: remaining === UNLIMITED ? UNLIMITED : Math.max(0, remaining + items),
      });
    },
    setPrice: (shopId, price) => register.change(shopId, { price }),
    remove: (shopId) => register.remove(shopId),
    banPainting(canvasId) {
      banned.add(canvasId);
      bansVersion += 1;
    },
    unban(canvasId) {
      banned.delete(canvasId);
      bansVersion += 1;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return economy;
}

function makeItem(spec: ItemSpec): Item {
  return { quantity: 1, name: displayNameOf(spec.type), snbt: '{}', ...spec };
}
