import { afterEach, expect, test } from 'vitest';
import type { RevisionName } from '../../../sandbox/service/revision.ts';
import type { Prefix } from '../../../sandbox/service/route.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

let world: World;
afterEach(() => world.close());

const FORMS: readonly (readonly [RevisionName, Prefix])[] = [
  ['newest', 'none'],
  ['newest', 'all'],
  ['snbt-limited', 'shops-and-health'],
  ['older', 'all'],
  ['oldest', 'shops-and-health'],
];

test.each(FORMS)(
  'with four variables set a bot serves the %s revision under the prefix form "%s"',
  async (revision, prefix) => {
    world = await openWorld({ shops: 200, service: { revision, prefix } });
    // No other shop of this world sells or contains one.
    const cheap = world.economy.list({
      type: 'SELLING',
      price: 3,
      remaining: 12,
      item: { type: 'BEACON', quantity: 2 },
    });
    world.economy.list({ type: 'BUYING', price: 1, remaining: 0, item: { type: 'BEACON', quantity: 1 } });
    await world.startBot();
    const shop = await world.ask(world.player, 'market', '/shop', { item: 'BEACON' });
    expect(shop.text).toContain('**2 for 3** · 1.50 each · 12 in stock');
    // In one revision a buyer without stock has no SNBT, and is still a buyer of the plain item.
    const buyer = await world.ask(world.player, 'market', '/shop', { item: 'BEACON', side: 'sell' });
    expect(buyer.text).toContain('`#1` **pays 1** · no room left');
    const price = await world.ask(world.player, 'market', '/price', { item: 'BEACON' });
    expect(price.text).not.toContain('**Best to sell to**');
    expect(price.text).toContain('1 shop has it');
    expect(price.text).not.toContain('0 shops');
    const health = await world.ask(world.player, 'market', '/health');
    expect(health.text).toContain('All is running');
    const paintings = await world.ask(world.player, 'market', '/painting-banned');
    expect(paintings.text).toMatch(/banned painting/);

    await world.ask(world.mod, 'market', '/feed add', { kind: 'trades' });
    const alert = world.discord.nextMessage(world.channel('market'), () => true);
    world.economy.buy(cheap.id, 3);
    expect(textOf(await alert)).toContain('6 × Beacon: bought · 9 diamonds · 1.50 each');
    expect(world.discord.violations).toEqual([]);
  },
);
