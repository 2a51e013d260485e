import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../sandbox/discord/discord.ts';
import { messageFlags } from '../../sandbox/discord/numbers.ts';
import { serverError, silence } from '../../sandbox/discord/rest/faults.ts';
import type { Channel, Guild, Role } from '../../sandbox/discord/world/entities.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import { NO_ERROR_CODE, readPublishing } from '../../src/discord/command/channel-notes.ts';
import type { Sealed } from '../../src/ports/outbox.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { NEVER_BANNED } from './never-banned.ts';
import { NO_ICONS } from './no-icons.ts';
import { NO_PICTURES } from './no-pictures.ts';

/** Stands on: the messenger alone, over HTTP to the local Discord. */

let discord: LocalDiscord;
let skippedMs = 0;
let isImpatient = false;
let waits: number[] = [];
let guild: Guild;
let news: Channel;

beforeEach(async () => {
  skippedMs = 0;
  isImpatient = false;
  waits = [];
  discord = await startDiscord({ now: () => Date.now() + skippedMs, messagesPer5s: 100 });
  guild = discord.world.addGuild({ name: 'Town', channels: [{ name: 'news', type: 'announcement' }] });
  [news] = [...guild.channels.values()] as [Channel];
});
afterEach(() => discord.close());

function build(
  canMention?: () => boolean | null,
  checkpoints = new Map<string, number>(),
  rateLimiter = unlimitedRateLimiter(),
) {
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{ api: discord.url, token: discord.token, rateLimiter, languages: LANGUAGES, icons: NO_ICONS },
    addresses: { find: async () => null, keep: async () => {}, forget: async () => {} },
    ...{
      draw: NO_PICTURES.draw,
      clock: { ...systemClock, sleep, now: () => Date.now() + skippedMs },
      log: recordingLog(),
    },
    addressBan: NEVER_BANNED,
    ...(canMention && { canMention }),
    checkpoints: {
      saveNumbers: async (numbers) => Object.entries(numbers).forEach(([name, n]) => void checkpoints.set(name, n)),
      savedNumber: async (name) => checkpoints.get(name) ?? null,
    },
    onUnauthorized: () => {},
  });
  return {
    /** Publishes after the outcome is saved, as delivery does. */
    async send(message: Sealed) {
      const outcome = await messenger.send(message);
      if (outcome.kind === 'delivered') await outcome.publish?.();
      return outcome;
    },
    messenger,
  };
}

/** The time that a post waits for an answer about its roles. */
const ROLES_MS = 3_000;
/** The publisher's patience and its waits between tries. The latter are over at once. */
const PATIENCE_MS = 10_000;
const sleep = async (ms: number, signal?: AbortSignal) => {
  if (ms > PATIENCE_MS) return systemClock.sleep(ms, signal);
  if (ms < PATIENCE_MS && ms !== ROLES_MS) waits.push(ms);
  else if (!isImpatient) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
};

let sealed = 0;
function seal(more: object, content = 'Sold'): Sealed {
  sealed += 1;
  const body = JSON.stringify({ message: { content }, plain: content, ...more });
  const target = { kind: 'channel', id: news.id } as const;
  return { id: sealed, target, nonce: `news-${sealed}`, body, subscriptionIds: [], sealedAt: 0 };
}
const savedNumbersIn = (checkpoints: ReadonlyMap<string, number>) => ({
  savedNumber: async (name: string) => checkpoints.get(name) ?? null,
});
const crossposts = () => discord.requests.filter(({ path }) => path.endsWith('/crosspost'));
const isPublished = ({ flags }: { readonly flags: number }) => (flags & messageFlags.crossposted) !== 0;

test('a message mentions its role alone, whatever players typed', async () => {
  const role = discord.world.addRole(guild, { name: 'Traders', mentionable: true });
  const other = discord.world.addRole(guild, { name: 'Others', mentionable: true });
  const roles = [{ id: role.id, guildId: guild.id }];
  await build().send(seal({ roles }, `Sold by <@&${other.id}> @everyone`));
  const [message] = discord.messages(news);
  expect(message?.content).toMatch(new RegExp(`^<@&${role.id}> Sold`));
  expect(message?.mentions.notified).toEqual([role.id]);
});

test('a role deleted between seal and send is left out, and the message is sent', async () => {
  const roles = [{ id: '80351110224678912', guildId: guild.id }];
  expect(await build(() => false).send(seal({ roles }))).toMatchObject({ kind: 'delivered' });
  expect(discord.messages(news)[0]).toMatchObject({ content: 'Sold', mentions: { notified: [] } });
});

const roleReads = () => discord.requests.filter(({ path }) => path.endsWith('/roles'));

