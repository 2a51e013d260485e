/**
 * Measures the delay from an event of the stream to the message at Discord, without the debounce in which Crier
 * deliberately gathers notices: `node bench/wire.ts`, with `--events 200`. The bot has no other work, and each event
 * notifies an idle channel.
 */
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CATALOGUE } from '../sandbox/economy/catalogue.ts';
import { debouncedUntil } from '../src/routing/claim-rules.ts';
import { openWorld } from '../test/journeys/world/world.ts';
import { formatFigures, formatNumber, quantileFigures } from './figures.ts';
import { report } from './report.ts';

const { values } = parseArgs({ options: { events: { type: 'string', default: '200' } } });
const events = Number(values.events);
const CHANNELS = 15;
const BETWEEN_MS = 200;
const QUIET_MS = debouncedUntil({ first: 0, last: 0 });
const DELIVERED_WITHIN_MS = 10_000;

const types = CATALOGUE.filter(({ kind }) => kind === 'plain')
  .slice(0, CHANNELS)
  .map(({ type }) => type);
const world = await openWorld({ shops: 2_000, environment: { LOG_LEVEL: 'warn' } });
const channels = types.map((type) => world.discord.world.addChannel(world.guild, { name: type.toLowerCase() }));
const bot = await world.startProcess();
for (const [at, channel] of channels.entries()) {
  await world.discord
    .as(world.mod)
    .in(channel)
    .run('/feed add', { kind: 'auctions', item: types[at] ?? '' })
    .reply();
}

/** Milliseconds from the event to its message, less the debounce. */
async function delayOf(event: number): Promise<number> {
  const [channel, type] = [channels[event % CHANNELS], types[event % CHANNELS]];
  if (channel === undefined || type === undefined) throw new RangeError('no channel');
  const delivered = world.discord.events.next('message', (message) => message.channel === channel, DELIVERED_WITHIN_MS);
  const began = performance.now();
  world.economy.auction({ item: { type }, amount: 1, finalBid: 10 + event });
  await delivered;
  return performance.now() - began - QUIET_MS;
}

const delays: Promise<number>[] = [];
for (let event = 0; event < CHANNELS + events; event += 1) {
  delays.push(delayOf(event));
  await wait(BETWEEN_MS);
}
// The first event of each channel runs code that is not compiled yet.
const times = (await Promise.all(delays)).slice(CHANNELS);
await bot.stop();
await world.close();

const [p50, p99] = [quantileFigures(times, 0.5), quantileFigures(times, 0.99)];
process.stdout.write(
  `${times.length} events, ${BETWEEN_MS} ms apart: ` +
    `p50 ${formatFigures(p50)} ms, p99 ${formatFigures(p99)} ms, ` +
    `longest ${formatNumber(Math.max(...times))} ms,\nwithout the debounce of ${QUIET_MS} ms.\n`,
);
report({ 'event-to-wire-p99': p99 });
process.exit(0);
