import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { type Item, type Shop, UNLIMITED } from '../../../sandbox/economy/domain.ts';
import type { Economy } from '../../../sandbox/economy/economy.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';

const SHOPS = '/shops/v1/getAllShops';
const PAINTINGS = '/paintings/v1/getBannedPaintings';
const HEALTH = '/health/v1/report';

let economy: Economy;
let service: Service;
let clock = 0;

beforeEach(async () => {
  clock = 1_000_000;
  economy = createEconomy({ seed: 1, shops: 300 });
  service = await startService({ economy, now: () => clock });
});

afterEach(() => service.close());

const statusOf = async (path: string) => (await fetch(service.url + path)).status;

describe('paths of the simulated service', () => {
  test('have no prefix by default, and any other path is a 404', async () => {
    const answers = await Promise.all(['/', SHOPS, PAINTINGS, HEALTH, `${SHOPS}?x=1`].map(statusOf));
    expect(answers).toEqual([200, 200, 200, 200, 200]);
    const wrong = await Promise.all([`/api${SHOPS}`, `${SHOPS}/`, '/shops/v2/getAllShops', '/api', '//'].map(statusOf));
    expect(wrong).toEqual([404, 404, 404, 404, 404]);
  });

  test('are all under /api except / with prefix all', async () => {
    service.reconfigure({ prefix: 'all' });
    const right = await Promise.all(['/', `/api${SHOPS}`, `/api${PAINTINGS}`, `/api${HEALTH}`].map(statusOf));
    expect(right).toEqual([200, 200, 200, 200]);
    expect(await Promise.all([SHOPS, PAINTINGS, HEALTH].map(statusOf))).toEqual([404, 404, 404]);
  });

  test('are under /api only for shops and health with prefix shops-and-health', async () => {
    service.reconfigure({ prefix: 'shops-and-health' });
    expect(await Promise.all([`/api${SHOPS}`, PAINTINGS, `/api${HEALTH}`].map(statusOf))).toEqual([200, 200, 200]);
    expect(await Promise.all([SHOPS, `/api${PAINTINGS}`, HEALTH].map(statusOf))).toEqual([404, 404, 404]);
  });

  test('use the configured neutral words', async () => {
    service.reconfigure({ segments: { shops: 'stalls', paintings: 'art' } });
    const paths = ['/stalls/v1/getAllShops', '/art/v1/getBannedPaintings', SHOPS, PAINTINGS];
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 404, 404]);
  });

  test('refuse the stream without an upgrade, and other methods', async () => {
    expect(await statusOf('/economy/v1/ws')).toBe(426);
    expect((await fetch(service.url + SHOPS, { method: 'POST' })).status).toBe(405);
  });
});

function bundlesOf({ remaining, item }: Shop): number {
  return remaining === UNLIMITED ? UNLIMITED : Math.floor(remaining / item.quantity);
}

function listedItem({ listedSnbt, childItems, ...item }: Item): Item {
  const contents = childItems?.map((child) => child && listedItem(child));
  return { ...item, snbt: listedSnbt ?? item.snbt, ...(contents && { childItems: contents }) };
}

describe('bodies of the simulated service', () => {
  test('contain the current market, with SNBT as the shop list writes it', async () => {
    economy.remove(economy.shops()[0]?.id ?? 0);
    expect(await (await fetch(service.url + SHOPS)).json()).toEqual(
      economy.shops().map((shop) => ({ ...shop, remaining: bundlesOf(shop), item: listedItem(shop.item) })),
    );
  });

  test('are cached until they are too old', async () => {
    service.reconfigure({ cacheMs: 5_000 });
    const count = async () => ((await (await fetch(service.url + SHOPS)).json()) as unknown[]).length;
    expect(await count()).toBe(300);
    economy.list();
    expect(await count()).toBe(300);
    clock += 5_000;
    expect(await count()).toBe(301);
  });

  test.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('are compressed with %s if the client accepts it', async (coding, unpack) => {
    const { headers, body } = await request(service.url + SHOPS, { headers: { 'accept-encoding': coding } });
    expect(headers['content-encoding']).toBe(coding);
    const shops: unknown[] = JSON.parse(unpack(Buffer.from(await body.arrayBuffer())).toString());
    expect(shops).toHaveLength(300);
  });

  test('are uncompressed if the client accepts or prefers nothing else', async () => {
    const { headers, body } = await request(service.url + SHOPS, { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(await body.json()).toHaveLength(300);
  });

  test('are omitted for a matching ETag until the market changes', async () => {
    service.reconfigure({ etags: true });
    const first = await fetch(service.url + SHOPS);
    const conditional = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } };
    expect((await fetch(service.url + SHOPS, conditional)).status).toBe(304);
    economy.list();
    expect((await fetch(service.url + SHOPS, conditional)).status).toBe(200);
  });

  test('contain the given bans and health', async () => {
    economy.banPainting('b0000000-0000-4000-8000-000000000000_3');
    const bans = await (await fetch(service.url + PAINTINGS)).json();
    expect(bans).toContain('b0000000-0000-4000-8000-000000000000_3');
    service.setHealthFigures({ tickGapMs: 900, players: 2, pingsMs: [400, 20, 30] });
    expect(await (await fetch(service.url + HEALTH)).json()).toEqual({
      tick: { last: clock - 900, latest: clock, gap: 900, healthy: false },
      memory: { free: expect.any(Number), allocated: expect.any(Number), max: expect.any(Number) },
      ping: { players: 2, highLatencySamples: [400], minPing: 20, maxPing: 400, avgPing: 150, medianPing: 30 },
    });
  });
});

describe('the request log of the simulated service', () => {
  test('has the route, headers and status of each request', async () => {
    const over = service.nextRequest('health');
    await fetch(service.url + HEALTH, { headers: { 'User-Agent': 'me/1' } });
    expect(await over).toMatchObject({ route: 'health', at: clock, status: 200, headers: { 'user-agent': 'me/1' } });
  });

  test('counts snapshot requests, early ones separately, and 404s as probes', async () => {
    for (const [path, waitMs] of [
      [SHOPS, 60_000],
      [SHOPS, 10_000],
      [`/api${SHOPS}`, 10_000],
      [SHOPS, 0],
    ] as const) {
      const over = service.nextRequest();
      await fetch(service.url + path);
      await over;
      clock += waitMs;
    }
    expect(service.snapshotCount()).toEqual({ asked: 3, minGapMs: 20_000, tooSoon: 1 });
  });

  test('counts a request answered by the proxy, whichever prefix it had', async () => {
    service.breakHttp('bad-gateway');
    const over = service.nextRequest();
    await fetch(`${service.url}/api${SHOPS}`);
    expect(await over).toMatchObject({ route: 'unknown', status: 502 });
    expect(service.snapshotCount().asked).toBe(1);
  });
});
