import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoWorld, openDemoWorldWith } from '../../../sandbox/demo/demo-world.ts';
import { silence } from '../../../sandbox/discord/rest/faults.ts';
import type { Begun, Json } from '../../../sandbox/page/protocol.ts';
import { type Page, startPage } from '../../../sandbox/page/start-page.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { type BotInProcess, startInProcess } from '../../journeys/world/bot-in-process.ts';
import { controlOf, found, PageClient } from './page-client.ts';

let world: DemoWorld<BotInProcess>;
let page: Page;
let client: PageClient;

beforeAll(async () => {
  world = await openDemoWorldWith({ seed: 7, shops: 2_000 }, (environment) => startInProcess(environment, systemClock));
  page = await startPage(world);
  client = await PageClient.arrive(page.url);
  await client.type(client.person('member'), client.place('market'), '/shop'); // Answered once the shops are loaded.
});

afterAll(async () => {
  await page?.close();
  await world?.close();
});

test('a visitor sees the available users and places', () => {
  const { people, places } = client.welcome;
  expect(people.map(({ role }) => role)).toEqual(['member', 'moderator', 'user']);
  expect(places.filter(({ guild }) => guild === 'Market Town').map(({ name }) => name)).toEqual([
    'auctions',
    'market',
    'haggling',
    'staff',
    'deals',
    'Bargains of the day',
  ]);
  expect(client.place('haggling').parentId).toBe(client.place('market').id);
  expect(client.place('Bargains of the day').parentId).toBe(client.place('deals').id);
  expect(places.filter(({ guild }) => !guild).map(({ ownerId }) => ownerId)).toEqual(people.map(({ id }) => id));
});

test('each user is offered the commands that they may use there', async () => {
  const offered = async (role: 'member' | 'moderator' | 'user', inDm = false) => {
    const person = client.person(role);
    const place = inDm ? client.dm(person) : client.place('market');
    const commands = await client.ask<Json[]>({ kind: 'commands', personId: person.id, placeId: place.id });
    return commands.map(({ name }) => name);
  };
  expect(await offered('moderator')).toEqual(expect.arrayContaining(['shop', 'feed', 'watch']));
  expect(await offered('member')).not.toContain('feed');
  expect(await offered('user', true)).toEqual(expect.arrayContaining(['shop', 'watch']));
  expect(await offered('user', true)).not.toContain('feed');
});

test('typed text gets suggestions, and the reply is public', async () => {
  const [member, market] = [client.person('member'), client.place('market')];
  const typing = { line: '/shop', focused: 'item', text: 'slime', values: {} };
  const choices = await client.ask<Json[]>({ kind: 'suggest', personId: member.id, placeId: market.id, ...typing });
  expect(choices).toContainEqual({ name: expect.stringMatching(/^Slime Block( · |$)/), value: 'SLIME_BLOCK' });

  const reply = await client.type(member, market, '/shop', { item: 'SLIME_BLOCK' });
  expect(reply).toMatchObject({ placeId: market.id, onlyFor: null, author: { isBot: true } });
  expect(reply.asked).toEqual({ personId: member.id, name: member.name, command: '/shop' });
  expect(JSON.stringify(reply.components)).toContain('Slime Block');
});

test('a user who installed the app uses it in direct messages', async () => {
  const user = client.person('user');
  const reply = await client.type(user, client.dm(user), '/health');
  expect(reply.placeId).toBe(client.dm(user).id);
});

test('a button changes the page of its message', async () => {
  const member = client.person('member');
  const reply = await client.type(member, client.place('market'), '/shop', { item: mostSold() });
  const from = client.pushes.length;
  const customId = controlOf(reply, 'Next ▶');
  await client.ask({ kind: 'press', personId: member.id, messageId: reply.id, customId });
  const turned = await client.message(({ id }) => id === reply.id, from);
  expect(turned.components).not.toEqual(reply.components);
});

test('“Watch this” opens a form whose answer is visible to its user only', async () => {
  const member = client.person('member');
  const reply = await client.type(member, client.place('market'), '/shop', { item: 'SLIME_BLOCK' });
  const customId = controlOf(reply, 'Watch this');
  const opened = await client.ask<Begun>({ kind: 'press', personId: member.id, messageId: reply.id, customId });
  const inputs = found(opened.modal ?? undefined).components as Json[];
  const ids = inputs.flatMap((row) => [row.component, ...((row.components as Json[] | undefined) ?? [])] as Json[]);
  const price = String(found(ids.find((input) => input?.custom_id))?.custom_id);

  const from = client.pushes.length;
  const modalId = String(opened.modalId);
  const other = { kind: 'submit', personId: client.person('moderator').id, modalId, values: { [price]: '0.25' } };
  await expect(client.ask(other)).rejects.toThrow('That form is no longer open.');
  await client.ask({ kind: 'submit', personId: member.id, modalId, values: { [price]: '0.25' } });
  const saved = await client.message(({ asked, loading }) => asked?.command === 'Watch this' && !loading, from);
  expect(saved.onlyFor).toBe(member.id);
});

test('channels are selected by id, and a new visitor sees earlier messages', async () => {
  const [moderator, market] = [client.person('moderator'), client.place('market')];
  const values = { kind: 'trades', channel: client.place('staff').id };
  const reply = await client.type(moderator, market, '/feed add', values);
  expect(reply.onlyFor).toBe(moderator.id);
  const newcomer = await PageClient.arrive(page.url);
  expect(newcomer.welcome.messages).toContainEqual(reply);
  await newcomer.leave();
});

test('an impossible request is answered with a full sentence', async () => {
  const [member, market] = [client.person('member'), client.place('market')];
  const run = (line: string, values: Json = {}) =>
    client.ask({ kind: 'run', personId: member.id, placeId: market.id, line, values });
  const refused = /^[A-Z/“#].*\.$/s;
  await expect(run('/feed add', { kind: 'auctions' })).rejects.toThrow(refused);
  await expect(run('/watch add')).rejects.toThrow(/trigger.*\.$/);
  await expect(run('/nonsense')).rejects.toThrow(refused);
  await expect(client.ask({ kind: 'dance', personId: member.id })).rejects.toThrow('There is no question “dance”.');
  const elsewhere = { kind: 'commands', personId: member.id, placeId: '1' };
  await expect(client.ask(elsewhere)).rejects.toThrow('There is no such place.');
  const gone = { kind: 'press', personId: member.id, messageId: '1', customId: 'x' };
  await expect(client.ask(gone)).rejects.toThrow('That message is gone.');
  const dms = client.dm(client.person('moderator'));
  const intrusion = { kind: 'run', personId: member.id, placeId: dms.id, line: '/health', values: {} };
  await expect(client.ask(intrusion)).rejects.toThrow(refused);
});

test('a bot without response is shown as “did not respond”', async () => {
  const [member, market] = [client.person('member'), client.place('market')];
  const held = world.discord.fail({ path: /\/callback$/ }, silence());
  const typed = expect(client.type(member, market, '/health')).rejects.toThrow('The application did not respond.');
  await expect.poll(() => held.hits).toBe(1);
  world.discord.advance(3_000);
  await typed;
});

/** Returns the item with the most sellers, whose list has several pages. */
function mostSold(): string {
  const selling = world.economy
    .shops()
    .filter(({ type, item, remaining }) => type === 'SELLING' && remaining >= item.quantity);
  const byType = Object.entries(Object.groupBy(selling, ({ item }) => item.type));
  return found(byType.toSorted(([, left], [, right]) => (right?.length ?? 0) - (left?.length ?? 0))[0])[0];
}
