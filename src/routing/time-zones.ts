import { nearestWords } from '../market/search/suggest-words.ts';
import { isTimeZone } from './quiet.ts';

/**
 * A time zone as a user typed it. ICU reads many texts as a zone in another part of the world: BST as Bangladesh, AST
 * as Alaska.
 */
export type ReadTimeZone =
  | { readonly kind: 'zone'; readonly timeZone: string }
  /** The text may mean several zones or none. `guesses` are the likely ones, best first. */
  | { readonly kind: 'ask'; readonly guesses: readonly string[] };

/** Names without a slash that mean the same everywhere. CET, EET and WET follow summer time. */
const PLAIN_NAMES = new Set(['UTC', 'GMT', 'CET', 'EET', 'WET']);

/** Zones that `Intl.supportedValuesOf` lacks, or lists by an older name only. */
const NEWER_NAMES = [
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
];

/** Abbreviations, and the zones that players mean by them, the likeliest first. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ACDT: 'Australia/Adelaide',
  ACST: 'Australia/Adelaide Australia/Darwin',
  ADT: 'America/Halifax',
  AEDT: 'Australia/Sydney',
  AEST: 'Australia/Sydney Australia/Brisbane',
  AKDT: 'America/Anchorage',
  AKST: 'America/Anchorage',
  ART: 'America/Argentina/Buenos_Aires',
  AST: 'America/Halifax America/Puerto_Rico Asia/Riyadh',
  AWST: 'Australia/Perth',
  BRT: 'America/Sao_Paulo',
  BST: 'Europe/London Asia/Dhaka',
  CAT: 'Africa/Maputo',
  CDT: 'America/Chicago',
  CEST: 'Europe/Berlin Europe/Paris Europe/Warsaw',
  CLT: 'America/Santiago',
  COT: 'America/Bogota',
  CST: 'America/Chicago Asia/Shanghai',
  CST6CDT: 'America/Chicago',
  CT: 'America/Chicago',
  EAT: 'Africa/Nairobi',
  EDT: 'America/New_York',
  EEST: 'Europe/Kyiv Europe/Athens Europe/Bucharest',
  EST: 'America/New_York Australia/Sydney',
  EST5EDT: 'America/New_York',
  ET: 'America/New_York',
  GST: 'Asia/Dubai',
  HKT: 'Asia/Hong_Kong',
  HST: 'Pacific/Honolulu',
  ICT: 'Asia/Bangkok Asia/Ho_Chi_Minh',
  IDT: 'Asia/Jerusalem',
  IST: 'Asia/Kolkata Europe/Dublin Asia/Jerusalem',
  JST: 'Asia/Tokyo',
  KST: 'Asia/Seoul',
  MDT: 'America/Denver',
  MEST: 'Europe/Berlin Europe/Vienna Europe/Zurich',
  MESZ: 'Europe/Berlin Europe/Vienna Europe/Zurich',
  MET: 'Europe/Berlin Europe/Paris Europe/Warsaw',
  MEZ: 'Europe/Berlin Europe/Vienna Europe/Zurich',
  MSK: 'Europe/Moscow',
  MST: 'America/Denver America/Phoenix',
  MST7MDT: 'America/Denver',
  MT: 'America/Denver',
  NDT: 'America/St_Johns',
  NST: 'America/St_Johns',
  NZDT: 'Pacific/Auckland',
  NZST: 'Pacific/Auckland',
  PDT: 'America/Los_Angeles',
  PET: 'America/Lima',
  PHT: 'Asia/Manila',
  PKT: 'Asia/Karachi',
  PST: 'America/Los_Angeles Asia/Manila',
  PST8PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  SAST: 'Africa/Johannesburg',
  SGT: 'Asia/Singapore',
  SST: 'Pacific/Pago_Pago Asia/Singapore',
  TRT: 'Europe/Istanbul',
  WAT: 'Africa/Lagos',
  WEST: 'Europe/Lisbon',
  WIB: 'Asia/Jakarta',
};

/**
 * Other names of cities, and large cities that no zone is named after. In lower case, without accents, blanks as
 * underscores.
 */
