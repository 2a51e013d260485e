import { expect, onTestFinished, test } from 'vitest';
import { Http } from '../../../src/service/http/http.ts';
import { Routes } from '../../../src/service/routes.ts';
import { fetchShops } from '../../../src/service/shops/fetch.ts';
import { MinInterval } from '../../../src/service/shops/min-interval.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { openWorld } from '../../journeys/world/world.ts';
import { createMemoryCheckpoints } from '../../service/memory-checkpoints.ts';
import { openNames } from './names.ts';
import { openNetwork } from './network.ts';

/**
 * Stands on: the real bot with its own host names (mounted over /etc), a network with an address that never answers;
 * real time.
 */

/** Starts a bot whose service is at `game.test`, resolved by these names. */
async function startNamed(hosts: string, server: string | null) {
  const names = openNames(hosts, server);
  const world = await openWorld();
  onTestFinished(() => world.close());
  const SERVICE_URL = world.service.url.replace('127.0.0.1', 'game.test');
  const bot = await world.startProcess({ SERVICE_URL }, { within: names.within });
  return { bot, names, world };
}

const GOOD = '127.0.0.1 game.test';

test.each([
  ['fault 9: a name that does not exist', () => startNamed('', null), 'error-ENOTFOUND'],
  ['fault 9: a silent name server', () => startNamed('', openNetwork().nobody), 'error-EAI_AGAIN'],
  ['fault 9: a dead IPv6 address as the only one', () => startNamed(deadIpv6(), null), 'no-handshake'],
])('%s is retried until the name resolves to the service', async (_name, start, reason) => {
  const { bot, names, world } = await start();
  await expect.poll(bot.log).toContain(`Stream down: no connection (${reason}), retrying`);
  names.add(GOOD);
  await expect.poll(bot.log).toContain('Stream live again');
  expect(world.service.connections.size).toBe(1);
});

test('fault 9: a dead IPv6 address before a working one delays neither the stream nor the shops', async () => {
  const { bot, world } = await startNamed(`${deadIpv6()}${GOOD}\n`, null);
  await expect.poll(() => world.service.connections.size).toBe(1);
  await expect.poll(() => world.service.snapshotCount().asked).toBe(1);
  expect(bot.log()).not.toContain('stream:');
});

test('fault 9: a request for the shops without a connection is not counted, and retried soon', async () => {
  const http = new Http({ userAgent: 'Crier/test', now: Date.now });
  onTestFinished(() => http.close());
  const routes = new Routes(`http://[${openNetwork().nobody}]:9/`, { shops: 'shops', paintings: 'paintings' });
  const checkpoints = createMemoryCheckpoints();
  const minInterval = new MinInterval(checkpoints, systemClock);
  const parts = { http, routes, minInterval, clock: systemClock, deadlineMs: 60_000, maxBytes: 1_000 };
  const fetched = await fetchShops(parts, {}, new AbortController().signal, async () => {
    throw new Error('nobody can answer');
  });
  expect(fetched).toMatchObject({ asked: false, answer: { ok: false, kind: 'unreachable' } });
  expect(await minInterval.waitMs()).toBe(0);
});

const deadIpv6 = () => `${openNetwork().nobody} game.test\n`;
