import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot and discord.js over sockets to a simulated Discord and service, and the markers of a map. */

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const MARKERS = {
  waystones: {
    markers: {
      market: { type: 'poi', label: '<b>Market</b> Waystone', position: { x: 1_000, y: 64, z: 0 } },
      claim: { type: 'shape', label: 'Spawn', position: { x: 1_016, y: 64, z: 80 } },
    },
  },
};
const HOUR_MS = 3_600_000;
const NEXT_SNAPSHOT_MS = 80_000;

let map: Server;
let answer = { type: 'application/json', body: JSON.stringify(MARKERS) };
let asked = 0;
let world: World;
let bot: Awaited<ReturnType<World['startBot']>>;

beforeAll(async () => {
  map = createServer(({ url }, response) => {
    asked += 1;
    const isMarkers = url === '/maps/world/live/markers.json';
    response.writeHead(isMarkers ? 200 : 404, { 'content-type': answer.type }).end(isMarkers ? answer.body : '');
  }).listen(0, '127.0.0.1');
  await once(map, 'listening');
  const url = `http://127.0.0.1:${(map.address() as AddressInfo).port}`;
  world = await openWorld({
    shops: 0,
    environment: {
      LANDMARKS: `${url}/maps/world/live/markers.json`,
      MAP_URL: `${url}/#{world}:{x}:0:{z}`,
      ITEM_URL: 'https://wiki.example/{type}',
      SHOPS_REFRESH_SECONDS: '60',
    },
  });
  list(5, 64);
  bot = await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
  map.close();
});

/** Opens a shop in the Nether, at 1016 80 of the Overworld. */
function list(price: number, y: number): void {
  const location = { x: 127, y, z: 10, world: 'world_nether' };
  world.economy.list({ type: 'SELLING', owner: ADA, price, remaining: 64, location, item: { type: 'SLIME_BLOCK' } });
}

const textAfter = async (line: string, values: OptionValues = {}) =>
  (await world.ask(world.mod, 'market', line, values)).text;
/** Coordinates as a link to the map, which has the port of the test. */
const coordinates = (y: number) =>
  new RegExp(`\\[\`127 ${y} 10\`\\]\\(http://127\\.0\\.0\\.1:\\d+/#world_nether:127:0:10\\)`);

test('/shop names the landmark, the link and the Overworld coordinates of a shop in the Nether', async () => {
  await expect.poll(() => textAfter('/shop', { item: 'Slime Block' })).toContain('of Market Waystone');
  const text = await textAfter('/shop', { item: 'Slime Block' });
  expect(text).toContain('[Slime Block](https://wiki.example/SLIME_BLOCK)');
  expect(text).toMatch(coordinates(64));
  expect(text.replaceAll('\u00a0', ' ')).toContain('`1016 80` in the Overworld');
  expect(text).toContain('82 blocks S of Market Waystone');
});

test('an alert names them too', async () => {
  await textAfter('/watch add', { item: 'Slime Block', trigger: 'at-or-below', price: 3 });
  list(2, 70);
  await world.skip(NEXT_SNAPSHOT_MS);
  const alert = await world.discord.findMessage(world.discord.world.dmChannel(world.mod), (message) =>
    textOf(message).includes('127 70 10'),
  );
  const text = textOf(alert);
  expect(text).toMatch(coordinates(70));
  expect(text.replaceAll('\u00a0', ' ')).toContain('`1016 80` in the Overworld');
  expect(text).toContain('82 blocks S of Market Waystone');
});

test('a map that answers HTML leaves the old landmarks, one line in the log and one in /health', async () => {
  expect(await textAfter('/health')).not.toContain('Landmarks');
  answer = { type: 'text/html', body: '<html>Please log in</html>' };
  for (let hour = 0; hour < 2; hour += 1) {
    const before = asked;
    // One step, because an hour in steps of 10 s takes a minute.
    world.clock.skip(HOUR_MS);
    await world.skip(10_000);
    await expect.poll(() => asked).toBeGreaterThan(before);
  }
  await expect.poll(() => textAfter('/health')).toMatch(/Landmarks\*\*\n1 as of <t:\d+:[tR]>, not read since: /);
  expect(bot.log().match(/LANDMARKS unreadable/g)).toHaveLength(1);
  expect(await textAfter('/shop', { item: 'Slime Block' })).toContain('82 blocks S of Market Waystone');
});

test('the saved landmarks are deleted at a start without LANDMARKS', async () => {
  const db = new DatabaseSync(join(world.folder, 'crier.sqlite'), { readOnly: true });
  const saved = () => db.prepare('SELECT record FROM landmarks').all();
  expect(saved()).toHaveLength(1);
  await bot.stop();
  bot = await world.startBot({ LANDMARKS: '' });
  await expect.poll(saved).toEqual([]);
  db.close();
  expect(await textAfter('/shop', { item: 'Slime Block' })).not.toContain('Market Waystone');
});