const OTHER_CITIES: Readonly<Record<string, string>> = {
  'Africa/Cairo': 'kairo|le_caire|el_cairo|каир|开罗|カイロ|카이로',
  'America/Argentina/Buenos_Aires': 'ブエノスアイレス|буэнос_айрес',
  'America/Chicago': 'dallas|houston|austin|чикаго|芝加哥|シカゴ|시카고',
  'America/Los_Angeles':
    'san_francisco|seattle|san_diego|las_vegas|portland|лос_анджелес|洛杉矶|ロサンゼルス|로스앤젤레스',
  'America/Mexico_City': 'mexico|ciudad_de_mexico|guadalajara|мехико',
  'America/New_York':
    'boston|washington|philadelphia|miami|atlanta|nueva_york|nova_york|nowy_jork|нью_йорк|纽约|ニューヨーク|뉴욕',
  'America/Sao_Paulo': 'rio_de_janeiro|brasilia|сан_паулу|サンパウロ|圣保罗',
  'America/Toronto': 'montreal|ottawa|торонто|多伦多|トロント|토론토',
  'Asia/Bangkok': '曼谷|バンコク|방콕|бангкок',
  'Asia/Hong_Kong': '香港|홍콩|гонконг',
  'Asia/Ho_Chi_Minh': 'hanoi|saigon',
  'Asia/Kolkata': 'mumbai|delhi|new_delhi|bangalore|chennai',
  'Asia/Seoul': 'busan|서울|seul|сеул|首尔|ソウル',
  'Asia/Shanghai': 'beijing|peking|pekin|guangzhou|shenzhen|上海|北京|шанхай|пекин|상하이|베이징',
  'Asia/Singapore': 'singapur|singapour|сингапур|新加坡|シンガポール|싱가포르',
  'Asia/Taipei': '台北|타이베이|тайбэй',
  'Asia/Tokyo': 'osaka|kyoto|tokio|токио|токіо|東京|大阪|东京|도쿄',
  'Australia/Sydney': 'canberra|sidney|сидней|悉尼|シドニー|시드니',
  'Europe/Amsterdam': 'rotterdam|den_haag|амстердам|アムステルダム|阿姆斯特丹',
  'Europe/Athens': 'athen|atene|athenes|atenas|ateny|atina|афины|афіни',
  'Europe/Belgrade': 'belgrad|belgrado|beograd|белград',
  'Europe/Berlin':
    'hamburg|munich|munchen|koln|cologne|frankfurt|stuttgart|dusseldorf|leipzig|berlino|берлин|берлін|柏林|ベルリン|베를린',
  'Europe/Brussels': 'brussel|bruxelles|brussel|antwerpen|bruselas|брюссель',
  'Europe/Bucharest': 'bukarest|bucuresti|bucarest|бухарест',
  'Europe/Budapest': 'будапешт',
  'Europe/Copenhagen': 'kopenhagen|kobenhavn|copenhague|копенгаген',
  'Europe/Helsinki': 'helsingfors|хельсинки',
  'Europe/Istanbul': 'ankara|izmir|стамбул|イスタンブール|이스탄불|伊斯坦布尔',
  'Europe/Kyiv': 'kiev|kiew|kijow|lviv|kharkiv|odesa|киев|київ|львів|харків|одеса|キーウ',
  'Europe/Lisbon': 'lissabon|lisboa|lisbonne|porto|лиссабон',
  'Europe/London':
    'londres|londra|londen|londyn|manchester|birmingham|liverpool|glasgow|edinburgh|cardiff|лондон|伦敦|ロンドン|런던',
  'Europe/Madrid': 'barcelona|valencia|sevilla|мадрид|马德里|マドリード|마드리드',
  'Europe/Moscow': 'moskau|moscou|moscu|moskwa|mosca|moskova|moskou|saint_petersburg|москва|莫斯科|モスクワ|모스크바',
  'Europe/Paris': 'lyon|marseille|parigi|paryz|parijs|париж|巴黎|パリ|파리',
  'Europe/Prague': 'prag|praha|praga|прага|布拉格|プラハ|프라하',
  'Europe/Rome': 'milan|milano|mailand|napoli|rom|roma|rzym|рим|罗马|ローマ|로마',
  'Europe/Stockholm': 'goteborg|estocolmo|sztokholm|стокгольм',
  'Europe/Vienna': 'wien|vienne|viena|wieden|wenen|viyana|вена|відень|维也纳|ウィーン|빈',
  'Europe/Warsaw':
    'warschau|warszawa|varsovie|krakow|gdansk|poznan|wroclaw|varsovia|varsavia|варшава|华沙|ワルシャワ|바르샤바',
  'Europe/Zurich': 'geneve|geneva|genf|basel|bern|цюрих',
};

const AREAS = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const MOST_GUESSES = 3;
const LARGEST_OFFSET_MINUTES = 14 * 60;
const LEAST_OFFSET_MINUTES = -12 * 60;

/** Returns all zones that the machine knows by a name of area and city, and the plain names. */
export function knownTimeZones(): readonly string[] {
  knownZones ??= [
    ...new Set([...Intl.supportedValuesOf('timeZone').filter((zone) => AREAS.test(zone)), ...NEWER_NAMES]),
  ];
  return [...knownZones, ...PLAIN_NAMES];
}
let knownZones: readonly string[] | undefined;

