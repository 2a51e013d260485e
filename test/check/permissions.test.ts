import { REST } from 'discord.js';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { startDiscord } from '../../sandbox/discord/discord.ts';
import { serverError } from '../../sandbox/discord/rest/faults.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { bitsOf, permissionBits } from '../../sandbox/discord/world/permissions.ts';
import { formatFinding } from '../../src/check/finding.ts';
import { checkPermissions } from '../../src/check/permissions.ts';
import { propertyRuns } from '../property-runs.ts';
import { feed } from '../storage/sqlite/samples.ts';

async function openDiscord() {
  const discord = await startDiscord({ requestsPerSecond: 10_000 });
  onTestFinished(() => discord.close());
  const rest = new REST({ api: discord.url }).setToken(discord.token);
  const check = async (...channels: readonly Channel[]) => {
    const feeds = channels.map(({ id, guild }) => ({ ...feed, guildId: guild?.id ?? '', channelId: id }));
    const findings = await checkPermissions(rest, discord.world.bot.id, { feeds, paused: new Set() });
    return findings.map((finding) => finding.message);
  };
  /** Adds a server with a channel and a thread. */
  const addTown = () => {
    const guild = discord.world.addGuild({ name: 'Town' });
    const channel = discord.world.addChannel(guild, { name: 'market' });
    const thread = discord.world.addChannel(guild, { name: 'haggling', type: 'thread', parent: channel });
    return { guild, channel, thread };
  };
  return { discord, check, addTown };
}

const NEEDED = {
  channel: [
    ['View Channel', permissionBits.ViewChannel],
    ['Send Messages', permissionBits.SendMessages],
    ['Embed Links', permissionBits.EmbedLinks],
  ],
  thread: [
    ['View Channel', permissionBits.ViewChannel],
    ['Send Messages in Threads', permissionBits.SendMessagesInThreads],
    ['Embed Links', permissionBits.EmbedLinks],
  ],
} as const;

/** ViewChannel is missing here, because Discord does not report hidden channels at all. */
const DENIABLE = ['SendMessages', 'SendMessagesInThreads', 'EmbedLinks'] as const;

test('missing permissions in a channel and its threads match Discord’s own rule for any overwrites', async () => {
  const { discord, check, addTown } = await openDiscord();
  const bits = fc.subarray([...DENIABLE]).map((names) => bitsOf(names));
  const sides = fc.record({ allow: bits, deny: bits });
  await fc.assert(
    fc.asyncProperty(fc.tuple(sides, sides, sides, sides), async ([everyone, own, other, member]) => {
      const { guild, channel, thread } = addTown();
      const role = guild.roles.find(({ botId }) => botId === discord.world.bot.id);
      channel.overwrites.push(
        { kind: 'role', id: guild.id, ...everyone },
        { kind: 'role', id: role?.id ?? '', ...own },
        { kind: 'role', id: '1', ...other },
        { kind: 'member', id: discord.world.bot.id, ...member },
      );
      const mine = discord.world.permissionsOf(discord.world.bot, channel);
      const lines = await check(channel, thread);
      for (const [{ name }, needed] of [[channel, NEEDED.channel] as const, [thread, NEEDED.thread] as const]) {
        const line = lines.find((one) => one.startsWith(`in #${name} of Town Crier lacks `)) ?? '';
        const named = needed.filter(([permission]) => new RegExp(`${permission}(?:,| and |\\.)`).test(line));
        expect(named).toEqual(needed.filter(([, flag]) => (mine & flag) === 0n));
      }
    }),
    { numRuns: propertyRuns(0.3) },
  );
});

test('a channel without Attach Files passes: its posts come without pictures', async () => {
  const { discord, check, addTown } = await openDiscord();
  const { guild, channel, thread } = addTown();
  discord.denyBot(channel, 'AttachFiles');
  expect(await check(channel, thread)).toEqual([
    'Crier may post in 2 of 2 channels with feeds. Pictures of paintings are left out in #market of Town and #haggling of Town: give its role the permission Attach Files there.',
  ]);
  const many = Array.from({ length: 7 }, (_, n) =>
    discord.world.addChannel(guild, { name: `c${n}`, deniesBot: ['AttachFiles'] }),
  );
  expect((await check(...many)).join()).toContain('#c4 of Town, and 2 more: give its role');
  discord.denyBot(channel, 'SendMessages');
  expect(await check(channel)).toEqual([
    'in #market of Town Crier lacks Send Messages and Attach Files. Give its role the permission in the channel’s settings.',
  ]);
});

test('a deleted channel, a hidden channel and a channel that Discord does not report are each named', async () => {
  const { discord, check, addTown } = await openDiscord();
  const { guild, channel, thread } = addTown();
  const hidden = discord.world.addChannel(guild, { name: 'staff', deniesBot: ['ViewChannel'] });
  discord.world.removeChannel(thread);
  discord.fail({ path: `/channels/${channel.id}` }, serverError(), { times: 5 });
  expect(await check(thread, hidden, channel)).toEqual([
    `the channel ${thread.id} was deleted. Remove its feeds with /feed remove; they cause no harm until then.`,
    `Crier does not see the channel ${hidden.id}. Allow its role View Channel there, or invite Crier to that server again.`,
    expect.stringMatching(/^Discord does not answer for the channel \d+ \(.+\)\. Try again\.$/),
  ]);
});

test('a bot with many channels checks a sample, and counts the rest', async () => {
  const { discord, check, addTown } = await openDiscord();
  const { guild } = addTown();
  const many = Array.from({ length: 103 }, (_, n) => discord.world.addChannel(guild, { name: `c${n}` }));
  expect(await check(...many)).toEqual(['Crier may post in 100 of 100 channels with feeds. There are 3 more.']);
});

test('a channel name with control characters starts no line and sends no terminal command', () => {
  const message = formatFinding({
    label: 'Permissions',
    isWell: false,
    message: 'in #a\u001b[2J\u202eb of Town\nand more',
  });
  expect(message).toBe('✗ Permissions: in #a[2Jb of Town\n  and more');
});
