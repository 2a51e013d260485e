import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { EconomyEvent } from '../../../sandbox/economy/domain.ts';
import type { Economy } from '../../../sandbox/economy/economy.ts';
import { paintingItem } from '../../../sandbox/economy/paintings/gallery.ts';
import { encodeEvent, type RevisionName } from '../../../sandbox/service/revision.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { connect, disconnectAll, type Json } from './stream-client.ts';

const BOOK = '{StoredEnchantments:[{id:"minecraft:mending",lvl:1s}]}';
const OWNER = { name: 'Ann', uuid: '11111111-1111-4111-8111-111111111111' };
const PLACE = { x: 1, y: 64, z: -3, world: 'world' };

let economy: Economy;
let service: Service;

beforeEach(async () => {
  economy = createEconomy({ seed: 1, shops: 0, now: () => 1_234 });
  service = await startService({ economy, now: () => 999 });
});

afterEach(async () => {
  disconnectAll();
  await service.close();
});

function listBook(remaining = 9) {
  const item = { type: 'ENCHANTED_BOOK', quantity: 2, snbt: BOOK };
  return economy.list({ owner: OWNER, location: PLACE, type: 'SELLING', price: 5, remaining, item });
}

async function shopsIn(revision: RevisionName): Promise<Json[]> {
  service.reconfigure({ revision });
  return (await fetch(`${service.url}/shops/v1/getAllShops`)).json() as Promise<Json[]>;
}

async function eventIn(revision: RevisionName, ingest: () => void): Promise<Json> {
  service.reconfigure({ revision });
  const client = connect(service);
  await client.next();
  ingest();
  return client.nextJson();
}

describe('the shop list of a revision', () => {
  const item = { type: 'ENCHANTED_BOOK', quantity: 2, name: 'Enchanted Book', snbt: BOOK };

  test.each(['newest', 'older'] as const)('has the full item in %s', async (revision) => {
    const { id } = listBook();
    const shop = { id, owner: OWNER, location: PLACE, type: 'SELLING', price: 5, remaining: 4, item };
    expect(await shopsIn(revision)).toEqual([shop]);
  });

  test('has remainingStock and an item with amount and without name in oldest', async () => {
    const { id } = listBook();
    const old = { type: 'ENCHANTED_BOOK', amount: 2, snbt: BOOK };
    const shop = { id, owner: OWNER, location: PLACE, type: 'SELLING', price: 5, remainingStock: 4, item: old };
    expect(await shopsIn('oldest')).toEqual([shop]);
  });

  test('has SNBT in snbt-limited only for books in stock', async () => {
    listBook(9);
    listBook(1);
    economy.list({ type: 'SELLING', remaining: 9, item: { type: 'STONE', snbt: '{Damage:3}' } });
    const items = (await shopsIn('snbt-limited')).map((shop) => shop.item);
    const { snbt, ...silent } = item;
    expect(items).toEqual([{ ...silent, snbt }, silent, { type: 'STONE', quantity: 1, name: 'Stone' }]);
  });

  test('has contents with empty slots in newest, and no contents in oldest', async () => {
    const inside = { type: 'DIAMOND', quantity: 3, name: 'Diamond', snbt: '{}' };
    economy.list({ item: { type: 'BUNDLE', childItems: [inside, null] } });
    expect(await shopsIn('newest')).toMatchObject([{ item: { childItems: [inside, null] } }]);
    expect((await shopsIn('oldest'))[0]?.item).not.toHaveProperty('childItems');
  });
});

describe('an auction event of a revision', () => {
  const item = { type: 'DIAMOND', quantity: 1, name: 'Diamond', snbt: '{}' };
  const hold = () => economy.auction({ item: { type: 'DIAMOND' }, amount: 64, finalBid: 50 });

  test.each(['newest', 'snbt-limited'] as const)('has the sold count next to the item in %s', async (revision) => {
    const data = { item, amount: 64, finalBid: 50 };
    expect(await eventIn(revision, hold)).toEqual({ event: 'auctionComplete', timestamp: 1_234, data });
  });

  test.each(['older', 'oldest'] as const)('has the sold count in the item in %s', async (revision) => {
    const data = { item: { type: 'DIAMOND', amount: 64, snbt: '{}' }, finalBid: 50 };
    expect(await eventIn(revision, hold)).toEqual({ event: 'auctionComplete', timestamp: 1_234, data });
  });
});

