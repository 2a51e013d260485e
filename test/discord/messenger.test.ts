import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../sandbox/discord/discord.ts';
import { messageFlags } from '../../sandbox/discord/numbers.ts';
import { cut, htmlPage, rateLimited, refused, serverError, unauthorized } from '../../sandbox/discord/rest/faults.ts';
import type { Channel, User } from '../../sandbox/discord/world/entities.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import type { Sealed } from '../../src/ports/outbox.ts';
import type { Addresses } from '../../src/ports/queries.ts';
import type { Target } from '../../src/routing/notice.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { NEVER_BANNED } from './never-banned.ts';
import { NO_ICONS } from './no-icons.ts';
import { NO_PICTURES } from './no-pictures.ts';

/** Stands on: the messenger alone, over HTTP to the local Discord. */

const START = 1_700_000_000_000;

let discord: LocalDiscord;
/** The time that Discord's clock is ahead of ours. */
let skippedMs = 0;
let channel: Channel;
let quiet: Channel;
let ada: User;

beforeEach(async () => {
  skippedMs = 0;
  discord = await startDiscord({ now: () => Date.now() + skippedMs });
  const guild = discord.world.addGuild({ name: 'Town', channels: [{ name: 'market' }, { name: 'quiet' }] });
  [channel, quiet] = [...guild.channels.values()] as [Channel, Channel];
  ada = discord.world.addUser({ name: 'Ada' });
  discord.world.addMember(guild, ada);
});

afterEach(() => discord.close());

function createMemoryAddresses(): Addresses & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    find: async (userId) => kept.get(userId) ?? null,
    keep: async (userId, channelId) => void kept.set(userId, channelId),
    forget: async (userId) => void kept.delete(userId),
  };
}

function build({ token = discord.token } = {}) {
  const addresses = createMemoryAddresses();
  const log = recordingLog();
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{
      api: discord.url,
      token,
      addresses,
      rateLimiter: unlimitedRateLimiter(),
      languages: LANGUAGES,
      icons: NO_ICONS,
      log,
    },
    ...{ draw: NO_PICTURES.draw, clock: systemClock },
    addressBan: NEVER_BANNED,
    onUnauthorized: () => {},
  });
  return { messenger, addresses, log };
}

const toChannel = (of = channel): Target => ({ kind: 'channel', id: of.id });
const toAda = (): Target => ({ kind: 'user', id: ada.id });
let nonces = 0;

function seal(target: Target, message: object = { content: 'Sold' }, plain = 'Sold, plainly'): Sealed {
  nonces += 1;
  return {
    id: nonces,
    target,
    nonce: `crier-${nonces}`,
    body: JSON.stringify({ message, plain }),
    subscriptionIds: [],
    sealedAt: START,
  };
}

const posts = () => discord.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'));
const openings = () => discord.requests.filter(({ path }) => path === '/users/@me/channels');
const contents = (of = channel) => discord.messages(of).map(({ content }) => content);

describe('a sealed message', () => {
  test('fault 65: is delivered with its nonce enforced and no mention allowed', async () => {
    const { messenger } = build();
    const sealed = seal(toChannel(), { content: 'Hear, @everyone' });

    const outcome = await messenger.send(sealed);

    const [message] = discord.messages(channel);
    expect(outcome).toEqual({ kind: 'delivered', messageId: message?.id });
    expect(posts()[0]?.body).toMatchObject({
      nonce: sealed.nonce,
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
    });
    expect(message?.mentions.notified).toEqual([]);
    expect(discord.violations).toEqual([]);
  });

  test('sent twice appears once', async () => {
    const { messenger } = build();
    const sealed = seal(toChannel());

    const [first, second] = [await messenger.send(sealed), await messenger.send(sealed)];

    expect(second).toEqual(first);
    expect(contents()).toEqual(['Sold']);
  });

  test.each([
    ['a 500', serverError({ afterAccepting: true })],
    ['a proxy’s page', htmlPage({ status: 502, afterAccepting: true })],
    ['a cut connection', cut({ afterAccepting: true })],
  ])('accepted by Discord, but hidden by %s, appears once after a retry', async (_, fault) => {
    const { messenger } = build();
    const sealed = seal(toChannel());
    discord.fail({ path: /messages$/ }, fault);

    expect(await messenger.send(sealed)).toMatchObject({ kind: 'retry', everywhere: false });
    expect(posts()).toHaveLength(1);
    expect(await messenger.send(sealed)).toMatchObject({ kind: 'delivered' });

    expect(contents()).toEqual(['Sold']);
  });

  test('is sent as plain text if Discord refuses its form', async () => {
    const { messenger, log } = build();

    const outcome = await messenger.send(seal(toChannel(), { content: 'x'.repeat(2_001) }));

    expect(outcome).toMatchObject({ kind: 'delivered' });
    expect(posts().map(({ status, code }) => code ?? status)).toEqual([50035, 200]);
    expect(contents()).toEqual(['Sold, plainly']);
    expect(posts().map(({ body }) => (body as { flags?: number }).flags)).toEqual([
      undefined,
      messageFlags.suppressEmbeds,
    ]);
    expect(log.lines.map(({ level }) => level)).toEqual(['error']);
    expect(log.errors()).toHaveLength(1);
  });

  test('refused as plain text too is rejected after two tries', async () => {
    const { messenger, log } = build();
    discord.fail({ path: /messages$/ }, refused(50035), { times: 2 });

    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'rejected' });
    expect(posts()).toHaveLength(2);
    expect(log.errors()).toHaveLength(1);
  });

  test.each([50001, 50013, 10003] as const)('to a channel that answers %d is refused', async (code) => {
    const { messenger } = build();
    discord.fail({ path: /messages$/ }, refused(code));

    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'refused', code });
    expect(posts()).toHaveLength(1);
  });
});

