import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message, User } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot and discord.js over sockets to a simulated Discord and service. */

const ADA = { name: 'Ada_Lovelace', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
/** The uuids of two players with one name. */
const TWINS = ['069a79f4-44e9-4726-a5be-fca90e380c01', '069a79f4-44e9-4726-a5be-fca90e380c02'] as const;
/** The uuids of the players Nysi and nysi. */
const [NYSI, NYSI_SMALL] = ['07291911-5749-4726-a5be-fca90e38aaf5', '18291911-5749-4726-a5be-fca90e38aaf5'] as const;

let world: World;

beforeAll(async () => {
  world = await openWorld({ shops: 0 });
  for (const x of [1, 2]) {
    const location = { x, y: 64, z: -3, world: 'world' };
    world.economy.list({ type: 'SELLING', owner: ADA, price: 2, remaining: 9, location, item: { type: 'DIRT' } });
  }
  for (const [x, uuid] of TWINS.entries()) {
    const location = { x: 10 + x, y: 64, z: -3, world: 'world' };
    world.economy.list({
      ...{ type: 'SELLING', owner: { name: 'Twin', uuid }, price: 2, remaining: 9, location },
      item: { type: 'DIRT' },
    });
  }
  for (const [x, name] of ['Nysi', 'nysi', 'nysi'].entries()) {
    const owner = { name, uuid: name === 'Nysi' ? NYSI : NYSI_SMALL };
    const location = { x: 20 + x, y: 64, z: -3, world: 'world' };
    world.economy.list({ type: 'SELLING', owner, price: 2, remaining: 9, location, item: { type: 'DIRT' } });
  }
  await world.startBot();
  // Waits for the first snapshot, without which names have no suggestions.
  await world.ask(world.player, 'market', '/shop', { owner: ADA.name });
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
});

const me = (user: User, values: OptionValues = {}) => world.ask(user, 'market', '/me', values);
const buttonOf = ({ components }: Message, label: string) =>
  String(components.flatMap(withDescendants).find((control) => control.label === label)?.custom_id);
const exportOf = ({ attachments: [attachment] }: Message) =>
  JSON.parse(String(world.discord.attachment(attachment?.url ?? '')));

test('a user sets name, home and language, sees them, and clears them one by one', async () => {
  const set = await me(world.mod, { name: 'ada_lovelace', x: -120, z: 44, language: 'de' });
  expect(set.text).toContain('Im Spiel bist du **Ada\\_Lovelace**: 2 Shops.');
  expect(set.text).toContain('Dein Zuhause: `-120 44` world.');
  expect(set.text).toContain('Ich antworte dir in dieser Sprache: Deutsch.');
  expect((await me(world.mod)).text).toBe(set.text);
  expect((await world.ask(world.mod, 'market', '/shop', { item: 'DIRT' })).text).toContain('Diamanten');
  const cleared = await me(world.mod, { clear: 'language, home' });
  expect(cleared.text).toContain('You are **Ada\\_Lovelace** in the game: 2 shops.');
  expect(cleared.text).toContain('I don’t know your home yet');
  expect(cleared.text).toContain('I answer you in your Discord’s language.');
});

test('a home without a world is in the Overworld with most shops, and moves to another world', async () => {
  expect((await me(world.mod, { x: 7, z: 8 })).text).toContain('Your home: `7 8` world.');
  expect((await me(world.mod, { world: 'mining' })).text).toContain('Your home: `7 8` mining.');
  await me(world.mod, { clear: 'home' });
});

test('*This is me* below a player’s shops sets the name; another user of that name is only counted', async () => {
  await me(world.mod, { name: 'Ada_Lovelace' });
  const actor = world.discord.as(world.player).in(world.channel('market'));
  const shops = await actor.run('/shop', { owner: 'Ada_Lovelace' }).reply();
  const answer = await actor.press(shops, buttonOf(shops, 'This is me')).reply();
  expect(textOf(answer)).toContain('You are **Ada\\_Lovelace** in the game: 2 shops.');
  expect(textOf(answer)).toContain('Another user says they are Ada\\_Lovelace, too. That changes nothing for you.');
  expect((await me(world.mod)).text).toContain('Another user says they are');
});

test('a player who shares a name is found by uuid, and has no shops of the other', async () => {
  const { text } = await me(world.mod, { name: TWINS[0] });
  expect(text).toContain('You are **Twin** in the game: 1 shop.');
  await me(world.mod, { clear: 'name' });
});

test('a name of several players brings each as a button, and the other options are saved', async () => {
  await me(world.mod, { name: 'Ada_Lovelace' });
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const answer = await actor.run('/me', { name: 'Twin', x: 31, z: 32 }).reply();
  expect(textOf(answer)).toContain('### You\nSeveral players are called **Twin**. Which one do you mean?');
  expect(textOf(answer)).toContain('You are **Ada\\_Lovelace** in the game');
  expect(textOf(answer)).toContain('Your home: `31 32` world.');
  const label = `Twin · 1 shop · world · ${TWINS[1]}`;
  const chosen = await actor.press(answer, buttonOf(answer, label)).reply();
  expect(textOf(chosen)).toContain('You are **Twin** in the game: 1 shop.');
  expect(textOf(chosen)).toContain('Your home: `31 32` world.');
  expect(exportOf(await actor.run('/watch export').reply()).me.player).toEqual({ name: 'Twin', uuid: TWINS[1] });
  await actor.run('/watch forget').reply();
});

test('two names that differ only in case are told apart, and each leads to its player', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const choices = [
    { name: 'Nysi · 1 shop · world · 07291911', value: NYSI },
    { name: 'nysi · 2 shops · world · 18291911', value: NYSI_SMALL },
  ];
  expect(await actor.autocomplete('/me', 'name', 'nys')).toEqual(choices);
  expect(await actor.autocomplete('/shop', 'owner', 'nys')).toEqual(choices);
  expect(await actor.autocomplete('/my-shops', 'owner', 'nys')).toEqual(choices);
  expect((await me(world.mod, { name: NYSI_SMALL })).text).toContain('You are **nysi** in the game: 2 shops.');
  expect((await me(world.mod, { name: 'Nysi' })).text).toContain('You are **Nysi** in the game: 1 shop.');
  const asked = await actor.run('/my-shops', { owner: 'NYSI', days: 3 }).reply();
  expect(textOf(asked)).toContain('Several players are called **NYSI**.');
  const report = await actor.press(asked, buttonOf(asked, 'nysi · 2 shops · world · 18291911')).reply();
  expect(textOf(report)).toContain('### Shops of nysi\n**The last 3 days**');
  await me(world.mod, { clear: 'name' });
});