describe('a transaction event of a revision', () => {
  const common = {
    type: 'buyFromShop',
    currencyAmount: 15,
    item: { type: 'ENCHANTED_BOOK', amount: 2, snbt: BOOK },
    location: PLACE,
  };

  test('has the sign’s price, the total, and an item with quantity and name in revision newest', async () => {
    const { id } = listBook();
    const item = { type: 'ENCHANTED_BOOK', quantity: 2, name: 'Enchanted Book', snbt: BOOK };
    const data = { ...common, item, itemPrice: 5, totalAmount: 6 };
    const event = await eventIn('newest', () => economy.buy(id, 3));
    expect(event).toEqual({ event: 'shopTransaction', timestamp: 1_234, data });
  });

  test('has the sign’s price, the total, and an item with amount in revision snbt-limited', async () => {
    const { id } = listBook();
    const data = { ...common, itemPrice: 5, totalAmount: 6 };
    const event = await eventIn('snbt-limited', () => economy.buy(id, 3));
    expect(event).toEqual({ event: 'shopTransaction', timestamp: 1_234, data });
  });

  test.each(['older', 'oldest'] as const)(
    'has an amount, and no price of the sign, in revision %s',
    async (revision) => {
      const { id } = listBook();
      const event = await eventIn(revision, () => economy.buy(id, 3));
      expect(event).toEqual({ event: 'shopTransaction', timestamp: 1_234, data: { ...common, amount: 6 } });
    },
  );
});

describe('amounts of diamonds in events', () => {
  const textOf = (ingest: () => EconomyEvent, revision: RevisionName) => encodeEvent(ingest(), revision);
  const sellFor = (price: number) => () =>
    economy.buy(economy.list({ type: 'SELLING', price, remaining: 9, item: { type: 'STONE' } }).id);
  const hold = () => economy.auction({ item: { type: 'STONE', name: '"finalBid":7}' }, amount: 1, finalBid: 40 });

  test('end in .0 in newest if they are whole numbers', () => {
    expect(textOf(sellFor(2), 'newest')).toContain('"currencyAmount":2.0,"itemPrice":2.0,');
    expect(textOf(sellFor(1.5), 'newest')).toContain('"currencyAmount":1.5,"itemPrice":1.5,');
    expect(textOf(hold, 'newest')).toContain('"finalBid":40.0}');
  });

  test('inside a name are left unchanged in newest', () => {
    expect(JSON.parse(textOf(hold, 'newest')).data.item.name).toBe('"finalBid":7}');
  });

  test('are plain whole numbers in other revisions', () => {
    expect(textOf(hold, 'older')).toContain('"finalBid":40}');
  });
});

describe('a painting of the simulated service', () => {
  const PIXELS = 'xercapaint:canvas_pixels';
  const sellPainting = () => {
    const [painting] = createEconomy({ seed: 1, shops: 0 }).paintings;
    if (!painting) throw new Error('no painting');
    return economy.list({ type: 'SELLING', remaining: 3, item: paintingItem(painting, 2) });
  };
  const snbtOf = (holder: Json | undefined) => String((holder?.item as Json | undefined)?.snbt);

  test('has no pixels in the shop list, and its text components are quoted JSON', async () => {
    sellPainting();
    const [shop] = await shopsIn('newest');
    expect(snbtOf(shop)).not.toContain(PIXELS);
    expect(snbtOf(shop)).toContain(`"minecraft:item_name":'{"color":"red",`);
  });

  test('has pixels in the shop list if so configured, as in events', async () => {
    const { item } = sellPainting();
    service.reconfigure({ listsPixels: true });
    const [shop] = await shopsIn('newest');
    expect(snbtOf(shop)).toBe(item.snbt);
    expect(item.snbt).toContain(PIXELS);
  });

  test('has pixels in a trade', async () => {
    const { id } = sellPainting();
    const event = await eventIn('newest', () => economy.buy(id));
    expect(snbtOf(event.data as Json)).toMatch(/"xercapaint:canvas_pixels":\[I;(-?\d+,)+-?\d+\]/);
  });
});
