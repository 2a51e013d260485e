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
  ['a language that Discord has not', [command('shop', { description_localizations: { 'en-XA': 'd' } })]],
  ['an empty text in another language', [command('shop', { description_localizations: { de: '' } })]],
  ['a translated name with a blank', [command('shop', { name_localizations: { de: 'ein laden' } })]],
  ['languages in a list', [command('shop', { options: [text('a', { name_localizations: ['laden'] })] })]],
  [
    'an option’s long description in another language',
    [command('shop', { options: [text('a', { description_localizations: { ja: 'x'.repeat(101) } })] })],
  ],
  ...[{ name_localizations: { xx: 'X' } }, { name_localizations: { de: 'x'.repeat(101) } }, { name: 'second' }].map(
    (more): [string, object[]] => [
      `the choice ${JSON.stringify(more).slice(0, 40)}`,
      [
        command('shop', {
          options: [
            text('a', {
              choices: [
                { name: 'first', value: 'x', ...more },
                { name: 'second', value: 'y' },
              ],
            }),
          ],
        }),
      ],
    ],
  ),
  [
    'over 8,000 characters in the longest language of each text',
    [
      command('shop', {
        description: 'd'.repeat(100),
        options: many(25, (index) =>
          text(`o${index}`, {
            description_localizations: { de: 'x'.repeat(100) },
            choices: many(4, (choice) => ({
              name: `${choice}`,
              value: `${choice}`,
              name_localizations: { fr: `${choice}`.padEnd(55) },
            })),
          }),
        ),
      }),
    ],
  ],
  ['the same name twice', [command('shop'), command('shop')]],
  ['26 options', [command('shop', { options: many(26, (index) => text(`o${index}`)) })]],
  [
    'a required option after an optional one',
    [command('shop', { options: [text('a'), text('b', { required: true })] })],
  ],
  ['an option twice', [command('shop', { options: [text('a'), text('a')] })]],
  [
    'an option next to a subcommand',
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
])('registering %s is refused', async (_, body) => {
  const { register, discord } = await openRegistry();

  await expect(register(body)).rejects.toMatchObject({ code: 50035 });
  expect(discord.commands()).toEqual([]);
});

test('translated texts count by the longest of each, up to 8,000 characters', async () => {
  const { register } = await openRegistry();
  const languages = { de: 'x'.repeat(100), fr: 'x'.repeat(99), 'zh-TW': 'x'.repeat(98) };
  const options = many(25, (index) => text(`o${index}`.padEnd(3, 'o'), { description_localizations: languages }));
  const shop = (length: number) => {
    const group = (name: string) => ({ name, description: 'd'.repeat(length), type: 1, options });
    return command('shop', { description_localizations: languages, options: ['aaa', 'bbb', 'ccc'].map(group) });
  };

  const [made] = await register([shop(54)]);

  expect(made).toMatchObject({ id: expect.stringMatching(/^\d{17,19}$/), description_localizations: languages });
  await expect(register([shop(55)])).rejects.toMatchObject({ rawError: { errors: { 0: { _errors: [{}] } } } });
});

test('a bulk overwrite replaces all commands, and equal names keep their ids', async () => {
  const { register, discord } = await openRegistry();
  const [shop] = await register([command('shop'), command('price')]);

  const again = await register([command('health'), command('shop', { description: 'Another' })]);

  expect(again.map(({ name }) => name)).toEqual(['health', 'shop']);
  expect(again[1]?.id).toBe(shop?.id);
  expect(discord.commands()).toHaveLength(2);
});

test('guild commands are separate from the global ones', async () => {
  const { register, discord, guild } = await openRegistry();

  await register([command('shop')]);
  await register([command('feed')], `/guilds/${guild.id}`);

  expect(discord.commands().map(({ name }) => name)).toEqual(['shop']);
  expect(discord.commands(guild.id).map(({ name }) => name)).toEqual(['feed']);
});

test('single commands are created, read, edited and removed', async () => {
  const { rest, application, discord } = await openRegistry();
  const path = `/applications/${application}/commands` as const;

  const { id } = (await rest.post(path, { body: command('shop') })) as { id: string };
  await rest.patch(`${path}/${id}`, { body: { description: 'Shops' } });
  expect(await rest.get(`${path}/${id}`)).toMatchObject({ name: 'shop', description: 'Shops' });
  await rest.delete(`${path}/${id}`);

  expect(discord.commands()).toEqual([]);
  await expect(rest.get(`${path}/${id}`)).rejects.toMatchObject({ code: 10063 });
});

test('the commands of another application are refused', async () => {
  const { rest } = await openRegistry();

  await expect(rest.get(`/applications/${'1'.repeat(18)}/commands`)).rejects.toMatchObject({ code: 50001 });
});
