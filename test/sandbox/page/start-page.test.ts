import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startDiscord } from '../../../sandbox/discord/discord.ts';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import type { Sandbox } from '../../../sandbox/page/sandbox.ts';
import { type Page, startPage } from '../../../sandbox/page/start-page.ts';
import { startService } from '../../../sandbox/service/start-service.ts';
import { PageClient } from './page-client.ts';

let sandbox: Sandbox;
let page: Page;

beforeAll(async () => {
  const economy = createEconomy({ seed: 7, shops: 10 });
  const [service, discord] = await Promise.all([startService({ economy }), startDiscord()]);
  const user = discord.world.addUser({ name: 'Ann', installed: true });
  const people = [{ user, role: 'user' }] as const;
  sandbox = {
    economy,
    service,
    discord,
    people,
    places: [discord.world.dmChannel(user)],
    healthUrl: `${service.url}/none`,
  };
  page = await startPage(sandbox);
});

afterAll(async () => {
  await page.close();
  await Promise.all([sandbox.service.close(), sandbox.discord.close()]);
});

const get = (path: string) => fetch(new URL(path, page.url), { redirect: 'manual' });

/** Returns the status of a request with headers that fetch forbids, or with a path that it would normalise. */
async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { hostname, port } = new URL(page.url);
  const [response] = await once(request({ hostname, port, path, headers }).end(), 'response');
  response.resume();
  return response.statusCode;
}

async function upgradeStatus(origin?: string): Promise<number> {
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/live`, origin === undefined ? {} : { origin });
  const opened = once(socket, 'open').then(() => 101);
  const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode));
  opened.catch(() => {}); // The error of a refused upgrade. Its status is checked instead.
  refused.catch(() => {});
  socket.on('error', () => {}); // as above
  const status = await Promise.race([opened, refused]);
  socket.terminate();
  return status;
}

test('the root redirects to the client, TypeScript is served as JavaScript, and nothing is cached', async () => {
  const root = await get('/');
  expect([root.status, root.headers.get('location')]).toEqual([302, '/client/']);
  const protocol = await get('/protocol.ts');
  expect(protocol.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(protocol.headers.get('cache-control')).toBe('no-store');
  const text = await protocol.text();
  expect(text).toContain('export const WORLD_FAULTS');
  expect(text).not.toContain('interface');
});

test('the page’s policy allows only its own scripts, styles and connections', async () => {
  const policy = (await get('/protocol.ts')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
});

test('only the client’s files are served', async () => {
  const paths = ['/start-page.ts', '/client/../start-page.ts', '/client/%2e%2e/start-page.ts', '/client/none.ts', '/x'];
  for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 404]);
});

test('a request with a foreign host name is refused', async () => {
  expect(await statusOf('/protocol.ts', { host: 'evil.example' })).toBe(421);
});

test('the WebSocket accepts only the page’s own origin', async () => {
  expect(await upgradeStatus(page.url)).toBe(101);
  expect(await upgradeStatus('http://evil.example')).toBe(403);
  expect(await upgradeStatus(page.url.replace(/\d+$/, '1'))).toBe(403);
  expect(await upgradeStatus()).toBe(403);
});

test('attachments of the local Discord are proxied, and nothing else of it', async () => {
  const { discord, people, places } = sandbox;
  const [[person], [place]] = [people, places];
  if (!person || !place) throw new Error('an empty stage');
  const file = { name: 'chart.png', content: 'pixels' };
  const { url } = discord.as(person.user).in(place).upload(file);
  const image = await get(new URL(url).pathname);
  expect([image.headers.get('content-type'), await image.text()]).toEqual(['image/png', 'pixels']);
  expect((await get('/attachments/1/2/none.png')).status).toBe(404);
  expect((await get('/api/v10/gateway')).status).toBe(404);
});

test('an invalid request closes the connection, and a missing bot is unknown, not healthy', async () => {
  const client = await PageClient.arrive(page.url);
  expect(client.welcome.world).toMatchObject({ stream: null, snapshot: null, outbox: null, shops: 10 });
  await client.leave();
  const socket = new WebSocket(`${page.url.replace('http', 'ws')}/live`, { origin: page.url });
  await once(socket, 'open');
  socket.send('{"ask":');
  const [code] = await once(socket, 'close');
  expect(code).toBe(1008);
});
