import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { worldOf } from '../../src/places/ask-map.ts';
import { readSource } from '../../src/places/landmark-source.ts';
import { systemClock } from '../../src/time/clock.ts';
import { openTestHttpServer } from '../service/test-http-server.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { ManualClock } from '../time/manual-clock.ts';

const NEVER = new AbortController().signal;
const POI = { type: 'poi', label: 'Spawn', position: { x: 1, y: 64, z: 2 } };
const MARKERS = JSON.stringify({ places: { label: 'Places', markers: { spawn: POI } } });

function read(source: string, clock: Pick<ManualClock, 'now' | 'monotonic' | 'idle' | 'sleep'> = systemClock) {
  return readSource({ source, userAgent: 'Crier/test', proxies: {}, clock }, NEVER);
}

async function readAnswer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  path = '/markers.json',
) {
  const { url } = await openTestHttpServer(answer);
  return read(`${url}${path}`);
}

async function readFileOf(content: string | Buffer, name = 'landmarks.csv') {
  const path = join(temporaryFolder(), name);
  await writeFile(path, content);
  return read(path);
}

const ALL_TAKEN = { invalid: 0, repeated: 0, beyond: 0 };

function layer(key: string) {
  return { ...{ key, label: key, updateInterval: 30, showControls: true }, ...{ defaultHidden: false, priority: 99 } };
}

/** Returns a marker of Pl3xMap. */
function icon(content: string, x: number) {
  const data = { key: content, point: { x, z: 3 }, image: 'waystone_icon', size: { x: 16, z: 16 } };
  return { type: 'icon', data, options: { tooltip: { content } } };
}

const asJson = (body: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json').end(body);
};

test('the markers of a map are read, in the world of its address', async () => {
  const paths: (string | undefined)[] = [];
  const answer = await readAnswer((request, response) => {
    paths.push(request.url, request.headers['user-agent']);
    asJson(MARKERS)(request, response);
  }, '/maps/world_nether/live/markers.json?of=all#my world');
  expect(paths).toEqual(['/maps/world_nether/live/markers.json?of=all', 'Crier/test']);
  const landmarks = [{ name: 'Spawn', x: 1, z: 2, world: 'my world' }];
  expect(answer).toMatchObject({ ok: true, read: { landmarks, ...ALL_TAKEN } });
});

test.each([
  ['https://map.example/maps/world_nether/live/markers.json', 'world_nether'],
  ['https://map.example/tiles/minecraft_the_nether/markers.json', 'the_nether'],
  ['https://map.example/tiles/my%20world/markers.json', 'my world'],
  ['https://map.example/tiles/_markers_/marker_world.json', 'world'],
  ['https://map.example/standalone/MySQL_markers.php?marker=_markers_/marker_world.json', 'world'],
  ['https://map.example/tiles/100%/markers.json', '100%'],
  ['https://map.example/markers.json', null],
])('the world of %s is %s', (address, world) => {
  expect(worldOf(address)).toBe(world);
});