describe('a user', () => {
  test('with a known channel is sent messages without opening it again', async () => {
    const { messenger, addresses } = build();

    await messenger.send(seal(toAda()));
    await messenger.send(seal(toAda()));

    expect(openings()).toHaveLength(1);
    expect(addresses.kept.get(ada.id)).toBe(discord.world.dmChannel(ada).id);
    expect(contents(discord.world.dmChannel(ada))).toEqual(['Sold', 'Sold']);
  });

  test('with an outdated channel gets a new one', async () => {
    const { messenger, addresses } = build();
    addresses.kept.set(ada.id, '1100000000000000009');

    expect(await messenger.send(seal(toAda()))).toMatchObject({ kind: 'delivered' });
    expect(addresses.kept.get(ada.id)).toBe(discord.world.dmChannel(ada).id);
  });

  test('without direct messages is refused at the first try', async () => {
    const { messenger } = build();
    ada.takesDms = false;

    expect(await messenger.send(seal(toAda()))).toMatchObject({ kind: 'refused', code: 50007 });
    expect(posts()).toHaveLength(1);
  });

  test('unknown to Discord is refused', async () => {
    const { messenger } = build();
    const outcome = await messenger.send(seal({ kind: 'user', id: '1100000000000000001' }));
    expect(outcome).toMatchObject({ kind: 'refused', code: 10013 });
  });

  test('with a new subscription has an open channel before the first message', async () => {
    const { messenger } = build();
    const opened = discord.nextRequest(({ path }) => path === '/users/@me/channels');

    expect(await messenger.openDirectMessages(ada.id)).toBeNull();

    expect((await opened).status).toBe(200);
    expect(posts()).toEqual([]);
  });

  test('without a channel that can be opened is logged', async () => {
    const { messenger, log } = build();
    discord.fail({ path: '/users/@me/channels' }, serverError());

    expect(await messenger.openDirectMessages(ada.id)).toBeNull();

    expect(log.lines.map(({ level }) => level)).toEqual(['info']);
  });

  test('refused by Discord when the channel is opened is returned with the code', async () => {
    const { messenger } = build();
    discord.fail({ path: '/users/@me/channels' }, refused(50007));
    expect(await messenger.openDirectMessages(ada.id)).toBe(50007);
  });
});

describe('a 429', () => {
  test('for a channel delays that channel and lets others through', async () => {
    const { messenger } = build();
    discord.fail({ path: `/channels/${channel.id}/messages` }, rateLimited({ scope: 'user', retryAfterSeconds: 3 }));

    const outcome = await messenger.send(seal(toChannel()));

    expect(outcome).toMatchObject({ kind: 'retry', everywhere: false });
    expect((outcome as { waitMs: number }).waitMs).toBeGreaterThanOrEqual(3_000);
    expect(await messenger.send(seal(toChannel(quiet)))).toMatchObject({ kind: 'delivered' });
  });

  test('with global scope delays all', async () => {
    const { messenger } = build();
    discord.fail({ path: /messages$/ }, rateLimited({ scope: 'global', retryAfterSeconds: 2 }));

    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'retry', everywhere: 'bot' });
    expect(await messenger.send(seal(toChannel(quiet)))).toMatchObject({ kind: 'retry', everywhere: 'bot' });
    expect(posts()).toHaveLength(1);
  });

  test('is avoided: a sixth message within 5 s waits for its turn, and then arrives', async () => {
    const { messenger } = build();
    await messenger.send(seal(toChannel()));
    skippedMs = 4_500;
    for (let n = 0; n < 4; n += 1) await messenger.send(seal(toChannel()));

    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'delivered' });
    expect(posts().map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(discord.stats.ownRateLimits).toBe(0);
  });
});

describe('an invalid token', () => {
  test('is reported as such, and for every later message', async () => {
    const { messenger } = build();
    discord.fail({ path: /messages$/ }, unauthorized());

    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'unauthorized' });
    expect(await messenger.send(seal(toChannel()))).toMatchObject({ kind: 'unauthorized' });
    expect(posts()).toHaveLength(1);
  });

  test('is reported at the first message', async () => {
    const { messenger } = build({ token: 'MTEw.wrong.token' });
    expect(await messenger.send(seal(toAda()))).toMatchObject({ kind: 'unauthorized' });
  });
});

test('a message to an unreachable Discord is retried later', async () => {
  const { messenger } = build();
  const sealed = seal(toChannel());
  await discord.close();
  expect(await messenger.send(sealed)).toMatchObject({ kind: 'retry', everywhere: false });
  discord = await startDiscord();
});
