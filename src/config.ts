import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { OperatorFault } from './faults/operator-fault.ts';
import { STOCK_UNITS } from './market/shops/stock.ts';
import { decodePercents, type ProxySettings, secretsOfProxy } from './proxy/proxy.ts';
import {
  fileOrAddress,
  headerText,
  httpAddress,
  integer,
  linkTemplate,
  proxyAddress,
  segment,
} from './setting-schemas.ts';

/** The configuration is invalid. `message` lists every fault, one per line. */
export class ConfigFault extends OperatorFault {
  override readonly name = 'ConfigFault';
  /** The message without its heading. */
  readonly list: string;

  constructor(faults: readonly string[]) {
    const list = [...faults.map((fault) => `  ${fault}`), 'See .env.example.'].join('\n');
    super(`Invalid configuration:\n${list}`);
    this.list = list;
  }
}

/** The work of a process: all of it, or one part next to other processes on the same database. */
const ROLES = ['all', 'intake', 'gateway', 'deliver'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The store if STORE_URL is not set. */
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
      'The unit of the service’s stock: bundles of a shop’s sign, or items. Crier compares it with trades and reports ' +
        'a contradiction in the log and in /health. It never switches by itself.',
    ),
  HISTORY_DAYS: integer(1, 3_650, 'days').default(400).describe('Number of days for which trades are kept.'),
  WATCHES_PER_USER: integer(1, 10_000, '').default(50).describe('Maximum number of watches per user.'),
  FEEDS_PER_GUILD: integer(1, 10_000, '').default(50).describe('Maximum number of feeds per Discord server.'),
  KEEP_REMOVED_DAYS: integer(1, 3_650, 'days')
    .default(30)
    .describe(
      'Days for which the feeds of a server that removed Crier are kept. An invitation within them restores them.',
    ),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,19}$/, 'must be a server’s id: 17 to 19 digits')
    .optional()
    .describe('For development: commands are registered in this Discord server only, and appear there at once.'),
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
      'A folder of the game’s own language files, such as de_de.json. Crier finds and shows items by their names in these languages.',
    ),
  LANDMARKS: fileOrAddress
    .optional()
    .describe(
      'Named places, such as waystones, that Crier shows next to coordinates and finds by near. Either a CSV or JSON file with name, x, z and world, or the address of the markers of a web map (BlueMap, Dynmap, squaremap, Pl3xMap). Read once an hour; at most 5000 are used.',
    ),
  MAP_URL: linkTemplate<'x' | 'z' | 'world'>(['x', 'z'], ['world'])
    .optional()
    .describe(
      'A link from coordinates to your web map, such as https://map.example/?world={world}&x={x}&z={z}. {x}, {z} and {world} are filled in. {world} may be missing if the map has one world only.',
    ),
  ITEM_URL: linkTemplate(['type'])
    .optional()
    .describe(
      'A link from an item’s name to a page about it, such as https://wiki.example/{type}. {type} is filled in, such as SLIME_BLOCK.',
    ),
  HTTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1')
    .describe(
      'The address at which Crier serves health and metrics: 127.0.0.1 for this machine only, or 0.0.0.0 for other machines too. There is no password.',
    ),
  HTTP_PORT: integer(1, 65_535, 'a port')
    .optional()
    .describe('The port of /livez, /readyz and /metrics. Off unless set.'),
  HTTPS_PROXY: proxyAddress().describe(
    'The HTTP proxy for https and wss addresses: the service, its stream and Discord’s REST. Discord’s gateway uses no proxy. As with curl, a name in lower case has precedence: https_proxy, http_proxy, all_proxy, no_proxy.',
  ),
  HTTP_PROXY: proxyAddress().describe('The HTTP proxy for http and ws addresses.'),
  ALL_PROXY: proxyAddress(', or set HTTPS_PROXY and HTTP_PROXY, which come first').describe(
    'The proxy for addresses whose own setting, HTTPS_PROXY or HTTP_PROXY, is not set.',
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
    .describe('The lowest level that is logged.'),
});

const schema = fields.refine(({ ROLE, STORE_URL }) => ROLE === 'all' || isShared(STORE_URL), {
  path: ['ROLE'],
  message: 'must be all, as the store of STORE_URL has one process: several share one at postgres://…',
});

/**
 * One setting. `rule` says which values are valid; `standard` is null if the setting has no default: it is required
 * then, or its feature is off.
 */
