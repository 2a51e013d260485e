import { CATALOGUE, displayNameOf } from '../economy/catalogue.ts';
import type { Shop } from '../economy/domain.ts';
import { PageError } from './page-error.ts';
import type { MarketAct, ShopView } from './protocol.ts';
import type { Sandbox } from './sandbox.ts';
import type { WorldFaults } from './world-faults.ts';

const mostShops = 20;
const canvasForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}_\d+$/i;

/**
 * Executes a change of the world and describes it.
 * @throws RangeError, PageError if it is impossible
 */
export function actOnWorld({ economy }: Sandbox, faults: WorldFaults, act: MarketAct): string {
  switch (act.kind) {
    case 'auction': {
      const item = itemOf(act.type);
      economy.auction({ item, amount: act.amount, finalBid: act.finalBid });
      return `${count(act.amount)} × ${displayNameOf(item.type)} went at auction for ${count(act.finalBid)}.`;
    }
    case 'buy': {
      const { moved, paid, shop } = economy.buy(act.shopId, act.bundles);
      return `Somebody bought ${count(moved)} × ${shop.item.name} from ${nameOf(shop)} for ${count(paid)}.`;
    }
    case 'sell': {
      const { moved, paid, shop } = economy.sell(act.shopId, act.bundles);
      return `Somebody sold ${count(moved)} × ${shop.item.name} to ${nameOf(shop)} for ${count(paid)}.`;
    }
    case 'list': {
      const { price, remaining, quantity } = act;
      const shop = economy.list({ type: 'SELLING', price, remaining, item: { ...itemOf(act.type), quantity } });
      return afterRefresh(`${nameOf(shop)} opened a shop: ${count(quantity)} × ${shop.item.name} for ${count(price)}`);
    }
    case 'sell-out': {
      const { moved, paid, shop } = economy.sellOut(act.shopId);
      return `Somebody bought the last ${count(moved)} × ${shop.item.name} from ${nameOf(shop)} for ${count(paid)}.`;
    }
    case 'restock': {
      const shop = economy.restock(act.shopId, act.items);
      return afterRefresh(`${nameOf(shop)} now has ${count(shop.remaining)} × ${shop.item.name} in stock`);
    }
    case 'price': {
      const shop = economy.setPrice(act.shopId, act.price);
      return afterRefresh(
        `${nameOf(shop)} now asks ${count(shop.price)} for ${shop.item.quantity} × ${shop.item.name}`,
      );
    }
    case 'ban': {
      const canvas = act.canvas ?? paintingOnSale(economy);
      if (!canvasForm.test(canvas)) throw new PageError('a painting’s id is a uuid, _ and a number');
      economy.banPainting(canvas);
      return `The painting ${canvas} is banned. Crier reads the list every five minutes; /painting-banned hastens that.`;
    }
    case 'fault':
      return faults.set(act.fault, act.on);
  }
}

/** Shops with the text in their item's name or type: at most 20, the cheapest unit price first. */
export function findShops({ economy }: Sandbox, text: string): ShopView[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  return economy
    .shops()
    .filter(({ item }) =>
      [item.type, item.name].some((name) => name.toLowerCase().replaceAll(' ', '_').includes(wanted)),
    )
    .toSorted((left, right) => unitPrice(left) - unitPrice(right))
    .slice(0, mostShops)
    .map(({ id, item, type: kind, owner, price, remaining }) => {
      const { name, type, quantity } = item;
      return { id, item: name, type, kind, owner: owner.name ?? UNKNOWN_OWNER, price, quantity, remaining };
    });
}

function itemOf(typed: string): { type: string } {
  const type = typed.trim().toUpperCase().replaceAll(' ', '_');
  if (CATALOGUE.some((entry) => entry.type === type)) return { type };
  throw new PageError(`the game has no item “${typed.slice(0, 60)}”`);
}

/** A painting in stock that is not banned. */
function paintingOnSale({ canvases, bannedPaintings, shops }: Sandbox['economy']): string {
  const banned = new Set(bannedPaintings());
  const allowed = canvases.filter((canvas) => !banned.has(canvas));
  const onSale = shops().filter(({ type, remaining, item }) => type === 'SELLING' && remaining >= item.quantity);
  const paintings = onSale.filter(({ item }) => item.snbt.includes('canvas'));
  const found = allowed.find((canvas) => paintings.some(({ item }) => item.snbt.includes(canvas)));
  if (found === undefined) throw new PageError('no shop has a painting that is not banned');
  return found;
}

/** The bot learns with the next snapshot of changes outside the stream. */
function afterRefresh(what: string): string {
  return `${what}. Crier sees it at its next refresh.`;
}

const UNKNOWN_OWNER = 'an unknown owner';
const nameOf = ({ owner }: Shop) => owner.name ?? UNKNOWN_OWNER;
const unitPrice = ({ price, item }: Shop) => price / item.quantity;
const count = (value: number) => value.toLocaleString('en-US');
