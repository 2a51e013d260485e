import { expect, test } from 'vitest';
import { command, newRest, openDiscord } from './bot.ts';

async function openRegistry() {
  const place = await openDiscord();
  const rest = newRest(place.discord);
  const application = place.discord.world.bot.id;
  const register = (body: unknown, scope = '') =>
    rest.put(`/applications/${application}${scope}/commands`, { body }) as Promise<{ id: string; name: string }[]>;
  return { ...place, rest, application, register };
}

const text = (name: string, more: object = {}) => ({ name, description: 'd', type: 3, ...more });
const many = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index));

test.each<[string, object[]]>([
  ['101 commands', many(101, (index) => command(`c${index}`))],
  ['a name in upper case', [command('Shop')]],
  ['a name of 33', [command('x'.repeat(33))]],
  ['no description', [{ name: 'shop' }]],
  ['a description of 101', [command('shop', { description: 'x'.repeat(101) })]],
  ['one in another language', [command('shop', { description_localizations: { de: 'x'.repeat(101) } })]],
  ['the same name twice', [command('shop'), command('shop')]],
  ['26 options', [command('shop', { options: many(26, (index) => text(`o${index}`)) })]],
  [
    'a required option after an optional one',
    [command('shop', { options: [text('a'), text('b', { required: true })] })],
  ],
  ['an option twice', [command('shop', { options: [text('a'), text('a')] })]],
  [
    'an option beside a subcommand',
    [command('shop', { options: [text('a'), { name: 'b', description: 'd', type: 1 }] })],
  ],
  [
    '26 choices',
    [
      command('shop', {
        options: [text('a', { choices: many(26, (index) => ({ name: `${index}`, value: `${index}` })) })],
      }),
    ],
  ],
  [
    'a choice of 101',
    [command('shop', { options: [text('a', { choices: [{ name: 'x'.repeat(101), value: 'x' }] })] })],
  ],
  [
    'autocomplete with choices',
    [command('shop', { options: [text('a', { autocomplete: true, choices: [{ name: 'x', value: 'x' }] })] })],
  ],
  ['autocomplete of a boolean', [command('shop', { options: [text('a', { type: 5, autocomplete: true })] })]],
  ['bounds of a text', [command('shop', { options: [text('a', { min_value: 1 })] })]],
  [
    'over 8,000 characters',
    [
      command('shop', {
        options: many(25, (group) => ({
          type: 1,
          name: `s${group}`,
          description: 'd'.repeat(100),
          options: many(5, (index) => text(`o${index}`, { description: 'x'.repeat(60) })),
        })),
      }),
    ],
  ],
  ['permissions that are no number', [command('shop', { default_member_permissions: 'ManageChannels' })]],
  ['an unknown context', [command('shop', { contexts: [3] })]],
])('%s cannot be registered', async (_, body) => {
  const { register, discord } = await openRegistry();

  await expect(register(body)).rejects.toMatchObject({ code: 50035 });
  expect(discord.commands()).toEqual([]);
});

test('a bulk overwrite replaces all, and what keeps its name keeps its id', async () => {
  const { register, discord } = await openRegistry();
  const [shop] = await register([command('shop'), command('price')]);

  const again = await register([command('health'), command('shop', { description: 'Another' })]);

  expect(again.map(({ name }) => name)).toEqual(['health', 'shop']);
  expect(again[1]?.id).toBe(shop?.id);
  expect(discord.commands()).toHaveLength(2);
});

test("a guild's commands stand beside the global ones", async () => {
  const { register, discord, guild } = await openRegistry();

  await register([command('shop')]);
  await register([command('feed')], `/guilds/${guild.id}`);

  expect(discord.commands().map(({ name }) => name)).toEqual(['shop']);
  expect(discord.commands(guild.id).map(({ name }) => name)).toEqual(['feed']);
});

test('single commands are made, read, edited and removed', async () => {
  const { rest, application, discord } = await openRegistry();
  const path = `/applications/${application}/commands` as const;

  const { id } = (await rest.post(path, { body: command('shop') })) as { id: string };
  await rest.patch(`${path}/${id}`, { body: { description: 'Shops' } });
  expect(await rest.get(`${path}/${id}`)).toMatchObject({ name: 'shop', description: 'Shops' });
  await rest.delete(`${path}/${id}`);

  expect(discord.commands()).toEqual([]);
  await expect(rest.get(`${path}/${id}`)).rejects.toMatchObject({ code: 10063 });
});

test("another application's commands are out of reach", async () => {
  const { rest } = await openRegistry();

  await expect(rest.get(`/applications/${'1'.repeat(18)}/commands`)).rejects.toMatchObject({ code: 50001 });
});