export interface Setting {
  readonly name: string;
  readonly about: string;
  readonly rule: string;
  readonly standard: string | null;
  readonly isRequired: boolean;
}

/** Returns all settings in the order of the schema. */
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
 * Reads and validates the whole configuration. An empty variable counts as unset.
 * @throws ConfigFault that lists every fault
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()] as const] : [])),
  );
  const read = schema.safeParse({ ...given, ...proxySettings(given) });
  if (read.success) return read.data;
  throw new ConfigFault(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`));
}

const PROXY_NAMES = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'] as const;

/** Returns the proxy variables by their names in upper case. Lower case has precedence, as with curl and undici. */
function proxySettings(given: Readonly<Record<string, string>>): Readonly<Record<string, string | undefined>> {
  const settings = Object.fromEntries(PROXY_NAMES.map((name) => [name, given[name.toLowerCase()] ?? given[name]]));
  // An unused ALL_PROXY is not validated: desktops set it to a SOCKS proxy next to the other two.
  const isUsed = settings.HTTPS_PROXY === undefined || settings.HTTP_PROXY === undefined;
  return { ...settings, ...(!isUsed && { ALL_PROXY: undefined }) };
}

/** Returns the address at which health and metrics are served, or null if HTTP_PORT is unset. */
export function httpOf({
  HTTP_HOST: host,
  HTTP_PORT: port,
}: Config): { readonly host: string; readonly port: number } | null {
  return port === undefined ? null : { host, port };
}

/** Whether several processes may share the store: it is a PostgreSQL database. */
export function isShared(storeUrl: string): boolean {
  return /^postgres(?:ql)?:/.test(storeUrl);
}

/**
 * Returns the texts that Crier must never log or show: the token, PostgreSQL's password (in STORE_URL as written and
 * decoded, and in PGPASSWORD, which its driver reads) and the passwords of proxies.
 */
export function secretsOf({
  DISCORD_TOKEN,
  STORE_URL,
  ...proxies
}: Pick<Config, 'DISCORD_TOKEN' | 'STORE_URL'> & ProxySettings): string[] {
  const [, password = ''] = /^postgres(?:ql)?:\/\/[^:@/]*:(.*)@/s.exec(STORE_URL) ?? [];
  const { HTTPS_PROXY, HTTP_PROXY, ALL_PROXY } = proxies;
  const ofProxies = [HTTPS_PROXY, HTTP_PROXY, ALL_PROXY].flatMap((address) => secretsOfProxy(address ?? ''));
  const passwords = [password, decodePercents(password), process.env.PGPASSWORD ?? '', ...ofProxies];
  return [DISCORD_TOKEN, ...passwords.filter(({ length }) => length >= LEAST_SECRET_CHARACTERS)];
}

/** Returns an address without its user, password and query, safe to log. */
export function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null) return 'an address';
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
}

/** Limits how short a secret may be. A shorter text would occur in every line by chance. */
const LEAST_SECRET_CHARACTERS = 4;

/**
 * Returns the environment of this process, completed by `.env` of the working folder. A variable of the environment has
 * precedence.
 * @throws ConfigFault if `.env` exists and cannot be read; `process.loadEnvFile` would ignore it
 */
export function loadEnvironment(): NodeJS.ProcessEnv {
  for (const [name, value] of Object.entries(parseEnv(readDotEnv()))) {
    // An empty variable counts as unset: panels and compose files pass on every variable they know.
    if (!process.env[name]?.trim()) process.env[name] = value;
  }
  return process.env;
}

/** Returns the names in `.env` that Crier does not know: misspelt, or meant for other programs. */
export function unknownSettings(): string[] {
  const known = new Set<string>([...Object.keys(fields.shape), ...PROXY_NAMES.map((name) => name.toLowerCase())]);
  return Object.keys(parseEnv(readDotEnv())).filter((name) => !known.has(name));
}

function readDotEnv(): string {
  try {
    // Some editors begin a file with a byte order mark, which would become part of the first name.
    const text = readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
    if (text.includes('\0')) throw new Error('it is not UTF-8, perhaps UTF-16: save it as UTF-8');
    return text;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return '';
    const why = code === 'EISDIR' ? 'it is a folder' : error instanceof Error ? error.message : String(error);
    throw new ConfigFault([`.env cannot be read (${why})`]);
  }
}
