import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '../../src/sandbox/discord/rest/faults.ts';
import type { Channel } from '../../src/sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over HTTP to the local Discord, which refuses by these codes. */

let world: World;
let bids = 4_400;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  await world.startBot();
});
afterAll(() => world.close());

/** An auction at a price of its own. */
function auction(): string {
  bids += 1;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bids });
  return `${bids.toLocaleString('en-US')} diamonds`;
}

const told = (channel: Channel) => world.discord.messages(channel).map(textOf).join('\n');
const postsTo = ({ id }: Channel) =>
  world.discord.requests.filter(({ method, path }) => method === 'POST' && path === `/channels/${id}/messages`).length;
const messagesOf = ({ id }: Channel) => ({ method: 'POST', path: `/channels/${id}/messages` });

const CHANNEL_CODES = [10003, 10004, 50001, 50013, 50083, 160005] as const;

test.each(CHANNEL_CODES)(
  'fault 44: the feed is paused at once, its maker is told once, and resume starts it again (%i)',
  async (code) => {
    const channel = world.discord.world.addChannel(world.guild, { name: `to-${code}` });
    const maker = world.discord.world.addUser({ name: `Maker of ${code}` });
    world.discord.world.addMember(world.guild, maker, ['ManageChannels']);
    const there = world.discord.as(maker).in(channel);
    await there.run('/feed add', { kind: 'auctions' }).reply(20_000);
    const before = postsTo(channel);
    world.discord.fail(messagesOf(channel), refused(code));
    const missed = auction();
    const dm = world.discord.world.dmChannel(maker);
    const word = await world.discord.findMessage(dm, () => true, { timeoutMs: 10_000 });
    expect(textOf(word)).toContain(`<#${channel.id}>`);

    auction();
    const list = () => there.run('/feed list').reply(20_000).then(textOf);
    expect(await list()).toMatch(/⏸ Discord refused me <t:\d+:R>, so I stopped the feeds here/);
    const [choice] = await there.autocomplete('/feed resume', 'feed', '');
    await there.run('/feed resume', { feed: String(choice?.value) }).reply(20_000);
    const next = auction();
    await expect.poll(() => told(channel), { timeout: 10_000 }).toContain(next);
    expect(told(channel)).not.toContain(missed);
    expect(postsTo(channel)).toBe(before + 2);
    expect(world.discord.messages(dm)).toHaveLength(1);
    const [feed] = await there.autocomplete('/feed remove', 'feed', '');
    await there.run('/feed remove', { feed: String(feed?.value) }).reply(20_000);
  },
);

/** 50278 ends with the next command: see fault 87. */
const PERSON_CODES = [50007, 10013] as const;

test.each(PERSON_CODES)(
  'fault 45: a person’s watches are paused at once, and their next command says why (%i)',
  async (code) => {
    const person = world.discord.world.addUser({ name: `Person of ${code}` });
    world.discord.world.addMember(world.guild, person);
    const ask = (line: string, values = {}) => world.ask(person, 'market', line, values);
    await ask('/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
    const dm = world.discord.world.dmChannel(person);
    const refusal = world.discord.fail(messagesOf(dm), refused(code));
    auction();
    await expect.poll(() => refusal.happened, { timeout: 10_000 }).toBe(1);
    await expect.poll(async () => (await ask('/watch list')).text).toContain('All are paused');
    auction();
    const { answer } = await ask('/health');
    expect(textOf(await answer.followUp())).toContain('Your watches are paused');
    expect(postsTo(dm)).toBe(1);

    const [choice] = await world.discord.as(person).inDm().autocomplete('/watch resume', 'watch', '');
    await world.ask(person, null, '/watch resume', { watch: String(choice?.value) });
    const next = auction();
    await expect.poll(() => told(dm), { timeout: 10_000 }).toContain(next);
    await world.ask(person, null, '/watch forget');
  },
);
