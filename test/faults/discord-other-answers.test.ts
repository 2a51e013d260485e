import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Routes } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { askDiscord } from '../../src/check/discord.ts';
import { readConfig } from '../../src/config.ts';
import { createMessenger } from '../../src/discord/alerts/messenger.ts';
import { checkGateway } from '../../src/discord/gateway/shards.ts';
import { registerCommands } from '../../src/discord/rest/application.ts';
import { createRest } from '../../src/discord/rest/clients.ts';
import { systemClock } from '../../src/time/clock.ts';
import { unlimitedRateLimiter } from '../delivery/unlimited-rate-limiter.ts';
import { NEVER_BANNED } from '../discord/never-banned.ts';
import { NO_ICONS } from '../discord/no-icons.ts';
import { NO_PICTURES } from '../discord/no-pictures.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

/**
 * Stands on: a real HTTP server that answers as a proxy in Discord's place would, and the REST clients of discord.js.
 */

const HTML = { 'content-type': 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };

async function behindProxy(status: number, headers: Readonly<Record<string, string>>, body: string) {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const parts = { rateLimiter: unlimitedRateLimiter(), addressBan: NEVER_BANNED, log: recordingLog() };
  const messenger = createMessenger({
    signal: AbortSignal.any([]),
    ...{ api, token: 'a.b.c', languages: LANGUAGES, icons: NO_ICONS, ...parts },
    ...{ draw: NO_PICTURES.draw, clock: systemClock },
    addresses: { find: async () => null, keep: async () => {}, forget: async () => {} },
    onUnauthorized: () => {},
  });
  return { api, messenger, rest: createRest(api, 'a.b.c', { ...parts, clock: new ManualClock(), random: () => 0 }) };
}

test.each([
  ['200 with a page', 200, HTML, '<h1>Log in to the network</h1>'],
  ['200 without a body', 200, {}, ''],
  ['200 with foreign JSON', 200, JSON_TYPE, '{"ok":true}'],
  ['200 with truncated JSON', 200, JSON_TYPE, '{"id":"80351110224678912"'],
  ['401 with a page, which does not refuse the token,', 401, HTML, '<h1>Proxy Authentication</h1>'],
  ['302 to a page', 302, { ...HTML, location: 'http://127.0.0.1:9/login' }, '<h1>Moved</h1>'],
])(
  '%s instead of Discord’s answer counts as a failed send, and the message is sent again',
  async (_, status, headers, body) => {
    const { messenger, rest } = await behindProxy(status, headers, body);
    const target = { kind: 'channel', id: '80351110224678912' } as const;
    const sealed = { id: 1, target, nonce: 'n', subscriptionIds: [], sealedAt: 0 };
    const sent = await messenger.send({ ...sealed, body: JSON.stringify({ message: { content: 'x' }, plain: 'x' }) });
    expect(sent).toMatchObject({ kind: 'retry', everywhere: false });
    await expect(checkGateway(rest), 'no login by it').rejects.toThrow();
  },
);

test('a page or other JSON instead of the registered commands fails the registration, and 204 succeeds', async () => {
  const page = await behindProxy(200, HTML, '<h1>Log in to the network</h1>');
  const other = await behindProxy(200, JSON_TYPE, '{}');
  for (const { rest } of [page, other])
    await expect(registerCommands(rest, '80351110224678912', [], null)).rejects.toMatchObject({
      name: 'NotDiscord',
      message: expect.stringContaining('is there a proxy'),
    });
  const { rest } = await behindProxy(204, {}, '');
  await expect(rest.delete(Routes.applicationEmoji('1', '2'))).resolves.toBeDefined();
});

test.each([200, 302, 401])(
  '--check reports a page with %i in place of Discord, and does not blame the token',
  async (status) => {
    const { api } = await behindProxy(status, HTML, '<h1>Log in to the network</h1>');
    const given = { DISCORD_TOKEN: 'MTIz.abc.def', SERVICE_URL: 'http://127.0.0.1:9', DISCORD_API_URL: api };
    const { findings } = await askDiscord(readConfig(given));
    expect(findings).toEqual([expect.objectContaining({ label: 'Token' })]);
    expect(JSON.stringify(findings)).toContain('Correct DISCORD_API_URL');
  },
);
