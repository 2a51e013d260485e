import { REST } from 'discord.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import type { Bot } from '../../../sandbox/bot.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { propertyRuns } from '../../property-runs.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const OLD = 'This button is from an older version of Crier. Please run the command again.';
const LONGEST = 'x'.repeat(80);
const NAMES = commands.map(({ definition }) => definition.name);
const ACTIONS = commands.flatMap(({ definition, actions = {} }) =>
  Object.keys(actions).map((action) => [definition.name, action] as const),
);

let world: World;
let bot: Bot;
let rest: REST;
let key: string;
let watchId: string;

beforeAll(async () => {
  world = await openWorld({ shops: 60, discord: { messagesPer5s: 1_000 } });
  world.economy.list({ type: 'SELLING', price: 1, remaining: 64, item: { type: 'SLIME_BLOCK' } });
  bot = await world.startBot();
  rest = new REST({ api: world.discord.url, offset: 0 }).setToken(world.discord.token);
  const { message } = await world.ask(world.player, 'market', '/shop', { item: 'Slime Block' });
  [, key = ''] = /"shop:watch:([^"]+)"/.exec(JSON.stringify(message.components)) ?? [];
  await world.ask(world.player, 'market', '/watch add', { item: 'Slime Block', trigger: 'listed' });
  const [choice] = await player().autocomplete('/watch pause', 'watch', '');
  watchId = String(choice?.value);
});
afterAll(() => world.close());

const player = () => world.discord.as(world.player).in(world.channel('market'));

/** Adds a message of Crier with controls that it never made. */
async function messageWith(components: readonly object[]): Promise<Message> {
  const market = world.channel('market');
  const rows = components.map((one) => ({ type: 1, components: [one] }));
  const body = { content: 'forged', components: rows, allowed_mentions: { parse: [] } };
  const { id } = (await rest.post(`/channels/${market.id}/messages`, { body })) as { id: string };
  const message = world.discord.messages(market).find((one) => one.id === id);
  if (!message) throw new Error('the message was not posted');
  return message;
}

const buttonOf = (custom_id: string) => ({ type: 2, style: 2, label: 'forged', custom_id });
const menuOf = (custom_id: string, value: string) => ({ type: 3, custom_id, options: [{ label: 'forged', value }] });

/** Uses a control. @returns Crier's answer; rejects if there is none in time */
async function use(customId: string, value?: string): Promise<string> {
  const message = await messageWith([value === undefined ? buttonOf(customId) : menuOf(customId, value)]);
  const answer = value === undefined ? player().press(message, customId) : player().select(message, customId, [value]);
  const { type, data } = await answer.callback;
  return type === 9 ? String(data.custom_id) : textOf(await Promise.any([answer.reply(), answer.followUp()]));
}

/** Writes commands as before Discord assigned their ids. */
const unmentioned = (text: string) => text.replace(/<(\/[a-z -]+):\d+>/g, '`$1`');

test.each<[string, string]>([
  ['shop:page:KEY:NaN', OLD],
  ['shop:page:KEY:-1', OLD],
  ['shop:page:KEY:1.5', OLD],
  ['shop:page:KEY:1e9', OLD],
  ['shop:page:KEY:99999999999', OLD],
  ['shop:page:KEY:', OLD],
  ['shop:page:KEY', OLD],
  ['shop:page::0', OLD],
  ['shop:page:__proto__:0', 'This list no longer works. Please run `/shop` again.'],
  ['shop:constructor:x', OLD],
  ['shop:__proto__:x', OLD],
  ['shop:toString', OLD],
  ['watch:hasOwnProperty:x', OLD],
  ['__proto__:constructor:x', OLD],
  ['constructor', OLD],
  [':', OLD],
  [`shop:${LONGEST}:x`, OLD],
  ['shop:watch:', 'This list no longer works. Please run `/shop` again.'],
  ['watch:stop:__proto__', 'That watch is gone. `/watch list` shows all you have.'],
  ['watch:undo:', 'There is nothing to undo: only your last change can be undone, for ten minutes.'],
  ['price:days:07:SLIME_BLOCK', 'This button no longer works. Please run `/price` again.'],
  ['price:days:1e1:SLIME_BLOCK', 'This button no longer works. Please run `/price` again.'],
  ['price:days:91:SLIME_BLOCK', 'This button no longer works. Please run `/price` again.'],
  ['price:details:30:SLIME_BLOCK:=xyz', 'This button no longer works. Please run `/price` again.'],
  ['price:pick:30', 'This button no longer works. Please run `/price` again.'],
  ['shop:item:', '`item` is empty: write a name, or pick one from the list.'],
])('a button with the custom id %s gets a plain message', async (id, sentence) => {
  expect(unmentioned(await use(id.replace('KEY', key)))).toBe(sentence);
});

test.each<[string, string, string]>([
  ['watch:menu:', 'constructor:x', 'Please pick one from the menu.'],
  ['watch:menu:', '__proto__', 'Please pick one from the menu.'],
  ['watch:menu:', 'stop:', 'That watch is gone. `/watch list` shows all you have.'],
  ['shop:sort:KEY', 'constructor', 'Pick one of the orders in the menu.'],
])('a choice of the menu %s with the value %s gets a plain message', async (id, value, sentence) => {
  expect(unmentioned(await use(id.replace('KEY', key), value))).toBe(sentence);
});

test.each(ACTIONS)(
  'a custom id %s:%s is answered on a button and on a menu, whichever it belongs to',
  async (name, action) => {
    expect(await use(`${name}:${action}:x`)).not.toBe('');
    expect(await use(`${name}:${action}:x`, 'x')).not.toBe('');
    expect(bot.log()).not.toMatch(/Command failed|Too late to answer|Could not notify/);
  },
);

test('any custom id is answered once, and no command fails', async () => {
  const odd = fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e9',
    'NaN',
  );
  const name = fc.constantFrom(...NAMES);
  const action = fc.constantFrom(...ACTIONS.map(([, action]) => action));
  const value = fc.constantFrom(...['KEY', 'WATCH', '7', 'SLIME_BLOCK', '#0123456789abcdef', LONGEST, '@everyone']);
  const part = fc.oneof(odd, value, fc.string({ unit: 'grapheme', maxLength: 20 }));
  const id = fc
    .tuple(fc.oneof({ weight: 6, arbitrary: name }, odd), fc.oneof({ weight: 6, arbitrary: action }, part))
    .chain((beginning) => fc.array(part, { maxLength: 4 }).map((rest) => [...beginning, ...rest].join(':')))
    .map((text) => text.replace('KEY', key).replace('WATCH', watchId).slice(0, 100).toWellFormed());
  const control = fc.record({ id, chosen: fc.option(fc.oneof(id, part), { freq: 3 }) });
  await fc.assert(
    fc.asyncProperty(control, async ({ id, chosen }) => {
      fc.pre(id.trim() !== '' && (chosen === null || chosen.trim() !== ''));
      expect(await use(id, chosen ?? undefined)).not.toBe('');
    }),
    { numRuns: propertyRuns() },
  );
  expect(bot.log()).not.toMatch(/Command failed|Too late to answer|Could not notify/);
});
