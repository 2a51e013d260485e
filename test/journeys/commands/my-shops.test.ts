import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../sandbox/discord/events.ts';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { MINUTE_MS } from '../../../src/time/durations.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot, trades of the simulated service, and a player who says once who they are. */

const ADA = { name: 'AdaTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e380a0a' };
const BOB = { name: 'BobTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e380b0b' };

let world: World;
let slime: { readonly id: number };

/** Ada sells slime blocks and has no dirt left. Bob sells slime blocks for less. */
beforeAll(async () => {
  world = await openWorld({ shops: 50 });
  const list = (owner: typeof ADA, x: number, type: string, price: number, remaining: number) =>
    world.economy.list({
      ...{ type: 'SELLING', owner, price, remaining },
      item: { type, quantity: 32 },
      location: { x, y: 64, z: 0, world: 'world' },
    });
  slime = list(ADA, 9_000, 'SLIME_BLOCK', 4, 3_200);
  list(ADA, 9_001, 'DIRT', 1, 0);
  list(BOB, 9_100, 'SLIME_BLOCK', 3, 3_200);
  const streaming = world.service.nextConnection();
  await world.startBot();
  await streaming;
  // A trade from before the first snapshot has no owner.
  expect((await world.ask(world.player, 'market', '/shop', { owner: ADA.name })).text).toContain('Slime Block');
  for (let times = 0; times < 4; times += 1) world.economy.buy(slime.id, 1);
  await vi.waitFor(
    async () => expect((await ask({ owner: ADA.name })).text).toContain('4 sales · 128 items · 16 diamonds'),
    PATIENCE_MS,
  );
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

function ask(values: OptionValues = {}, who = world.player) {
  return world.ask(who, 'market', '/my-shops', values);
}

const idsOf = ({ components }: Message) =>
  [...JSON.stringify(components).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = '']) => id);
const idIn = (message: Message, begins: string) => idsOf(message).find((id) => id.startsWith(begins)) ?? begins;
const press = (message: Message, begins: string, who = world.player) =>
  world.discord.as(who).in(world.channel('market')).press(message, idIn(message, begins)).reply();

test('a user without a name learns how to set it, and an unknown owner brings guesses as buttons', async () => {
  const stranger = world.mod;
  expect((await ask({}, stranger)).text).toContain('I don’t know which player you are. Set your name once with </me:');
  const { message, text } = await ask({ owner: 'AdaTrade' }, stranger);
  expect(text).toContain('AdaTrade');
  const guess = idsOf(message).find((id) => id.startsWith('guess:take:')) ?? 'none';
  const shown = await world.discord.as(stranger).in(world.channel('market')).press(message, guess).reply();
  expect(textOf(shown)).toContain('Shops of AdaTrades');
});

test('a misspelt name of one’s own brings guesses, and no all-clear', async () => {
  const stranger = world.mod;
  await world.ask(stranger, 'market', '/me', { name: 'AdaTrade' });
  for (const values of [{}, { owner: 'AdaTrade' }, { owner: 'adatrade', private: false }]) {
    const { message, text } = await ask(values, stranger);
    expect(text).toMatch(/^⚠️ No shop of “adatrade” is known right now\. Did you mean \*\*AdaTrades\*\*\?/i);
    expect(text).toMatch(/\nThis is your name in <\/me:\d+>\. Correct it there with `name`\./);
    expect(text).not.toMatch(/attention|Nothing sold/);
    expect(idsOf(message).filter((id) => !id.startsWith('guess:take:'))).toEqual([]);
  }
  await world.ask(stranger, 'market', '/me', { clear: 'name' });
});

