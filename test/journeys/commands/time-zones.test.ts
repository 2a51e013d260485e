import { afterAll, beforeAll, expect, test } from 'vitest';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { checkRequests, missingDescription } from '../../sandbox/discord/openapi.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** Stands on: the real bot in this process, over sockets to the simulated service and the local Discord. */

const NIGHT = { from: '22:00', to: '07:00' };

let world: World;
beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  await world.startBot();
});
afterAll(async () => {
  if (!missingDescription) expect(checkRequests(world.discord)).toEqual([]);
  await world.close();
});

const buttonsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));
const quiet = (timezone: string) => world.ask(world.player, null, '/watch quiet', { ...NIGHT, timezone });
const player = () => world.discord.as(world.player).inDm();

test('fault 88: /watch quiet asks about BST, saves nothing, and its button saves Europe/London', async () => {
  const { message, text } = await quiet('BST');
  expect(text).toMatch(
    /^I’m not sure which time zone “BST” is\. Did you mean \*\*Europe\/London\*\* \(now \d\d:\d\d\) or /,
  );
  expect((await world.ask(world.player, null, '/watch list')).text).not.toContain('Quiet hours');
  const [london = ''] = buttonsOf(message);
  const saved = textOf(await player().press(message, london).reply());
  expect(saved).toContain('Quiet hours: 22:00–07:00 (Europe/London)');
  expect(saved).toMatch(/In Europe\/London it is \d\d:\d\d now\./);
});

test('/watch quiet finds the zone of a city, and shows the time there', async () => {
  const { text } = await quiet('são paulo');
  expect(text).toContain('22:00–07:00 (America/Sao_Paulo)');
  expect(text).toMatch(/In America\/Sao_Paulo it is \d\d:\d\d now\./);
});

test('/watch quiet accepts an offset, and notes that it ignores summer time', async () => {
  const { text } = await quiet('UTC+2');
  expect(text).toContain('22:00–07:00 (UTC+02:00)');
  expect(text).toContain('UTC+02:00 does not follow summer time.');
});

test('fault 88: /feed quiet asks about EST, and its button saves America/New_York', async () => {
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
  const mod = world.discord.as(world.mod).in(world.channel('market'));
  const [choice] = await mod.autocomplete('/feed quiet', 'feed', '');
  const given = {
    feed: String(choice?.value),
    from: '22:00',
    to: '07:00',
    timezone: 'EST',
  };
  const { message, text } = await world.ask(world.mod, 'market', '/feed quiet', given);
  expect(text).toContain('Did you mean **America/New_York**');
  const [newYork = ''] = buttonsOf(message);
  const saved = textOf(await mod.press(message, newYork).reply());
  expect(saved).toContain('quiet 22:00–07:00 (America/New_York)');
  expect(saved).toMatch(/In America\/New_York it is \d\d:\d\d now\./);
});
