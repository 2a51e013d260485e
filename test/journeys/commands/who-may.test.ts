import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { REST } from 'discord.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { messageFlags } from '../../../src/sandbox/discord/numbers.ts';
import type { OptionValues } from '../../../src/sandbox/discord/people/command-call.ts';
import { Refusal } from '../../../src/sandbox/discord/people/refusal.ts';
import type { Channel, Message, User } from '../../../src/sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot, people of the local Discord, and controls that name what is another's, as a forger would send them. */

type Who = 'owner' | 'member' | 'moderator here' | 'moderator elsewhere' | 'not in the server';

const EVERYBODY: readonly Who[] = ['owner', 'member', 'moderator here', 'moderator elsewhere', 'not in the server'];

/** A thing of another's that is at stake: a person's watch, a server's feed. */
type Stake = 'watch' | 'feed';

/** Who may change it in the end. `values`: of a menu. */
interface Row {
  readonly act: string;
  readonly stake: Stake;
  readonly may: readonly Who[];
  readonly values?: OptionValues | readonly string[];
  /** A form, which nobody can send who has not opened it: pressed as a button, it is answered by nobody. */
  readonly isSilent?: true;
}

const OWNER: readonly Who[] = ['owner'];
const MODERATOR: readonly Who[] = ['moderator here'];
const NOBODY: readonly Who[] = [];

/** `WATCH`, `FEED`: their ids. */
const COMMANDS: readonly Row[] = [
  { act: '/watch edit', stake: 'watch', may: OWNER, values: { watch: 'WATCH', cooldown: 7 } },
  { act: '/watch pause', stake: 'watch', may: OWNER, values: { watch: 'WATCH' } },
  { act: '/watch remove', stake: 'watch', may: OWNER, values: { watch: 'WATCH' } },
  { act: '/watch explain', stake: 'watch', may: NOBODY, values: { watch: 'WATCH' } },
  { act: '/watch forget', stake: 'watch', may: OWNER },
  { act: '/feed edit', stake: 'feed', may: MODERATOR, values: { feed: 'FEED', 'min-value': 7 } },
  { act: '/feed pause', stake: 'feed', may: MODERATOR, values: { feed: 'FEED' } },
  { act: '/feed remove', stake: 'feed', may: MODERATOR, values: { feed: 'FEED' } },
  { act: '/feed test', stake: 'feed', may: NOBODY, values: { feed: 'FEED' } },
];

/** Buttons, menus and forms, by what their custom ids begin with. All that there are must stand here. */
const CONTROLS: readonly Row[] = [
  { act: 'watch:stop:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:snooze:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:keep:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:menu:', stake: 'watch', may: OWNER, values: ['stop:WATCH'] },
  { act: 'watch:pause:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:remove:WATCH', stake: 'watch', may: OWNER },
  { act: 'watch:resume:WATCH', stake: 'watch', may: NOBODY },
  { act: 'watch:explain:WATCH', stake: 'watch', may: NOBODY },
  { act: 'watch:choose:', stake: 'watch', may: NOBODY, values: ['WATCH'] },
  { act: 'watch:list:', stake: 'watch', may: NOBODY },
  { act: 'watch:shops:WATCH', stake: 'watch', may: NOBODY },
  { act: 'watch:undo:KEY', stake: 'watch', may: NOBODY },
  { act: 'watch:restore:KEY', stake: 'watch', may: NOBODY },
  { act: 'watch:add:KEY', stake: 'watch', may: NOBODY },
  { act: 'feed:pause:FEED', stake: 'feed', may: MODERATOR },
  { act: 'feed:remove:FEED', stake: 'feed', may: MODERATOR },
  { act: 'feed:resume:FEED', stake: 'feed', may: NOBODY },
  { act: 'feed:sample:FEED', stake: 'feed', may: NOBODY },
  { act: 'feed:restore:KEY', stake: 'feed', may: NOBODY },
  { act: 'feed:choose:0', stake: 'feed', may: NOBODY, values: ['FEED'] },
  { act: 'feed:setup:', stake: 'feed', may: NOBODY },
  { act: 'feed:form:', stake: 'feed', may: NOBODY, isSilent: true },
  ...['page:KEY:0', 'jump:KEY', 'sort:KEY', 'empty:KEY', 'item:SLIME_BLOCK', 'watch:KEY', 'history:KEY'].map(
    (rest): Row => ({ act: `shop:${rest}`, stake: 'watch', may: NOBODY }),
  ),
  ...['page:KEY:0', 'jump:KEY', 'watch:KEY'].map(
    (rest): Row => ({ act: `deals:${rest}`, stake: 'watch', may: NOBODY }),
  ),
  { act: 'price:days:7:SLIME_BLOCK', stake: 'watch', may: NOBODY },
  { act: 'painting-banned:page:0', stake: 'feed', may: NOBODY },
  { act: 'help:more:', stake: 'feed', may: NOBODY, values: ['none'] },
];

/** Under alerts. */
const ALERT = /^watch:(?:stop|snooze|keep|menu|restore|shops):/;

let world: World;
let rest: REST;
let people: Readonly<Record<Who, User>>;
let places: Readonly<Record<Who, Channel>>;