test('/my-shops shows totals, needs and a chart privately, and the next look counts from there', async () => {
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
  const first = await ask();
  expect(first.text).toMatch(/^### Your shops\n\*\*The last 7 days\*\*\n4 sales · 128 items · 16 diamonds\n/);
  expect(first.text).toContain('**Needs attention:** 1 empty · 1 undercut');
  expect(first.text).toContain('BobTrades asks 0.094 (here 0.13)');
  expect(first.text).toContain('Crier can’t see who bought');
  expect(first.message.onlyFor?.id).toBe(world.player.id);
  expect(first.message.attachments[0]).toMatchObject({ filename: 'sales.png', contentType: 'image/png' });
  expect(first.message.attachments[0]?.description).toMatch(/^Your shops, 7 days\. 4 sales seen, 16 diamonds earned\./);

  // A page turn is no look.
  const undercut = await press(first.message, `my-shops:list:${keyOf(first.message)}:undercut`);
  expect(undercut.attachments).toEqual([]);
  world.economy.buy(slime.id, 2);
  await vi.waitFor(
    async () => expect((await ask({ owner: ADA.name }, world.mod)).text).toContain('5 sales · 192 items · 24 diamonds'),
    PATIENCE_MS,
  );
  await press(undercut, `my-shops:list:${keyOf(undercut)}:shops`);
  const second = await ask();
  expect(second.text).toMatch(/\*\*Since your last look\*\* \(<t:\d+:R>\)\n1 sale · 64 items · 8 diamonds\n/);
  // A second glance within ten minutes is no look of its own.
  expect((await ask()).text).toContain('\n1 sale · 64 items · 8 diamonds\n');
  await world.skip(10 * MINUTE_MS);
  expect((await ask()).text).toContain('\n1 sale · 64 items · 8 diamonds\n');
  expect((await ask()).text).toMatch(/\*\*Since your last look\*\* \(<t:\d+:R>\)\nNothing sold\n/);
});

test('each list has its shops, and another user gets a report of their own', async () => {
  const { message } = await ask({ owner: ADA.name, private: false }, world.mod);
  const empty = await press(message, `my-shops:list:${keyOf(message)}:empty`, world.mod);
  expect(textOf(empty)).toContain('**Dirt**');
  expect(textOf(empty)).not.toContain('**Slime Block**');
  const items = await press(empty, `my-shops:list:${keyOf(message)}:items`, world.player);
  expect(items.id).not.toBe(message.id);
  expect(items.onlyFor?.id).toBe(world.player.id);
  expect(textOf(items)).toMatch(/\*\*Slime Block\*\* · \d+ sold for \d+ diamonds/);
});

test('distances from home are in private answers alone', async () => {
  await world.ask(world.player, 'market', '/me', { name: ADA.name, x: 9_000, z: 30 });
  expect((await ask()).text).toContain('`9000 64 0` world · 30 blocks');
  const shown = await ask({ private: false });
  expect(shown.message.onlyFor).toBeNull();
  expect(shown.text).not.toContain('30 blocks');
  expect(shown.text).toMatch(/^### Shops of AdaTrades\n\*\*The last 7 days/);
  expect(textOf(await press(shown.message, `my-shops:list:${keyOf(shown.message)}:undercut`))).not.toContain(
    '30 blocks',
  );
});

test('a page of a report names its player once the user is another', async () => {
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
  const { message } = await ask();
  const list = `my-shops:list:${keyOf(message)}:items`;
  await world.ask(world.player, 'market', '/me', { name: BOB.name });
  const items = await press(message, list);
  expect(textOf(items)).toMatch(/^### Shops of AdaTrades\n\*\*The last 7 days/);
  expect(idsOf(items).filter((id) => id.startsWith('my-shops:weekly'))).toEqual([]);
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
  expect(textOf(await press(items, `my-shops:list:${keyOf(items)}:shops`))).toMatch(/^### Your shops\n/);
});

test('*CSV* sends one row a trade and one row a shop', async () => {
  const { message } = await ask({ owner: ADA.name }, world.mod);
  const answer = await press(message, 'my-shops:csv:', world.mod);
  const [sales = '', shops = ''] = answer.attachments.map(({ url }) => String(world.discord.attachment(url)));
  expect(answer.attachments.map(({ filename }) => filename)).toEqual(['crier-sales.csv', 'crier-shops.csv']);
  const rows = sales.trimEnd().split('\r\n');
  expect(rows[0]).toBe('\ufefftime,kind,item,type,count,paid,each,x,y,z,world');
  expect(rows.length - 1).toBe(5);
  expect(rows[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,sold,Slime Block,SLIME_BLOCK,64,8,0\.125,9000,64,0,world$/);
  expect(shops.trimEnd().split('\r\n').length - 1).toBe(2);
  expect(shops).toContain('Dirt,DIRT,SELLING,32,1,0.03125,0,9001,64,0,world,0,0,0,0,yes,');
});

function keyOf(message: Message): string {
  return idIn(message, 'my-shops:csv:').slice('my-shops:csv:'.length);
}

test('a player whose last shop is gone has a report for themselves, and by uuid for others', async () => {
  const eve = { name: 'EveTrades', uuid: '069a79f4-44e9-4726-a5be-fca90e380e0e' };
  const { id } = world.economy.list({
    ...{ type: 'SELLING', owner: eve, price: 5, remaining: 9, item: { type: 'CLAY' } },
    location: { x: 9_200, y: 64, z: 0, world: 'world' },
  });
  const listed = async () => (await ask({ owner: eve.name }, world.mod)).text;
  const untilListed = async (expected: string) => {
    for (let tries = 0; tries < 60 && !(await listed()).includes(expected); tries += 1) await world.skip(MINUTE_MS);
    expect(await listed()).toContain(expected);
  };
  await untilListed('### Shops of EveTrades');
  world.economy.buy(id, 2);
  await vi.waitFor(async () => expect(await listed()).toContain('1 sale · 2 items · 10 diamonds'), PATIENCE_MS);
  await world.ask(world.player, 'market', '/me', { name: eve.name });
  world.economy.remove(id);
  await untilListed('No shop of “EveTrades” is known right now.');
  for (const values of [{}, { owner: eve.name }, { owner: eve.uuid }]) {
    const { text } = await ask(values);
    expect(text).toContain('### Your shops');
    expect(text).toContain('\n1 sale · 2 items · 10 diamonds');
    expect(text).toContain('No shop right now.');
    expect(text).not.toContain('attention');
  }
  const { text } = await ask({ owner: eve.uuid }, world.mod);
  expect(text).toContain(`### Shops of ${eve.uuid}\n**The last 7 days**\n1 sale · 2 items · 10 diamonds`);
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const unknown = actor.run('/my-shops', { owner: eve.uuid.replace('0e0e', '0e0f') });
  expect(textOf(await unknown.followUp())).toContain('is known right now');
  await world.ask(world.player, 'market', '/me', { name: ADA.name });
});

test('buttons of all lists say the same once the data of their user was deleted', async () => {
  const user = world.mod;
  const answers = [
    { ...(await world.ask(user, 'market', '/shop', { item: 'Slime Block' })), begins: 'shop:watch:' },
    { ...(await world.ask(user, 'market', '/deals')), begins: 'deals:tell:' },
    { ...(await ask({ owner: ADA.name }, user)), begins: 'my-shops:csv:' },
  ];
  await world.ask(user, 'market', '/watch forget');
  for (const { message, begins } of answers) {
    const pressed = world.discord.as(user).in(world.channel('market')).press(message, idIn(message, begins));
    const text = textOf(await Promise.any([pressed.reply(), pressed.followUp()]));
    expect(text).toContain(`This list no longer works. Please run </${begins.split(':')[0]}:`);
  }
});
