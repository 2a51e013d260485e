import { RESTEvents } from 'discord.js';
import { expect, test } from 'vitest';
import { rateLimited } from '../../../sandbox/discord/rest/faults.ts';
import { newRest, openDiscord } from './bot.ts';

async function openPoster(options: Parameters<typeof openDiscord>[0] = {}) {
  const place = await openDiscord(options);
  const rest = newRest(place.discord, { globalRequestsPerSecond: 1_000 });
  const route = `/channels/${place.channel.id}/messages` as const;
  const post = () => rest.post(route, { body: { content: 'hi' } });
  return { ...place, rest, route, post };
}

/** Sends a request without discord.js, whose queue would wait and hide the headers. */
async function ask(discord: { url: string; token: string }, path: string, method = 'GET') {
  const headers = { authorization: `Bot ${discord.token}`, 'user-agent': 'DiscordBot (test, 1)' };
  const more = method === 'POST' ? { 'content-type': 'application/json' } : {};
  const body = method === 'POST' ? '{"content":"hi"}' : null;
  const answer = await fetch(`${discord.url}/v10${path}`, { method, headers: { ...headers, ...more }, body });
  const header = (name: string) => answer.headers.get(name);
  return { status: answer.status, header, body: (await answer.json()) as Record<string, unknown> };
}

test('every response states its bucket, and channels have separate ones', async () => {
  const { discord, guild, route } = await openPoster({ messagesPer5s: 2 });
  const other = discord.world.addChannel(guild, { name: 'other' });

  const [first, second, third] = [
    await ask(discord, route, 'POST'),
    await ask(discord, route, 'POST'),
    await ask(discord, route, 'POST'),
  ];
  const elsewhere = await ask(discord, `/channels/${other.id}/messages`, 'POST');

  expect([first, second, third, elsewhere].map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  expect(first.header('x-ratelimit-limit')).toBe('2');
  expect(first.header('x-ratelimit-remaining')).toBe('1');
  expect(second.header('x-ratelimit-remaining')).toBe('0');
  expect(Number(second.header('x-ratelimit-reset-after'))).toBeGreaterThan(4);
  expect(first.header('x-ratelimit-bucket')).toBe(elsewhere.header('x-ratelimit-bucket'));
  expect(third.header('x-ratelimit-scope')).toBe('user');
  expect(third.header('retry-after')).toBe('5');
  expect(third.body).toMatchObject({ global: false, retry_after: expect.any(Number) });
  expect(discord.stats.ownRateLimits).toBe(1);
  expect(discord.violations).toMatchObject([expect.stringContaining('429 (user) earned by POST')]);
});

test('requests over 50 a second are refused, except callbacks of interactions', async () => {
  const { discord } = await openPoster({ requestsPerSecond: 2 });

  const paths = ['/users/@me', '/gateway', '/gateway/bot', '/webhooks/1/t/messages/@original'];
  const answers = [];
  for (const path of paths) answers.push(await ask(discord, path));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 404]);
  expect(answers[2]?.header('x-ratelimit-global')).toBe('true');
  expect(answers[2]?.body.global).toBe(true);
});

test('the limit of 50 a second applies to any second, not to clock seconds', async () => {
  let now = 1_800_000_000_000;
  const { discord } = await openPoster({ requestsPerSecond: 2, now: () => now });
  const statuses = [];
  for (const waitMs of [0, 900, 150, 0, 850]) {
    now += waitMs;
    statuses.push((await ask(discord, '/users/@me')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200]);
});

test('discord.js waits for the bucket, so that it causes no 429', async () => {
  const { discord, post, channel, rest } = await openPoster({ messagesPer5s: 3 });
  const limited = new Promise<{ retryAfter: number }>((resolve) => rest.once(RESTEvents.RateLimited, resolve));

  const sending = Promise.all([post(), post(), post(), post()]);
  const { retryAfter } = await limited;

  expect(retryAfter).toBeGreaterThan(4_000);
  expect(discord.messages(channel)).toHaveLength(3);
  expect(discord.violations).toEqual([]);
  rest.clearHandlerSweeper();
  sending.catch(() => {}); // the fourth still waits when the test ends
});

test.each(['user', 'shared'] as const)(
  'discord.js waits for a 429 of scope %s, while other routes continue',
  async (scope) => {
    const { discord, post, rest, route } = await openPoster();
    discord.fail({ path: route }, rateLimited({ scope, retryAfterSeconds: 0.3 }));

    const order: string[] = [];
    const posting = post().then(() => order.push('posted'));
    await discord.nextRequest(({ status }) => status === 429);
    await rest.get('/users/@me').then(() => order.push('read'));
    await posting;

    expect(order).toEqual(['read', 'posted']);
    expect(discord.requests.map(({ status }) => status)).toEqual([429, 200, 200]);
    expect(discord.stats).toMatchObject({ ownRateLimits: 0, invalid: scope === 'shared' ? 0 : 1 });
  },
);

test('a global 429 stops every route for its time', async () => {
  const { discord, post, rest, route } = await openPoster();
  discord.fail({ path: route }, rateLimited({ scope: 'global', retryAfterSeconds: 0.3 }));
  const limited = new Promise<void>((resolve) => {
    rest.on(RESTEvents.Debug, (text) => text.includes('429') && resolve());
  });
  const posting = post();
  await limited;

  const startedMs = performance.now();
  await rest.get('/users/@me');
  await posting;

  expect(performance.now() - startedMs).toBeGreaterThan(200);
  expect(discord.requests.map(({ status }) => status)).toEqual([429, 200, 200]);
});

test('a rate limit ends when the simulated clock advances', async () => {
  const { discord, route } = await openPoster({ messagesPer5s: 1 });

  await ask(discord, route, 'POST');
  discord.advance(5_001);

  expect((await ask(discord, route, 'POST')).status).toBe(200);
});