/**
 * Reads a time zone: a name with a slash, UTC, GMT, CET, EET or WET, an offset such as `+02:00`, `+2` or `UTC-5`, or a
 * city. Asks about all other texts, such as the abbreviation EST.
 */
export function readTimeZone(text: string): ReadTimeZone {
  const typed = text.normalize('NFKC').trim();
  const offset = readOffset(typed);
  if (offset !== null) return { kind: 'zone', timeZone: offset };
  const upper = typed.toUpperCase();
  if (PLAIN_NAMES.has(upper)) return { kind: 'zone', timeZone: upper };
  const guesses = guessZones(typed);
  if (guesses !== null) return { kind: 'ask', guesses };
  const name = folded(typed);
  const exact = name.includes('/') ? byName().get(name) : byCity().get(name);
  if (exact !== undefined) return { kind: 'zone', timeZone: exact };
  const spelled = typed.replaceAll(/\s+/g, '_');
  if (isTimeZone(spelled)) return ofIcu(spelled);
  if (name === '') return { kind: 'ask', guesses: [] };
  const near = nearestWords([...byCity().keys()], name.split('/').at(-1) ?? '');
  const zones = near.flatMap((city) => byCity().get(city) ?? []);
  return { kind: 'ask', guesses: [...new Set(zones)].slice(0, MOST_GUESSES) };
}

/**
 * Returns the possible zones of saved quiet hours whose zone is no longer accepted, such as BST.
 * @returns an empty list if the saved zone is the only one meant by that name
 */
export function doubtsAbout(timeZone: string): readonly string[] {
  const guesses = guessZones(timeZone) ?? [];
  const isPlain = guesses.length === 1 && guesses[0] !== undefined && canonical(guesses[0]) === canonical(timeZone);
  return isPlain ? [] : guesses;
}

/** Returns whether the zone is a fixed offset, which does not follow summer time. */
export function isFixedOffset(timeZone: string): boolean {
  return /^[+-]/.test(timeZone);
}

/** Returns the possible zones of an abbreviation or Etc/GMT±n, or null for any other text. */
function guessZones(text: string): readonly string[] | null {
  // The sign of these names is inverted: Etc/GMT+5 is five hours behind UTC. Most users mean five hours ahead.
  const [, sign = '', hours = ''] = /^etc\/gmt([+-])(\d{1,2})$/i.exec(text) ?? [];
  if (Number(hours) > 0) {
    const turned = sign === '+' ? '-' : '+';
    return [sign, turned].flatMap((one) => readOffset(`${one}${hours}`) ?? []);
  }
  const key = text.toUpperCase();
  return Object.hasOwn(ABBREVIATIONS, key) ? (ABBREVIATIONS[key]?.split(' ') ?? null) : null;
}

/**
 * Returns `+02:00` for `+2`, `UTC+2`, `GMT +02:00` and the like, or null if the text is no offset of a place on earth.
 */
function readOffset(text: string): string | null {
  const [whole, sign = '', hours = '', minutes = '0'] =
    /^(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?::?([0-5]\d))?$/i.exec(text) ?? [];
  if (whole === undefined) return null;
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
  if (total > LARGEST_OFFSET_MINUTES || total < LEAST_OFFSET_MINUTES) return null;
  if (total === 0) return 'UTC';
  return `${total > 0 ? '+' : '-'}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/**
 * Reads a name that ICU knows and the list lacks. One with a slash is accepted; for one without, its zone is suggested.
 */
function ofIcu(name: string): ReadTimeZone {
  const place = canonical(name);
  if (name.includes('/')) {
    if (place === 'UTC') return { kind: 'zone', timeZone: 'UTC' };
    const cased = name.toLowerCase().replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
    return { kind: 'zone', timeZone: cased.replace(/^Us\//, 'US/') };
  }
  return { kind: 'ask', guesses: AREAS.test(place) || place === 'UTC' ? [place] : [] };
}

function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
}

/** Returns the text without accents and case, with blanks, hyphens and underscores as blanks. */
function folded(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll(/[\s_'’.-]+/g, ' ')
    .trim()
    .normalize();
}

function byName(): ReadonlyMap<string, string> {
  names ??= new Map(knownTimeZones().map((zone) => [folded(zone), zone]));
  return names;
}
let names: ReadonlyMap<string, string> | undefined;

/** Maps each city of a zone's name and of the table to the zone. */
function byCity(): ReadonlyMap<string, string> {
  if (cities !== undefined) return cities;
  const found = new Map(knownTimeZones().map((zone) => [folded(zone.split('/').at(-1) ?? ''), zone]));
  for (const [zone, list] of Object.entries(OTHER_CITIES)) {
    for (const city of list.split('|')) found.set(folded(city), zone);
  }
  cities = found;
  return cities;
}
let cities: ReadonlyMap<string, string> | undefined;
