import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../sandbox/bot.ts';
import { refused, unauthorized } from '../../sandbox/discord/rest/faults.ts';
import type { StockUnit } from '../../src/market/shops/stock.ts';
import type { StockEvidence } from '../../src/market/shops/stock-evidence.ts';
import { openDatabase } from '../../src/storage/sqlite/database.ts';
import { openWorld, type World } from '../journeys/world/world.ts';
import { recordingLog } from '../log/recording-log.ts';
import { freePort } from '../monitor/free-port.ts';
import { openStockEvidence } from '../storage/sqlite/open-store-file.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';
import { CHECK, runCheck } from './run-check.ts';

/** Stands on: `--check` in a process of its own, over sockets to the simulated service and the local Discord. */

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const OTHER_TOKEN = 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GAbCdE.not-the-right-one';

let world: World;
afterEach(() => world?.close());

const check = (more: Readonly<Record<string, string>> = {}) => runCheck({ ...world.environment(), ...more });

test('a check passes before the first start and next to a running Crier, and creates no files', async () => {
  world = await openWorld();
  const port = String(await freePort());
  expect(await check({ HTTP_PORT: port })).toMatchObject({ code: 0, failures: [] });
  expect(readdirSync(world.folder)).toEqual([]);
  expect(world.service.requests.filter(({ route }) => route === 'shops')).toEqual([]);
  await expect.poll(() => world.service.connections.size).toBe(0);

  const bot = await world.startBot({ HTTP_PORT: port });
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const { code, lines } = await check({ HTTP_PORT: port });
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ Store: .+ Crier is running on it\. \d+ MB are free\.$/));
  expect(lines).toContain('✓ Permissions: Crier may post in 1 of 1 channels with feeds.');
  expect(lines).toContain(`✓ Port: HTTP_PORT ${port} is in use by a running Crier.`);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ Servers: Crier is in 1\. .+&permissions=274877959168$/));
  expect(lines.at(-1)).toBe('All is well.');
  expect(await bot.stop()).toBe(0);
  expect(readdirSync(world.folder).filter((name) => name.includes('check'))).toEqual([]);
});

test('a bot in no server gets its invitation link', async () => {
  world = await openWorld();
  world.discord.world.removeBot(world.guild);
  const { code, lines } = await check();
  expect(code).toBe(0);
  expect(lines).toContainEqual(
    `✓ Servers: Crier is in 0. Invite it with this link: https://discord.com/oauth2/authorize?client_id=${world.discord.world.bot.id}&scope=bot+applications.commands&permissions=274877959168`,
  );
});

test('a wrong token is reported with its fix, and the other checks still run', async () => {
  world = await openWorld();
  const { code, failures, lines } = await check({ DISCORD_TOKEN: OTHER_TOKEN });
  expect(code).toBe(1);
  expect(failures).toEqual([
    '✗ Token: Discord does not accept DISCORD_TOKEN. Reset it at discord.com/developers, set the new one and start again.',
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ Stream/));
  expect(lines.at(-1)).toBe('Faults to fix: 1.');
  expect(world.discord.requests).toHaveLength(1);
});

test('a token that Discord accepts again clears the saved refusal, so the next start logs in', async () => {
  world = await openWorld();
  world.discord.fail({ path: '/gateway/bot' }, unauthorized());
  expect(await (await world.startBot()).exited).toBe(1);
  const { code, lines } = await check();
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(/^✓ Refused token: Discord accepts the token again/));
  const bot = await world.startBot();
  await world.ask(world.player, 'market', '/help');
  expect(await bot.stop()).toBe(0);
  expect((await check()).lines.some((line) => line.includes('Refused token'))).toBe(false);
});

test.each([
  ['40333', refused(40_333)],
  ['an unlisted 404', refused(123_456, { status: 404 })],
])('a refusal of unknown kind (%s) is reported as temporary, not as a wrong address', async (_, fault) => {
  world = await openWorld();
  world.discord.fail({ path: /^\/(applications|gateway|users|guilds)/ }, fault, { times: 10_000 });
  const { code, lines } = await check();
  expect(code).toBe(1);
  const line = lines.find((one) => one.startsWith('✗ Token'));
  expect(line).toContain('Discord refuses this for an unknown reason');
  expect(line).toContain('Crier starts all the same and retries');
});

