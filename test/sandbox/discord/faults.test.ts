import { connect } from 'node:net';
import { expect, test } from 'vitest';
import {
  addressBan,
  cut,
  htmlPage,
  refused,
  serverError,
  silence,
  slow,
  unauthorized,
} from '../../../sandbox/discord/rest/faults.ts';
import { newRest, openDiscord } from './bot.ts';

async function openPoster(options: Parameters<typeof newRest>[1] = {}) {
  const place = await openDiscord();
  const rest = newRest(place.discord, options);
  const route = `/channels/${place.channel.id}/messages` as const;
  const post = (body: object = { content: 'hi' }) => rest.post(route, { body });
  const count = () => place.discord.messages(place.channel).length;
  return { ...place, rest, route, post, count };
}

test('an injected server error can occur before or after the message is accepted', async () => {
  const { discord, route, post, count } = await openPoster();

  discord.fail({ path: route }, serverError());
  await expect(post()).rejects.toMatchObject({ status: 500 });
  expect(count()).toBe(0);

  discord.fail({ path: route }, serverError({ status: 503, afterAccepting: true }));
  await expect(post()).rejects.toMatchObject({ status: 503 });
  expect(count()).toBe(1);
});

test('discord.js retries server errors four times, and the nonce prevents duplicates', async () => {
  const { discord, post, count } = await openPoster({ retries: 3 });
  const fault = discord.fail({ method: 'POST' }, serverError({ afterAccepting: true }), { times: 3 });

  await post({ content: 'hi', nonce: 'n', enforce_nonce: true });

  expect(fault.hits).toBe(3);
  expect(count()).toBe(1);
  expect(discord.requests.map(({ status, injected }) => `${status} ${injected}`)).toEqual([
    '500 true',
    '500 true',
    '500 true',
    '200 false',
  ]);
});

test('an injected proxy page replaces the JSON response', async () => {
  const { discord, post } = await openPoster();
  discord.fail({}, htmlPage());

  await expect(post()).rejects.toMatchObject({ status: 502 });
});

test('the page for a banned address states no wait time', async () => {
  const { discord, route, channel } = await openPoster();
  discord.fail({}, addressBan());

  const headers = { authorization: `Bot ${discord.token}`, 'user-agent': 'DiscordBot (test, 1)' };
  const answer = await fetch(`${discord.url}/v10${route}`, { method: 'POST', headers });

  expect(answer.status).toBe(429);
  expect(answer.headers.get('content-type')).toBe('text/html');
  expect([...answer.headers.keys()].filter((name) => /retry|ratelimit/.test(name))).toEqual([]);
  expect(discord.messages(channel)).toEqual([]);
  expect(discord.stats).toEqual({ requests: 1, invalid: 1, ownRateLimits: 0 });
});

test.each([10003, 50001, 50007, 40003] as const)('the injected refusal %i has Discord’s message', async (code) => {
  const { discord, post } = await openPoster();
  discord.fail({}, refused(code));

  await expect(post()).rejects.toMatchObject({ code, message: expect.stringMatching(/\w+ \w+/) });
  expect(discord.requests.at(-1)).toMatchObject({ code, injected: true });
});

test('an unauthorized call clears the token of discord.js', async () => {
  const { discord, post } = await openPoster();
  discord.fail({}, unauthorized());

  await expect(post()).rejects.toMatchObject({ status: 401 });
  await expect(post()).rejects.toThrow('Expected token');
});

test('an injected cut can occur before or after the message is accepted', async () => {
  const { discord, post, count } = await openPoster();

  discord.fail({}, cut());
  await expect(post()).rejects.toThrow();
  expect(count()).toBe(0);
  discord.fail({}, cut({ afterAccepting: true }));
  await expect(post()).rejects.toThrow();
  expect(count()).toBe(1);
  expect(discord.requests.map(({ status }) => status)).toEqual([0, 0]);
});

test('an injected silence lasts until the client gives up', async () => {
  const { discord, post, count } = await openPoster({ timeout: 50 });
  discord.fail({}, silence({ afterAccepting: true }));

  await expect(post()).rejects.toThrow(/abort/i);
  expect(count()).toBe(1);
});

test('an injected delay ends with the real response', async () => {
  const { discord, channel, post, count } = await openPoster();
  discord.fail({}, slow(60_000));
  const sending = post();
  await discord.findMessage(channel);

  discord.advance(60_000);

  await expect(sending).resolves.toMatchObject({ content: 'hi' });
  expect(count()).toBe(1);
});

test('a fault applies to matching requests until it is cancelled', async () => {
  const { discord, post, route } = await openPoster();
  const isRed = ({ body }: { body: unknown }) => (body as { content?: string }).content === 'red';
  const fault = discord.fail({ path: /\/messages$/, where: isRed }, refused(50013), { times: 9 });

  await post({ content: 'green' });
  await expect(post({ content: 'red' })).rejects.toMatchObject({ code: 50013 });
  fault.cancel();
  await post({ content: 'red' });

  expect(fault.hits).toBe(1);
  expect(discord.requests.filter(({ path }) => path === route).map(({ status }) => status)).toEqual([200, 403, 200]);
});

test('a client that disconnects during a request causes no violation', async () => {
  const { discord, route } = await openPoster();
  const socket = connect(Number(new URL(discord.url).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));

  socket.write(`POST /api/v10${route} HTTP/1.1\r\nhost: d\r\ncontent-length: 50\r\n\r\n{`, () => socket.destroy());
  await closed;
  await newRest(discord).get('/users/@me');

  expect(discord.violations).toEqual([]);
});

test.each([
  [40333, {}, 403],
  [50009, {}, 403],
  [123456, { status: 404 }, 404],
  [200000, {}, 400],
  [240000, { status: 403 }, 403],
  [20009, { status: 403 }, 403],
] as const)('code %i is injected with its usual or a given status', async (code, options, status) => {
  const { discord, post, count } = await openPoster();
  discord.fail({}, refused(code, options));
  await expect(post()).rejects.toMatchObject({ code, status });
  expect(count()).toBe(0);
});
