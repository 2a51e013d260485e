import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const PLACE = { x: 1, y: 64, z: -3, world: 'world' };

let world: World;
let shopId: number;

beforeAll(async () => {
  world = await openWorld({ shops: 100 });
  const item = { type: 'SLIME_BLOCK', quantity: 4 };
  shopId = world.economy.list({ type: 'SELLING', owner: ADA, price: 1, remaining: 6400, item, location: PLACE }).id;
  await world.startBot();
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

const watch = (line: string, values: OptionValues = {}) => world.ask(world.player, null, `/watch ${line}`, values);
const reply = async (line: string, values: OptionValues = {}) => (await watch(line, values)).text;
const dm = () => world.discord.world.dmChannel(world.player);
const player = () => world.discord.as(world.player).inDm();

async function idOf(name: string): Promise<string> {
  const [choice] = await player().autocomplete('/watch pause', 'watch', name);
  return String(choice?.value);
}

const customIdsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));

const alertWith = (text: string) => world.discord.findMessage(dm(), (one) => textOf(one).includes(text));
const choose = (alert: Message, id: string) =>
  player()
    .select(alert, 'watch:menu:', [`choose:${id}`])
    .reply();

async function fresh() {
  await watch('forget');
  await watch('quiet');
}

describe('a new watch', () => {
  test('reports current matches and past alerts, and warns of a price without offers', async () => {
    await fresh();
    const { text, message } = await watch('add', { item: 'Slime Block', trigger: 'at-or-below', price: 0.25 });
    expect(text).toContain(
      '**1 shop** matches already, so I won’t message you about it:\n**4 for 1 diamond** · 0.25 each\n-# `1 64 -3` world · Ada',
    );
    expect(text).toMatch(/seen shop changes only since <t:\d+:t>\. This watch would not have messaged you since then/);
    expect(message.attachments, 'no chart without a purchase').toEqual([]);
    expect(await reply('explain', { watch: await idOf('Slime') })).toContain('\n**1 shop** matches already, so I');
    expect(await reply('add', { item: 'Slime Block', trigger: 'at-or-below', price: 0.01 })).toContain(
      '0.01 diamonds is below the lowest price of the last 90 days: 0.25 diamonds each.',
    );
  });

  test('is shown with the right age of Crier though one event has an old date', async () => {
    await fresh();
    const lastWeek = Date.now() - 5 * 24 * 60 * 60_000;
    world.economy.auction({ item: { type: 'SLIME_BLOCK' }, amount: 1, finalBid: 3, at: lastWeek });
    const add = async () => {
      const text = await reply('add', { item: 'Slime Block', trigger: 'auctioned' });
      await watch('undo');
      return text;
    };
    await expect.poll(add).toContain('messaged you 1 time ');
    const [, since] = /auctions only since <t:(\d+):[tf]>/.exec(await add()) ?? [];
    expect(Number(since) * 1_000).toBeGreaterThan(lastWeek + 24 * 60 * 60_000);
  });

  test('is questioned for names without a shop', async () => {
    await fresh();
    const text = await reply('add', { item: 'Slime Block', trigger: 'traded', owner: 'nobody', world: 'WORLD' });
    expect(text).toContain('No shop of “nobody” is known right now');
    expect(text).not.toContain('“WORLD”');
    expect(await reply('my-shop', { owner: 'Nobody' })).toContain('No shop of “Nobody” is known right now');
  });

  test('is refused if it equals an existing one', async () => {
    await fresh();
    const wish = { item: 'Slime Block', trigger: 'traded' };
    await watch('add', { ...wish, repeat: 'once' });
    const known = '**Slime Block** · Traded at a shop, once';
    expect(await reply('add', { ...wish, cooldown: 5 })).toMatch(
      new RegExp(`^You have this watch already: ${known.replaceAll('*', '\\*')}\\. .* changes it\\.$`),
    );
    await watch('pause', { watch: await idOf('traded') });
    expect(await reply('add', wish)).toContain(`You have this watch already, and it is paused: ${known}.`);
    expect(await reply('add', { ...wish, 'max-price': 2 })).toContain('I’ll message you');
    await watch('add', { ...wish, owner: 'Ada', world: 'world', enchantment: 'mending,sharpness' });
    const respelt = { ...wish, owner: 'ADA', world: 'World', enchantment: 'sharpness, mending' };
    expect(await reply('add', respelt)).toContain('You have this watch already');
    await watch('my-shop', { owner: 'Ada' });
    expect(await reply('my-shop', { owner: 'ada' })).toContain('You have this watch already');
  });

  test('reports an unusual repeat, and names players', async () => {
    await fresh();
    const wish = { item: 'Slime Block', trigger: 'traded', owner: ADA.uuid, cooldown: 5 };
    expect(await reply('add', wish)).toContain(
      '**Slime Block** · Traded at a shop, only shops of Ada, at most every 5 minutes',
    );
    expect(await reply('list')).toContain('Traded at a shop, only shops of Ada, at most every 5 minutes');
    expect(await reply('add', { ...wish, owner: 'ada' })).toContain('You have this watch already');
    const id = await idOf('of Ada');
    expect(await reply('explain', { watch: id })).toContain(
      '**Slime Block** · Traded at a shop, only shops of Ada, at most every 5 minutes',
    );
    expect(await reply('edit', { watch: id, cooldown: 60 })).toContain('Traded at a shop, only shops of Ada\n');
  });
});

