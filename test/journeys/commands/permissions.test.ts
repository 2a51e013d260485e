import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import type { Command } from '../../../src/discord/command/command.ts';
import { ENGLISH } from '../../language/spoken.ts';
import { act, entitled, make } from './permissions/action.ts';
import { COMMANDS, CONTROLS } from './permissions/table.ts';
import { openUsersWorld, peopleFor, type Settings, type UsersWorld, type Who } from './permissions/users.ts';

/** Stands on: the real bot, users of the local Discord, and forged controls that name other users' subscriptions. */

let town: UsersWorld;

beforeAll(async () => {
  town = await openUsersWorld();
});
afterAll(() => town.close());

test('every command is in the table of permissions', () => {
  const SUBCOMMAND = 1;
  const linesOf = ({ definition: { name, options = [] } }: Command) => {
    const subcommands = options.filter(({ type }) => type === SUBCOMMAND);
    return subcommands.length === 0 ? [`/${name}`] : subcommands.map((one) => `/${name} ${one.name}`);
  };
  const listed = COMMANDS.map(({ act: line }) => line);
  expect([...new Set(listed)].sort()).toEqual(commands.flatMap(linesOf).sort());
});

test('every button, menu and form is in the table of permissions', () => {
  const all = commands.flatMap(({ definition: { name }, actions = {} }) =>
    Object.keys(actions).map((action) => `${name}:${action}`),
  );
  const listed = CONTROLS.map(({ act: what }) => what.split(':').slice(0, 2).join(':'));
  expect([...new Set(listed)].sort()).toEqual(all.sort());
});

/** Answers to an id or key that leads nowhere. A row that gets one tests nothing. */
const LEADS_NOWHERE = (
  [
    'error.old-button',
    'error.run-again',
    'shop.again',
    'deals.again',
    'my-shops.again',
    'deals.pick',
    'watch.none',
    'watch.no-undo',
    'watch.undo-gone',
    'watch.form-gone',
    'alert.nothing-to-undo',
    'alert.choose-from-menu',
    'feed.error.unknown',
    'feed.error.gone',
    'feed.error.too-late',
  ] as const
).map((key) => ENGLISH.say(key));

/** Writes commands as before Discord assigned their ids. */
const unmentioned = (text: string) => text.replace(/<(\/[a-z -]+):\d+>/g, '`$1`');

/** Returns the keys of changed, removed and new settings. */
const changesOf = (before: Settings, after: Settings) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));

test.each(
  [...COMMANDS, ...CONTROLS].map((row) => ({ ...row, name: `${row.act}${row.chosen ?? ''}${row.note ?? ''}` })),
)('$name changes the $stake for $may only', async (row) => {
  const { stake, may } = row;
  let made = await make(town, row);
  const changed: Who[] = [];
  // Permitted users come last, because their removal deletes the subscription.
  const everybody = peopleFor(stake).toSorted((a, b) => Number(may.includes(a)) - Number(may.includes(b)));
  const last = everybody.at(-1);
  for (const who of everybody) {
    const before = town.settings();
    const answer = await act(town, who, row, made);
    const after = town.settings();
    const isChanged = changesOf(town.atStake(stake, before), town.atStake(stake, after)).length > 0;
    if (isChanged) changed.push(who);
    // Existing settings of others stay unchanged, and of the owner's watches only the tested one changes.
    const others = changesOf(before, after).filter((key) => before.has(key) && !key.endsWith(made.id));
    const isOwn = (key: string) =>
      key.startsWith('people:') || who !== 'owner' ? town.isOf(who, key, before) : row.act === '/watch forget';
    expect(
      others.filter((key) => !isOwn(key)),
      who,
    ).toEqual([]);
    if (who === entitled(stake)) expect(LEADS_NOWHERE).not.toContain(unmentioned(answer ?? ''));
    const named = `${row.act} ${row.chosen ?? ''} ${Object.values(row.options?.(made) ?? {})}`;
    const isOfWatch = stake === 'watch' && (/WATCH/.test(named) || named.includes(made.id));
    if (isOfWatch && who !== 'owner') expect(answer ?? '', who).not.toContain('Slime');
    const isOutside = who === 'moderator elsewhere' || who === 'not in the server';
    if (stake === 'feed' && isOutside) expect(answer ?? '', who).not.toContain(town.market.id);
    if (isChanged && who !== last) made = await make(town, row);
  }
  expect(changed.sort()).toEqual([...may].sort());
});