test('two players of the same spelling are two choices', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const values = (await actor.autocomplete('/shop', 'owner', 'twin')).map(({ value }) => value);
  expect(values.toSorted()).toEqual(TWINS);
});

test('a player who was picked by uuid is shown by name, without the shops of another of the name', async () => {
  const ask = async (line: string, values: OptionValues) => (await world.ask(world.mod, 'market', line, values)).text;
  const shops = await ask('/shop', { owner: NYSI_SMALL });
  expect(shops).toContain('\n2 matches · ');
  expect(shops).toContain('only shops of nysi\n');
  expect(await ask('/watch my-shop', { owner: NYSI })).toContain('Shops of **Nysi**');
  expect(await ask('/watch list', {})).not.toContain(NYSI);
  await ask('/watch forget', {});
});

test('an unknown name is kept, with a warning and the nearest names as buttons', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const answer = await actor.run('/me', { name: 'Ada_Lovelac' }).reply();
  expect(textOf(answer)).toMatch(/^### You\n⚠️ No shop of “Ada\\_Lovelac” is known right now\./);
  expect(textOf(answer)).toContain('You are **Ada\\_Lovelac** in the game: 0 shops.');
  const guessed = await actor.press(answer, buttonOf(answer, 'Ada_Lovelace')).reply();
  expect(textOf(guessed)).toContain('You are **Ada\\_Lovelace** in the game: 2 shops.');
  const slip = await actor.run('/me', { name: 'Nisyy' }).reply();
  expect(textOf(slip)).toContain('\nBefore: **Ada\\_Lovelace**.\nYou are **Nisyy** in the game: 0 shops.');
  expect(buttonOf(slip, 'Nysi')).toMatch(/^guess:take:/);
});

test('an export holds the own settings, forgetting deletes them, and an import restores them', async () => {
  const before = await me(world.mod, { name: 'Ada_Lovelace', x: 5, z: 6, world: 'world', language: 'fr' });
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const fileOf = ({ attachments: [attachment] }: Message) => String(world.discord.attachment(attachment?.url ?? ''));
  const exported = await actor.run('/watch export').reply();
  expect(textOf(exported)).toContain('Ce fichier contient tout ce que je garde sur toi.');
  const content = fileOf(exported);
  const { uuid } = ADA;
  const player = { name: 'Ada_Lovelace', uuid };
  expect(JSON.parse(content).me).toEqual({ quiet: null, player, home: { x: 5, z: 6, world: 'world' }, language: 'fr' });
  const forgotten = await actor.run('/watch forget').reply();
  const { stored: _, ...kept } = JSON.parse(content);
  expect(JSON.parse(fileOf(forgotten))).toEqual(kept);
  expect(textOf(forgotten)).toContain('takes your watches and settings back from this file.');
  expect(textOf(forgotten)).toContain('Your settings in the file: `name`, `home`, `language`.');
  expect(textOf(await actor.run('/watch export').reply())).toContain('I store nothing about you.');
  expect((await me(world.mod)).text).toContain('I don’t know your name in the game yet');
  const file = { name: 'crier.json', content };
  expect(textOf(await actor.run('/watch import', { file }).reply())).toContain(
    'Repris du fichier : `name`, `home`, `language`.',
  );
  expect((await me(world.mod)).text).toBe(before.text);
  await actor.run('/watch forget').reply();
});

