import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimited, refused } from '../../../sandbox/discord/rest/faults.ts';
import { withDescendants } from '../../../sandbox/discord/rules/component-rules.ts';
import type { Message } from '../../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

const ADA = { name: 'Ada', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };
const PLACE = { x: 1, y: 64, z: -3, world: 'world' };

let world: World;
let shopId: number;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  const item = { type: 'SLIME_BLOCK', quantity: 4 };
  shopId = world.economy.list({ type: 'SELLING', owner: ADA, price: 1, remaining: 6400, item, location: PLACE }).id;
  await world.startBot();
});
afterAll(() => world.close());

const seen = new Set<string>();

const customIdsOf = ({ components }: Message) =>
  components.flatMap(withDescendants).flatMap(({ custom_id: id }) => (id === undefined ? [] : [String(id)]));

// Error 30046 is a 429, with or without a retry time.
test.each([
  ['refuses', refused(30046)],
  ['rate-limits', rateLimited({ scope: 'user', retryAfterSeconds: 600 })],
])('an edit of an old alert that Discord %s is reported to the user who pressed, and nobody else', async (_, fault) => {
  const dm = world.discord.world.dmChannel(world.player);
  const player = world.discord.as(world.player).inDm();
  await world.ask(world.player, null, '/watch add', { item: 'Slime Block', trigger: 'traded', cooldown: 0 });
  world.economy.buy(shopId, 15);
  const alert = await world.discord.findMessage(
    dm,
    (one) => textOf(one).includes('60 × Slime Block: bought') && !one.content.includes('Stopped') && !seen.has(one.id),
  );
  seen.add(alert.id);
  const stop = customIdsOf(alert).find((id) => id.startsWith('watch:stop:')) ?? '';
  world.discord.fail({ method: 'PATCH', path: /\/messages\/@original$/ }, fault);
  const reply = await player.press(alert, stop).followUp();
  expect(textOf(reply)).toBe('Stopped: **Slime Block** · Traded at a shop');
  expect(customIdsOf(reply)).toEqual([expect.stringMatching(/^watch:restore:/)]);
  expect(alert.content).not.toContain('Stopped');
});

test('a page turn that Discord rate-limits is reported to the user who turned it', async () => {
  const { message } = await world.ask(world.player, 'market', '/deals');
  const page = { type: 2, id: 2, style: 2, label: 'Next', custom_id: 'painting-banned:page:0' };
  message.components = [{ type: 1, id: 1, components: [page] }];
  const fault = rateLimited({ scope: 'user', retryAfterSeconds: 600 });
  world.discord.fail({ method: 'PATCH', path: /\/messages\/@original$/ }, fault);
  const player = world.discord.as(world.player).in(world.channel('market'));
  const reply = await player.press(message, page.custom_id).followUp();
  expect(textOf(reply)).toMatch(/^Sorry, Discord did not take my answer/);
});
