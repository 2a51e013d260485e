import type { ShopView, WorldAct } from '../protocol.ts';
import { type Connection, sentenceOf } from './connection.ts';
import { fill, h } from './dom.ts';

const DEBOUNCE_MS = 200;
const SHOWN = 6;

/** Finds shops by item, offers changes to each, and a form to list a new one. */
export function createShopForm(connection: Connection, act: (world: WorldAct) => Promise<void>): HTMLElement {
  const list = h('ul', { class: 'shops' });
  const search = h('input', {
    type: 'search',
    placeholder: 'Find a shop, such as slime',
    'aria-label': 'Find a shop',
    'data-test': 'find-shop',
  });
  let timer = 0;

  async function find(): Promise<void> {
    if (search.value.trim() === '') return fill(list);
    try {
      const shops = await connection.ask({ kind: 'shops', text: search.value });
      fill(list, ...shops.slice(0, SHOWN).map(rowOf));
      if (shops.length === 0) fill(list, h('li', {}, 'No shop has that.'));
    } catch (error) {
      fill(list, h('li', { class: 'failure' }, sentenceOf(error)));
    }
  }

  function rowOf(shop: ShopView): HTMLElement {
    const does = (label: string, world: WorldAct) =>
      h('button', { type: 'button', class: 'quiet', onclick: () => void act(world).then(find) }, label);
    const isBuying = shop.kind === 'BUYING';
    return h(
      'li',
      {},
      h(
        'span',
        {},
        `${shop.quantity} ${shop.item} for ${shop.price}`,
        h('small', {}, `${isBuying ? 'buys' : `${shop.remaining} left`} · ${shop.owner}`),
      ),
      does(isBuying ? 'Sell' : 'Buy', { kind: isBuying ? 'sell' : 'buy', shopId: shop.id, bundles: 1 }),
      !isBuying && does('Sell out', { kind: 'sell-out', shopId: shop.id }),
      does('Restock', { kind: 'restock', shopId: shop.id, items: shop.quantity * 16 }),
      does('Cheaper', { kind: 'price', shopId: shop.id, price: Math.floor(shop.price / 2) }),
    );
  }

  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), DEBOUNCE_MS);
  });
  return h('div', { class: 'shop-form' }, listingForm(act), search, list);
}

function listingForm(act: (world: WorldAct) => Promise<void>): HTMLElement {
  const type = h('input', { value: 'SLIME_BLOCK', 'aria-label': 'Item', required: true, 'data-test': 'list-type' });
  const quantity = h('input', { type: 'number', value: 4, min: 1, 'aria-label': 'Items in a bundle' });
  const price = h('input', {
    type: 'number',
    value: 1,
    min: 0,
    'aria-label': 'Price of a bundle',
    'data-test': 'list-price',
  });
  const form = h(
    'form',
    { class: 'act' },
    h('b', {}, 'New shop'),
    quantity,
    type,
    ' for ',
    price,
    h('button', { 'data-test': 'list' }, 'List'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [bundle, cost] = [Number(quantity.value), Number(price.value)];
    void act({ kind: 'list', type: type.value, quantity: bundle, price: cost, remaining: bundle * 64 });
  });
  return form;
}
