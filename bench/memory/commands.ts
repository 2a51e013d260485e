import { REST, Routes } from 'discord.js';
import { emojiName } from '../../src/discord/icons/icons.ts';
import { drawnPictures } from '../../src/discord/icons/upload.ts';
import { openWorld, type World } from '../../test/journeys/world/world.ts';
import { canvasId, canvasSnbt } from '../../test/market/paintings/samples.ts';
import { INSPECTED, Inspector } from '../bot/inspector.ts';

/** A PNG of one pixel, in base64. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const OWNER = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

/** The most frequent commands; `/price` and `/my-shops` draw charts. */
const LINES = [
  ['/shop', { item: 'DIAMOND' }],
  ['/price', { item: 'DIAMOND' }],
  ['/deals', {}],
  ['/painting', { painting: canvasId() }],
  ['/watch list', {}],
  ['/my-shops', { owner: OWNER.name }],
  ['/me', {}],
] as const;

/** The bot in its own process, and a player who types commands; its heap is measured from outside. */
export async function runCommands() {
  const world = await openWorld({
    shops: 500,
    discord: { keptRequests: 100, keptMessages: 50, keptFileBytes: 1_000_000 },
  });
  world.economy.list({ type: 'SELLING', owner: OWNER, price: 3, remaining: 640, item: { type: 'DIAMOND' } });
  const painting = { type: 'PAINTING', quantity: 1, name: 'Canvas', snbt: canvasSnbt({ pixels: null }) };
  world.economy.list({ type: 'SELLING', price: 3, remaining: 8, item: painting });
  await putIcons(world);
  const bot = await world.startProcess({ ...INSPECTED, LOG_LEVEL: 'warn' });
  const probe = await Inspector.open(bot);
  for (let step = 0; step < 50; step += 1) world.economy.step();
  return {
    heldBytes: () => probe.heldBytes(),
    /** Runs `commands` commands, and as many completions of an item name. */
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

/** Icons are uploaded once in a bot's life, for a minute; during the upload they weigh more than the commands. */
export async function putIcons({ discord }: World): Promise<void> {
  const rest = new REST({ api: discord.url, version: '10' }).setToken(discord.token);
  const image = `data:image/png;base64,${PIXEL}`;
  for (const { stem, hash } of await drawnPictures()) {
    await rest.post(Routes.applicationEmojis(discord.world.bot.id), { body: { name: emojiName(stem, hash), image } });
  }
}