test('an import keeps the settings that the user has, and refuses those that Crier cannot read', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const read = async (own: object) => {
    const content = JSON.stringify({ crier: 1, me: { quiet: null, ...own }, watches: [] });
    return textOf(await actor.run('/watch import', { file: { name: 'crier.json', content } }).reply());
  };
  await me(world.mod, { x: 5, z: 6 });
  const answer = await read({ player: { name: 'Eve', uuid: null }, home: { x: 1, z: 1 } });
  expect(answer).toContain('Restored from the file: `name`.');
  expect(answer).toContain('You have set these already, so they stay: `home`.');
  const after = (await me(world.mod)).text;
  expect(after).toContain('You are **Eve** in the game');
  expect(after).toContain('`5 6`');
  for (const own of [{ language: '!!' }, { home: { x: 'east', z: 1 } }]) {
    expect(await read(own)).toContain('I can’t read your own settings in the file');
  }
  expect((await me(world.mod)).text).toBe(after);
  await actor.run('/watch forget').reply();
});

test('another player, or no name, drops the last look and the weekly message of the former player', async () => {
  const actor = world.discord.as(world.mod).in(world.channel('market'));
  const exported = async () => exportOf(await actor.run('/watch export').reply()).me;
  const look = async () => {
    await me(world.mod, { name: 'Ada_Lovelace' });
    await world.ask(world.mod, 'market', '/my-shops');
    await expect.poll(exported).toHaveProperty('lookedAt');
  };
  await look();
  await me(world.mod, { name: 'ada_lovelace', language: 'en' });
  expect(await exported()).toHaveProperty('lookedAt');
  await me(world.mod, { name: 'Eve' });
  expect(await exported()).not.toHaveProperty('lookedAt');
  await look();
  await me(world.mod, { name: 'Eve' });
  const shops = await actor.run('/shop', { owner: 'Ada_Lovelace' }).reply();
  await actor.press(shops, buttonOf(shops, 'This is me')).reply();
  expect(await exported()).not.toHaveProperty('lookedAt');
  await look();
  const report = await world.ask(world.mod, 'market', '/my-shops');
  await actor.press(report.message, 'my-shops:weekly:on').reply();
  expect((await me(world.mod)).text).toContain('Weekly message');
  const cleared = await me(world.mod, { clear: 'name' });
  expect(cleared.text).not.toContain('Weekly message');
  expect(await exported()).toEqual({ quiet: null, language: 'en' });
  await actor.run('/watch forget').reply();
});

test('an import takes no last look, and opens the direct messages for a weekly message', async () => {
  const actor = world.discord.as(world.player).in(world.channel('market'));
  const own = { player: ADA, lookedAt: 3, weekly: { timeZone: 'UTC', since: 4, locale: 'de' } };
  const content = JSON.stringify({ crier: 1, me: { quiet: null, ...own }, watches: [] });
  await actor.run('/watch import', { file: { name: 'crier.json', content } }).reply();
  const { me: restored, stored } = exportOf(await actor.run('/watch export').reply());
  expect(restored).toEqual({ quiet: null, player: ADA, weekly: expect.objectContaining({ timeZone: 'UTC' }) });
  expect(restored.weekly.since).toBeGreaterThan(own.weekly.since);
  expect(stored.directMessages).toBe(world.discord.world.dmChannel(world.player).id);
  await actor.run('/watch forget').reply();
});

test.each<[string, OptionValues, string]>([
  ['x without z', { x: 5 }, '`z` is missing: give `x` and `z` together.'],
  ['a world without a place', { world: 'world' }, '`world` says where your home is: give `x` and `z`, too.'],
  ['an unknown part to clear', { clear: 'watches' }, 'I can’t forget “watches”. `clear` takes name, home, language.'],
  ['a part that is set and cleared', { x: 1, z: 2, clear: 'home' }, 'You gave `x` and cleared `home`'],
])('%s is refused with a hint of what works, and changes nothing', async (_name, values, sentence) => {
  const before = (await me(world.player)).text;
  expect((await me(world.player, values)).text).toContain(sentence);
  expect((await me(world.player)).text).toBe(before);
});
