import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Service } from '../../../sandbox/service/service.ts';
import { startService } from '../../../sandbox/service/start-service.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ economy: createEconomy({ seed: 1, shops: 200 }) });
});

afterEach(() => service.close());

const ask = (path = '/shops/v1/getAllShops') => fetch(service.url + path, { signal: AbortSignal.timeout(5_000) });

test.each([
  ['not-cached', 'NOT_CACHED'],
  ['internal-error', 'INTERNAL_ERROR'],
] as const)('the fault %s returns 500 with its name, limited to a number of snapshots', async (name, error) => {
  service.breakHttp(name, { times: 1 });
  expect((await ask('/health/v1/report')).status).toBe(200);
  const answer = await ask();
  expect([answer.status, await answer.json()]).toEqual([500, { error }]);
  expect((await ask()).status).toBe(200);
});

test('the fault bad-gateway returns 502 in HTML for every path, until cleared', async () => {
  service.breakHttp('bad-gateway');
  for (const path of ['/', '/health/v1/report', '/nowhere']) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html']);
  }
  service.clearFaults();
  expect((await ask('/')).status).toBe(200);
});

test('the fault unavailable has a Retry-After, and html-200 returns a page', async () => {
  const cancel = service.breakHttp('unavailable', { retryAfter: 7 });
  const unavailable = await ask();
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '7']);
  cancel();
  service.breakHttp('html-200');
  const page = await ask();
  expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/^<!DOCTYPE html>/)]);
});

test.each(['truncated', 'truncated-chunked'] as const)(
  'the fault %s cuts the body off, and reading it fails',
  async (name) => {
    service.breakHttp(name);
    await expect(ask().then((answer) => answer.text())).rejects.toThrow(/terminated|fetch failed/);
  },
);

test('the fault silent never answers', async () => {
  service.breakHttp('silent');
  const over = service.nextRequest('shops');
  await expect(fetch(`${service.url}/shops/v1/getAllShops`, { signal: AbortSignal.timeout(300) })).rejects.toThrow();
  expect((await over).status).toBe(0);
});

test('the fault slow-drip sends the body byte by byte', async () => {
  service.breakHttp('slow-drip', { dripMs: 1 });
  const answer = await ask();
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  expect(first?.value?.length).toBeLessThan(100);
  await reader?.cancel();
});

test.each(['enormous', 'gzip-bomb'] as const)('the fault %s sends the given number of bytes', async (name) => {
  service.breakHttp(name, { bytes: 2 ** 20 });
  const answer = await ask();
  expect(answer.headers.get('content-encoding')).toBe(name === 'gzip-bomb' ? 'gzip' : null);
  expect(await answer.text()).toHaveLength(2 ** 20 + 2);
});

test('the fault enormous stops when the client disconnects', async () => {
  service.breakHttp('enormous');
  const over = service.nextRequest('shops');
  const answer = await ask();
  await answer.body?.cancel();
  expect((await over).status).toBe(200);
});

test('the faults empty-array and not-an-array return those bodies', async () => {
  service.breakHttp('empty-array');
  expect(await (await ask()).json()).toEqual([]);
  service.breakHttp('not-an-array');
  expect(await (await ask()).json()).toEqual({ shops: [] });
});

test('the fault broken-records breaks the given percentage of records', async () => {
  service.breakHttp('broken-records', { percent: 20 });
  const records = (await (await ask()).json()) as ({ owner?: unknown } | null)[];
  expect(records).toHaveLength(200);
  expect(records.filter((record) => record?.owner)).toHaveLength(160);
});
