import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { OperatorFault } from './faults/operator-fault.ts';
import { STOCK_UNITS } from './market/shops/stock.ts';
import { type ProxySettings, parseProxyAddress, secretsOfProxy } from './proxy/proxy.ts';

/** Invalid settings; `message` lists all of them, one a line. */
export class ConfigFault extends OperatorFault {
  override readonly name = 'ConfigFault';
}

/** What a process does: everything, or one part of it beside others on the same database. */
const ROLES = ['all', 'intake', 'gateway', 'deliver'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A wrong character in a header would fail every request, so that it is refused at the start. */
const headerText = z
  .string()
  .regex(/^[\x20-\x7e]{0,200}$/, 'must be plain ASCII text (no é, no €) of at most 200 characters');

const segment = z.string().regex(/^(?!\.\.?$)[A-Za-z0-9._~-]+$/, 'must be one path segment, such as shops');

function integer(least: number, most: number, unit: string) {
  const sentence = `must be a whole number from ${least} to ${most}${unit && ` (${unit})`}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((n) => n >= least && n <= most, sentence);
}

function httpAddress(example: string) {
  const sentence = `must be an address such as ${example}, without ? and #, and without a user and a password`;
  return z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) && url.username + url.password === '';
  }, sentence);
}

function proxyAddress(more = '') {
  const rule =
    'must be the address of an HTTP proxy, such as http://proxy.example:3128 or http://user:password@proxy.example:3128 (https:// too, no SOCKS proxy)';
  const noSocks = `names a SOCKS proxy, which Crier does not use: name an HTTP proxy, such as http://proxy.example:3128${more}`;
  return z
    .string()
    .refine((text) => parseProxyAddress(text) !== null, {
      error: ({ input }) => (/^socks\w*:/i.test(String(input)) ? noSocks : rule),
    })
    .optional();
}

/** Where the store lies unless told otherwise. */
export const DEFAULT_STORE_URL = 'sqlite://data/crier.sqlite';

