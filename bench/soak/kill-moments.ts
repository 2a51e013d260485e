import { setTimeout as wait } from 'node:timers/promises';
import { cut, type Fault, serverError, silence, slow } from '../../sandbox/discord/rest/faults.ts';
import type { Random } from '../../sandbox/economy/random.ts';
import type { CrashWorld } from './crash-world.ts';

/** One run of the bot, from its start to its kill. */
export interface KilledRun {
  readonly world: CrashWorld;
  readonly random: Random;
  /** How long a start takes, until the commands are registered. */
  readonly startMs: number;
  /** Events sent during this run. */
  readonly sent: () => number;
  /** Aborted when the run is over. */
  readonly over: AbortSignal;
}

const POLL_EVERY_MS = 5;
const POSTS = { method: 'POST', path: /\/messages$/ };
const FAULTS_AT_ONCE = 30;

/** Moments to kill the bot at: each resolves when it has come. */
export const KILL_MOMENTS: Readonly<Record<string, (run: KilledRun) => Promise<void>>> = {
  'during the start': ({ random, startMs }) => wait(random.unit() * startMs * 1.2),
  'while events arrive': async ({ random, sent, over }) => {
    await until(() => sent() > 0, over);
    await wait(random.unit() * 400);
  },
  'between two messages': async ({ world, random, over }) => {
    let messages = random.integer(1, 12);
    const count = ({ path }: { path: string }) => void (path.endsWith('/messages') && messages--);
    world.discord.events.on('request', count);
    await until(() => messages <= 0, over);
    world.discord.events.off('request', count);
    await wait(random.unit() * 25);
  },
  'while Discord answers slowly': (run) => inTrouble(run, slow(300 + run.random.unit() * 1_700)),
  'after Discord accepted a message and answered 500': (run) => inTrouble(run, serverError({ afterAccepting: true })),
  'after Discord failed with 503': (run) => inTrouble(run, serverError({ status: 503 })),
  'after Discord accepted a message and closed the connection': (run) => inTrouble(run, cut({ afterAccepting: true })),
  'after Discord accepted a message without an answer': (run) => inTrouble(run, silence({ afterAccepting: true })),
};

/** A while after the service has sent all shops; never, if the bot does not ask in this run. */
export function snapshotIntake({ world, random, over }: KilledRun): Promise<void> {
  const { events } = world.service;
  return new Promise((resolve) => {
    const onRequest = ({ route }: { route: string }) => {
      if (route === 'shops') setTimeout(resolve, random.unit() * 250);
    };
    events.on('request', onRequest);
    over.addEventListener('abort', () => events.off('request', onRequest), { once: true });
  });
}

async function inTrouble({ world, random, over }: KilledRun, fault: Fault): Promise<void> {
  const planned = world.discord.fail(POSTS, fault, { times: FAULTS_AT_ONCE });
  over.addEventListener('abort', () => planned.cancel(), { once: true });
  await until(() => planned.hits > 0, over);
  await wait(random.unit() * 800);
}

async function until(holds: () => boolean, over: AbortSignal): Promise<void> {
  while (!holds() && !over.aborted) await wait(POLL_EVERY_MS);
}
