import { type RESTOptions, Routes } from 'discord.js';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from '../../bench/memory/garbage.ts';
import { createClient } from '../../src/discord/gateway/client.ts';
import { IdentifyBuckets } from '../../src/discord/gateway/shards.ts';
import { AlertClient } from '../../src/discord/rest/clients.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openDiscord } from '../sandbox/discord/bot.ts';
import { greyPng } from '../sandbox/discord/png.ts';
import { NEVER_BANNED } from './never-banned.ts';

/** The places where every undici, including Node's own, looks for the process's global dispatcher. */
const GLOBAL_DISPATCHERS = ['1', '2'].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/** A global dispatcher as left by another undici loaded first. It cannot send the forms of discord.js. */
const foreign = {
  dispatch(): never {
    throw new Error('sent through the global dispatcher');
  },
};

beforeEach(() => {
  for (const name of GLOBAL_DISPATCHERS) {
    const before: unknown = Reflect.get(globalThis, name);
    const put = (value: unknown) =>
      Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: false });
    put(foreign);
    onTestFinished(() => void put(before));
  }
});

test('the bot sends pictures with any global dispatcher', async () => {
  const { discord, channel } = await openDiscord();
  const { signal } = new AbortController();
  const client = createClient(discord.url, { shards: [0], total: 1 }, new IdentifyBuckets(systemClock), {
    clock: systemClock,
    random: Math.random,
    log: recordingLog(),
    signal,
    rateLimiter: unlimitedRateLimiter(),
    addressBan: NEVER_BANNED,
    onFatal: () => {},
  });
  onTestFinished(() => client.destroy());
  client.rest.setToken(discord.token);
  const files = [{ name: 'price.png', data: greyPng(4, 3) }];
  await client.rest.post(Routes.channelMessages(channel.id), { body: { content: 'diamonds' }, files });
  expect(discord.messages(channel)[0]?.attachments).toMatchObject([{ filename: 'price.png' }]);
});

test('alerts are sent with any global dispatcher', async () => {
  const { discord, channel } = await openDiscord();
  const client = new AlertClient(discord.url, discord.token, {
    ...{ addressBan: NEVER_BANNED, clock: systemClock, signal: AbortSignal.any([]) },
  });
  await client.post(channel.id, { content: 'diamonds' }, unlimitedRateLimiter().pass);
  expect(discord.messages(channel)).toMatchObject([{ content: 'diamonds' }]);
});

test('the alert client and its request guard can be collected once Crier stops', async () => {
  const stop = new AbortController();
  const held = openClient(stop.signal);
  await collectGarbage();
  expect(held.deref()).toBeDefined();
  stop.abort();
  await collectGarbage();
  expect(held.deref()).toBeUndefined();
});

/** @returns a reference to the guard that a client sends through */
function openClient(signal: AbortSignal): WeakRef<object> {
  const line = {
    guard:
      (send: RESTOptions['makeRequest']) =>
      (...request: Parameters<typeof send>) =>
        line && send(...request),
  };
  new AlertClient('http://127.0.0.1:9/api', 'token', { addressBan: line, clock: systemClock, signal });
  return new WeakRef(line);
}
