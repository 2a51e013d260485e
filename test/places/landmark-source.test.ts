import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, worldOf } from '../../src/places/landmark-source.ts';
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
  expect(answer).toEqual({ ok: true, read: { landmarks, invalid: 0, repeated: 0, beyond: 0 } });
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
  ['a redirect', (_, response) => response.writeHead(302, { location: 'https://evil.example' }).end(), 'status 302'],
  ['an error', (_, response) => response.writeHead(503).end(), 'status 503'],
  [
    'a body that breaks off',
    (_, response) => response.writeHead(200, { 'content-length': 9 }).end('[{', () => response.destroy()),
    'broke off',
  ],
  ['an empty body', asJson(''), 'no JSON'],
  ['a map without markers', asJson('{}'), 'it has no landmarks'],
  ['markers without coordinates', asJson('[{"name":"Spawn","x":"NaN","z":1}]'), 'none of its 1 landmarks'],
])('%s is a failure with its reason and cure', async (_, answer, why) => {
  const read = await readAnswer(answer);
  expect(read).toEqual({ ok: false, why: expect.stringContaining(why), cure: expect.stringMatching(/^[A-Z].*\.$/) });
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
  ['is of another kind', () => readFileOf(Buffer.from([0, 255, 1, 254, 10, 7, 200])), 'none of its'],
])('a file that %s is a failure', async (_, reading, why) => {
  expect(await reading()).toMatchObject({ ok: false, why: expect.stringContaining(why) });
});
