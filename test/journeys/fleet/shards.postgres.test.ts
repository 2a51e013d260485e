import { expect, onTestFinished, test } from 'vitest';
import type { Guild } from '../../../sandbox/discord/world/entities.ts';
import { startTcpProxy } from '../../storage/postgres/tcp-proxy.ts';
import { textOf } from '../world/world.ts';
import type { Member } from './member.ts';
import { type Fleet, openFleet } from './open-fleet.ts';

const ENVIRONMENT = { SHARDS: '2', SHARDS_PER_PROCESS: '1' };

/** Returns the shards it has logged in so far. */
function shardsOf(member: Member): number[] {
  return [...member.log().matchAll(/"shards":\[(\d)\],"of":2,"msg":"Crier is ready"/g)].map((found) =>
    Number(found[1]),
  );
}

/** Adds a server on each of the two shards. */
function addGuilds({ world }: Fleet): readonly Guild[] {
  const guilds: Guild[] = [];
  while (guilds.length < 2) {
    world.discord.advance(1); // else the next id may be on the same shard for ever
    const guild = world.discord.world.addGuild({ name: 'Village', channels: [{ name: 'general' }] });
    world.discord.world.addMember(guild, world.player);
    if ((BigInt(guild.id) >> 22n) % 2n === BigInt(guilds.length)) guilds.push(guild);
  }
  return guilds;
}

function channelOf(guild: Guild) {
  const [channel] = guild.channels.values();
  if (!channel) throw new Error('no channel');
  return channel;
}

/**
 * Returns whether both processes uploaded one icon. The process that loses its database may have an upload in flight
 * when the other takes the first shard and lists the icons. Discord refuses the second one, and Crier uses the first.
 */
function isIconOfBoth(violation: string): boolean {
  return violation.includes('/emojis') && violation.includes('APPLICATION_EMOJI_NAME_ALREADY_TAKEN');
}

/** Waits until the servers of both shards get answers. */
async function expectAnswers({ world }: Fleet, guilds: readonly Guild[]): Promise<void> {
  for (const guild of guilds) {
    const answer = await world.discord.as(world.player).in(channelOf(guild)).run('/watch list').reply();
    expect(textOf(answer)).not.toBe('');
  }
}

test('two processes share the shards, and one takes over when the other loses its database or stops', async () => {
  const fleet = await openFleet({ shops: 5, environment: ENVIRONMENT, discord: { identifyIntervalMs: 5_000 } });
  const { world, url, start } = fleet;
  const guilds = addGuilds(fleet);
  const proxy = await startTcpProxy(url);
  onTestFinished(() => proxy.close());
  /**
   * An IDENTIFY waits for 5.5 s and a search for shards for 2 s. Steps are small, because an IDENTIFY may be in flight.
   */
  const inTime = (check: () => unknown) =>
    expect.poll(async () => {
      await world.skip(400);
      return check();
    });
  const [first, second] = await Promise.all([start(proxy.url(url)), start()]);
  await inTime(() => [...shardsOf(first), ...shardsOf(second)].toSorted()).toEqual([0, 1]);
  await expectAnswers(fleet, guilds);
  const greetings = () =>
    guilds.map(
      (guild) => world.discord.messages(channelOf(guild)).filter((one) => textOf(one).includes('I’m Crier')).length,
    );
  await inTime(greetings).toEqual([1, 1]);
  const ofCommands = world.discord.requests.filter(
    ({ method, path }) => method === 'PUT' && path.endsWith('/commands'),
  );
  expect(ofCommands).toHaveLength(1);

  proxy.refuse(true);
  proxy.cut();
  await inTime(() => shardsOf(second).toSorted()).toEqual([0, 1]);
  await expectAnswers(fleet, guilds);

  proxy.refuse(false);
  const before = shardsOf(first).length;
  expect(await second.stop()).toBe(0);
  await inTime(() => shardsOf(first).slice(before).toSorted()).toEqual([0, 1]);
  await expectAnswers(fleet, guilds);
  expect(await first.stop()).toBe(0);
  expect(greetings()).toEqual([1, 1]);
  expect(world.discord.violations.filter((one) => !isIconOfBoth(one))).toEqual([]);
});
