import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { startBot } from '../../sandbox/bot.ts';
import { unauthorized } from '../../sandbox/discord/rest/faults.ts';
import { freePort } from '../monitor/free-port.ts';
import { openWorld, type World } from './world/world.ts';

/** Stands on: the real bot in processes of its own, whose whole output is searched for a token. */

const BACKUP = new URL('../../src/backup/main.ts', import.meta.url).pathname;
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

let world: World;
afterEach(() => world.close());

/** Returns the token and its secret last part, each in the encodings of other programs. */
function formsOf(token: string): readonly string[] {
  const parts = [token, token.split('.').at(-1) ?? ''];
  const encoded = parts.flatMap((part) => {
    const bytes = Buffer.from(part);
    return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')];
  });
  return [...parts, ...encoded];
}

/** Discord’s answer with the token in it, like that of a proxy that repeats requests. */
const echoOf = (token: string, status: number) => ({
  effect: {
    kind: 'answer' as const,
    status,
    body: { message: `you sent Authorization: Bot ${token}`, code: 0 },
    headers: { 'x-echo': `Bot ${token}` },
  },
  afterAccepting: false,
});

test('the token is in no log, reply, metric, file or backup', async () => {
  world = await openWorld({ discord: { messagesPer5s: 100 } });
  world.expectError('Discord rejected the form of an alert, sending plain text');
  world.expectError('Discord does not accept DISCORD_TOKEN');
  const { discord, service } = world;
  const forms = formsOf(discord.token);
  const isClean = (what: string, text: string) =>
    expect(
      forms.filter((form) => text.includes(form)),
      what,
    ).toEqual([]);
  const port = String(await freePort());
  const outputs: string[] = [];

  for (const LOG_LEVEL of LEVELS) {
    discord.fail({ path: '/gateway/bot' }, echoOf(discord.token, 500), { times: 1 });
    const bot = await world.startProcess({ LOG_LEVEL, HTTP_PORT: port });
    if (LOG_LEVEL === 'trace') await live(port, isClean);
    await bot.stop();
    isClean(`the log at ${LOG_LEVEL}`, bot.log());
    outputs.push(bot.log());
  }
  // The answer with the token was logged, without the token.
  expect(outputs[0]).toContain('[secret]');

  const check = startBot(world.environment(), { args: ['--check'] });
  await check.exited;
  isClean('--check', check.log());
  const backup = startBot(world.environment(), { main: BACKUP, args: ['backup', join(world.folder, 'kept')] });
  expect(await backup.exited).toBe(0);
  isClean('the backup’s words', backup.log());

  // A fatal refusal at the start logs everything it can.
  discord.fail({ path: '/gateway/bot' }, unauthorized());
  const refused = await world.startProcess({ LOG_LEVEL: 'trace' });
  expect(await refused.exited).toBe(1);
  isClean('the log of a refusal', refused.log());

  const files = globSync('**', { cwd: world.folder, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) isClean(file.name, readFileSync(join(file.parentPath, file.name), 'latin1'));
  isClean('requests of the service', JSON.stringify(service.requests));
  // The Authorization header is the only valid place.
  const asked = discord.requests.map(({ path, query, body, fileNames }) => [path, query, body, fileNames]);
  isClean('requests of Discord', JSON.stringify(asked));
});

/** A day with commands, an alert, an answer of Discord that repeats its request, and requests from monitoring. */
async function live(port: string, isClean: (what: string, text: string) => void): Promise<void> {
  const { discord, economy, channel, mod, player } = world;
  const replies = [
    await world.ask(mod, 'market', '/feed add', { kind: 'auctions' }),
    await world.ask(player, null, '/watch add', { item: 'DIAMOND', trigger: 'auctioned' }),
    await world.ask(player, 'market', '/health'),
    await world.ask(player, 'market', '/shop', { item: 'DIAMOND' }),
  ];
  discord.fail({ method: 'POST', path: /messages$/ }, echoOf(discord.token, 400), { times: 2 });
  const alert = discord.nextMessage(channel('market'), () => true);
  economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 2_001 });
  await alert;
  for (const { text, message } of replies) isClean('a reply', text + JSON.stringify(message.components));
  isClean(
    'a message',
    JSON.stringify(discord.messages(channel('market')).map(({ content, embeds }) => [content, embeds])),
  );
  for (const path of ['livez', 'readyz', 'health', 'metrics']) {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
    isClean(path, (await answer.text()) + JSON.stringify([...answer.headers]));
  }
}
