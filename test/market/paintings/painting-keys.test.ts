import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { identify } from '../../../src/market/item/identity.ts';
import { identitiesOfCanvas } from '../../../src/market/paintings/canvas.ts';
import { canvasId, canvasSnbt } from './samples.ts';

const SAMPLES: readonly { readonly data: { readonly item: { readonly type: string; readonly snbt: string } } }[] =
  JSON.parse(readFileSync(new URL('../../samples/paintings.json', import.meta.url), 'utf8'));

test('the keys derived from a canvas id include the key of each sample painting', () => {
  const paintings = SAMPLES.map(({ data }) => identify(data.item.type, data.item.snbt)).filter(
    ({ variant }) => variant?.canvas,
  );
  expect(paintings).toHaveLength(5);
  for (const { key, variant } of paintings) {
    expect(identitiesOfCanvas(variant?.canvas ?? '').map((identity) => identity.key)).toContain(key);
  }
});

test.each([1, 2, 3])(
  'a canvas of generation %s has the identity of its item, except for title and author',
  (generation) => {
    const identity = identify('PAINTING', canvasSnbt({ generation }));
    const { shown: _, ...variant } = identity.variant ?? {};
    expect(identitiesOfCanvas(canvasId())).toContainEqual({ ...identity, variant });
  },
);

test('each generation of a canvas has its own key', () => {
  const [{ data } = { data: { item: { type: '', snbt: '' } } }] = SAMPLES;
  const canvas = identify(data.item.type, data.item.snbt).variant?.canvas ?? '';
  expect(new Set(identitiesOfCanvas(canvas).map(({ key }) => key)).size).toBe(4);
});
