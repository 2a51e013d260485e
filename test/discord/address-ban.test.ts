import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Routes } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import { AddressBan } from '../../src/discord/rest/address-ban.ts';
import { createRest } from '../../src/discord/rest/clients.ts';
import type { SendHolds } from '../../src/ports/discord-limits.ts';
import { HOUR_MS } from '../../src/time/durations.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { NO_ICONS } from './no-icons.ts';
import { NO_PICTURES } from './no-pictures.ts';

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

const JSON_TYPE = { 'content-type': 'application/json' };
const BLOCKED: Answer = [403, JSON_TYPE, '{"message": "internal network error", "code": 40333}'];
const ACCEPTED: Answer = [200, JSON_TYPE, '{"id": "1"}'];

/** Opens a server that answers with the page for a banned address after the given answers. */
async function openServer(headers: Readonly<Record<string, string>>, ...answers: Answer[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume();
    const [status, sent, body] = answers.shift() ?? [429, headers, 'error code: 1015'];
    response.writeHead(status, sent).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` };
}

function createMemoryHolds(): SendHolds & { readonly kept: Map<string, number> } {
  const kept = new Map<string, number>();
  return {
    kept,
    until: async (what) => kept.get(what) ?? null,
    keep: async (what, until) => void kept.set(what, until),
  };
}

/** Opens the clients of one process, with the holds that an earlier process saved. */
async function open(api: string, { holds = createMemoryHolds() as SendHolds, clock = new ManualClock(1_000) } = {}) {
  const log = recordingLog();
  const addressBan = await AddressBan.open({ holds, clock, log });
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{
      api,
      token: 'a.b.c',
      rateLimiter: unlimitedRateLimiter(),
      languages: LANGUAGES,
      icons: NO_ICONS,
      log,
      addressBan,
    },
    ...{ draw: NO_PICTURES.draw, clock },
    addresses: { find: async () => null, keep: async () => {}, forget: async () => {} },
    onUnauthorized: () => {},
  });
  const rest = createRest(api, 'a.b.c', {
    addressBan,
    rateLimiter: unlimitedRateLimiter(),
    clock,
    random: () => 0,
    log,
  });
  const body = JSON.stringify({ message: { content: 'x' }, plain: 'x' });
  const send = (id = '80351110224678912') =>
    messenger.send({
      id: 1,
      target: { kind: 'channel', id },
      nonce: id,
      ...{ body, subscriptionIds: [], sealedAt: 0 },
    });
  return { clock, log, send, rest };
}

const banned = (waitMs: number) => ({ kind: 'retry', waitMs, everywhere: 'address' });

test.each([
  ['that names its time', { 'content-type': 'text/html', 'retry-after': '3600' }, HOUR_MS],
  ['in plain text', { 'content-type': 'text/plain', 'retry-after': '60' }, 60_000],
  ['that names none', { 'content-type': 'text/html' }, 600_000],
  ['that names a date', { 'content-type': 'text/html', 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, 600_000],
  ['of no kind, for ever', { 'retry-after': '999999999' }, 24 * HOUR_MS],
])('a page for a banned address %s stops all clients until the ban is over', async (_, headers, waitMs) => {
  const { api, asked } = await openServer(headers);
  const { clock, log, send, rest } = await open(api);

  expect(await send()).toMatchObject(banned(waitMs));
  clock.advance(waitMs - 1_000);
  expect(await send('80351110224678913')).toMatchObject(banned(1_000));
  await expect(rest.get(Routes.gatewayBot())).rejects.toMatchObject({ name: 'AddressBanned', waitMs: 1_000 });
  expect(asked).toHaveLength(1);
  expect(log.errors()).toMatchObject([{ sentence: expect.stringContaining('refuses this address') }]);

  clock.advance(1_000);
  expect(await send()).toMatchObject(banned(waitMs));
  expect(asked).toHaveLength(2);
  expect(log.errors()).toHaveLength(2);
});

test('a ban found by any client stops all clients', async () => {
  const { api, asked } = await openServer({ 'retry-after': '60' });
  const { log, send, rest } = await open(api);
  await expect(rest.get(Routes.gatewayBot())).rejects.toMatchObject({ name: 'AddressBanned', waitMs: 60_000 });
  expect(await send()).toMatchObject(banned(60_000));
  expect(asked).toHaveLength(1);
  expect(log.errors()).toHaveLength(1);
});

test('the next process waits for the rest of a ban, but for at most a day after a wrong clock', async () => {
  const { api, asked } = await openServer({ 'retry-after': '3600' });
  const holds = createMemoryHolds();
  const first = await open(api, { holds });
  await first.send();
  first.clock.advance(HOUR_MS - 5_000);
  const second = await open(api, { holds, clock: new ManualClock(first.clock.now()) });
  expect(await second.send()).toMatchObject(banned(5_000));
  expect(asked).toHaveLength(1);
  expect(first.log.errors()).toHaveLength(1);

  holds.kept.set('address', Number.MAX_SAFE_INTEGER);
  expect(await (await open(api, { holds })).send()).toMatchObject(banned(24 * HOUR_MS));
});

test('a ban takes effect even if saving it fails', async () => {
  const { api, asked } = await openServer({ 'retry-after': '60' });
  const holds = { until: async () => null, keep: () => Promise.reject(new Error('disk full')) };
  const { log, send } = await open(api, { holds });
  for (let n = 0; n < 2; n += 1) expect(await send()).toMatchObject(banned(60_000));
  expect(asked).toHaveLength(1);
  expect(log.errors()).toHaveLength(2);
});

test('code 40333 holds all clients, each time for longer, and is logged once at its start and end', async () => {
  const { api, asked } = await openServer({}, BLOCKED, BLOCKED, BLOCKED, ACCEPTED, BLOCKED);
  const { clock, log, send, rest } = await open(api);
  for (const holdMs of [1_000, 2_000, 4_000]) {
    const outcome = await send();
    expect(outcome).toMatchObject(banned(holdMs));
    expect(outcome).not.toHaveProperty('unlistedCode');
    const before = asked.length;
    clock.advance(holdMs - 1);
    expect(await send('80351110224678913')).toEqual(expect.objectContaining(banned(1)));
    await expect(rest.get(Routes.gatewayBot())).rejects.toMatchObject({ name: 'AddressBanned', waitMs: 1 });
    expect(asked).toHaveLength(before);
    clock.advance(1);
  }
  expect(await send()).toMatchObject({ kind: 'delivered' });
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  expect(log.lines.at(1)).toMatchObject({ facts: { heldSeconds: 7 } });
  // The next failure begins with the shortest hold.
  expect(await send()).toMatchObject(banned(1_000));
});

test('a hold after code 40333 lasts at most a minute, and survives a restart', async () => {
  const { api, asked } = await openServer({}, ...Array<Answer>(10).fill(BLOCKED), ACCEPTED);
  const holds = createMemoryHolds();
  const { clock, send } = await open(api, { holds });
  for (let n = 0; n < 9; n += 1) {
    const outcome = await send();
    clock.advance(outcome.kind === 'retry' ? outcome.waitMs : 0);
  }
  expect(await send()).toMatchObject(banned(60_000));
  clock.advance(50_000);
  const next = await open(api, { holds, clock: new ManualClock(clock.now()) });
  expect(await next.send()).toMatchObject(banned(10_000));
  expect(asked).toHaveLength(10);
  next.clock.advance(10_000);
  expect(await next.send()).toMatchObject({ kind: 'delivered' });
  expect(next.log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('a 403 with another code than 40333 is passed on with its body', async () => {
  const { api } = await openServer({}, [403, JSON_TYPE, '{"message": "Missing Access", "code": 50001}'], ACCEPTED);
  const { send } = await open(api);
  expect(await send()).toMatchObject({ kind: 'refused', code: 50001 });
  expect(await send()).toMatchObject({ kind: 'delivered' });
});

test('holds for one failing route grow and are logged once, while other routes succeed', async () => {
  const { api } = await openServer({}, BLOCKED, ACCEPTED, BLOCKED, ACCEPTED, BLOCKED, ACCEPTED, ACCEPTED);
  const { clock, log, send } = await open(api);
  for (const holdMs of [1_000, 2_000, 4_000]) {
    expect(await send('80351110224678912')).toMatchObject(banned(holdMs));
    clock.advance(holdMs);
    expect(await send('80351110224678913')).toMatchObject({ kind: 'delivered' });
  }
  expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
  await send('80351110224678912');
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'info']);
});

test('a ban that begins during a hold after 40333 is logged as an error', async () => {
  const { log, send, holdsUp } = await overlapping();
  await Promise.all([send('80351110224678912'), send('80351110224678913'), holdsUp]);
  expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'error']);
  expect(log.errors()).toMatchObject([{ sentence: expect.stringContaining('refuses this address') }]);
});

/** Opens a server that answers the first request with 40333, and the concurrent second one with a ban. */
async function overlapping() {
  const answered = Promise.withResolvers<void>();
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const [status, headers, body]: Answer = waiting.length === 0 ? BLOCKED : [429, { 'retry-after': '60' }, 'banned'];
    waiting.push(() => void response.writeHead(status, headers).end(body));
    if (waiting.length < 2) return;
    waiting[0]?.();
    void hasHeld.promise.then(() => waiting[1]?.());
    answered.resolve();
  });
  const hasHeld = Promise.withResolvers<void>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const holds = { ...createMemoryHolds(), keep: async () => hasHeld.resolve() };
  const opened = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, { holds });
  return { ...opened, holdsUp: answered.promise };
}
