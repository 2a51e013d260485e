import { afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { RELEASED, writeReleasedStore } from '../../storage/sqlite/released/write-released-store.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Returns the minute of the day in UTC `hours` from now. Berlin, the user's zone, is an hour or two ahead. */
const minuteIn = (hours: number) => Math.floor(((Date.now() + hours * HOUR_MS) % DAY_MS) / 60_000);

let world: World;
afterEach(() => world.close());

test.each(RELEASED)(
  'a store of version %s is continued: pending notices are delivered once, feeds and watches unchanged',
  async (version) => {
    world = await openWorld();
    const { guild, mod, player } = world;
    const ids = {
      ...{ guild: guild.id, market: world.channel('market').id, staff: world.channel('staff').id },
      ...{ mod: mod.id, player: player.id, bot: world.discord.world.bot.id },
    };
    writeReleasedStore(version, world.folder, {
      ids,
      lastAt: Date.now() - 2 * HOUR_MS,
      // Hours from now, so that the user is awake at any time of day.
      quiet: { from: minuteIn(6), to: minuteIn(8) },
    });
    await world.startProcess();
    const marketTexts = () => world.discord.messages(world.channel('market')).map(textOf);
    const playersAlert = () => world.discord.messages(world.discord.world.dmChannel(player)).map(textOf);
    await expect.poll(marketTexts).toContainEqual(expect.stringContaining('1,002'));
    await expect.poll(playersAlert).toContainEqual(expect.stringContaining('1,002'));

    await expect.poll(() => world.service.connections.size).toBe(1);
    const next = world.discord.nextMessage(world.channel('market'), (message) => textOf(message).includes('1,003'));
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 3, finalBid: 1_003 });
    await next;
    expect(marketTexts().filter((text) => text.includes('1,002'))).toHaveLength(1);
    expect(playersAlert().filter((text) => text.includes('1,002'))).toHaveLength(1);
    const watches = (await world.ask(player, null, '/watch list')).text;
    for (const item of ['Diamond', 'Slime Block']) expect(watches).toContain(item);
    const feeds = (await world.ask(mod, 'market', '/feed list')).text;
    for (const kind of ['Auctions', 'Purchases and sales']) expect(feeds).toContain(kind);
  },
);
