import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { placeWaystones, startWebMap, type WebMap } from '../../../sandbox/page/web-map.ts';
import { takeLandmarks } from '../../../src/places/read-landmarks.ts';
import { readMarkers } from '../../../src/places/read-markers.ts';

const shops = createEconomy({ seed: 1, shops: 500, hostileNames: 'later' }).shops();
let map: WebMap;

beforeEach(async () => {
  map = await startWebMap(shops);
});
afterEach(() => map.close());

/** Asks with another `Host`, which `fetch` does not allow. */
async function statusAt(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request(map.markersUrl, { headers: { host } }, (response) => resolve(response.resume().statusCode))
    .on('error', reject)
    .end();
  return promise;
}

test('ten waystones stand near shops of the Overworld, far from each other', () => {
  const waystones = placeWaystones(shops);
  expect(waystones).toHaveLength(10);
  expect(new Set(waystones.map(({ name }) => name)).size).toBe(10);
  for (const { x, z } of waystones)
    expect(shops.some(({ location }) => location.world === 'world' && location.x === x - 20 && location.z === z)).toBe(
      true,
    );
  const apart = waystones.flatMap((one, index) =>
    waystones.slice(index + 1).map((other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.z - other.z))),
  );
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(4_000);
});

test('the markers are JSON that Crier reads as all the waystones', async () => {
  const response = await fetch(map.markersUrl);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const { landmarks, invalid, repeated } = takeLandmarks(readMarkers(await response.json(), 'world'));
  expect({ invalid, repeated }).toEqual({ invalid: 0, repeated: 0 });
  expect(landmarks).toEqual(placeWaystones(shops).map(({ name, x, z }) => ({ name, x, z, world: 'world' })));
});

test('the address of a place shows its coordinates as plain text', async () => {
  const filled = map.placeUrl.replace('{x}', '-12').replace('{z}', '34').replace('{world}', '%3Cb%3Emine');
  const response = await fetch(filled);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).toContain('x -12   z 34   in <b>mine');
});

test('other paths, methods and hosts are refused', async () => {
  expect((await fetch(new URL('/maps/other/live/markers.json', map.markersUrl))).status).toBe(404);
  expect((await fetch(map.markersUrl, { method: 'POST' })).status).toBe(405);
  expect(await statusAt('elsewhere.example')).toBe(421);
  expect(await statusAt(new URL(map.markersUrl).host)).toBe(200);
});