test.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
  ['HTML', (_, response) => response.setHeader('content-type', 'text/html').end('<html>'), 'a web page'],
  ['HTML under another type', asJson('<!doctype html>'), 'it begins <!doctype html>'],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'https://evil.example' }).end(),
    'the map refused (status 302)',
  ],
  ['an error', (_, response) => response.writeHead(503).end(), 'the map is away (status 503)'],
  [
    'a body that breaks off',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).end('[{', () => response.destroy()),
    'broke off',
  ],
  ['an empty body', asJson(''), 'the answer is empty'],
  ['JSON with more values than memory may hold', asJson(`[${'{},'.repeat(1_600_000)}{}]`), 'more than 3000000 values'],
  ['a list of layers without places', asJson(JSON.stringify([layer('players')])), 'it has no landmarks'],
  ['a map without markers', asJson('{}'), 'it has no landmarks'],
  ['markers without coordinates', asJson('[{"name":"Spawn","x":"NaN","z":1}]'), 'none of its 1 landmarks'],
])('%s is a failure with its reason and cure', async (_, answer, why) => {
  const read = await readAnswer(answer);
  expect(read).toEqual({ ok: false, why: expect.stringContaining(why), cure: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('control characters of an answer do not reach the reason', async () => {
  const answer = await readAnswer(asJson('\u001b[31m<!doctype html>\r\nred'));
  expect(answer).toMatchObject({ why: 'the answer is no JSON (it begins [31m<!doctype html> red)' });
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFF[{"name":"Café","x":1,"z":2}]')],
  ['UTF-16', Buffer.from('\uFEFF[{"name":"Café","x":1,"z":2}]', 'utf16le')],
  ['Latin-1', Buffer.from('[{"name":"Café","x":1,"z":2}]', 'latin1')],
])('an answer in %s is read', async (_, body) => {
  const answer = await readAnswer((_request, response) => response.end(body));
  expect(answer).toMatchObject({ read: { landmarks: [{ name: 'Café', x: 1, z: 2, world: null }] } });
});

test('a number that JSON lacks leaves out its landmark alone', async () => {
  const body = '[{"name":"NaN -Infinity","x":1,"z":2},{"name":"b","x":NaN,"z":1},{"name":"c","x":1,"z":-Infinity}]';
  const landmarks = [{ name: 'NaN -Infinity', x: 1, z: 2, world: null }];
  expect(await readAnswer(asJson(body))).toMatchObject({ ok: true, read: { landmarks, invalid: 2 } });
});

test('the first 5,000 of 100,000 markers of BlueMap are taken, and the rest is counted', async () => {
  const markers = Array.from({ length: 100_000 }, (_, at) => [
    `waystone-${at}`,
    {
      ...{ type: 'poi', label: `Waystone ${at}`, position: { x: at + 0.5, y: 64, z: -0.5 }, detail: `Waystone ${at}` },
      ...{ icon: 'assets/poi.svg', anchor: { x: 25, y: 45 }, classes: [], sorting: 0, listed: true },
      ...{ minDistance: 0, maxDistance: 10_000_000 },
    },
  ]);
  const set = { label: 'Waystones', toggleable: true, sorting: 0, markers: Object.fromEntries(markers) };
  const answer = await readAnswer(asJson(JSON.stringify({ waystones: set })));
  expect(answer).toMatchObject({ ok: true, read: { invalid: 0, repeated: 0, beyond: 95_000 } });
});

test('a large file costs the main thread less than half of its parsing', async () => {
  const text = `[${'{},'.repeat(1_400_000)}{"name":"Spawn","x":1,"z":2}]`;
  const before = process.threadCpuUsage();
  JSON.parse(text);
  const parsing = process.threadCpuUsage(before);
  const path = join(temporaryFolder(), 'landmarks.json');
  await writeFile(path, text);
  const start = process.threadCpuUsage();
  expect(await read(path)).toMatchObject({ read: { landmarks: [{ name: 'Spawn' }] } });
  const reading = process.threadCpuUsage(start);
  expect(reading.user + reading.system).toBeLessThan((parsing.user + parsing.system) / 2);
});

describe('Pl3xMap, which lists its layers apart from their markers', () => {
  const files: Readonly<Record<string, unknown>> = {
    '/tiles/my%20world/markers.json': ['players', 'spawn', 'warps:market'].map(layer),
    '/tiles/my%20world/markers/players.json': [icon('Ada', 7)],
    '/tiles/my%20world/markers/spawn.json': [icon('Spawn', 0)],
    '/tiles/my%20world/markers/warps-market.json': [icon('Market', 5)],
  };
  const serve = (request: IncomingMessage, response: ServerResponse, missing = '') => {
    const path = request.url ?? '';
    const json = path === missing ? undefined : files[path];
    if (json === undefined) response.writeHead(404).end();
    else asJson(JSON.stringify(json))(request, response);
  };

  test('has the markers of every layer except players', async () => {
    const answer = await readAnswer(serve, '/tiles/my%20world/markers.json');
    const landmarks = [
      { name: 'Spawn', x: 0, z: 3, world: 'my world' },
      { name: 'Market', x: 5, z: 3, world: 'my world' },
    ];
    expect(answer).toMatchObject({ ok: true, read: { landmarks, ...ALL_TAKEN } });
  });

  test('is a failure as a whole without one of the layers', async () => {
    const missing = '/tiles/my%20world/markers/warps-market.json';
    const answer = await readAnswer(
      (request, response) => serve(request, response, missing),
      '/tiles/my%20world/markers.json',
    );
    expect(answer).toMatchObject({ ok: false, why: 'layer warps:market: nothing at this address (status 404)' });
  });
});

test('an answer of 500 MB ends at the limit', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let chunks = 0;
  const answer = await readAnswer((_, response) => {
    const write = () => {
      while (chunks < 500 && !response.destroyed) {
        chunks += 1;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    response.setHeader('content-type', 'application/json');
    write();
  });
  expect(answer).toMatchObject({ ok: false, why: expect.stringContaining('too large') });
  expect(chunks).toBeLessThan(100);
});

test('a map that never answers is given up after half a minute', async () => {
  const clock = new ManualClock();
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { url } = await openTestHttpServer(() => resolve());
  const reading = read(`${url}/markers.json`, clock);
  await asked;
  await clock.run(30_000);
  expect(await reading).toMatchObject({ ok: false, why: expect.stringContaining('no answer in time') });
});

test('an unreachable map is a failure', async () => {
  expect(await read('http://127.0.0.1:9/markers.json')).toMatchObject({ ok: false, why: expect.any(String) });
});

test('a CSV file in Latin-1 and a JSON file are read', async () => {
  const cafe = { ok: true, read: { landmarks: [{ name: 'Café', x: 1, z: 2, world: null }] } };
  expect(await readFileOf(Buffer.from('Café;1;2\n', 'latin1'))).toMatchObject(cafe);
  expect(await readFileOf('\uFEFF [{"name": "Café", "x": 1, "z": 2}]', 'landmarks.json')).toMatchObject(cafe);
});

test.each([
  ['is missing', () => read('/nowhere/landmarks.csv'), 'ENOENT'],
  ['is a folder', () => read(temporaryFolder()), 'it is no file'],
  ['is empty', () => readFileOf(''), 'it has no landmarks'],
  ['is broken JSON', () => readFileOf('[{"name":'), 'it is no valid JSON'],
  ['has millions of quotation marks', () => readFileOf(`${'"'.repeat(8_000_000)}x`), 'it is neither JSON nor CSV'],
  ['is of another kind', () => readFileOf(Buffer.from([0, 255, 1, 254, 10, 7, 200])), 'none of its'],
])('a file that %s is a failure', async (_, reading, why) => {
  expect(await reading()).toMatchObject({ ok: false, why: expect.stringContaining(why) });
});
