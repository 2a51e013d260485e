import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWorld, openDemoWorld } from '../../../src/sandbox/demo/demo-world.ts';
import type { Begun, Json } from '../../../src/sandbox/page/protocol.ts';
import { type Page, startPage } from '../../../src/sandbox/page/start-page.ts';
import { controlOf, found, Visitor } from './visitor.ts';

let world: DemoWorld;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  world = await openDemoWorld({ seed: 7, shops: 2_000 });
  page = await startPage(world);
  visitor = await Visitor.arrive(page.url);
  await visitor.type(visitor.person('member'), visitor.place('market'), '/shop'); // answered once the shops are in
});

afterAll(async () => {
  await page?.close();
  await world?.close();
});

test('a visitor is shown who they can be and where', () => {
  const { people, places } = visitor.welcome;
  expect(people.map(({ role }) => role)).toEqual(['member', 'moderator', 'user']);
  expect(places.filter(({ guild }) => guild === 'Market Town').map(({ name }) => name)).toEqual([
    'auctions',
    'market',
    'haggling',
    'staff',
    'deals',
    'Bargains of the day',
  ]);
  expect(visitor.place('haggling').parentId).toBe(visitor.place('market').id);
  expect(visitor.place('Bargains of the day').parentId).toBe(visitor.place('deals').id);
  expect(places.filter(({ guild }) => !guild).map(({ ownerId }) => ownerId)).toEqual(people.map(({ id }) => id));
});

test('each person is offered the commands they may use there', async () => {
  const offered = async (role: 'member' | 'moderator' | 'user', inDm = false) => {
    const person = visitor.person(role);
    const place = inDm ? visitor.dm(person) : visitor.place('market');
    const commands = await visitor.ask<Json[]>({ kind: 'commands', personId: person.id, placeId: place.id });
    return commands.map(({ name }) => name);
  };
  expect(await offered('moderator')).toEqual(expect.arrayContaining(['shop', 'feed', 'watch']));
  expect(await offered('member')).not.toContain('feed');
  expect(await offered('user', true)).toEqual(expect.arrayContaining(['shop', 'watch']));
  expect(await offered('user', true)).not.toContain('feed');
});

test('what is typed is suggested, and answered for all to see', async () => {
  const [member, market] = [visitor.person('member'), visitor.place('market')];
  const typing = { line: '/shop', focused: 'item', text: 'slime', values: {} };
  const choices = await visitor.ask<Json[]>({ kind: 'suggest', personId: member.id, placeId: market.id, ...typing });
  expect(choices.map(({ name }) => name)).toContain('Slime Block');

  const reply = await visitor.type(member, market, '/shop', { item: 'SLIME_BLOCK' });
  expect(reply).toMatchObject({ placeId: market.id, onlyFor: null, author: { isBot: true } });
  expect(reply.asked).toEqual({ personId: member.id, name: member.name, command: '/shop' });
  expect(JSON.stringify(reply.embeds)).toContain('Slime Block');
});

test('who has installed the app themselves uses it in direct messages', async () => {
  const user = visitor.person('user');
  const reply = await visitor.type(user, visitor.dm(user), '/health');
  expect(reply.placeId).toBe(visitor.dm(user).id);
});

test('a button turns the page of the message it stands on', async () => {
  const member = visitor.person('member');
  const reply = await visitor.type(member, visitor.place('market'), '/shop', { item: mostSold() });
  const from = visitor.pushes.length;
  const customId = controlOf(reply, 'Next ▶');
  await visitor.ask({ kind: 'press', personId: member.id, messageId: reply.id, customId });
  const turned = await visitor.message(({ id }) => id === reply.id, from);
  expect(turned.embeds).not.toEqual(reply.embeds);
});

test('“Watch this” opens a form, and what is sent with it is told to its person alone', async () => {
  const member = visitor.person('member');
  const reply = await visitor.type(member, visitor.place('market'), '/shop', { item: 'SLIME_BLOCK' });
  const customId = controlOf(reply, 'Watch this');
  const opened = await visitor.ask<Begun>({ kind: 'press', personId: member.id, messageId: reply.id, customId });
  const inputs = found(opened.modal ?? undefined).components as Json[];
  const ids = inputs.flatMap((row) => [row.component, ...((row.components as Json[] | undefined) ?? [])] as Json[]);
  const price = String(found(ids.find((input) => input?.custom_id))?.custom_id);

  const from = visitor.pushes.length;
  const modalId = String(opened.modalId);
  const other = { kind: 'submit', personId: visitor.person('moderator').id, modalId, values: { [price]: '0.25' } };
  await expect(visitor.ask(other)).rejects.toThrow('That form is no longer open.');
  await visitor.ask({ kind: 'submit', personId: member.id, modalId, values: { [price]: '0.25' } });
  const saved = await visitor.message(({ asked, loading }) => asked?.command === 'Watch this' && !loading, from);
  expect(saved.onlyFor).toBe(member.id);
});

test('channels are chosen by their id, and a newcomer finds what was said before', async () => {
  const [moderator, market] = [visitor.person('moderator'), visitor.place('market')];
  const values = { kind: 'trades', channel: visitor.place('staff').id };
  const reply = await visitor.type(moderator, market, '/feed add', values);
  expect(reply.onlyFor).toBe(moderator.id);
  const newcomer = await Visitor.arrive(page.url);
  expect(newcomer.welcome.messages).toContainEqual(reply);
  await newcomer.leave();
});

test('what cannot be done is said in a sentence', async () => {
  const [member, market] = [visitor.person('member'), visitor.place('market')];
  const run = (line: string, values: Json = {}) =>
    visitor.ask({ kind: 'run', personId: member.id, placeId: market.id, line, values });
  const refused = /^[A-Z/“#].*\.$/s;
  await expect(run('/feed add', { kind: 'auctions' })).rejects.toThrow(refused);
  await expect(run('/watch add')).rejects.toThrow(/item.*\.$/);
  await expect(run('/nonsense')).rejects.toThrow(refused);
  await expect(visitor.ask({ kind: 'dance', personId: member.id })).rejects.toThrow('There is no question “dance”.');
  const elsewhere = { kind: 'commands', personId: member.id, placeId: '1' };
  await expect(visitor.ask(elsewhere)).rejects.toThrow('There is no such place.');
  const gone = { kind: 'press', personId: member.id, messageId: '1', customId: 'x' };
  await expect(visitor.ask(gone)).rejects.toThrow('That message is gone.');
  const dms = visitor.dm(visitor.person('moderator'));
  const intrusion = { kind: 'run', personId: member.id, placeId: dms.id, line: '/health', values: {} };
  await expect(visitor.ask(intrusion)).rejects.toThrow(refused);
});

test('a bot that hangs “did not respond”', async () => {
  const [member, market] = [visitor.person('member'), visitor.place('market')];
  world.bot.process.kill('SIGSTOP');
  try {
    await expect(visitor.type(member, market, '/health')).rejects.toThrow('The application did not respond.');
  } finally {
    world.bot.process.kill('SIGCONT');
  }
});

/** The item with the most shops that sell it: it has pages to turn. */
function mostSold(): string {
  const selling = world.economy
    .shops()
    .filter(({ type, item, remaining }) => type === 'SELLING' && remaining >= item.quantity);
  const byType = Object.entries(Object.groupBy(selling, ({ item }) => item.type));
  return found(byType.toSorted(([, left], [, right]) => (right?.length ?? 0) - (left?.length ?? 0))[0])[0];
}