describe('a changed watch', () => {
  test('gets the given options, loses cleared filters, and each step can be undone once', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', owner: 'Ada', world: 'world', price: 3 });
    const id = await idOf('Slime');
    const cleared = await reply('edit', { watch: id, price: 2, clear: 'owner, world' });
    expect(cleared).toContain('Traded at a shop for 2 diamonds each or less\n');
    expect(await reply('edit', { watch: id, clear: 'colour' })).toMatch(
      /“colour” is not a filter I can clear\. `clear` takes item, /,
    );
    expect(await reply('edit', { watch: id, clear: 'item' })).toMatch(/needs its `item`/);
    expect(await reply('undo')).toContain(
      'Watched again: **Slime Block** · Traded at a shop for 3 diamonds each or less, only shops of Ada, in world',
    );
    expect(await reply('edit', { watch: 'nonsense', price: 2 })).toContain('That watch is gone');
    expect(await reply('edit', { watch: id, trigger: 'auctioned' })).toContain(
      'Take `owner, world` away with `clear`.',
    );
    expect(await reply('edit', { watch: id, price: 3 })).toBe('That changes nothing: the watch is like this already.');
    await watch('pause', { watch: id });
    expect(await reply('pause', { watch: id })).toMatch(/^It is paused already: /);
    await watch('resume', { watch: id });
    expect(await reply('resume', { watch: id })).toMatch(/^It is on already: /);
  });

  test('and quiet hours are restored by `undo`', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded' });
    await watch('quiet', { from: '22:00', to: '07:00', timezone: 'europe/kyiv' });
    expect(await reply('quiet', { to: '08:00' })).toContain('22:00–08:00 (Europe/Kyiv)');
    expect(await reply('quiet', { to: '08:00' })).toContain('your quiet hours already');
    expect(await reply('undo')).toContain('Quiet hours again: 22:00–07:00 (Europe/Kyiv)');
    expect(await reply('list')).toMatch(/Traded at a shop\n(-# .*\n)*-# Quiet hours: 22:00–07:00/);
    await watch('quiet');
    expect(await reply('undo')).toContain('Quiet hours again');
  });

  test('returns with *Undo* after its removal, but not with an older button', async () => {
    await fresh();
    const added = await watch('add', { item: 'Slime Block', trigger: 'traded' });
    const removed = await watch('remove', { watch: await idOf('Slime') });
    const undoOf = (message: Message) => customIdsOf(message).find((id) => id.startsWith('watch:undo:')) ?? '';
    const press = ({ message }: typeof added) => player().press(message, undoOf(message));
    expect((await press(added).followUp()).content).toContain('There is nothing to undo');
    expect(textOf(await press(removed).reply())).toContain('Watched again: **Slime Block** · Traded at a shop');
    expect(await reply('list')).toContain('Traded at a shop');
  });

  test('can be imported from a file of all watches, which names rejected entries with reasons', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', owner: 'Ada' });
    await watch('pause', { watch: await idOf('traded') });
    await watch('add', { item: 'Slime Block', trigger: 'at-or-below', price: 0.1 });
    const { message } = await watch('export');
    const file = JSON.parse(String(world.discord.attachment(message.attachments[0]?.url ?? '')));
    await watch('remove', { watch: await idOf('traded') });
    file.watches.push({ trigger: 'traded' }, { ...file.watches[0], trigger: 'auctioned' });
    const answer = await reply('import', { file: { name: 'mine.json', content: JSON.stringify(file) } });
    expect(answer).toContain('1 watch added.\n3 were not added:');
    expect(await reply('list')).toContain('Traded at a shop, only shops of Ada · ⏸ paused');
    expect(answer).toMatch(/No. 2: You have this watch already/);
    expect(answer).toMatch(/No. 3: `item` is missing/);
    expect(answer).toMatch(/No. 4: An auction has no place/);
    expect(await reply('import', { file: { name: 'x.json', content: 'hello' } })).toContain('I can’t read that file');
  });
});

