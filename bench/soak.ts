import process from 'node:process';
import { parseArgs } from 'node:util';
import { isFlawless } from './soak/audit.ts';
import { runDays } from './soak/days.ts';
import { runFleet } from './soak/fleet.ts';
import { runFlood } from './soak/flood.ts';
import { faultsOfDays, formatDays } from './soak/format-days.ts';
import { formatFleet, isFleetFlawless } from './soak/format-fleet.ts';
import { faultsOf, formatFlood } from './soak/format-flood.ts';
import { formatKills } from './soak/format-kills.ts';
import { runKills } from './soak/kills.ts';

/**
 * `npm run soak -- --fleet` injects faults (`--faults`, 120) into three processes on their own PostgreSQL while events
 * arrive. `npm run soak -- --kills 200` kills the bot that many times while events arrive; each notice of its journal
 * must appear in Discord exactly once. `npm run soak -- --flood` simulates ten minutes of overload. These three take
 * `--events`. `npm run soak -- --days` simulates days in which the stream ends many times (`--cuts`, 10,000), among
 * random faults of every other kind. All take `--seed`, and exit with 1 if a guarantee did not hold.
 */
const { values } = parseArgs({
  options: {
    days: { type: 'boolean', default: false },
    cuts: { type: 'string', default: '10000' },
    fleet: { type: 'boolean', default: false },
    faults: { type: 'string', default: '120' },
    flood: { type: 'boolean', default: false },
    kills: { type: 'string', default: '200' },
    events: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = countOf(values.seed);
/** Enough for most kills to interrupt work. */
const EVENTS_PER_KILL = 50;
/** Each causes two notices. */
const EVENTS_PER_FAULT = 100;
const say = (text: string) => void process.stdout.write(text);

async function flood(): Promise<boolean> {
  const result = await runFlood({
    events: countOf(values.events ?? '50000'),
    seconds: 600,
    channels: 200,
    people: 100,
    closed: 30,
    seed,
    onMinute: (minute, queue) => say(`minute ${minute}: ${queue} in the queue\n`),
  });
  say(formatFlood(result));
  return faultsOf(result).length === 0;
}

async function days(): Promise<boolean> {
  const cuts = countOf(values.cuts);
  const onProgress = (done: number, passed: number, heldMb: number) =>
    say(`${done} of ${cuts} ends of the stream, day ${passed.toFixed(1)}, heap ${heldMb.toFixed(1)} MB\n`);
  const result = await runDays({ cuts, seed, onProgress });
  say(formatDays(result));
  return faultsOfDays(result).length === 0;
}

async function fleet(): Promise<boolean> {
  const faults = countOf(values.faults);
  const events = countOf(values.events ?? String(EVENTS_PER_FAULT * faults));
  const onFault = (count: number, name: string, sent: number) =>
    say(`${count} of ${faults}: ${name}; ${sent} of ${events} events sent\n`);
  const result = await runFleet({ faults, events, seed, onFault });
  say(formatFleet(result));
  return isFleetFlawless(result);
}

async function kill(): Promise<boolean> {
  const kills = countOf(values.kills);
  const events = countOf(values.events ?? String(EVENTS_PER_KILL * kills));
  const result = await runKills({
    kills,
    events,
    seed,
    onKill: (killed, sent) => {
      if (killed % 20 === 0) say(`${killed} of ${kills} kills, ${sent} of ${events} events sent\n`);
    },
  });
  say(formatKills(result));
  return isFlawless(result);
}

function countOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`${text} is not a count`);
  return Number(text);
}

const run = values.days ? days : values.fleet ? fleet : values.flood ? flood : kill;
process.exit((await run()) ? 0 : 1);
