import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada_Lovelace', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const BOOK = {
  type: 'ENCHANTED_BOOK',
  quantity: 1,
  snbt: '{StoredEnchantments:[{id:"minecraft:sharpness",lvl:5s},{id:"minecraft:unbreaking",lvl:3s}]}',
};

let world: World;

/** A small market, so that most items of the game have no shop. */
beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  const location = { x: 1, y: 64, z: -3, world: 'world' };
  const shop = { type: 'SELLING', owner: ADA, price: 2, remaining: 640, location };
  world.economy.list({ ...shop, item: { type: 'SLIME_BLOCK', quantity: 4 } });
  world.economy.list({ ...shop, item: { type: 'DIAMOND' } });
  world.economy.list({ ...shop, item: BOOK });
  // In this revision of the service a name does not show its author.
  world.economy.list({ ...shop, item: { type: 'STONE', name: 'Netherite Ingot' } });
  for (const type of ['SOUL_SAND', 'DIRT', 'CLAY', 'MUD', 'ICE', 'SNOW', 'TNT', 'SAND']) {
    world.economy.list({ ...shop, item: { type, name: '@everyone free diamnd' } });
  }
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

const ask = (line: string, values: OptionValues = {}) => world.ask(world.mod, 'market', line, values);
const answerTo = async (line: string, values: OptionValues = {}) => (await ask(line, values)).text;
const actor = () => world.discord.as(world.mod).in(world.channel('market'));
const controlsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).filter(({ custom_id: id }) => String(id ?? '').startsWith('guess:'));
const press = (message: Message, label: string) => {
  const pressed = controlsOf(message).find((control) => control.label === label);
  return actor().press(message, String(pressed?.custom_id)).reply();
};

describe('an item without a shop', () => {
  test.each(['Netherite Ingot', 'netherite_ingot', 'minecraft:netherite-ingot', 'NETHERITE_INGOT'])(
    'is watched by the name %j, whatever players call their stones, with a note that it was never seen',
    async (item) => {
      const text = await answerTo('/watch add', { item, trigger: 'listed' });
      expect(text).toContain('**Netherite Ingot** · In a new shop');
      expect(text).toContain(
        '⚠️ I haven’t seen **Netherite Ingot** in a shop or a trade yet. I’ll look for `NETHERITE_INGOT`.',
      );
      expect(await answerTo('/watch list')).toContain('**Netherite Ingot**');
      await answerTo('/watch undo');
    },
  );

  test('is accepted for a feed too', async () => {
    const text = await answerTo('/feed add', { kind: 'listings', item: 'dragon egg' });
    expect(text).toMatch(
      /^### New feed in <#\d+>\nNew shops: \*\*Dragon Egg\*\*\n.*\n⚠️ I haven’t seen \*\*Dragon Egg\*\*/,
    );
    const [choice] = await actor().autocomplete('/feed remove', 'feed', 'Dragon');
    await answerTo('/feed remove', { feed: String(choice?.value) });
  });

  test('is delivered when it is listed, and then no longer unknown', async () => {
    await answerTo('/watch add', { item: 'elytra', trigger: 'auctioned' });
    world.economy.auction({ item: { type: 'ELYTRA' }, amount: 1, finalBid: 30 });
    const dm = world.discord.world.dmChannel(world.mod);
    await world.discord.findMessage(dm, (one) => textOf(one).includes('Elytra: sold at auction'));
    const text = await answerTo('/watch add', { item: 'ELYTRA', trigger: 'listed' });
    expect(text).toContain('**Elytra** · In a new shop');
    expect(text).not.toContain('I haven’t seen');
    await answerTo('/watch forget');
  });

  test('with a typo leads to the intended item, not to a player’s item name', async () => {
    expect(await answerTo('/shop', { item: 'diamnd' })).toMatch(/^Showing \*\*Diamond\*\*\. You typed “diamnd”\.\n/);
    expect((await actor().autocomplete('/shop', 'item', 'diamnd'))[0]?.value).toBe('DIAMOND');
  });

  test.each(['diamnd', 'DIAMND'])('has the price of the intended item: %j', async (item) => {
    expect(await answerTo('/price', { item })).toMatch(/^Showing \*\*Diamond\*\*\. You typed “diamnd”\.\n/i);
  });
});