beforeAll(async () => {
  world = await openWorld({ shops: 60, discord: { messagesPer5s: 10_000 } });
  const { world: discord } = world.discord;
  world.economy.list({ type: 'SELLING', price: 1, remaining: 64, item: { type: 'SLIME_BLOCK' } });
  const elsewhere = discord.addGuild({ name: 'Elsewhere', channels: [{ name: 'theirs' }] });
  const [theirs] = [...elsewhere.channels.values()].filter(({ name }) => name === 'theirs');
  if (!theirs) throw new Error('no channel');
  const other = (name: string) => discord.addUser({ name, installed: true });
  people = {
    owner: world.player,
    member: other('Member'),
    'moderator here': world.mod,
    'moderator elsewhere': other('Moderator elsewhere'),
    'not in the server': other('Stranger'),
  };
  discord.addMember(world.guild, people.member);
  discord.addMember(elsewhere, people['moderator elsewhere'], ['ManageChannels', 'Administrator']);
  const market = world.channel('market');
  places = {
    owner: market,
    member: market,
    'moderator here': market,
    'moderator elsewhere': theirs,
    'not in the server': discord.dmChannel(people['not in the server']),
  };
  await world.startBot({ WATCHES_PER_USER: '1000', FEEDS_PER_GUILD: '1000' });
  rest = new REST({ api: world.discord.url, offset: 0 }).setToken(world.discord.token);
});
afterAll(() => world.close());

/** The settings as they stand in the file: every feed and watch, by id. */
function settings(): ReadonlyMap<string, string> {
  const db = new DatabaseSync(join(world.folder, 'crier.sqlite'), { readOnly: true });
  const rows = db.prepare("SELECT key, value FROM keyv WHERE namespace IN ('feeds', 'watches')").all();
  db.close();
  return new Map(rows.map(({ key, value }) => [String(key), String(value)]));
}

const as = (who: Who) => world.discord.as(people[who]).in(places[who]);

/** The id of a new watch of the owner's, or feed of the server. */
async function makeStake(stake: Stake): Promise<string> {
  const before = settings();
  if (stake === 'watch') {
    const watch = { item: 'Slime Block', trigger: 'auctioned', price: before.size + 1, expires: 1 };
    await as('owner').run('/watch add', watch).reply(20_000);
  } else {
    await as('moderator here')
      .run('/feed add', { kind: 'auctions', 'min-value': before.size + 1 })
      .reply(20_000);
  }
  const [key = ''] = [...settings().keys()].filter((one) => !before.has(one));
  return key.slice(key.lastIndexOf(':') + 1);
}

const fill = (text: string, id: string) => text.replace(/WATCH|FEED/, id).replace('KEY', 'abcdefgh');

async function messageWith(who: Who, customId: string, values?: readonly string[]): Promise<Message> {
  const control =
    values === undefined
      ? { type: 2, style: 2, label: 'forged', custom_id: customId }
      : { type: 3, custom_id: customId, options: values.map((value) => ({ label: 'forged', value })) };
  const place = places[who];
  const row = { type: 1, components: [control] };
  // An alert has a content; every answer is laid out in components.
  const body = ALERT.test(customId)
    ? { content: 'forged', components: [row] }
    : { flags: messageFlags.componentsV2, components: [{ type: 10, content: 'forged' }, row] };
  const { id } = (await rest.post(`/channels/${place.id}/messages`, { body })) as { id: string };
  const message = world.discord.messages(place).find((one) => one.id === id);
  if (!message) throw new Error('the message was not posted');
  return message;
}

/** Does it, and gives what Crier says; empty where it opens a form; null where Discord does not let them. */
async function act(who: Who, { act: what, values }: Row, id: string): Promise<string | null> {
  try {
    if (what.startsWith('/')) {
      const filled = Object.entries((values ?? {}) as OptionValues).map(([name, value]) => [
        name,
        typeof value === 'string' ? fill(value, id) : value,
      ]);
      return textOf(await as(who).run(what, Object.fromEntries(filled)).reply(20_000));
    }
    const chosen = Array.isArray(values) ? (values as readonly string[]).map((value) => fill(value, id)) : undefined;
    const customId = fill(what, id);
    const message = await messageWith(who, customId, chosen);
    const answer = chosen === undefined ? as(who).press(message, customId) : as(who).select(message, customId, chosen);
    const { type } = await answer.callback;
    // In the place of the message, or in one of its own.
    return type === 9 ? '' : textOf(await Promise.any([answer.reply(20_000), answer.followUp(1, 20_000)]));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

test('every button, menu and form stands in the table', () => {
  const all = commands.flatMap(({ definition: { name }, ...command }) =>
    Object.keys(('actions' in command && command.actions) || {}).map((action) => `${name}:${action}`),
  );
  const listed = CONTROLS.map(({ act: what }) => what.split(':').slice(0, 2).join(':'));
  expect([...new Set(listed)].sort()).toEqual(all.sort());
});

test.each([...COMMANDS, ...CONTROLS.filter(({ isSilent }) => !isSilent)])(
  '$act changes the $stake for $may alone',
  async (row) => {
    let id = await makeStake(row.stake);
    const changed: Who[] = [];
    // Whoever may comes last: what they remove is gone.
    for (const who of EVERYBODY.toSorted((a, b) => Number(row.may.includes(a)) - Number(row.may.includes(b)))) {
      const before = settings();
      const said = await act(who, row, id);
      const after = settings();
      const others = [...before].filter(([key]) => !key.endsWith(id));
      const isTheirs = row.act === '/watch forget' && who === 'owner';
      // Nothing else is touched, and nobody gets a feed or watch by this but in their own name.
      for (const [key, value] of others) if (!isTheirs) expect(after.get(key), `${who}: ${key}`).toBe(value);
      const [key = ''] = [...before.keys()].filter((one) => one.endsWith(id));
      if (after.get(key) !== before.get(key)) changed.push(who);
      const isPrivate = row.stake === 'watch' && row.act.includes('WATCH') && who !== 'owner';
      if (isPrivate && said !== null) expect(said, who).not.toContain('Slime');
      if (after.get(key) === undefined) id = await makeStake(row.stake);
    }
    expect(changed.sort()).toEqual([...row.may].sort());
  },
);
