import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Channel, Message, User } from '../discord/world/entities.ts';
import { paint, showMessage } from './terminal.ts';
import { openTown, type Town } from './town.ts';

const REFRESH_MS = 60_000;
const STEP_EVERY_MS = 4_000;

/** `npm run demo`: the real bot in a simulated town, in the terminal. `--for 30` ends it after 30 seconds. */
async function demo(): Promise<void> {
  const { values } = parseArgs({ options: { for: { type: 'string' }, seed: { type: 'string', default: '1' } } });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  say(paint('bold', 'Crier: opening a town with 20,000 shops …'));
  const town = await openTown(Number(values.seed) || 1);
  try {
    if (!stop.signal.aborted)
      await live(town, stop.signal, values.for === undefined ? null : Number(values.for) * 1000);
  } finally {
    clearStatus();
    say(paint('bold', '\nClosing the town.'));
    await town.close();
  }
}

async function live(town: Town, stop: AbortSignal, forMs: number | null): Promise<void> {
  const { discord, service, auctions, market, moderator, player, economy } = town;
  say(`The simulated data service: ${paint('underline', service.url)}`);
  say(`The local Discord:          ${paint('underline', discord.url)}`);
  say(paint('dim', 'Ctrl-C ends it.\n'));
  discord.events.on('message', (message) => {
    if (message.author === discord.world.bot && !message.interactionMetadata)
      say(`\n${showMessage(message, placeOf(message))}`);
  });

  await type(town, moderator, auctions, '/feed add', { kind: 'auctions' });
  await type(town, moderator, market, '/feed add', { kind: 'trades', style: 'compact', 'min-value': 20 });
  await type(town, player, market, '/shop', { item: 'SLIME_BLOCK' });
  await type(town, player, market, '/watch add', { item: 'SLIME_BLOCK', trigger: 'at-or-below', price: 0.5 });
  await type(town, player, market, '/health', {});
  economy.list({ type: 'SELLING', price: 1, remaining: 640, item: { type: 'SLIME_BLOCK', quantity: 4 } });
  say(
    paint(
      'green',
      `\nSomebody now sells slime blocks for 0.25 each: ${player.name} hears of it after the next refresh.`,
    ),
  );

  const ends = AbortSignal.any(forMs === null ? [stop] : [stop, AbortSignal.timeout(forMs)]);
  for (let beat = 0; await slept(1_000, ends); beat += 1) {
    if (beat % (STEP_EVERY_MS / 1_000) === 0) economy.step();
    if (beat % 15 === 0) economy.auction({ item: { type: 'DIAMOND_BLOCK' }, amount: 16, finalBid: 140 + (beat % 60) });
    showStatus(town);
  }
}

/** A person types a command; what they see is shown. */
async function type(
  town: Town,
  who: User,
  where: Channel,
  line: string,
  values: Record<string, string | number>,
): Promise<void> {
  const words = Object.entries(values).map(([name, value]) => `${name}:${value}`);
  say(`\n${paint(['bold', 'yellow'], `${who.name} in #${where.name}:`)} ${[line, ...words].join(' ')}`);
  const answer = town.discord.as(who).in(where).run(line, values);
  say(showMessage(await answer.reply(20_000), 'Crier answers'));
}

function placeOf({ channel }: Message): string {
  return channel.guild ? `#${channel.name}` : `Direct message to ${channel.recipient?.name ?? 'somebody'}`;
}

let statusShown = false;

function showStatus({ service, discord, economy }: Town): void {
  if (!process.stdout.isTTY) return;
  const asked = service.requests.findLast(({ route }) => route === 'shops');
  const nextMs = asked ? Math.max(0, asked.at + REFRESH_MS - Date.now()) : 0;
  const parts = [
    `next refresh in ${Math.ceil(nextMs / 1000)} s`,
    `${economy.shops().length.toLocaleString('en-US')} shops`,
    `stream ${service.connections.size > 0 ? 'live' : 'down'}`,
    `${discord.requests.length} requests to Discord`,
  ];
  process.stdout.write(`\r\x1b[K${paint('dim', parts.join(' · '))}`);
  statusShown = true;
}

function clearStatus(): void {
  if (statusShown) process.stdout.write('\r\x1b[K');
  statusShown = false;
}

function say(text: string): void {
  clearStatus();
  process.stdout.write(`${text}\n`);
}

/** False: the signal came first. */
async function slept(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal });
    return true;
  } catch {
    return false; // The abort is the only way it rejects.
  }
}

await demo();
process.exit(0);