describe('an alert', () => {
  test('can be snoozed, explained and stopped with its own buttons', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
    world.economy.buy(shopId, 3);
    const alert = await alertWith('12 × Slime Block: bought');
    const id = await idOf('Slime');
    expect(await reply('explain', { watch: id })).toMatch(
      /12 × Slime Block: bought · \*\*3 diamonds\*\* · 0\.25 each · <t:\d+:R> · `1 64 -3` world · Ada\n-# ✓ Told/,
    );
    const headline = alert.content;
    player().press(alert, `watch:snooze:${id}`);
    await expect
      .poll(() => alert.content)
      .toMatch(new RegExp(`^${headline}\n-# Snoozed until <t:\\d+:t>: \\*\\*Slime Block\\*\\* · Traded at a shop$`));
    expect(customIdsOf(alert).map((one) => one.split(':')[1])).toEqual(['shops', 'stop', 'restore']);
    world.economy.buy(shopId, 5);
    await expect
      .poll(() => reply('explain', { watch: id }))
      .toMatch(/20 × Slime Block: bought .*\n-# … Waits for the snooze to end: /);
    await reply('resume', { watch: id });
    player().press(alert, `watch:stop:${id}`);
    await expect.poll(() => alert.content).toBe(`${headline}\n-# Stopped: **Slime Block** · Traded at a shop`);
    player().press(alert, customIdsOf(alert)[0] ?? '');
    await expect.poll(() => alert.content).toBe(`${headline}\n-# Watched again: **Slime Block** · Traded at a shop`);
    expect(customIdsOf(alert)).toEqual(['snooze', 'shops', 'stop'].map((action) => `watch:${action}:${id}`));
    expect(await reply('list')).toContain('Slime Block');
  });

  test('has one menu for its two watches, and names a player as the list of shops does', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
    await watch('my-shop', { owner: 'ada', every: 0 });
    world.economy.buy(shopId, 7);
    const alert = await alertWith('Sold in your shop: 28 × Slime Block');
    const id = await idOf('Shops of');
    const chosen = await choose(alert, id);
    player().press(chosen, `watch:stop:${id}`);
    await expect.poll(() => textOf(chosen)).toContain('Stopped: Shops of **Ada**');
    expect(customIdsOf(alert)).toEqual(['watch:menu:']);
    expect(await reply('list')).not.toContain('Shops of');
  });

  test('has a menu for its many watches, then one for the action', async () => {
    await fresh();
    for (let most = 1; most <= 9; most++) {
      await watch('add', { item: 'Slime Block', trigger: 'traded', cooldown: 0, price: most });
    }
    world.economy.buy(shopId, 13);
    const alert = await alertWith('52 × Slime Block: bought');
    const id = await idOf('9 diamonds each or less');
    const chosen = await choose(alert, id);
    expect(textOf(chosen)).toMatch(/\*\*Slime Block\*\* · Traded at a shop for 9 diamonds each or less$/);
    player().press(chosen, `watch:stop:${id}`);
    await expect.poll(() => textOf(chosen)).toContain('Stopped: **Slime Block**');
  });

  test('ends a one-time watch, which no Undo restores', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', repeat: 'once' });
    world.economy.buy(shopId, 11);
    await alertWith('44 × Slime Block: bought');
    await expect.poll(() => reply('list')).toContain('You have no watches yet');
    expect(await reply('undo')).toBe('There is nothing to undo: that watch is gone already.');
  });

  test('a resume of one watch that Discord refused resumes the others too, and reports that', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
    await watch('add', { item: 'Slime Block', trigger: 'listed' });
    world.player.takesDms = false;
    world.economy.buy(shopId, 13);
    await expect.poll(() => reply('list')).toContain('All are paused');
    world.player.takesDms = true;
    const id = await idOf('traded');
    expect(await reply('resume', { watch: id })).toContain('Your other watches are on again too');
  });

  test('alerts in quiet hours are kept until their end', async () => {
    await fresh();
    await watch('add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
    expect(await reply('quiet', { from: '7', to: '25:00', timezone: 'UTC' })).toContain('can’t read “25');
    expect(await reply('quiet', { from: '22:00', to: '07:00', timezone: 'Olympus' })).toContain(
      'don’t know the time zone “Olympus”',
    );
    expect(await reply('quiet', { from: '22:00' })).toContain('Give `from` and `to` together');
    const hour = new Date().getUTCHours();
    const from = `${String(hour).padStart(2, '0')}:00`;
    const to = `${String((hour + 22) % 24).padStart(2, '0')}:00`;
    expect(await reply('quiet', { from, to, timezone: 'UTC' })).toContain(`Quiet hours: ${from}–${to} (UTC)`);
    const before = world.discord.messages(dm()).length;
    world.economy.buy(shopId, 9);
    const id = await idOf('Slime');
    await expect
      .poll(() => reply('explain', { watch: id }))
      .toMatch(/36 × Slime Block: bought .*\n-# … Waits for your quiet hours to end: /);
    expect(world.discord.messages(dm())).toHaveLength(before);
    expect(await reply('quiet')).toContain('Your quiet hours are off.');
  });
});

test('/watch forget deletes everything, and returns the watches as a file', async () => {
  await fresh();
  expect((await watch('forget')).message.attachments).toEqual([]);
  await watch('add', { item: 'Slime Block', trigger: 'listed' });
  const { text, message } = await watch('forget');
  expect(text).toMatch(/Deleted: 1 watch/);
  expect(text).not.toContain('Your settings in the file');
  expect(await reply('list')).toContain('You have no watches yet');
  expect(await reply('undo')).toContain('There is nothing to undo');
  const content = String(world.discord.attachment(message.attachments[0]?.url ?? ''));
  expect(await reply('import', { file: { name: 'mine.json', content } })).toContain('1 watch added.');
  expect(world.discord.violations).toEqual([]);
});
