import { expect, onTestFinished, test } from 'vitest';
import { startDiscord } from '../../sandbox/discord/discord.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import type { Target } from '../../src/routing/notice.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { NEVER_BANNED } from './never-banned.ts';
import { NO_ICONS } from './no-icons.ts';
import { NO_PICTURES } from './no-pictures.ts';

async function open() {
  const discord = await startDiscord();
  onTestFinished(() => discord.close());
  const guild = discord.world.addGuild({ name: 'Town', channels: [{ name: 'market' }] });
  const ada = discord.world.addUser({ name: 'Ada' });
  discord.world.addMember(guild, ada);
  const known = new Map<string, string>();
  const rateLimiter = unlimitedRateLimiter();
  const log = recordingLog();
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{ api: discord.url, token: discord.token, rateLimiter, languages: LANGUAGES, icons: NO_ICONS, log },
    ...{ draw: NO_PICTURES.draw, clock: systemClock },
    addresses: {
      find: async (userId) => known.get(userId) ?? null,
      keep: async (userId, channelId) => void known.set(userId, channelId),
      forget: async (userId) => void known.delete(userId),
    },
    addressBan: NEVER_BANNED,
    onUnauthorized: () => {},
  });
  let sent = 0;
  async function send(target: Target, content = 'Sold') {
    sent += 1;
    const body = JSON.stringify({ v: 1, message: { content }, plain: 'Sold, plainly' });
    await messenger.send({ id: sent, target, nonce: `n${sent}`, body, subscriptionIds: [], sealedAt: 0 });
    return rateLimiter.passed();
  }
  const [channel] = guild.channels.keys();
  return { messenger, rateLimiter, log, send, channel: { kind: 'channel', id: channel ?? '' } as const, ada };
}

test('each request of a message passes the rate limiter, except the first, which delivery has admitted', async () => {
  const { send, log, channel, ada } = await open();
  expect(await send(channel)).toBe(0);
  expect(await send(channel, 'x'.repeat(2_001)), 'again, as plain text').toBe(1);
  expect(log.errors()).toHaveLength(1);
  expect(await send({ kind: 'user', id: ada.id }), 'opened first').toBe(2);
  expect(await send({ kind: 'user', id: ada.id })).toBe(2);
});

test('opening direct messages early passes the rate limiter', async () => {
  const { messenger, rateLimiter, ada } = await open();
  await messenger.openDirectMessages(ada.id);
  expect(rateLimiter.passed()).toBe(1);
});
