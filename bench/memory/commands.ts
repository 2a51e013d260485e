import { openWorld } from '../../test/journeys/world/world.ts';
import { INSPECTED, inspect } from './inspector.ts';

/** What people ask all day long; a chart is drawn for `/price`. */
const LINES = [
  ['/shop', { item: 'DIAMOND' }],
  ['/price', { item: 'DIAMOND' }],
  ['/deals', {}],
  ['/watch list', {}],
] as const;

/** The bot in a process of its own, and a player who types commands; its heap is read from outside. */
export async function runCommands() {
  const world = await openWorld({
    shops: 500,
    discord: { keptRequests: 100, keptMessages: 50, keptFileBytes: 1_000_000 },
  });
  world.economy.list({ type: 'SELLING', price: 3, remaining: 640, item: { type: 'DIAMOND' } });
  const bot = await world.startProcess({ ...INSPECTED, LOG_LEVEL: 'warn' });
  const probe = await inspect(bot);
  for (let step = 0; step < 50; step += 1) world.economy.step();
  return {
    heldBytes: probe.heldBytes,
    /** So many commands, and as often some letters of an item. */
    async ask(commands: number): Promise<void> {
      const actor = world.discord.as(world.player).in(world.channel('market'));
      for (let asked = 0; asked < commands; asked += 1) {
        const [line, values] = LINES[asked % LINES.length] ?? LINES[0];
        await world.ask(world.player, 'market', line, values);
        await actor.autocomplete('/shop', 'item', 'dia');
      }
    },
    async close(): Promise<void> {
      probe.close();
      await bot.stop();
      await world.close();
    },
  };
}