test('missing permissions are reported, each with its channel', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  for (const name of ['market', 'auctions', 'staff'])
    await world.ask(world.mod, name, '/feed add', { kind: 'auctions' });
  await bot.stop();
  world.discord.denyBot(world.channel('market'), 'EmbedLinks', 'SendMessages');
  world.discord.denyBot(world.channel('staff'), 'ViewChannel');
  const { code, failures } = await check();
  expect(code).toBe(1);
  expect(failures).toEqual([
    '✗ Permissions: in #market of Town Crier lacks Send Messages and Embed Links. Give its role the permission in the channel’s settings.',
    expect.stringMatching(/^✗ Permissions: Crier does not see the channel \d+\. Allow its role View Channel there/),
  ]);
});

test('paused feeds in a channel where Crier may post again are reported with the command to resume', async () => {
  world = await openWorld();
  const bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const market = world.channel('market');
  const overwrites = [...market.overwrites];
  world.discord.denyBot(market, 'SendMessages');
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 9 });
  await expect.poll(bot.log).toContain('Discord refuses messages of a target, pausing it');
  await expect
    .poll(async () => (await check()).failures)
    .toEqual([expect.stringMatching(/ Then resume its feeds with \/feed resume: they are paused\.$/)]);
  market.overwrites.splice(0, market.overwrites.length, ...overwrites);
  expect((await check()).failures).toEqual([
    '✗ Permissions: in #market of Town Crier may post again, but its feeds there are still paused. Resume them with /feed resume.',
  ]);
  expect(await bot.stop()).toBe(0);
});

test('fault 91: the stock line says whether trades agree with STOCK_UNIT, and how to fix a contradiction', async () => {
  world = await openWorld();
  const path = join(world.folder, 'crier.sqlite');
  const log = recordingLog();
  openDatabase(path, log).close();
  const stockLine = async (evidence: StockEvidence) => {
    const kept = await openStockEvidence(path, log);
    await kept.keep(evidence);
    await kept.close();
    const { code, lines } = await check();
    return [code, lines.find((line) => line.slice(2).startsWith('Stock:'))];
  };
  const cases = (fits: StockUnit, count: number) => Array.from({ length: count }, (_, n) => ({ owner: `${n}`, fits }));
  expect(await stockLine({ cases: cases('bundles', 2), contradicts: null })).toEqual([
    0,
    expect.stringMatching(/^. Stock: whether trades agree with STOCK_UNIT=bundles is not known yet: 2 of 5 cases\.$/),
  ]);
  expect(await stockLine({ cases: cases('bundles', 5), contradicts: null })).toEqual([
    0,
    '✓ Stock: trades agree with STOCK_UNIT=bundles.',
  ]);
  expect(await stockLine({ cases: cases('items', 5), contradicts: 'bundles' })).toEqual([
    1,
    '✗ Stock: trades contradict STOCK_UNIT=bundles. Set STOCK_UNIT=items and restart Crier.',
  ]);
});

test('a service that is down and a service behind a proxy are each reported', async () => {
  world = await openWorld();
  await world.service.goDown('refused');
  expect((await check()).failures).toEqual([
    expect.stringMatching(/^✗ Service: http:\/\/127\.0\.0\.1:\d+: no connection \(ECONNREFUSED\)\. Check SERVICE_URL/),
  ]);
  await world.service.comeBack();
  await world.service.goDown('bad-gateway');
  const { code, failures } = await check();
  expect(code).toBe(1);
  expect(failures).toEqual([
    expect.stringMatching(/^✗ Service: .+: the service is away \(status 502\)\. Wait, or ask/),
  ]);
});

test('wrong addresses of the service are reported, each with its error', async () => {
  world = await openWorld({ service: { prefix: 'all' } });
  const { url } = world.service;
  const failuresAt = async (more: Readonly<Record<string, string>>) => (await check(more)).failures;
  const [twice, segment, other, { code, lines }] = await Promise.all([
    failuresAt({ SERVICE_URL: `${url}/api` }),
    failuresAt({ PAINTINGS_SEGMENT: 'pictures' }),
    failuresAt({ SERVICE_URL: world.discord.url }),
    check(),
  ]);
  expect(twice).toEqual([
    expect.stringMatching(
      /^✗ Service: .+nothing at this address \(status 404\)\. Remove \/api from the end of SERVICE_URL: Crier/,
    ),
  ]);
  expect(segment).toEqual([
    expect.stringMatching(
      /^✗ Paintings: no list at PAINTINGS_SEGMENT=pictures: .+Correct it, and SHOPS_SEGMENT too\.$/,
    ),
  ]);
  expect(other).toHaveLength(1);
  expect(code).toBe(0);
  expect(lines).toContain('✓ Stream: connected under /api. The check has disconnected again.');
});

