import type { Channel, User } from '../discord/world/entities.ts';
import type { DemoWorld } from './demo-world.ts';
import { say } from './screen.ts';
import { paint, showMessage } from './terminal.ts';

const patienceMs = 20_000;

/** Commands on the demo's server before a visitor comes: feeds, a search, a price, a watch that is met soon. */
export async function typeFirstCommands(world: DemoWorld): Promise<void> {
  const { auctions, market, moderator, player, economy } = world;
  await type(world, moderator, auctions, '/feed add', { kind: 'auctions' });
  await type(world, moderator, market, '/feed add', { kind: 'trades', style: 'compact', 'min-value': 20 });
  await type(world, player, market, '/shop', { item: 'SLIME_BLOCK' });
  await type(world, player, market, '/price', { item: 'SLIME_BLOCK' });
  await type(world, player, market, '/watch add', { item: 'SLIME_BLOCK', trigger: 'at-or-below', price: 0.4 });
  await type(world, player, market, '/health', {});
  economy.list({ type: 'SELLING', price: 1, remaining: 640, item: { type: 'SLIME_BLOCK', quantity: 4 } });
  const news = `Somebody now sells slime blocks for 0.25 each: ${player.name} hears of it after the next refresh.`;
  say(paint('green', `\n${news}`));
}

/** Runs a person's command and shows the answer. */
async function type(
  { discord }: DemoWorld,
  who: User,
  where: Channel,
  line: string,
  values: Record<string, string | number>,
): Promise<void> {
  const words = Object.entries(values).map(([name, value]) => `${name}:${value}`);
  say(`\n${paint(['bold', 'yellow'], `${who.name} in #${where.name}:`)} ${[line, ...words].join(' ')}`);
  const answer = discord.as(who).in(where).run(line, values);
  say(showMessage(await answer.reply(patienceMs), 'Crier answers'));
}
