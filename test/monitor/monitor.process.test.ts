import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { rateLimited } from '../../sandbox/discord/rest/faults.ts';
import { METRICS } from '../../src/monitor/metrics.ts';
import { limitFiles } from '../faults/limit-files.ts';
import { holdSavedShops } from '../journeys/world/saved-shops.ts';
import { openWorld, type World } from '../journeys/world/world.ts';
import { freePort } from './free-port.ts';

/** Stands on: the real bot in a process of its own, asked over HTTP. */

let world: World;
afterEach(() => world.close());

test('the HTTP endpoints report health, readiness and metrics of a working Crier', async () => {
  world = await openWorld();
  const port = await freePort();
  const landmarks = join(world.folder, 'landmarks.csv');
  await writeFile(landmarks, 'Spawn,0,0\n');
  await world.startBot({ HTTP_PORT: String(port), LANDMARKS: landmarks });
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  const well = await fetch(`http://127.0.0.1:${port}/health`);
  expect(well.status).toBe(200);
  expect(await well.json()).toMatchObject({ well: true, stream: { state: 'live' }, queue: 0 });
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // Commands are answered from the first shops a little before the snapshot counts as ingested.
  await expect.poll(readMetrics).toMatch(/crier_snapshot_intake_seconds (?!0\n)[\d.]+\n/);
  await expect.poll(readMetrics).toContain('crier_landmarks 1\n');
  const metrics = await readMetrics();
  expect(Array.from(metrics.matchAll(/^# HELP (\w+) /gm), ([, name]) => name)).toEqual(METRICS.map(({ name }) => name));
  expect(metrics).toContain('crier_stream_live 1\n');
  expect(metrics).toMatch(/crier_snapshot_shops \d+\n/);
  expect(metrics).toContain('crier_log_lines_dropped_total 0\n');
  expect(metrics).toMatch(/crier_discord_requests_total\{status="200"\} [1-9]/);
  expect(metrics).toMatch(/crier_store_bytes\{part="store"\} [1-9]\d{3,}\n/);
  expect(metrics).toContain('crier_gateway_shards_ready 1\n');
  await world.service.goDown('refused');
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
  await expect.poll(ready).toBe(503);
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  expect(await health.json()).toMatchObject({ well: false, why: [expect.stringMatching(/^stream: down since 2/)] });
  const alive = await fetch(`http://127.0.0.1:${port}/livez`);
  expect([alive.status, await alive.text()]).toEqual([200, 'alive\n']);
  expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(404);
});

test('notices, messages and Discord’s responses are counted', async () => {
  world = await openWorld();
  const port = await freePort();
  await world.startBot({ HTTP_PORT: String(port) });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const alert = world.discord.nextMessage(world.channel('market'), ({ embeds }) => embeds.length > 0);
  const accepted = { method: 'POST', path: /messages$/ };
  world.discord.fail(accepted, rateLimited({ scope: 'user', retryAfterSeconds: 0.1 }));
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 5 });
  await alert;
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics).toContain('crier_messages_total{outcome="delivered"} 1\n');
  expect(await metrics()).toContain('crier_messages_total{outcome="retry"} 1\n');
  expect(await metrics()).toContain('crier_notices_total{outcome="sealed"} 1\n');
  expect(await metrics()).toContain('crier_discord_rate_limited_total{scope="user"} 1\n');
});

test('readiness fails while a restart still reads the saved shops', async () => {
  world = await openWorld();
  const port = await freePort();
  const first = await world.startBot();
  await world.ask(world.player, 'market', '/shop', { world: 'world' });
  await first.stop();
  const saved = await holdSavedShops(world.folder);
  onTestFinished(() => saved.finish());
  await world.startBot({ HTTP_PORT: String(port) });
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  expect(await health()).toMatchObject({ well: false, snapshot: { takenAt: null, isReadingSaved: true } });
  await saved.finish();
  await expect.poll(health).toMatchObject({ well: true, snapshot: { takenAt: expect.any(Number) } });
});

test('faults 54, 55: health is red while the disk fails, and a SIGTERM meanwhile exits with 0', async () => {
  world = await openWorld();
  const port = await freePort();
  const bot = await world.startProcess({ HTTP_PORT: String(port) });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const [feed] = await world.discord.as(world.mod).in(world.channel('market')).autocomplete('/feed test', 'feed', '');
  const test = async () => (await world.ask(world.mod, 'market', '/feed test', { feed: String(feed?.value) })).text;
  const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).json();
  // Wait until the first snapshot is saved as well, so that no write is pending.
  await expect.poll(health).toMatchObject({ well: true, trouble: null, snapshot: { nextAt: expect.any(Number) } });

  world.expectError('Command failed');
  // On a slow machine the daily samples are due meanwhile.
  world.expectError('daily samples: failed, retrying');
  limitFiles(bot, 1);
  expect(await test()).toBe(
    'Sorry, I could not save that, so nothing has changed. The person who runs Crier can see why in its log.',
  );
  expect(await health()).toMatchObject({ well: false, trouble: 'disk I/O error' });
  expect(bot.log(), 'no stack trace for what the operator can mend').not.toContain('"stack"');

  limitFiles(bot, 'unlimited');
  expect(await test()).toContain('A sample is');
  expect(await health()).toMatchObject({ well: true, trouble: null });

  world.expectError('Journal not writable');
  world.expectError('Could not write all events before the stop, the next start reports an outage');
  limitFiles(bot, 1);
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 1_001 });
  const lostAt = Date.now();
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(metrics).toContain('crier_journal_trouble 1\n');
  expect(await bot.stop()).toBe(0);

  const next = world.service.nextConnection();
  await world.startBot();
  await next;
  const { text } = await world.ask(world.player, 'market', '/health');
  const outage = text.match(/Outages in the last 24 hours, the longest first: <t:(\d+):t>/);
  expect(Number(outage?.[1]) * 1_000).toBeLessThanOrEqual(lostAt);
});
