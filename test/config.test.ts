import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ConfigFault, readConfig, secretsOf } from '../src/config.ts';

const TOKEN = 'MTEwMDAw.GabcdE.s3cr3t-s3cr3t_s3cr3t';
const LEAST = { DISCORD_TOKEN: TOKEN, SERVICE_URL: 'https://game.example/host' };

function faultsOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigFault);
    return (error as ConfigFault).message;
  }
  return '';
}

test('a token and the service’s address are a complete configuration', () => {
  expect(readConfig(LEAST)).toEqual({
    ...LEAST,
    DISCORD_API_URL: 'https://discord.com/api',
    STORE_URL: 'sqlite://data/crier.sqlite',
    ROLE: 'all',
    SHARDS_PER_PROCESS: 16,
    SHOPS_REFRESH_SECONDS: 120,
    SHOPS_SEGMENT: 'shops',
    STOCK_UNIT: 'bundles',
    PAINTINGS_SEGMENT: 'paintings',
    HISTORY_DAYS: 400,
    KEEP_REMOVED_DAYS: 30,
    WATCHES_PER_USER: 50,
    FEEDS_PER_GUILD: 50,
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  });
});

test('every setting can be set, with surrounding blanks', () => {
  const all = {
    ...LEAST,
    DISCORD_API_URL: 'http://127.0.0.1:8080/api',
    STORE_URL: 'postgresql://crier:pass@db.example:5433/crier?sslmode=require',
    ROLE: 'deliver',
    SHARDS: 3,
    SHARDS_PER_PROCESS: 2,
    SHOPS_REFRESH_SECONDS: 60,
    SHOPS_SEGMENT: 'stalls',
    STOCK_UNIT: 'items',
    PAINTINGS_SEGMENT: 'pictures',
    HISTORY_DAYS: 30,
    WATCHES_PER_USER: 5,
    FEEDS_PER_GUILD: 7,
    KEEP_REMOVED_DAYS: 60,
    DISCORD_GUILD_ID: '80351110224678912',
    CONTACT: 'https://crier.example (Ada)',
    ITEM_ICONS: 'data/icons',
    ITEM_NAMES: 'data/names',
    LANDMARKS: 'https://map.example/maps/world/live/markers.json?of=all',
    HTTP_HOST: '0.0.0.0',
    HTTP_PORT: 9090,
    LOG_LEVEL: 'debug',
  };
  const environment = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, ` ${value}\n`]));
  expect(readConfig(environment)).toEqual(all);
});

test('an empty setting counts as not set', () => {
  const empty = { STORE_URL: '', SHOPS_REFRESH_SECONDS: ' ', CONTACT: '', HTTP_PORT: '\t', LOG_LEVEL: undefined };
  expect(readConfig({ ...LEAST, ...empty })).toEqual(readConfig(LEAST));
});

test('unknown environment variables are ignored', () => {
  expect(readConfig({ ...LEAST, PATH: '/bin', SHOPS: '1' })).toEqual(readConfig(LEAST));
});

test('each missing setting is reported in a line', () => {
  const lines = faultsOf({ DISCORD_TOKEN: '' }).split('\n');
  expect(lines.filter((line) => line.includes('is missing'))).toEqual([
    expect.stringContaining('DISCORD_TOKEN is missing'),
    expect.stringContaining('SERVICE_URL is missing'),
  ]);
});