describe('a name that nobody knows', () => {
  const WORLD = '⚠️ No shop in “wrld” is known right now. Did you mean **world**?';
  const OWNER = '⚠️ No shop of “ada\\_lovelac” is known right now. Did you mean **Ada\\_Lovelace**?';
  const ENCHANTMENT = '⚠️ No shop sells anything with “Sharpnes” right now. Did you mean **Sharpness**?';
  const slips = { world: 'wrld', owner: 'ada_lovelac', enchantment: 'sharpnes' };

  test.each(['/shop', '/deals'])('in %s is asked about privately, and the rest is answered publicly', async (line) => {
    const asked = await ask(line, slips);
    expect(asked.text).toContain([OWNER, WORLD, ENCHANTMENT].join('\n'));
    expect(asked.text).toContain('Shops as of');
    expect(asked.answer.ephemeral).toBe(true);
    const known = await ask(line, { world: 'WORLD', owner: ADA.uuid, enchantment: 'Sharpness V, Unbreaking III' });
    expect(known.answer.ephemeral).toBe(false);
    expect(known.answer.followUps).toEqual([]);
  });

  test.each(['/shop', '/deals'])(
    'in %s is asked about with buttons, which correct one name after the other',
    async (line) => {
      const { message } = await ask(line, { enchantment: 'sharpnes=5, unbreaking', owner: 'ada_lovelac' });
      expect(controlsOf(message).map(({ label }) => label)).toEqual(['Ada_Lovelace', 'Sharpness']);
      const next = await press(message, 'Ada_Lovelace');
      expect(controlsOf(next).map(({ label }) => label)).toEqual(['Sharpness']);
      expect(textOf(next)).not.toContain(OWNER);
      const last = await press(next, 'Sharpness');
      expect(controlsOf(last)).toEqual([]);
      expect(textOf(last)).toContain(line === '/shop' ? 'Enchanted Book (Sharpness V, Unbreaking III)' : 'No item');
    },
  );

  test('without a choice keeps the answer, with the question next to it', async () => {
    const { answer, text } = await ask('/shop', { item: 'Slime Block', 'not-owner': 'ada_lovelac' });
    expect(text).toContain('### Buy Slime Block\n1 shop has it');
    const question = await answer.followUp();
    expect(question.content).toContain(OWNER);
    expect(question.onlyFor).not.toBeNull();
  });

  test('in a feed causes a warning when it is saved, and as long as it stays', async () => {
    const warnings = [OWNER, WORLD, ENCHANTMENT].join('\n');
    expect((await answerTo('/feed add', { kind: 'trades', ...slips })).endsWith(`\n${warnings}`)).toBe(true);
    const [choice] = await actor().autocomplete('/feed edit', 'feed', 'Purchases and sales');
    const edit = (values: OptionValues) => answerTo('/feed edit', { feed: String(choice?.value), ...values });
    expect((await edit({ owner: 'ada_lovelace', enchantment: 'sharpness' })).endsWith(`\n${WORLD}`)).toBe(true);
    expect(await edit({ world: 'world' })).not.toContain('⚠️ No shop');
  });

  test('in a feed causes a warning even without space for all names', async () => {
    const letters = [...'seaiourtnp'].map((letter) => `${letter}${'q'.repeat(15)}`);
    const odd = { owner: '_'.repeat(100), 'not-owner': '|'.repeat(100), world: '*'.repeat(100) };
    const text = await answerTo('/feed add', { kind: 'trades', ...odd, enchantment: letters.join(', ') });
    expect(text).toContain('\nPurchases and sales, Sqqqqqqqqqqqqqqq,');
    expect(text).toContain('⚠️ No shop of “');
  });

  test('in a watch causes a warning with possible names', async () => {
    const text = await answerTo('/watch add', { item: 'Slime Block', trigger: 'traded', ...slips });
    expect(text).toContain([OWNER, WORLD, ENCHANTMENT].join('\n'));
    const far = await answerTo('/watch add', { item: 'Slime Block', trigger: 'traded', world: 'nowhere at all' });
    expect(far).toContain('⚠️ No shop in “nowhere at all” is known right now. Please check the spelling.');
    await answerTo('/watch forget');
  });

  test('in a watch has buttons that change the watch, and Undo reverts that', async () => {
    const { message } = await ask('/watch add', { item: 'Slime Block', trigger: 'traded', ...slips });
    expect(controlsOf(message).map(({ label }) => label)).toEqual(['Ada_Lovelace', 'world', 'Sharpness']);
    const changed = await press(message, 'Ada_Lovelace');
    expect(textOf(changed)).toContain('only shops of Ada\\_Lovelace');
    expect(controlsOf(changed).map(({ label }) => label)).toEqual(['world', 'Sharpness']);
    expect(await answerTo('/watch list')).toContain('only shops of Ada\\_Lovelace');
    await answerTo('/watch undo');
    expect(await answerTo('/watch list')).toContain('only shops of ada\\_lovelac,');
    await answerTo('/watch forget');
  });

  test('in a feed has buttons that change the feed', async () => {
    const { message } = await ask('/feed add', { kind: 'listings', world: 'wrld' });
    const changed = await press(message, 'world');
    expect(textOf(changed)).toMatch(/New shops, in world/);
    expect(controlsOf(changed)).toEqual([]);
    const [choice] = await actor().autocomplete('/feed remove', 'feed', 'in world');
    await answerTo('/feed remove', { feed: String(choice?.value) });
  });
});

test('an unseen item of a watch has a button for the possibly intended item', async () => {
  const { message } = await ask('/watch add', { item: 'soul sandal', trigger: 'listed' });
  expect(textOf(message)).toContain('I haven’t seen **Soul Sandal**');
  const controls = controlsOf(message);
  expect(controls.map(({ label }) => label)).toContain('Soul Sand');
  expect(textOf(await press(message, 'Soul Sand'))).toContain('**Soul Sand** · In a new shop');
  await answerTo('/watch undo');
  expect(await answerTo('/watch list')).toContain('**Soul Sandal**');
  await answerTo('/watch forget');
});

test('/deals without any worths reports that, whatever its options', async () => {
  expect(await answerTo('/deals', { world: 'world' })).toContain('No item has a worth yet');
});

test('a level written as the labels do is read as that level', async () => {
  const of = (enchantment: string) => answerTo('/shop', { enchantment });
  expect(await of('Sharpness V, unbreaking iii')).toContain('Enchanted Book (Sharpness V, Unbreaking III)');
  expect(await of('sharpness 4')).toContain('0 matches');
});

test('a price that a watch loses with another trigger is reported', async () => {
  await answerTo('/watch add', { item: 'Slime Block', trigger: 'at-or-below', price: 0.25 });
  const [choice] = await actor().autocomplete('/watch edit', 'watch', 'Slime');
  const edit = (values: OptionValues) => answerTo('/watch edit', { watch: String(choice?.value), ...values });
  expect(await edit({ trigger: 'traded' })).not.toContain('is gone');
  expect(await edit({ trigger: 'listed' })).toContain(
    '⚠️ Its price of 0.25 diamonds is gone: **In a new shop** takes none. `max-price` limits what one item may cost.',
  );
  expect(await edit({ cooldown: 5 })).not.toContain('is gone');
});
