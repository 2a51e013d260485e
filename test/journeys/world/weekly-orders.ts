import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message, User } from '../../../sandbox/discord/world/entities.ts';
import type { Weekly } from '../../../src/routing/person.ts';
import { nextWeekly } from '../../../src/routing/weekly.ts';
import { DAY_MS, HOUR_MS } from '../../../src/time/durations.ts';
import { textOf, type World } from './world.ts';

const ADA = { name: 'AdaTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

/** Lists the shop that the weekly messages of `orderWeekly` are about. */
export function openOwnShop({ economy }: World): void {
  const location = { x: 9_000, y: 64, z: 0, world: 'world' };
  economy.list({ type: 'SELLING', owner: ADA, price: 4, remaining: 320, item: { type: 'DIRT' }, location });
}

/** Orders the weekly message by its button. */
export async function orderWeekly(world: World, user: User): Promise<void> {
  await world.ask(user, 'market', '/me', { name: ADA.name });
  const { message } = await world.ask(user, 'market', '/my-shops');
  const ids = message.components.flatMap(withDescendants).map(({ custom_id: id }) => String(id));
  const on = ids.find((id) => id.endsWith('weekly:on'));
  await world.discord.as(user).in(world.channel('market')).press(message, String(on)).reply();
}

/** Returns a user's stored settings with an order of `since` (epoch ms). */
export function withOrder(record: unknown, { timeZone, since }: Pick<Weekly, 'timeZone' | 'since'>): string {
  return String(record)
    .replace(/"since":\d+/, `"since":${since}`)
    .replace(/"timeZone":"[^"]*"/, `"timeZone":"${timeZone}"`);
}

/** Returns an order by which the message of the last Monday is due, and no other during a test. */
export function dueOrder(): Pick<Weekly, 'timeZone' | 'since'> {
  const now = Date.now();
  const timeZone = ['UTC', 'Asia/Tokyo'].find((zone) => nextWeekly(zone, now) - now > HOUR_MS) ?? 'UTC';
  return { timeZone, since: now - 10 * DAY_MS };
}

/** Returns a user's weekly messages. */
export function weeklyMessages({ discord }: World, user: User): readonly Message[] {
  return discord.messages(discord.world.dmChannel(user)).filter((one) => textOf(one).includes('Your shops’ week'));
}