test('without a gateway, REST is asked whether a role is mentionable, once per five minutes', async () => {
  const [traders, others] = ['Traders', 'Others'].map((name) => discord.world.addRole(guild, { name })) as [Role, Role];
  discord.world.setMentionable(guild, traders, true);
  discord.world.overwrite(news, discord.world.bot, 'deny', ['MentionEveryone']);
  const { send } = build(() => null);
  const post = async () => {
    const roles = [traders, others].map(({ id }) => ({ id, guildId: guild.id }));
    await send(seal({ roles }));
    return discord.messages(news).at(-1)?.content;
  };
  expect(await Promise.all([post(), post()])).toEqual([`<@&${traders.id}> Sold`, `<@&${traders.id}> Sold`]);
  expect(roleReads()).toHaveLength(1);
  discord.world.removeRole(guild, traders);
  discord.world.overwrite(news, discord.world.bot, 'allow', ['MentionEveryone']);
  skippedMs += 6 * 60_000;
  expect(await post()).toBe(`<@&${others.id}> Sold`);
  expect(roleReads()).toHaveLength(2);
});

test('without a gateway and a REST answer, posts mention their role, and REST is not asked again', async () => {
  const role = discord.world.addRole(guild, { name: 'Traders', mentionable: true });
  discord.fail({ method: 'GET', path: /\/roles$/ }, serverError({ status: 503 }), { times: 9 });
  const { send } = build(() => null);
  for (let n = 0; n < 2; n += 1) await send(seal({ roles: [{ id: role.id, guildId: guild.id }] }));
  expect(discord.messages(news).map(({ mentions }) => mentions.notified)).toEqual([[role.id], [role.id]]);
  expect(roleReads()).toHaveLength(1);
});

test('a post does not wait for a slow answer about its roles', async () => {
  const role = discord.world.addRole(guild, { name: 'Traders', mentionable: true });
  isImpatient = true;
  discord.fail({ method: 'GET', path: /\/roles$/ }, silence(), { times: 1 });
  await build(() => null).send(seal({ roles: [{ id: role.id, guildId: guild.id }] }));
  expect(discord.messages(news)[0]?.mentions.notified).toEqual([role.id]);
});

test('ten posts an hour are published, counted across restarts, and the next hour publishes again', async () => {
  const checkpoints = new Map<string, number>();
  for (let n = 0; n < 8; n += 1) await build(undefined, checkpoints).send(seal({ publishes: true }));
  const restarted = build(undefined, checkpoints);
  for (let n = 0; n < 4; n += 1) await restarted.send(seal({ publishes: true }));
  expect(discord.messages(news).filter(isPublished)).toHaveLength(10);
  expect(crossposts()).toHaveLength(10);
  skippedMs += 61 * 60_000;
  // A separate client, because discord.js counts the limit on the clock of this machine.
  await build(undefined, checkpoints).send(seal({ publishes: true }));
  expect(discord.messages(news).filter(isPublished)).toHaveLength(11);
});

test('a message sent again after a crash is published once', async () => {
  const one = seal({ publishes: true });
  await build().send(one);
  expect(await build().send(one)).toMatchObject({ kind: 'delivered' });
  expect(discord.messages(news)).toHaveLength(1);
  expect(crossposts().map(({ status }) => status)).toEqual([200, 400]);
});

test('a post is published after a 503 by repeating the request', async () => {
  const checkpoints = new Map<string, number>();
  discord.fail({ method: 'POST', path: /crosspost$/ }, serverError({ status: 503 }), { times: 2 });
  await build(undefined, checkpoints).send(seal({ publishes: true }));
  expect(crossposts().map(({ status }) => status)).toEqual([503, 503, 200]);
  expect(waits).toEqual([1_000, 2_000]);
  expect((await readPublishing(news.id, savedNumbersIn(checkpoints), Date.now())).refused).toBeNull();
});

test('a post whose publishing always fails stays unpublished, and the failure is saved for its channel', async () => {
  const checkpoints = new Map<string, number>();
  discord.fail({ method: 'POST', path: /crosspost$/ }, serverError({ status: 503 }), { times: 9 });
  expect(await build(undefined, checkpoints).send(seal({ publishes: true }))).toMatchObject({ kind: 'delivered' });
  expect(crossposts()).toHaveLength(4);
  expect(discord.messages(news).filter(isPublished)).toEqual([]);
  const { refused, used } = await readPublishing(news.id, savedNumbersIn(checkpoints), Date.now());
  expect({ code: refused?.code, used }).toEqual({ code: NO_ERROR_CODE, used: 1 });
});

test('the outcome of a message precedes publishing, and a stopped rate limiter leaves it unpublished', async () => {
  const checkpoints = new Map<string, number>();
  isImpatient = true;
  const held = (signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) resolve();
      signal?.addEventListener('abort', () => resolve());
    });
  const { messenger } = build(undefined, checkpoints, { ...unlimitedRateLimiter(), pass: held });
  const outcome = await messenger.send(seal({ publishes: true }));
  expect(outcome).toMatchObject({ kind: 'delivered' });
  expect(checkpoints.size).toBe(0);
  if (outcome.kind === 'delivered') await outcome.publish?.();
  expect(crossposts()).toEqual([]);
  expect((await readPublishing(news.id, savedNumbersIn(checkpoints), Date.now())).refused?.code).toBe(NO_ERROR_CODE);
});
