import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const WAYSTONE = '{custom_model_data:{strings:["stone"]},custom_name:"Waystone"}';

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  const shop = {
    type: 'SELLING',
    owner: ADA,
    price: 2,
    remaining: 64,
    location: { x: 1, y: 64, z: -3, world: 'world' },
  };
  const types = ['REDSTONE', 'LAPIS_LAZULI', 'LAPIS_ORE', 'GLASS', 'GRASS_BLOCK', 'SHORT_GRASS', 'GOLDEN_APPLE'];
  for (const type of [...types, 'SLIME_BLOCK', 'SAND_LAMP', 'LAND_LAMP'])
    world.economy.list({ ...shop, item: { type } });
  for (const type of ['COBBLESTONE_WALL', 'STONE_WALL'])
    world.economy.list({ ...shop, item: { type, snbt: WAYSTONE } });
  for (let flight = 1; flight <= 3; flight++) {
    const snbt = `{"minecraft:fireworks":{flight_duration:${flight}b}}`;
    world.economy.list({ ...shop, item: { type: 'FIREWORK_ROCKET', snbt } });
  }
  for (let wood = 0; wood < 7; wood++) world.economy.list({ ...shop, item: { type: `WOOD_${'BCDEFGH'[wood]}_CHAIR` } });
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

const ask = (line: string, values: OptionValues = {}) => world.ask(world.mod, 'market', line, values);
const actor = () => world.discord.as(world.mod).in(world.channel('market'));
const controlsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).filter(({ custom_id: id }) => String(id ?? '').startsWith('guess:'));

describe('an item that is one letter off', () => {
  test.each([
    ['/shop', {}, 'Showing'],
    ['/price', {}, 'Showing'],
    ['/deals', {}, 'Showing'],
    ['/watch add', { trigger: 'listed' }, 'Saved for'],
    ['/feed add', { kind: 'listings' }, 'Saved for'],
  ])('is answered in %s, with the typed text', async (line, values, deed) => {
    const { text } = await ask(line, { item: 'redstne', ...values });
    expect(text).toMatch(new RegExp(`^${deed} \\*\\*Redstone Dust\\*\\*\\. You typed “redstne”\\.\\n`));
  });

  test('in its nickname is answered too', async () => {
    expect((await ask('/shop', { item: 'lapiz' })).text).toMatch(/^Showing \*\*Lapis Lazuli\*\*\. You typed “lapiz”\./);
    expect((await ask('/price', { item: 'gaple' })).text).toMatch(/^Showing \*\*Golden Apple\*\*/);
  });
});

describe('several possible items', () => {
  test('are buttons, each of which repeats the command with its other options', async () => {
    const { answer, message, text } = await ask('/shop', { item: 'waystone', side: 'buy', private: false });
    expect(text).toMatch(/^No item is called exactly “waystone”\. Did you mean one of these\?$/);
    expect(answer.ephemeral).toBe(true);
    const buttons = controlsOf(message);
    expect(buttons.map(({ label }) => label)).toEqual(['Waystone (Stone Wall)', 'Waystone (Cobblestone Wall)']);
    const shown = await actor().press(message, String(buttons[1]?.custom_id)).reply();
    expect(textOf(shown)).toContain('### Buy Waystone (Cobblestone Wall)\n1 shop has it');
    expect(shown.onlyFor).toBeNull();
  });

  test('in /price are buttons that open the price', async () => {
    const { message } = await ask('/price', { item: 'flight' });
    const [first] = controlsOf(message);
    expect(controlsOf(message)).toHaveLength(2);
    expect(textOf(await actor().press(message, String(first?.custom_id)).reply())).toContain(
      'Firework Rocket (flight 2)',
    );
  });

  test('beyond five are a menu', async () => {
    const { message } = await ask('/price', { item: 'chair' });
    const [menu] = controlsOf(message);
    expect(menu?.placeholder).toBe('Pick what you meant');
    expect(menu?.options).toHaveLength(7);
    const chosen = await actor().select(message, String(menu?.custom_id), ['6']).reply();
    expect(textOf(chosen)).toContain('Wood H Chair');
  });

  test('keep the other options of a subcommand, so the watch has the requested price', async () => {
    const { message } = await ask('/watch add', { item: 'zand lamp', trigger: 'at-or-below', price: 3 });
    const buttons = controlsOf(message);
    expect(buttons.map(({ label }) => label)).toEqual(['Land Lamp', 'Sand Lamp']);
    const land = buttons.find(({ label }) => label === 'Land Lamp');
    const saved = await actor().press(message, String(land?.custom_id)).reply();
    expect(textOf(saved)).toMatch(/\*\*Land Lamp\*\*.*3 diamonds/);
  });

  test('keep the channel of a command, so the feed posts there', async () => {
    const channel = world.channel('auctions');
    const { message } = await ask('/feed add', { item: 'zand lamp', kind: 'listings', channel });
    const sand = controlsOf(message).find(({ label }) => label === 'Sand Lamp');
    const saved = await actor().press(message, String(sand?.custom_id)).reply();
    expect(textOf(saved)).toMatch(new RegExp(`### New feed in <#${channel.id}>\\nNew shops: \\*\\*Sand Lamp`));
  });

  test('are refused if the user may no longer manage the channel', async () => {
    const channel = world.channel('auctions');
    const { message } = await ask('/feed add', { item: 'waystone', kind: 'listings', channel });
    const [first] = controlsOf(message);
    world.discord.world.overwrite(channel, world.mod, 'deny', ['ManageChannels']);
    const reply = await actor().press(message, String(first?.custom_id)).reply();
    expect(textOf(reply)).toContain('Manage Channels');
  });

  test('work only for the user who asked', async () => {
    const { message } = await ask('/shop', { item: 'waystone' });
    const [first] = controlsOf(message);
    const other = world.discord.as(world.player).in(world.channel('market'));
    Object.assign(message, { onlyFor: null });
    const reply = await other.press(message, String(first?.custom_id)).reply();
    expect(textOf(reply)).toBe('Please run the command again.');
  });
});

test('the only item with the typed words is shown', async () => {
  expect((await ask('/price', { item: 'flight 2' })).text).toMatch(
    /^Showing \*\*Firework Rocket \(flight 2\)\*\*\. You typed “flight 2”\./,
  );
});

test('suggestions count shops, and list items without shops last', async () => {
  const choices = await actor().autocomplete('/shop', 'item', 'redst');
  expect(choices[0]?.name).toBe('Redstone Dust · 1 shop, from 2 diamonds');
});
