import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalDiscord, startDiscord } from '../../sandbox/discord/discord.ts';
import { cut, type Fault, htmlPage, rateLimited, refused, serverError } from '../../sandbox/discord/rest/faults.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import type { SealedPicture } from '../../src/discord/render/alert/alert-body.ts';
import type { Pictures } from '../../src/ports/pictures.ts';
import type { Target } from '../../src/routing/notice.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { greyPng } from '../sandbox/discord/png.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { NEVER_BANNED } from './never-banned.ts';
import { NO_ICONS } from './no-icons.ts';
import { canvasId } from './painting-samples.ts';

/**
 * Stands on: the messenger with the real discord.js, over HTTP to the local Discord, which checks every file and
 * permission.
 */

let discord: LocalDiscord;
let channel: Channel;
let ada: ReturnType<LocalDiscord['world']['addUser']>;

beforeEach(async () => {
  discord = await startDiscord();
  const guild = discord.world.addGuild({ name: 'Town', channels: [{ name: 'auctions' }] });
  [channel] = [...guild.channels.values()] as [Channel];
  ada = discord.world.addUser({ name: 'Ada' });
  discord.world.addMember(guild, ada);
});

afterEach(() => discord.close());

const PNG = greyPng(32, 16);
const NAME = `canvas-${canvasId(7)}.png`;

const PICTURE: SealedPicture = {
  ...{ canvas: canvasId(7), generation: null, width: 32, height: 16, name: NAME },
  ...{ description: '“Harbour at Dusk” by Ariane, 32 × 16 pixels', embeds: [0] },
};
const FORM = { content: 'Sold', embeds: [{ description: 'for 9 diamonds' }] };

function build({ draw = async () => PNG }: Partial<Pick<Pictures, 'draw'>> = {}) {
  const [log, clock, rateLimiter] = [recordingLog(), new ManualClock(), unlimitedRateLimiter()];
  const messenger = createMessenger({
    ...{ api: discord.url, token: discord.token, languages: LANGUAGES, icons: NO_ICONS, log, clock, rateLimiter, draw },
    addresses: { find: async () => null, keep: async () => {}, forget: async () => {} },
    signal: AbortSignal.any([]),
    addressBan: NEVER_BANNED,
    onUnauthorized: () => {},
  });
  let sent = 0;
  const seal = (target: Target = { kind: 'channel', id: channel.id }, message: object = FORM) => {
    sent += 1;
    const body = JSON.stringify({ v: 1, message, plain: 'Sold, plainly', pictures: [PICTURE] });
    return { id: sent, target, nonce: `n${sent}`, body, subscriptionIds: [], sealedAt: 0 };
  };
  return { messenger, log, clock, rateLimiter, seal };
}

const posts = () => discord.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'));
const filesOf = () => posts().map(({ fileNames }) => fileNames);
const thumbnails = () => discord.messages(channel).map(({ embeds: [embed] }) => embed?.thumbnail);
const FILES = { path: /messages$/, where: ({ body }: { body: unknown }) => 'attachments' in (body as object) };

describe('a message with a picture', () => {
  test('is one POST with an enforced nonce, and shows the picture with its alt text', async () => {
    const { messenger, rateLimiter, seal } = build();
    const sealed = seal();

    expect(await messenger.send(sealed)).toMatchObject({ kind: 'delivered' });

    expect(filesOf()).toEqual([[NAME]]);
    expect(posts()[0]?.body).toMatchObject({
      nonce: sealed.nonce,
      enforce_nonce: true,
      allowed_mentions: { parse: [] },
    });
    expect(thumbnails()).toMatchObject([{ width: 32, height: 16, description: PICTURE.description }]);
    expect(rateLimiter.passed()).toBe(0);
    expect(discord.violations).toEqual([]);
  });

  test('is delivered to direct messages, which need no permission', async () => {
    const { messenger, seal } = build();
    await messenger.send(seal({ kind: 'user', id: ada.id }));
    const [message] = discord.messages(discord.world.dmChannel(ada));
    expect(message?.attachments).toMatchObject([{ filename: NAME, description: PICTURE.description }]);
  });

  test.each([
    ['a 500', serverError({ afterAccepting: true })],
    ['a cut connection', cut({ afterAccepting: true })],
  ])('appears once after a retry that draws it again, if Discord accepted it before %s', async (_, fault) => {
    const { messenger, seal } = build();
    const sealed = seal();
    discord.fail({ path: /messages$/ }, fault);
    expect(await messenger.send(sealed)).toMatchObject({ kind: 'retry' });
    expect(await messenger.send(sealed)).toMatchObject({ kind: 'delivered' });
    expect(filesOf()).toEqual([[NAME], [NAME]]);
    expect(discord.messages(channel)).toHaveLength(1);
  });

  test('fault 98: is sent without its picture if the canvas was banned or pruned since the seal', async () => {
    const { messenger, seal } = build({ draw: async () => null });
    expect(await messenger.send(seal())).toMatchObject({ kind: 'delivered' });
    expect(filesOf()).toEqual([[]]);
    expect(thumbnails()).toEqual([undefined]);
    expect(discord.violations).toEqual([]);
  });

  test('fault 98: omits in a retry a picture banned after the first try, and appears once', async () => {
    const canvases = new Map([[canvasId(7), PNG]]);
    const { messenger, seal } = build({ draw: async (canvas) => canvases.get(canvas) ?? null });
    const sealed = seal();
    discord.fail({ path: /messages$/ }, serverError());
    expect(await messenger.send(sealed)).toMatchObject({ kind: 'retry' });
    canvases.clear();
    expect(await messenger.send(sealed)).toMatchObject({ kind: 'delivered' });
    expect(filesOf()).toEqual([[NAME], []]);
    expect(thumbnails()).toEqual([undefined]);
  });

  test('passes the rate limiter again if its drawing took long', async () => {
    const built = build({
      async draw() {
        built.clock.advance(101);
        return PNG;
      },
    });
    const sending = built.messenger.send(built.seal());
    await sending;
    expect(filesOf()).toEqual([[NAME]]);
    expect(built.rateLimiter.passed()).toBe(1);
  });
});

