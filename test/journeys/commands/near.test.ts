import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OptionValues } from '../../../sandbox/discord/people/command-call.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const LANDMARKS = `name,x,z,world
Market Waystone,1000,0,world
Nether Hub,125,0,world_nether
Spawn,0,0,world
Spawn,5000,5000,world
**@everyone**,-300,-300,world
Plaza,900,900,
`;

/** The next snapshot and all its alerts arrive within this time. */
const NEXT_SNAPSHOT_MS = 80_000;

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crier-landmarks-'));
  const file = join(folder, 'landmarks.csv');
  await writeFile(file, LANDMARKS);
  world = await openWorld({ shops: 0, environment: { LANDMARKS: file, SHOPS_REFRESH_SECONDS: '60' } });
  const slime = { type: 'SELLING', owner: ADA, remaining: 64, item: { type: 'SLIME_BLOCK' } };
  const at = (x: number, price: number, name = 'world') =>
    world.economy.list({ ...slime, price, location: { x, y: 64, z: 0, world: name } });
  at(1010, 9);
  at(3000, 2);
  // A Nether block is eight blocks of the Overworld: 1016, so 16 blocks from the waystone.
  at(127, 5, 'world_nether');
  await world.startBot();
});
afterAll(async () => {
  expect(world.discord.violations).toEqual([]);
  await world.close();
  await rm(folder, { recursive: true });
});

const ask = (line: string, values: OptionValues = {}) => world.ask(world.mod, 'market', line, values);
const answerTo = async (line: string, values: OptionValues = {}) => (await ask(line, values)).text;
const actor = () => world.discord.as(world.mod).in(world.channel('market'));
const controlsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).filter(({ custom_id: id }) => String(id ?? '').startsWith('guess:'));
const choose = async (line: string, option: string, typed: string) => {
  const [choice] = await actor().autocomplete(line, option, typed);
  return String(choice?.value);
};

describe('the option near', () => {
  test('knows the landmarks soon after the start', async () => {
    await expect.poll(() => actor().autocomplete('/shop', 'near', 'Nether')).toHaveLength(1);
  });

  test.each(['/shop', '/deals', '/feed add', '/feed edit', '/watch add', '/watch edit'])(
    'suggests landmarks in %s, those of one name by their places',
    async (line) => {
      const choices = (typed: string) => actor().autocomplete(line, 'near', typed);
      expect(await choices('MARK')).toEqual([{ name: 'Market Waystone', value: 'Market Waystone' }]);
      expect((await choices('spawn')).map(({ value }) => value)).toEqual([
        'Spawn (0 0 world)',
        'Spawn (5000 5000 world)',
      ]);
    },
  );

  test.each<[string, OptionValues]>([
    ['/shop', { item: 'Slime Block' }],
    ['/deals', {}],
    ['/feed add', { kind: 'trades' }],
    ['/watch add', { item: 'Slime Block', trigger: 'listed' }],
  ])('with an unknown name is refused by %s, with the nearest names as buttons', async (line, values) => {
    const { answer, message, text } = await ask(line, { ...values, near: 'market waystome' });
    expect(text).toBe('No landmark is called “market waystome”. Did you mean one of these?');
    expect(answer.ephemeral).toBe(true);
    const [button] = controlsOf(message);
    expect(button?.label).toBe('Market Waystone');
    const shown = await actor().press(message, String(button?.custom_id)).reply();
    expect(textOf(shown)).not.toContain('No landmark');
  });

  test('with a typo in the name of several landmarks offers each of them', async () => {
    const { message, text } = await ask('/shop', { item: 'Slime Block', near: 'spwan' });
    expect(text).toBe('No landmark is called “spwan”. Did you mean one of these?');
    expect(controlsOf(message).map(({ label }) => label)).toEqual(['Spawn (0 0 world)', 'Spawn (5000 5000 world)']);
  });

  test('excludes coordinates, and asks back for several landmarks of one name', async () => {
    const near = (name: string, more: OptionValues = {}) => ask('/shop', { item: 'Slime Block', near: name, ...more });
    expect((await near('Spawn', { x: 1, z: 2 })).text).toBe('Give either `near` or `x` and `z`, not both.');
    expect((await near('qqqzzz')).text).toBe(
      'No landmark is called “qqqzzz”. Pick one from the list that opens while you type.',
    );
    const { message, text } = await near('spawn');
    expect(text).toBe('Several landmarks are called “spawn”. Which one do you mean?');
    expect(controlsOf(message).map(({ label }) => label)).toEqual(['Spawn (0 0 world)', 'Spawn (5000 5000 world)']);
    const shown = await actor()
      .press(message, String(controlsOf(message)[1]?.custom_id))
      .reply();
    expect(textOf(shown)).toContain('Distances from Spawn.');
  });
});

describe('/shop near', () => {
  test('measures distances from the landmark, also through a portal, and still puts the best price first', async () => {
    const text = await answerTo('/shop', { item: 'Slime Block', near: 'market waystone' });
    expect(text).toMatch(/2,000 blocks E of[\s\S]*16 blocks \(2 in the Nether\)[\s\S]*10 blocks/);
    expect(text).toMatch(/`1010 64 0` world · Ada · 10 blocks E of Market Waystone/);
    expect(text).toContain('Distances from Market Waystone. Add `within` to leave out shops further away.');
  });

  test('sorts by distance, and with within leaves out other shops', async () => {
    const near = (more: OptionValues) => answerTo('/shop', { item: 'Slime Block', near: 'Market Waystone', ...more });
    expect(await near({ sort: 'distance' })).toMatch(/10 blocks[\s\S]*16 blocks[\s\S]*2,000 blocks/);
    const text = await near({ within: 50 });
    expect(text).toContain('within 50 blocks of Market Waystone');
    expect(text).not.toContain('2,000 blocks');
    expect(text).toMatch(/16 blocks[\s\S]*10 blocks/);
  });

  test('locates the landmark in its own world, whatever world the shops are in', async () => {
    const text = await answerTo('/shop', { item: 'Slime Block', near: 'Nether Hub', world: 'world_nether' });
    expect(text).toContain('2 blocks');
    const elsewhere = await answerTo('/shop', { item: 'Slime Block', near: 'Market Waystone', world: 'world_nether' });
    expect(elsewhere).toContain('16 blocks (2 in the Nether)');
  });

  test('says no distance from a landmark without a world to a shop in another Overworld', async () => {
    const item = { type: 'DIAMOND' };
    for (const name of ['world', 'resource']) {
      const location = { x: 905, y: 64, z: 905, world: name };
      world.economy.list({ type: 'SELLING', owner: ADA, remaining: 9, price: 7, item, location });
    }
    await world.skip(NEXT_SNAPSHOT_MS);
    const near = (more: OptionValues = {}) => answerTo('/shop', { item: 'Diamond', near: 'Plaza', ...more });
    await expect.poll(() => near()).toMatch(/`905 64 905` world · Ada · 7 blocks SE of Plaza/);
    expect(await near()).toContain('`905 64 905` resource · Ada · in another world\n');
    const around = await near({ within: 50 });
    expect(around).toContain('`905 64 905` world');
    expect(around).not.toContain('resource');
  });

  test('shows a name with markup as plain text', async () => {
    const text = await answerTo('/shop', { item: 'Slime Block', near: '**@everyone**' });
    expect(text).toContain('Distances from \\*\\*@\u200beveryone\\*\\*.');
  });
});

test('/deals sorts by distance from a landmark', async () => {
  expect(await answerTo('/deals', { sort: 'distance' })).toContain('To sort by distance I need to know where you are');
  expect(await answerTo('/deals', { sort: 'distance', near: 'Nether Hub' })).toContain('### Deals');
});

describe('a feed near a landmark', () => {
  test('has 200 blocks if no distance is given, and takes another landmark, coordinates or none', async () => {
    const added = await answerTo('/feed add', { kind: 'listings', near: 'Market Waystone' });
    expect(added).toContain('New shops, within 200 blocks of Market Waystone');
    const feed = await choose('/feed edit', 'feed', 'New shops');
    const edit = (values: OptionValues) => answerTo('/feed edit', { feed, ...values });
    expect(await edit({ within: 20 })).toContain('New shops, within 20 blocks of Market Waystone');
    expect(await edit({ near: 'Nether Hub' })).toContain('New shops, within 20 blocks of Nether Hub');
    expect(await edit({ x: 5 })).toContain('`z` is missing: give `x` and `z` together.');
    expect(await edit({ x: 5, z: 6 })).toContain('New shops, within 20 blocks of `5 6` in the Overworld');
    expect(await edit({ near: 'Nether Hub', x: 5 })).toContain('not both');
    expect(await edit({ near: 'market waystone' })).toContain('within 20 blocks of Market Waystone');
    expect(await edit({ kind: 'auctions' })).toContain('can never match: `near`. Take `near` away with `clear`.');
    const cleared = await edit({ clear: 'near', style: 'compact' });
    expect(cleared).toContain('New shops, compact');
    expect(cleared).not.toContain('blocks');
  });

  test('is refused for auctions, which have no place', async () => {
    expect(await answerTo('/feed add', { kind: 'auctions', near: 'Nether Hub' })).toContain(
      'can never match: `near`. Leave out `near`.',
    );
  });
});

describe('a watch near a landmark', () => {
  const exported = async () => {
    const { message } = await ask('/watch export');
    const file = JSON.parse(String(world.discord.attachment(message.attachments[0]?.url ?? '')));
    return { ...file, watches: file.watches.filter(({ price }: { price: unknown }) => price === 9) };
  };

  test('counts the shops there, and goes through its file unchanged', async () => {
    const watch = await answerTo('/watch add', {
      item: 'Slime Block',
      trigger: 'at-or-below',
      price: 9,
      near: 'market waystone',
    });
    expect(watch).toContain('within 200 blocks of Market Waystone');
    expect(watch).toContain('**2 shops** match');
    const file = await exported();
    const [saved] = file.watches;
    expect(saved.filter).toMatchObject({ x: 1000, z: 0, near: 'Market Waystone', nearWorld: 'world', within: 200 });
    await answerTo('/watch undo');
    const bring = (content: unknown) =>
      answerTo('/watch import', { file: { name: 'mine.json', content: JSON.stringify(content) } });
    expect(await bring(file)).toContain('1 watch added.');
    expect(await answerTo('/watch list')).toContain('within 200 blocks of Market Waystone');
    await answerTo('/watch undo');
    // A file written by hand may name the landmark alone.
    const { x: _x, z: _z, nearWorld: _world, within: _within, ...filter } = saved.filter;
    expect(await bring({ crier: 1, watches: [{ ...saved, filter }] })).toContain('1 watch added.');
    expect((await exported()).watches[0].filter).toEqual(saved.filter);
    const unknown = { crier: 1, watches: [{ ...saved, filter: { ...filter, near: 'Nowhere' } }] };
    expect(await bring(unknown)).toContain('No landmark is called “Nowhere”');
  });
});

test('a feed and a watch near a landmark announce the new shops there, and no others', async () => {
  await world.discord
    .as(world.mod)
    .in(world.channel('auctions'))
    .run('/feed add', { kind: 'listings', near: 'Nether Hub' })
    .reply();
  await ask('/watch add', { item: 'Beacon', trigger: 'listed', near: 'Nether Hub', within: 10, cooldown: 0 });
  const list = (x: number, price: number, name: string) =>
    world.economy.list({
      ...{ type: 'SELLING', owner: ADA, remaining: 3, price, item: { type: 'BEACON' } },
      location: { x, y: 70, z: 0, world: name },
    });
  list(5_000, 31, 'world');
  list(125, 32, 'world_the_end');
  list(125, 35, 'resource_nether');
  list(1_000, 36, 'resource');
  // Blocks of the Overworld count an eighth in the Nether: 1 block and 100 blocks away.
  list(1_008, 33, 'world');
  list(1_800, 34, 'world');
  await world.skip(NEXT_SNAPSHOT_MS);
  const post = await world.discord.findMessage(world.channel('auctions'), (one) => textOf(one).includes('34'));
  expect(textOf(post)).toContain('33');
  expect(textOf(post)).not.toMatch(/\b3[1256]\b/);
  const alert = await world.discord.findMessage(world.discord.world.dmChannel(world.mod), (one) =>
    textOf(one).includes('33'),
  );
  expect(textOf(alert)).not.toMatch(/\b3[12456]\b/);
});
