import { expect } from 'vitest';
import { textOf, type World } from '../world/world.ts';

/** Values that stand nowhere else in the world. */
const NAME = 'Quetzalcoatlus_Rex';
const HOME = { x: 13_579_246, z: -24_681_357 };
const HOME_TEXTS = [String(HOME.x), String(-HOME.z)];

/**
 * Lets a user set everything, get an alert and forget it all. Checks that the home reached only this user, and that the
 * store then holds nothing of them.
 *
 * @param readStore returns every value of every table, as texts
 * @param log returns all lines of the bots
 * @returns the texts that the user told: id, name and home
 */
export async function tellPrivacyStory(world: World, readStore: () => Promise<readonly string[]>, log: () => string) {
  const { player: user, discord } = world;
  const ask = async (line: string, values = {}) => (await world.ask(user, 'market', line, values)).text;
  const found = async (texts: readonly string[]) =>
    (await readStore()).filter((value) => texts.some((text) => value.includes(text)));

  expect(await ask('/me', { name: NAME, ...HOME, world: 'world', language: 'de' })).toContain(NAME.split('_')[0]);
  // Guesses for the name are buttons, whose saved command must not hold the home.
  const near = [...world.economy.shops()]
    .map(({ owner }) => owner.name)
    .find((name) => name !== null && name.length > 5);
  await ask('/me', { name: `${near?.slice(0, -1)}`, ...HOME });
  await ask('/me', { clear: 'home' });
  expect(await found(HOME_TEXTS)).toEqual([]);
  await ask('/me', { name: NAME, ...HOME, world: 'world' });
  await ask('/watch quiet', { from: '03:00', to: '03:01', timezone: 'UTC' });
  await ask('/watch add', { item: 'Slime Block', trigger: 'auctioned', cooldown: 0 });
  await ask('/shop', { item: 'Slime Block', private: true });
  await ask('/shop', { item: 'Slime Block' });
  await ask('/deals');
  await ask('/me', { name: NAME });
  world.economy.auction({ item: { type: 'SLIME_BLOCK' }, amount: 3, finalBid: 77_777 });
  const dms = world.discord.world.dmChannel(user);
  await expect
    .poll(async () => {
      await world.skip(500);
      return discord.messages(dms).some(({ content, embeds }) => `${content} ${JSON.stringify(embeds)}`.includes('77'));
    })
    .toBe(true);
  const actor = discord.as(user).in(world.channel('market'));
  const exported = await actor.run('/watch export').reply();
  const file = JSON.parse(String(discord.attachment(exported.attachments[0]?.url ?? '')));
  expect(file).toMatchObject({
    me: { home: { ...HOME, world: 'world' }, player: { name: NAME }, language: 'de', quiet: { timeZone: 'UTC' } },
    watches: [{ trigger: 'auctioned' }],
    stored: { directMessages: dms.id, pausedFor: null, watches: [{ locale: 'de', lastDelivery: { price: null } }] },
  });
  expect(file.stored.notices).toMatchObject([{ kind: 'auctioned', end: { why: null } }]);
  expect(file.stored.queries).not.toEqual([]);
  expect(JSON.stringify(file)).toContain(discord.messages(dms)[0]?.id);
  expect((await found([user.id])).length).toBeGreaterThan(0);
  expect((await found([NAME])).length).toBeGreaterThan(0);

  const isHome = (text: string) => HOME_TEXTS.some((part) => text.includes(part));
  expect(log()).not.toMatch(new RegExp(HOME_TEXTS.join('|')));
  for (const { path, body } of discord.requests) {
    const isToUser = path.startsWith('/interactions/') || path.startsWith('/webhooks/') || path.includes(dms.id);
    if (!isToUser) expect(isHome(JSON.stringify(body ?? null)), path).toBe(false);
  }
  for (const place of world.guild.channels.values()) {
    for (const message of discord.messages(place)) expect(isHome(textOf(message))).toBe(false);
  }

  await ask('/watch forget');
  const told = [user.id, NAME, ...HOME_TEXTS];
  await expect.poll(() => found(told)).toEqual([]);
  expect(log()).not.toContain(NAME);
  return told;
}
