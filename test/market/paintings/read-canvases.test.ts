import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCanvases } from '../../../src/market/paintings/canvas.ts';
import { propertyRuns } from '../../property-runs.ts';
import { canvasId, canvasSnbt, noisyPixels, pixelsOf, snbtOf } from './samples.ts';

const SAMPLES: readonly { readonly data: { readonly item: { readonly snbt: string } } }[] = JSON.parse(
  readFileSync(new URL('../../samples/paintings.json', import.meta.url), 'utf8'),
);

test('each sample of a live service is read with title, author, size and generation', () => {
  const read = SAMPLES.flatMap(({ data }) => readCanvases(data.item.snbt));
  expect(read.map(({ pixels, id, ...canvas }) => ({ ...canvas, number: id.slice(-4), first: pixels[0] }))).toEqual([
    { ...of('Harbour at Dusk', 'Player_017', 16, 16, 3), number: '1900' },
    { ...of('Two Hills', 'Player_017', 32, 16, 2), number: '1955' },
    { ...of('Lantern', 'Player_090', 16, 32, 1), number: '6100' },
    { ...of('Market Square', 'Player_090', 32, 32, 2), number: '2200' },
  ]);
  expect(read.map(({ pixels }) => pixels.length)).toEqual([256, 512, 512, 1_024]);
});

function of(title: string, author: string, width: number, height: number, generation: number) {
  return { title, author, width, height, generation, version: 120, first: -14_140_326 };
}

test('a canvas in a box without child items is read, with the form of its own item', () => {
  const entry = (form: 'item_canvas_long' | 'item_canvas_tall', number: number) =>
    `{item:{components:${canvasSnbt({ id: canvasId(number), form, pixels: snbtOf(pixelsOf(512)) })},id:"minecraft:painting"},slot:1}`;
  const box = `{"minecraft:container":[${entry('item_canvas_long', 1)},${entry('item_canvas_tall', 2)}]}`;
  expect(readCanvases(box).map(({ width, height }) => [width, height])).toEqual([
    [32, 16],
    [16, 32],
  ]);
});

test('canvas fields are recognised by the last part of their key, in any namespace or none', () => {
  const renamed = canvasSnbt().replaceAll('xercapaint:canvas_', 'other:canvas_');
  const bare = canvasSnbt().replaceAll('xercapaint:canvas_', 'canvas_');
  expect([...readCanvases(renamed), ...readCanvases(bare)].map(({ title }) => title)).toEqual([
    'Harbour at Dusk',
    'Harbour at Dusk',
  ]);
});

test.each([
  ['another length', snbtOf(pixelsOf(255))],
  ['more than 4,096 values', snbtOf(pixelsOf(4_097))],
  [
    'a value above 32 bits',
    snbtOf(pixelsOf(256))
      .replace('[I;-', '[I;4294967296,')
      .replace(/,[^,]*\]$/, ']'),
  ],
  ['a value that is no integer', snbtOf(pixelsOf(256)).replace(/,[^,]*\]$/, ',0.5]')],
  ['a text among the values', snbtOf(pixelsOf(256)).replace(/,[^,]*\]$/, ',"x"]')],
  ['no pixels', null],
])('pixels with %s are not read as a picture', (_, pixels) => {
  expect(readCanvases(canvasSnbt({ pixels }))).toEqual([]);
});

test('512 pixels without a form are not read as a picture, because two sizes are possible', () => {
  const snbt = canvasSnbt({ pixels: snbtOf(pixelsOf(512)) });
  expect(readCanvases(snbt)).toEqual([]);
});

test('a canvas with an invalid id is not read as a picture', () => {
  expect(readCanvases(canvasSnbt({ id: 'f2de65f5-3f13-422f-8391-000000000001' }))).toEqual([]);
});

test('pixels that a player typed into a text are not read as a picture', () => {
  const snbt = `{"minecraft:custom_name":${JSON.stringify(canvasSnbt())}}`;
  expect(readCanvases(snbt)).toEqual([]);
});

test('a title of 10,000 characters is cut, and one of blanks and colour codes is dropped', () => {
  const [long] = readCanvases(canvasSnbt({ title: 'ab'.repeat(5_000) }));
  expect(long?.title).toHaveLength(256);
  expect(long?.title?.endsWith('…')).toBe(true);
  const [blank] = readCanvases(canvasSnbt({ title: ' §a \t' }));
  expect(blank?.title).toBeNull();
  expect(readCanvases(canvasSnbt({ title: null }))[0]?.title).toBeNull();
});

test('pixels of any 32-bit values are read unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom(256, 1_024), fc.string(), (count, seed) => {
      const pixels = noisyPixels(count, seed);
      expect(readCanvases(canvasSnbt({ pixels: snbtOf(pixels) }))[0]?.pixels).toEqual(pixels);
    }),
    { numRuns: propertyRuns(0.2) },
  );
});