describe('a channel without Attach Files', () => {
  test('fault 97: gets messages without pictures, and no file is tried there for ten minutes', async () => {
    discord.denyBot(channel, 'AttachFiles');
    const { messenger, log, clock, rateLimiter, seal } = build();

    expect(await messenger.send(seal())).toMatchObject({ kind: 'delivered' });
    expect(posts().map(({ status, code }) => code ?? status)).toEqual([50013, 200]);
    expect(rateLimiter.passed(), 'each request takes a turn').toBe(1);
    expect(log.lines).toMatchObject([{ level: 'info', sentence: 'Alert sent without pictures: Attach Files missing' }]);

    await messenger.send(seal());
    expect(filesOf()).toEqual([[NAME], [], []]);

    discord.allowBot(channel, 'AttachFiles');
    clock.advance(10 * 60_000);
    await messenger.send(seal());
    expect(filesOf()).toEqual([[NAME], [], [], [NAME]]);
  });

  test('fault 97: with no permission for messages is refused after one more try without files', async () => {
    discord.denyBot(channel, 'AttachFiles', 'SendMessages');
    const { messenger, clock, seal } = build();
    expect(await messenger.send(seal())).toMatchObject({ kind: 'refused', code: 50013 });
    expect(filesOf()).toEqual([[NAME], []]);

    discord.allowBot(channel, 'AttachFiles', 'SendMessages');
    clock.advance(1);
    await messenger.send(seal());
    expect(filesOf().at(-1), 'it is not remembered as one without files').toEqual([NAME]);
  });
});

describe('a message rejected because of its files', () => {
  const TOO_LARGE: readonly (readonly [string, Fault])[] = [
    ['40005', refused(40005)],
    ['the 413 of a proxy', htmlPage({ status: 413 })],
    ['20009, explicit content', refused(20009)],
  ];

  test.each(TOO_LARGE)('is sent without them: %s', async (_, fault) => {
    const { messenger, log, seal } = build();
    discord.fail(FILES, fault);
    expect(await messenger.send(seal())).toMatchObject({ kind: 'delivered' });
    expect(filesOf()).toEqual([[NAME], []]);
    expect(discord.messages(channel)).toMatchObject([{ content: 'Sold' }]);
    expect(log.errors()).toEqual([]);
    await messenger.send(seal());
    expect(filesOf().at(-1), 'the next is tried with its files').toEqual([NAME]);
  });

  test('is sent as plain text if it is rejected without them too', async () => {
    const { messenger, log, seal } = build();
    const form = { content: 'x'.repeat(2_001), embeds: FORM.embeds };
    expect(await messenger.send(seal(undefined, form))).toMatchObject({ kind: 'delivered' });
    expect(filesOf()).toEqual([[NAME], [], []]);
    expect(discord.messages(channel)).toMatchObject([{ content: 'Sold, plainly' }]);
    expect(log.errors()).toHaveLength(1);
  });

  test('is retried unchanged after a 429, which does not concern files', async () => {
    const { messenger, seal } = build();
    discord.fail({ path: /messages$/ }, rateLimited({ scope: 'user', retryAfterSeconds: 3 }));
    expect(await messenger.send(seal())).toMatchObject({ kind: 'retry', everywhere: false });
    expect(posts()).toHaveLength(1);
  });
});
