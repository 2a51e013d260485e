import { cut, htmlPage, rateLimited, serverError } from '../../sandbox/discord/rest/faults.ts';
import type { Random } from '../../sandbox/economy/random.ts';
import type { RunningTime } from './running-time.ts';
import type { SoakWorld } from './soak-world.ts';

/** Ways to end a live stream. */
interface Disruption {
  readonly name: string;
  /** Weight of the disruption among the others. */
  readonly often: number;
  readonly strike: (world: SoakWorld, random: Random, time: RunningTime) => void | Promise<void>;
}

const NEVER = new AbortController().signal;
const CLOSE_CODES = [1000, 1001, 1005, 1006, 1011, 1012, 4000, 4999];
const BAD_UPGRADES = [
  'bad-gateway',
  'unavailable',
  'html-200',
  'wrong-accept',
  'never-answered',
  'accept-then-close',
] as const;

/** The faults of the stream. */
const DISRUPTIONS: readonly Disruption[] = [
  { name: 'cut', often: 50, strike: ({ service }) => service.breakStream('cut') },
  { name: 'frozen', often: 12, strike: ({ service }) => service.breakStream('freeze') },
  {
    name: 'closed with a random code',
    often: 12,
    strike: ({ service }, random) => service.breakStream('close', { code: random.pick(CLOSE_CODES) }),
  },
  { name: 'cut in the middle of a frame', often: 8, strike: ({ service }) => service.breakStream('cut-in-mid-frame') },
  { name: 'protocol violated', often: 4, strike: ({ service }) => service.breakStream('unasked-compression') },
  {
    name: 'cut, then refused or upgraded wrongly',
    often: 10,
    strike({ service }, random) {
      // The fault planned last comes first; the one that keeps the stream alive comes last.
      if (random.chance(0.2)) service.breakUpgrade('no-hello', { times: 1 });
      service.breakUpgrade(random.pick(BAD_UPGRADES), { times: random.integer(1, 3) });
      service.breakStream('cut');
    },
  },
  {
    name: 'service down',
    often: 4,
    async strike({ service }, random, time) {
      await time.during(service.goDown(random.pick(['bad-gateway', 'refused'])));
      await time.sleep(random.integer(1_000, 180_000), NEVER);
      await time.during(service.comeBack());
    },
  },
];

/** Frames that the stream survives. */
const ODD_FRAMES = [
  'not-json',
  'null',
  'array',
  'invalid-utf8',
  'deep-nesting',
  'proto',
  'unknown-event',
  'missing-fields',
  'negative-numbers',
  'huge-numbers',
  'unsafe-integers',
] as const;
const BAD_SNAPSHOTS = [
  'not-cached',
  'internal-error',
  'bad-gateway',
  'html-200',
  'truncated-chunked',
  'empty-array',
  'not-an-array',
] as const;

/** Injects faults other than those of the stream, at random moments until the signal aborts. Counts them by name. */
export function startWeather(
  world: SoakWorld,
  random: Random,
  time: RunningTime,
  signal: AbortSignal,
): ReadonlyMap<string, number> {
  const { service, discord } = world;
  const faultCounts = new Map<string, number>();
  const messages = { method: 'POST', path: /^\/channels\/\d+\/messages$/ };
  const discordFaults = {
    'Discord: 500': () => serverError(),
    'Discord: 500 after it accepted': () => serverError({ afterAccepting: true }),
    'Discord: closed the connection': () => cut(),
    'Discord: closed the connection after it accepted': () => cut({ afterAccepting: true }),
    'Discord: 502 as an HTML page': () => htmlPage(),
    'Discord: 429 of a channel': () => rateLimited({ scope: 'user', retryAfterSeconds: random.integer(1, 20) }),
    'Discord: shared 429': () => rateLimited({ scope: 'shared', retryAfterSeconds: random.integer(1, 20) }),
    'Discord: global 429': () => rateLimited({ scope: 'global', retryAfterSeconds: random.integer(1, 20) }),
  };
  async function again(leastMs: number, mostMs: number, act: () => string): Promise<void> {
    for (;;) {
      await time.sleep(random.integer(leastMs, mostMs), signal);
      if (signal.aborted) return;
      const name = act();
      faultCounts.set(name, (faultCounts.get(name) ?? 0) + 1);
    }
  }
  void again(5_000, 120_000, () => {
    service.breakStream(random.pick(ODD_FRAMES), { count: 1_000 });
    return 'a malformed frame';
  });
  void again(60_000, 1_800_000, () => {
    service.breakHttp(random.pick(BAD_SNAPSHOTS), { route: 'shops', times: random.integer(1, 2) });
    return 'a bad answer for all shops';
  });
  void again(10_000, 240_000, () => {
    const [name, fault] = random.pick(Object.entries(discordFaults));
    discord.fail(messages, fault(), { times: random.integer(1, 4) });
    return name;
  });
  void again(1_800_000, 7_200_000, () => {
    discord.gateway.cutConnections();
    return 'gateway connections cut';
  });
  return faultCounts;
}

/** Draws a fault by the weights. */
export function pickDisruption(random: Random): Disruption {
  let left = random.integer(
    1,
    DISRUPTIONS.reduce((sum, { often }) => sum + often, 0),
  );
  for (const disruption of DISRUPTIONS) {
    left -= disruption.often;
    if (left <= 0) return disruption;
  }
  throw new RangeError('the weights do not sum up');
}