const fields = z.object({
  DISCORD_TOKEN: z
    .string('is missing: the bot’s token, from discord.com/developers')
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'must be a bot token: three parts with dots between them')
    .transform((token) => token.trim())
    .describe('The bot’s token: discord.com/developers, your application, Bot, Reset Token.'),
  SERVICE_URL: z
    .string('is missing: the address of the game’s data service')
    .pipe(httpAddress('https://game.example/api-host'))
    .describe('The address of the game server’s data service (the base of its paths).'),
  DISCORD_API_URL: httpAddress('https://discord.com/api')
    .transform((address) => address.replace(/\/+$/, ''))
    .default('https://discord.com/api')
    .describe('The address of Discord’s API; set it to use a REST proxy.'),
  STORE_URL: z
    .string()
    .regex(
      /^(?:sqlite|postgres(?:ql)?):\/\/.+/,
      'must be sqlite:// and a path, such as sqlite://data/crier.sqlite, or postgres://user:password@host/database',
    )
    .default(DEFAULT_STORE_URL)
    .describe(
      'The store: sqlite:// and a path, for one process, or the address of a PostgreSQL, 15 or newer, for several. Write : / @ # % in the password as %3A %2F %40 %23 %25. ?sslmode=require or verify-full is possible, a connection pooler is not.',
    ),
  ROLE: z
    .enum(ROLES, `must be one of ${ROLES.join(', ')}`)
    .default('all')
    .describe(
      'The work of this process among several on one PostgreSQL: all, or one of intake (listens to the service), gateway (shards and commands) and deliver (sends alerts). Each of the three needs at least one process.',
    ),
  SHARDS: integer(1, 16_384, 'shards in all')
    .optional()
    .describe(
      'The number of the bot’s shards over all processes. Unset means the number that Discord recommends. A change takes effect when all processes have stopped.',
    ),
  SHARDS_PER_PROCESS: integer(1, 1_024, 'shards that are taken at a time')
    .default(16)
    .describe('The size of a block of shards. A process takes a second block if no other process runs it.'),
  SHOPS_REFRESH_SECONDS: integer(60, 86_400, 'seconds')
    .default(120)
    .describe('Seconds between two downloads of all shops.'),
  SHOPS_SEGMENT: segment.default('shops').describe('The first segment of the service’s paths for shops.'),
  PAINTINGS_SEGMENT: segment.default('paintings').describe('The first segment of the service’s paths for paintings.'),
  STOCK_UNIT: z
    .enum(STOCK_UNITS, `must be one of ${STOCK_UNITS.join(', ')}`)
    .default('bundles')
    .describe(
      'The unit of the service’s stock: bundles of a shop’s sign, or items. Crier compares it with trades and shows ' +
        'in the log and /health when the data contradict it; it never switches by itself.',
    ),
  HISTORY_DAYS: integer(1, 3_650, 'days').default(400).describe('Trades are kept for this number of days.'),
  WATCHES_PER_USER: integer(1, 10_000, '').default(50).describe('The most watches of one user.'),
  FEEDS_PER_GUILD: integer(1, 10_000, '').default(50).describe('The most feeds of one server.'),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,19}$/, 'must be a server’s id: 17 to 19 digits')
    .optional()
    .describe('For development: commands are registered in this server alone, and at once.'),
  CONTACT: headerText.optional().describe('Your contact for the service’s operators, sent in the User-Agent.'),
  ITEM_ICONS: z
    .string()
    .regex(/^[^\0]+$/, 'must be the path of a folder')
    .optional()
    .describe(
      'A folder of pictures of items, such as slime_block.png (PNG, at most 256 kB each). Crier uploads them as the bot’s emojis, instead of its own drawings.',
    ),
  ITEM_NAMES: z
    .string()
    .regex(/^[^\0]+$/, 'must be the path of a folder')
    .optional()
    .describe(
      'A folder of the game’s own language files, such as de_de.json: items are found and shown by their names in these languages.',
    ),
  HTTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe(
      'The address at which Crier serves health and metrics: this machine alone, or 0.0.0.0 for others too. There is no password.',
    ),
  HTTP_PORT: integer(1, 65_535, 'a port')
    .optional()
    .describe('The port of /livez, /readyz and /metrics. Off unless set.'),
  HTTPS_PROXY: proxyAddress().describe(
    'The HTTP proxy for https and wss addresses: the service, its stream and Discord’s REST. Discord’s gateway uses no proxy. https_proxy in lower case has precedence, as with curl, and likewise for the next three.',
  ),
  HTTP_PROXY: proxyAddress().describe('The same for http and ws addresses.'),
  ALL_PROXY: proxyAddress(', or set HTTPS_PROXY and HTTP_PROXY, which come first').describe(
    'The proxy for addresses without a setting of their own above.',
  ),
  NO_PROXY: z
    .string()
    .regex(/^[^\0]+$/, 'must be a list of hosts with commas between them')
    .optional()
    .describe(
      'Hosts that are reached directly, with commas between them: game.example (and below it), 10.0.0.0/8, host:8080, or * for all. Addresses of this machine and of its network too are reached directly only if they are named here, such as localhost,127.0.0.1,::1.',
    ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('The least level of a log line.'),
});

const schema = fields.refine(({ ROLE, STORE_URL }) => ROLE === 'all' || isShared(STORE_URL), {
  path: ['ROLE'],
  message: 'must be all, as the store of STORE_URL has one process: several share one at postgres://…',
});

/** Every setting by its name. `rule`: what it must be; `standard` null: there is none, and without it the feature is off or it is required. */
export interface Setting {
  readonly name: string;
  readonly about: string;
  readonly rule: string;
  readonly standard: string | null;
  readonly isRequired: boolean;
}

/** All settings, as the schema has them. */
export function listSettings(): readonly Setting[] {
  return Object.entries(fields.shape).map(([name, field]) => {
    const without = field.safeParse(undefined);
    const refused = field.safeParse('\0');
    return {
      name,
      about: field.description ?? '',
      rule: refused.error?.issues[0]?.message ?? '',
      standard: without.data === undefined ? null : String(without.data),
      isRequired: !without.success,
    };
  });
}

