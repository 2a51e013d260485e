import { expect, test } from 'vitest';
import { createEconomy } from '../../sandbox/economy/create-economy.ts';
import { boxOfPaintings } from '../../sandbox/economy/paintings/gallery.ts';
import { encodeEvent } from '../../sandbox/service/revision.ts';
import type { MarketEvent } from '../../src/market/change.ts';
import { readCanvases } from '../../src/market/paintings/canvas.ts';
import { readShops } from '../../src/service/shops/shop-reader.ts';
import { FrameReader } from '../../src/service/stream/reader.ts';
import { recordingLog } from '../log/recording-log.ts';
import { canvasId, canvasSnbt } from '../market/paintings/samples.ts';

/** Stands on: the frame reader and the record reader, without sockets. */

const NOW = 1_000_000;
const place = { x: 1, y: 2, z: 3, world: 'world' };

function painting(number: number, more: object = {}) {
  return { type: 'PAINTING', quantity: 1, name: 'Canvas', snbt: canvasSnbt({ id: canvasId(number) }), ...more };
}

/** Returns the events of the frames, and each canvas shown in them: its id and the time it was dated to. */
function readFrames(texts: readonly string[]) {
  const canvases: [string, number][] = [];
  const events: MarketEvent[] = [];
  const reader = new FrameReader({
    log: recordingLog(),
    clock: { now: () => NOW },
    onEvent: (event) => events.push(event),
    onPainting: (snbt, at) => canvases.push(...readCanvases(snbt).map(({ id }) => [id, at] as [string, number])),
  });
  for (const text of texts) reader.read(Buffer.from(text), false);
  return { canvases, events };
}

function canvasesOf(...frames: readonly object[]) {
  return readFrames(frames.map((frame) => JSON.stringify(frame))).canvases;
}

test('paintings of auctions and trades are emitted, and again for a second event with the same SNBT', () => {
  const auction = (timestamp: number) => ({
    event: 'auctionComplete',
    timestamp,
    data: { item: painting(1), amount: 1, finalBid: 5 },
  });
  const item = painting(2);
  const data = { type: 'buyFromShop', currencyAmount: 1, itemPrice: 1, item, totalAmount: 1, location: place };
  const trade = { event: 'shopTransaction', timestamp: 7, data };
  expect(canvasesOf(auction(5), auction(6), trade)).toEqual([
    [canvasId(1), 5],
    [canvasId(1), 6],
    [canvasId(2), 7],
  ]);
});

test('a painting in an event stamped ahead of the clock gets the same corrected date as the event', () => {
  const data = { item: painting(1), amount: 1, finalBid: 5 };
  expect(canvasesOf({ event: 'auctionComplete', timestamp: NOW + 5, data })).toEqual([[canvasId(1), NOW]]);
});

test('a box emits the painting of each slot once, and ignores the copies in its own SNBT', () => {
  const children = [painting(1), null, painting(2)];
  const slots = [1, 2].map((number) => `{item:{components:${canvasSnbt({ id: canvasId(number) })}}}`);
  const box = { type: 'SHULKER_BOX', quantity: 1, snbt: `{"minecraft:container":[${slots}]}`, childItems: children };
  const data = { item: box, amount: 1, finalBid: 5 };
  expect(canvasesOf({ event: 'auctionComplete', timestamp: 5, data }).map(([id]) => id)).toEqual([
    canvasId(1),
    canvasId(2),
  ]);
});

test('fault 90: a frame of half a megabyte, a box of twenty large paintings, is read with all its pictures', () => {
  const economy = createEconomy({ seed: 1, shops: 0, now: () => 5 });
  const paintings = economy.paintings.filter(({ size }) => size.name === 'LARGE').slice(0, 20);
  const event = economy.auction({ item: boxOfPaintings(paintings), amount: 1, finalBid: 40 });
  const frame = encodeEvent(event, 'newest');
  expect(frame.length).toBeGreaterThan(400_000);
  const { canvases, events } = readFrames([frame]);
  const ids = paintings.map(({ id }) => id);
  expect(events.map(({ item }) => item.contents.map(({ identity }) => identity.variant?.canvas))).toEqual([ids]);
  expect(canvases.map(([id]) => id)).toEqual(ids);
});

test('a broken event and a painting without pixels emit no canvas', () => {
  const broken = { item: painting(1), amount: 0, finalBid: 5 };
  const blank = { item: painting(1, { snbt: canvasSnbt({ pixels: null }) }), amount: 1, finalBid: 5 };
  expect(canvasesOf(...[broken, blank].map((data) => ({ event: 'auctionComplete', timestamp: 5, data })))).toEqual([]);
});

test('paintings in shops are emitted whichever way their records are read', async () => {
  const owner = { name: 'Ada', uuid: '0a1b2c3d-0000-4000-8000-00000000000a' };
  const shop = { owner, location: place, type: 'SELLING', price: 4, remaining: 3 };
  const records = Array.from({ length: 30 }, (_, id) => ({ id, ...shop, item: painting(id) }));
  const found: string[] = [];
  const onPainting = (snbt: string) => found.push(...readCanvases(snbt).map(({ id }) => id));
  async function* body() {
    yield Buffer.from(JSON.stringify(records));
  }
  const read = await readShops(body(), { unit: 'bundles', onPainting });
  expect(read.ok).toBe(true);
  expect([...new Set(found)]).toEqual(records.map(({ id }) => canvasId(id)));
  if (!read.ok) return;
  found.length = 0;
  await readShops(body(), { unit: 'bundles', known: read.value.records, onPainting });
  expect(found).toEqual([]);
  await readShops(body(), { unit: 'bundles', known: read.value.records, onPainting, showsAllPaintings: true });
  expect(found).toEqual(records.map(({ id }) => canvasId(id)));
});
