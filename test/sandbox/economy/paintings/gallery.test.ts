import { expect, test } from 'vitest';
import { createEconomy } from '../../../../sandbox/economy/create-economy.ts';
import { paintingItem } from '../../../../sandbox/economy/paintings/gallery.ts';

const { paintings } = createEconomy({ seed: 3, shops: 0 });

function pixelsOf(snbt: string): number[] {
  return /canvas_pixels":\[I;([^\]]*)\]/.exec(snbt)?.[1]?.split(',').map(Number) ?? [];
}

test('every painting has the opaque pixels of its size, in several colours', () => {
  for (const painting of paintings) {
    const pixels = pixelsOf(paintingItem(painting, 1).snbt);
    expect(pixels).toHaveLength(painting.size.width * painting.size.height);
    expect(pixels.every((pixel) => Number.isInteger(pixel) && pixel >>> 24 === 0xff && pixel < 0)).toBe(true);
    expect(new Set(pixels).size).toBeGreaterThan(1);
  }
});

test('a gallery has every size, titled and untitled paintings, and unique ids', () => {
  expect(new Set(paintings.map(({ size }) => size.name))).toEqual(new Set(['SMALL', 'LONG', 'TALL', 'LARGE']));
  expect(paintings.some(({ title }) => title === null)).toBe(true);
  expect(new Set(paintings.map(({ id }) => id)).size).toBe(paintings.length);
  for (const { id } of paintings) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}_\d+$/);
});

test('the same seed gives the same pictures', () => {
  const again = createEconomy({ seed: 3, shops: 0 }).paintings;
  const snbt = (all: typeof paintings) => all.map((painting) => paintingItem(painting, 3).snbt);
  expect(snbt(again)).toEqual(snbt(paintings));
});

test('a canvas is written as the game writes it', () => {
  const painting = paintings.find(({ title, size }) => title !== null && size.name === 'LONG');
  if (!painting) throw new Error('no long canvas with a title');
  const { snbt, name } = paintingItem(painting, 2);
  const [author = ''] = painting.id.split('_');
  expect(name).toBe('[Joy of Painting] Canvas (LONG)');
  expect(snbt.replace(/\[I;[^\]]*\]/, '[I;…]')).toBe(
    `{"minecraft:custom_data":{PublicBukkitValues:{"realm:canvas_author_uuid":"${author}","realm:xerca_item":"xercapaint:item_canvas_long",` +
      `"xercapaint:canvas_author":"${painting.author}","xercapaint:canvas_generation":2,"xercapaint:canvas_id":"${painting.id}",` +
      `"xercapaint:canvas_pixels":[I;…],"xercapaint:canvas_title":"${painting.title}","xercapaint:canvas_version":${painting.version}}},` +
      `"minecraft:custom_model_data":{strings:["xercapaint:item_canvas_long"]},` +
      `"minecraft:item_name":{color:"red",fallback:"[Joy of Painting] Canvas (LONG)",italic:0b,translate:"item.xercapaint.item_canvas_long"},` +
      `"minecraft:max_stack_size":1}`,
  );
});
