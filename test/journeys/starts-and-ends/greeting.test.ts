import { afterEach, expect, test } from 'vitest';
import { messageFlags } from '../../../sandbox/discord/numbers.ts';
import { refused } from '../../../sandbox/discord/rest/faults.ts';
import { openWorld, textOf, type World } from '../world/world.ts';

/** The longest wait of the greeting for the ids of the commands. */
const COMMANDS_MS = 10_000;

let world: World;
afterEach(() => world.close());

const greetingsIn = (channel: ReturnType<World['channel']>) =>
  world.discord
    .messages(channel)
    .filter((one) => textOf(one).includes('feed:setup:') || textOf(one).includes('I’m Crier'));

function joined(name: string, more: { readonly deniesBot?: readonly ['SendMessages'] } = {}) {
  const guild = world.discord.world.addGuild({
    name,
    channels: [{ name: 'rules', deniesBot: ['SendMessages'] }, { name: 'talk', type: 'voice' }, { name: 'general' }],
    ...more,
  });
  const channel = [...guild.channels.values()].find((one) => one.name === 'general');
  if (!channel) throw new Error('no channel');
  return { guild, channel };
}

test('each server is greeted once per invitation, even if Crier was offline then', async () => {
  world = await openWorld({ shops: 5 });
  const bot = await world.startBot();
  await expect.poll(() => greetingsIn(world.channel('lobby'))).toHaveLength(1);
  const meanwhile = joined('Village');
  await expect.poll(() => greetingsIn(meanwhile.channel)).toHaveLength(1);
  await bot.stop();
  const away = joined('Hamlet');
  await world.startBot();
  await expect.poll(() => greetingsIn(away.channel)).toHaveLength(1);
  world.discord.world.removeBot(meanwhile.guild);
  await world.skip(2_000);
  world.discord.world.inviteBot(meanwhile.guild);
  await expect.poll(() => greetingsIn(meanwhile.channel)).toHaveLength(2);
  expect(greetingsIn(world.channel('lobby'))).toHaveLength(1);
  expect(greetingsIn(away.channel)).toHaveLength(1);
  expect(world.discord.violations).toEqual([]);
});

test('while Discord rejects the registration of commands, a greeting names them without links', async () => {
  world = await openWorld({ shops: 5 });
  const rejection = refused(30_034, { status: 400 });
  world.discord.fail({ method: 'PUT', path: /\/commands$/ }, rejection, { times: Number.POSITIVE_INFINITY });
  const streaming = world.service.nextConnection();
  world.startAtOnce();
  await streaming;
  await world.skip(COMMANDS_MS);
  await expect.poll(() => greetingsIn(world.channel('lobby'))).toHaveLength(1);
  expect(textOf(greetingsIn(world.channel('lobby'))[0] ?? { content: '', embeds: [], components: [] })).not.toMatch(
    /<\/\w+/,
  );
});

test('a greeting is sent silently, because its push would be empty', async () => {
  world = await openWorld({ shops: 5 });
  await world.startBot();
  await expect.poll(() => greetingsIn(world.channel('lobby'))).toHaveLength(1);
  expect(greetingsIn(world.channel('lobby')).map(({ flags }) => flags & messageFlags.silent)).toEqual([
    messageFlags.silent,
  ]);
});