describe('an invalid setting is refused', () => {
  test.each([
    ['DISCORD_TOKEN', 'Bot abc'],
    ['SERVICE_URL', 'game.example'],
    ['SERVICE_URL', 'ftp://game.example'],
    ['DISCORD_API_URL', 'wss://discord.com'],
    ['STORE_URL', 'redis://localhost'],
    ['STORE_URL', 'sqlite://'],
    ['STORE_URL', 'postgres://'],
    ['ROLE', 'leader'],
    ['ROLE', 'intake'], // for a store in a file
    ['SHARDS', '0'],
    ['SHARDS', '[0,1]'],
    ['SHARDS_PER_PROCESS', '0'],
    ['SHOPS_REFRESH_SECONDS', '59'],
    ['SHOPS_REFRESH_SECONDS', '1e3'],
    ['SHOPS_REFRESH_SECONDS', '120s'],
    ['STOCK_UNIT', 'stacks'],
    ['SHOPS_SEGMENT', 'a/b'],
    ['SHOPS_SEGMENT', '..'],
    ['PAINTINGS_SEGMENT', 'a?b'],
    ['HISTORY_DAYS', '0'],
    ['HISTORY_DAYS', '-1'],
    ['WATCHES_PER_USER', '2.5'],
    ['FEEDS_PER_GUILD', 'many'],
    ['DISCORD_GUILD_ID', 'my server'],
    ['CONTACT', 'Ada\r\nX-Header: 1'],
    ['CONTACT', 'x'.repeat(201)],
    ['HTTP_HOST', 'http://here'],
    ['HTTP_PORT', '65536'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%j', (name, value) => {
    expect(faultsOf({ ...LEAST, [name]: value })).toMatch(new RegExp(`^  ${name} \\S.+$`, 'm'));
  });
});

test('all invalid settings are reported at once, without any secret', () => {
  const bad = {
    DISCORD_TOKEN: `Bot ${TOKEN}`,
    SERVICE_URL: 'x',
    SHOPS_REFRESH_SECONDS: '5',
    LOG_LEVEL: 'x',
    HTTP_PORT: 'x',
  };
  const message = faultsOf(bad);
  const named = message.split('\n').flatMap((line) => /^ {2}([A-Z_]+) /.exec(line)?.[1] ?? []);
  expect(named.sort()).toEqual(Object.keys(bad).sort());
  expect(message).not.toContain(TOKEN);
});

test.each([
  ['postgres://crier:hunter2-hunter2@db.example/crier', ['hunter2-hunter2']],
  ['postgresql://crier:p%40ss%2Fword@db.example/crier', ['p%40ss%2Fword', 'p@ss/word']],
  ['postgres://crier:p@ss:word@db.example/crier', ['p@ss:word']],
  ['postgres://crier:100%sure@db.example/crier', ['100%sure']],
  ['postgres://:pass@db.example/crier', ['pass']],
  ['postgres://crier@db.example/crier', []],
  ['sqlite://data/crier.sqlite', []],
])('the secrets of %s are the token and the password', (STORE_URL, passwords) => {
  expect([...new Set(secretsOf({ DISCORD_TOKEN: TOKEN, STORE_URL }))]).toEqual([TOKEN, ...passwords]);
});

test.each([
  ['MAP_URL', 'ftp://map.example/{x}', 'must be an http or https address with {x} and {z}, optionally {world}'],
  ['MAP_URL', 'javascript:alert({x})', 'must be an http or https address'],
  ['MAP_URL', 'map.example/{x}', 'must be an http or https address'],
  ['MAP_URL', 'https://map.example/{y}', '{y} is unknown'],
  ['MAP_URL', 'https://map.example/{x', 'each in one pair of braces'],
  ['MAP_URL', 'https://{world}.example/', 'behind the host’s name'],
  ['MAP_URL', 'https://ada:secret@map.example/{x}', 'without a user and a password'],
  ['MAP_URL', 'https://map.example/nothing', 'optionally {world}; it lacks {x} and {z}'],
  ['MAP_URL', 'https://map.example/{world}/{x}', 'it lacks {z}'],
  ['ITEM_URL', 'https://wiki.example/', 'must be an http or https address with {type}; it lacks {type}'],
  ['ITEM_URL', 'file:///{type}', 'must be an http or https address with {type}'],
  ['ITEM_URL', 'https://wiki.example/{world}', '{world} is unknown'],
  ['LANDMARKS', 'ftp://map.example/markers.json', 'must be the path of a file, or an http or https address'],
  ['LANDMARKS', 'https://ada:secret@map.example/markers.json', 'without a user and a password'],
])('%s=%s is refused', (name, value, why) => {
  expect(faultsOf({ ...LEAST, [name]: value })).toContain(why);
});

test('.env.example lists every setting, and nothing else', async () => {
  const example = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
  for (const name of named) expect(faultsOf({ [name]: '\u0000' })).toContain(`  ${name} `);
  expect(named).toHaveLength(29);
});

test('a lower-case proxy variable has priority over the upper-case one', () => {
  const environment = {
    HTTPS_PROXY: 'http://upper.example',
    https_proxy: 'http://lower.example',
    no_proxy: 'a.example',
  };
  expect(readConfig({ ...LEAST, ...environment })).toMatchObject({
    HTTPS_PROXY: 'http://lower.example',
    NO_PROXY: 'a.example',
  });
});

test('a SOCKS proxy in ALL_PROXY is invalid, unless both schemes have their own proxy', () => {
  const ALL_PROXY = 'socks5://127.0.0.1:1080';
  const sentence =
    '  ALL_PROXY names a SOCKS proxy, which Crier does not use: name an HTTP proxy, such as http://proxy.example:3128, or set HTTPS_PROXY and HTTP_PROXY, which come first\n';
  expect(faultsOf({ ...LEAST, ALL_PROXY })).toContain(sentence);
  expect(faultsOf({ ...LEAST, ALL_PROXY, HTTPS_PROXY: 'proxy.example:3128' })).toContain(sentence);
  const both = { HTTPS_PROXY: 'proxy.example:3128', http_proxy: 'proxy.example:3128' };
  expect(readConfig({ ...LEAST, all_proxy: ALL_PROXY, ...both }).ALL_PROXY).toBeUndefined();
});

test('an invalid proxy is reported in the one message, without its password', () => {
  const faults = faultsOf({ LOG_LEVEL: 'x', HTTPS_PROXY: 'socks5://ada:hunter2@proxy.example' });
  expect(faults).toMatch(
    /^ {2}HTTPS_PROXY names a SOCKS proxy, which Crier does not use: name an HTTP proxy, .+:3128$/m,
  );
  expect(faults).toContain('LOG_LEVEL');
  expect(faults).not.toContain('hunter2');
});

test('the password of a proxy is secret as written, decoded and in the header', () => {
  const secrets = secretsOf({
    DISCORD_TOKEN: TOKEN,
    STORE_URL: '',
    HTTPS_PROXY: 'http://ada:p%40ssword@proxy.example',
  });
  expect(secrets).toEqual(expect.arrayContaining(['p%40ssword', 'p@ssword', btoa('ada:p@ssword')]));
});