test('nearly right addresses are reported, each with its correction', async () => {
  world = await openWorld();
  const redirect = createHttpServer((_request, response) => {
    response.writeHead(301, { location: 'https://game.example/' }).end();
  }).listen(0, '127.0.0.1');
  await once(redirect, 'listening');
  onTestFinished(() => void redirect.close());
  const { port } = redirect.address() as AddressInfo;
  const outputs = await Promise.all([
    check({ SERVICE_URL: `http://127.0.0.1:${port}` }),
    check({ SERVICE_URL: world.service.url.replace('http', 'https') }),
    check({ DISCORD_API_URL: world.discord.url.replace(/\/api$/, '') }),
  ]);
  expect(outputs.map(({ failures }) => failures)).toEqual([
    [expect.stringMatching(/^✗ Service: .+status 301.+set SERVICE_URL to the address that it leads to\.$/)],
    [expect.stringMatching(/^✗ Service: .+begin SERVICE_URL with http:\/\/\.$/)],
    [expect.stringMatching(/^✗ Token: the answer is not Discord’s\. Correct DISCORD_API_URL, which ends in \/api/)],
  ]);
});

test('a server without Crier, unreadable folders and unknown settings are reported before a start', async () => {
  world = await openWorld();
  const folder = temporaryFolder();
  const environment = { ...world.environment(), ITEM_NAMES: '/nowhere', ITEM_ICONS: folder };
  writeFileSync(join(folder, '.env'), 'HTTP_PROT=8080\nLOG_LEVEL=info\n');
  const { stdout, status } = await new Promise<{ stdout: string; status: unknown }>((resolve) => {
    const settings = { cwd: folder, env: { ...environment, DISCORD_GUILD_ID: '123456789012345678' } };
    const child = execFile(process.execPath, [MAIN, '--check'], settings, (_error, stdout) =>
      resolve({ stdout, status: child.exitCode }),
    );
  });
  expect(status).toBe(1);
  expect(stdout).toContain('✓ Configuration: complete. Unknown names in .env: HTTP_PROT.\n');
  expect(stdout).toContain('✓ Folder: ITEM_ICONS can be read. Files in it: 1.\n');
  expect(stdout).toMatch(/✗ Folder: ITEM_NAMES cannot be read \(ENOENT.+\)\. Name a folder that Crier may read\.\n/);
  expect(stdout).toMatch(
    /✗ Server: Crier is not in DISCORD_GUILD_ID=123456789012345678.+leave DISCORD_GUILD_ID out\.\n/,
  );
  const inIt = await check({ DISCORD_GUILD_ID: world.guild.id });
  expect(inIt.failures).toEqual([]);
});

test('a port that another program uses is reported', async () => {
  world = await openWorld();
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [{ code, failures }, elsewhere] = await Promise.all([
    check({ HTTP_PORT: String(port) }),
    check({ HTTP_HOST: '192.0.2.1', HTTP_PORT: '8080' }),
  ]);
  expect(code).toBe(1);
  expect(failures).toEqual([
    `✗ Port: HTTP_PORT ${port} of HTTP_HOST 127.0.0.1 cannot be opened (EADDRINUSE). Stop the program that listens there, or set another port.`,
  ]);
  expect(elsewhere.failures).toEqual([
    '✗ Port: HTTP_PORT 8080 of HTTP_HOST 192.0.2.1 cannot be opened (EADDRNOTAVAIL). Set HTTP_HOST to an address of this machine, such as 127.0.0.1.',
  ]);
});

test('an invalid configuration is reported as at a start', async () => {
  const bot = startBot({ SERVICE_URL: 'nowhere' }, { ...CHECK, cwd: temporaryFolder() });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toMatch(
    /^✗ Configuration: invalid\.\n {2} {2}DISCORD_TOKEN is missing.*\n {2} {2}SERVICE_URL must be/,
  );
  expect(bot.log()).not.toMatch(/^\s+at /m);
});

test('a password in the address of the service is refused and not printed', async () => {
  world = await openWorld();
  const address = new URL(world.service.url);
  address.username = 'operator';
  address.password = 'hunter2-hunter2';
  const { code, lines } = await check({ SERVICE_URL: address.href });
  expect([code, lines.join('\n')]).toEqual([
    1,
    expect.stringMatching(/SERVICE_URL must be .+ without a user and a password/),
  ]);
  expect(lines.join('\n')).not.toMatch(/hunter2|operator/);
});

test('an unknown argument is refused with a list of the known ones, and nothing starts', async () => {
  const folder = temporaryFolder();
  for (const args of [['--chekc'], ['--check', 'now'], ['check'], ['--record']]) {
    const bot = startBot({ HOME: '' }, { args, cwd: folder });
    expect(await bot.exited).toBe(1);
    expect(bot.log()).toContain(
      `Crier does not know ${args.join(' ')}.\nCrier takes one of these, or no argument at all:\n`,
    );
  }
});