export type Config = Readonly<z.infer<typeof schema>>;

/**
 * Reads the whole configuration at once. An empty variable counts as not set.
 * @throws ConfigFault that names every fault
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  );
  const read = schema.safeParse({ ...given, ...proxySettings(given) });
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new ConfigFault(`Invalid configuration:\n${lines.join('\n')}\nSee .env.example.`);
}

const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const;

/** The proxy variables under their names in upper case; those in lower case come first, as with curl and undici. */
function proxySettings(given: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> {
  const settings = Object.fromEntries(PROXY_NAMES.map((name) => [name, given[name.toLowerCase()] ?? given[name]]));
  // One that nothing uses is not judged: desktops set it to a SOCKS proxy next to the other two.
  const isUsed = settings.HTTPS_PROXY === undefined || settings.HTTP_PROXY === undefined;
  return { ...settings, ...(!isUsed && { ALL_PROXY: undefined }) };
}

/** Where machines may ask after Crier; null: nowhere. */
export function httpOf({
  HTTP_HOST: host,
  HTTP_PORT: port,
}: Config): { readonly host: string; readonly port: number } | null {
  return port === undefined ? null : { host, port };
}

/** Whether several processes may share the store of a STORE_URL: it is on PostgreSQL. */
export function isShared(storeUrl: string): boolean {
  return /^postgres(?:ql)?:/.test(storeUrl);
}

/**
 * Texts that must never be logged or shown: the token, PostgreSQL's password (in STORE_URL as written and decoded, and
 * in PGPASSWORD, which its driver reads), and the passwords of proxies.
 */
export function secretsOf({
  DISCORD_TOKEN,
  STORE_URL,
  ...proxies
}: Pick<Config, 'DISCORD_TOKEN' | 'STORE_URL'> & ProxySettings): string[] {
  const [, password = ''] = /^postgres(?:ql)?:\/\/[^:@/]*:(.*)@/s.exec(STORE_URL) ?? [];
  const { HTTPS_PROXY, HTTP_PROXY, ALL_PROXY } = proxies;
  const ofProxies = [HTTPS_PROXY, HTTP_PROXY, ALL_PROXY].flatMap((address) => secretsOfProxy(address ?? ''));
  const passwords = [password, decoded(password), process.env.PGPASSWORD ?? '', ...ofProxies];
  return [DISCORD_TOKEN, ...passwords.filter(({ length }) => length >= LEAST_SECRET)];
}

/** An address as it may be shown: without user, password and query. */
export function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null) return 'an address';
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
}

/** A shorter one would be found in every line, where it is no secret. */
const LEAST_SECRET = 4;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a % that begins no %xx: there is nothing else that it could mean
  }
}

/**
 * The environment of this process, with `.env` of the working folder beneath it where there is one.
 * @throws ConfigFault where `.env` is there and cannot be read: `process.loadEnvFile` would pass over it
 */
export function loadEnvironment(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(parseEnv(readDotEnv()))) {
    // One that is empty is not set: panels and compose files hand on all that they know.
    if (!process.env[name]?.trim()) process.env[name] = value;
  }
  return process.env;
}

/** Names that `.env` sets and Crier does not know: misspelt, or for other programs. */
export function unknownSettings(): string[] {
  const known = new Set<string>([...Object.keys(fields.shape), ...PROXY_NAMES.map((name) => name.toLowerCase())]);
  return Object.keys(parseEnv(readDotEnv())).filter((name) => !known.has(name));
}

function readDotEnv(): string {
  try {
    // Some editors begin a file with a byte order mark, which would become part of the first name.
    const text = readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
    if (text.includes('\0')) throw new Error('it is no UTF-8, but UTF-16 perhaps: save it as UTF-8');
    return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return '';
    const why = code === 'EISDIR' ? 'it is a folder' : error instanceof Error ? error.message : String(error);
    throw new ConfigFault(`Crier cannot start: .env cannot be read (${why}). See .env.example.`);
  }
}
