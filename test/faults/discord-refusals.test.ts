import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fault, htmlPage, refused } from '../../sandbox/discord/rest/faults.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { openWorld, textOf, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot with the real discord.js, over HTTP to the local Discord, which refuses by these codes. */

let world: World;
let bids = 4_400;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  await world.startBot();
});
afterAll(() => world.close());

/** An auction with a unique price. */
function auction(): string {
  bids += 1;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bids });
  return `${bids.toLocaleString('en-US')} diamonds`;
}

const textOfChannel = (channel: Channel) => world.discord.messages(channel).map(textOf).join('\n');
const postsTo = ({ id }: Channel) =>
  world.discord.requests.filter(({ method, path }) => method === 'POST' && path === `/channels/${id}/messages`).length;
const messagesOf = ({ id }: Channel) => ({ method: 'POST', path: `/channels/${id}/messages` });

/** A code that comes with 404, and one that comes with 403. `test/discord/outcome.test.ts` covers all codes. */
const CHANNEL_CODES = [10003, 50013] as const;

test.each(CHANNEL_CODES)(
  'fault 44: a refused feed is paused at once, its maker notified once, and /feed resume restarts it (%i)',
  async (code) => {
    const channel = world.discord.world.addChannel(world.guild, { name: `to-${code}` });
    const maker = world.discord.world.addUser({ name: `Maker of ${code}` });
    world.discord.world.addMember(world.guild, maker, ['ManageChannels']);
    const there = world.discord.as(maker).in(channel);
    await there.run('/feed add', { kind: 'auctions' }).reply();
    const before = postsTo(channel);
    world.discord.fail(messagesOf(channel), refused(code));
    const missed = auction();
    const dm = world.discord.world.dmChannel(maker);
    const word = await world.discord.findMessage(dm, () => true);
    expect(textOf(word)).toContain(`<#${channel.id}>`);

    auction();
    const list = () => there.run('/feed list').reply().then(textOf);
    expect(await list()).toMatch(/⏸ The feeds here are stopped, because Discord refused a post <t:\d+:R>/);
    const [choice] = await there.autocomplete('/feed resume', 'feed', '');
    await there.run('/feed resume', { feed: String(choice?.value) }).reply();
    const next = auction();
    await expect.poll(() => textOfChannel(channel)).toContain(next);
    expect(textOfChannel(channel)).not.toContain(missed);
    expect(postsTo(channel)).toBe(before + 2);
    expect(world.discord.messages(dm)).toHaveLength(1);
    const [feed] = await there.autocomplete('/feed remove', 'feed', '');
    await there.run('/feed remove', { feed: String(feed?.value) }).reply();
  },
);

/** Without 50278: a pause for that code ends with the next command (fault 87). */
const PERSON_CODES = [50007] as const;

test.each(PERSON_CODES)(
  'fault 45: refused direct messages pause a user’s watches, and the next command says why (%i)',
  async (code) => {
    const person = world.discord.world.addUser({ name: `Person of ${code}` });
    world.discord.world.addMember(world.guild, person);
    const ask = (line: string, values = {}) => world.ask(person, 'market', line, values);
    await ask('/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
    const dm = world.discord.world.dmChannel(person);
    const refusal = world.discord.fail(messagesOf(dm), refused(code));
    auction();
    await expect.poll(() => refusal.hits).toBe(1);
    await expect.poll(async () => (await ask('/watch list')).text).toContain('All are paused');
    auction();
    const { answer } = await ask('/health');
    expect(textOf(await answer.followUp())).toContain('Your watches are paused');
    expect(postsTo(dm)).toBe(1);

    const [choice] = await world.discord.as(person).inDm().autocomplete('/watch resume', 'watch', '');
    await world.ask(person, null, '/watch resume', { watch: String(choice?.value) });
    const next = auction();
    await expect.poll(() => textOfChannel(dm)).toContain(next);
    await world.ask(person, null, '/watch forget');
  },
);

const always = { times: Number.POSITIVE_INFINITY };
const UNKNOWN: readonly (readonly [string, Fault, string])[] = [
  ['an unlisted code', refused(50_009), '(code 50009)'],
  ['a 404 with an unlisted code', refused(123_456, { status: 404 }), '(code 123456)'],
  ['a page without a code', htmlPage({ status: 403 }), '(no code)'],
];

test.each(UNKNOWN)(
  'fault 83: minutes of an unlisted refusal pause no feed, show in /feed list and lose nothing (%s)',
  async (name, fault, code) => {
    const channel = world.discord.world.addChannel(world.guild, { name: 'refused' });
    const maker = world.discord.world.addUser({ name: `Maker at ${name}` });
    world.discord.world.addMember(world.guild, maker, ['ManageChannels']);
    const there = world.discord.as(maker).in(channel);
    await there.run('/feed add', { kind: 'auctions' }).reply();
    const refusal = world.discord.fail(messagesOf(channel), fault, always);
    const first = auction();
    await expect.poll(() => refusal.hits).toBeGreaterThan(0);
    await world.skip(61_000);
    const later = auction();
    const list = () => there.run('/feed list').reply().then(textOf);
    await expect.poll(list).toContain(code);
    await world.skip(3 * 60_000);
    refusal.cancel();
    await world.skip(10 * 60_000);
    await expect.poll(() => textOfChannel(channel)).toContain(first);
    await expect.poll(() => textOfChannel(channel)).toContain(later);
    await expect.poll(list).not.toContain(code);
    expect(await list()).not.toContain('The feeds here are stopped');
    const [feed] = await there.autocomplete('/feed remove', 'feed', '');
    await there.run('/feed remove', { feed: String(feed?.value) }).reply();
  },
);

test('fault 83: other channels get their alerts while one is refused', async () => {
  const channels = ['shut', 'open'].map((name) => world.discord.world.addChannel(world.guild, { name }));
  const [closed, open] = channels;
  if (closed === undefined || open === undefined) throw new Error('no channels');
  for (const channel of channels)
    await world.discord.as(world.mod).in(channel).run('/feed add', { kind: 'auctions' }).reply();
  const refusal = world.discord.fail(messagesOf(closed), refused(50_009), always);
  const words = auction();
  await expect.poll(() => textOfChannel(open)).toContain(words);
  expect(textOfChannel(closed)).toBe('');
  refusal.cancel();
  await world.skip(30_000);
  await expect.poll(() => textOfChannel(closed)).toContain(words);
  for (const channel of channels) {
    const there = world.discord.as(world.mod).in(channel);
    const choices = await there.autocomplete('/feed remove', 'feed', `#${channel.name}`);
    const [choice] = choices.filter(({ name }) => String(name).includes(channel.name));
    await there.run('/feed remove', { feed: String(choice?.value) }).reply();
  }
});

test('fault 83: direct messages refused for an unlisted reason are retried, and the watch stays active', async () => {
  const reader = world.discord.world.addUser({ name: 'Reader' });
  world.discord.world.addMember(world.guild, reader);
  const ask = (line: string, values = {}) => world.ask(reader, 'market', line, values);
  await ask('/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const dm = world.discord.world.dmChannel(reader);
  const refusal = world.discord.fail(messagesOf(dm), refused(50_009), always);
  const words = auction();
  await expect.poll(() => refusal.hits).toBeGreaterThan(0);
  await world.skip(61_000);
  expect((await ask('/watch list')).text).toContain('Discord has refused my messages to you');
  const { answer } = await ask('/health');
  expect(textOf(await answer.followUp())).toContain('Discord has refused my messages to you');
  refusal.cancel();
  await world.skip(10 * 60_000);
  await expect.poll(() => textOfChannel(dm)).toContain(words);
  expect((await ask('/watch list')).text).not.toContain('paused');
  await ask('/watch forget');
});

test('fault 83: minutes of code 40333 pause no feed, count as no refusal, and delay the alerts', async () => {
  const channel = world.discord.world.addChannel(world.guild, { name: 'cut-off' });
  const there = world.discord.as(world.mod).in(channel);
  await there.run('/feed add', { kind: 'auctions' }).reply();
  const outage = world.discord.fail(messagesOf(channel), refused(40_333), always);
  const words = auction();
  await expect.poll(() => outage.hits).toBeGreaterThan(0);
  for (let minutes = 0; minutes < 5; minutes += 1) {
    const before = outage.hits;
    await world.skip(60_000);
    await expect.poll(() => outage.hits).toBeGreaterThan(before);
  }
  outage.cancel();
  await world.skip(60_000);
  await expect.poll(() => textOfChannel(channel)).toContain(words);
  const list = await there.run('/feed list').reply().then(textOf);
  expect(list).not.toContain('40333');
  expect(list).not.toContain('refused');
  const [feed] = await there.autocomplete('/feed remove', 'feed', '');
  await there.run('/feed remove', { feed: String(feed?.value) }).reply();
});

test('fault 83: code 40333 holds all sends, and answers to commands are shown afterwards', async () => {
  const before = world.discord.requests.length;
  const refusal = world.discord.fail({}, refused(40_333), { times: 1 });
  const { text } = await world.ask(world.player, 'market', '/help');
  expect(text).not.toBe('');
  expect(refusal.hits).toBe(1);
  const blocked = world.discord.requests.slice(before).filter(({ code }) => code === 40_333);
  expect(blocked).toHaveLength(1);
});

test.each([
  [200_000, 400],
  [20_009, 403],
] as const)(
  'fault 84: content code %i with %i quarantines that message only, and feed and watch stay active',
  async (code, status) => {
    world.expectError('Discord rejected a message, dropping it');
    const channel = world.discord.world.addChannel(world.guild, { name: 'filtered' });
    const reader = world.discord.world.addUser({ name: `Reader ${code} ${status}` });
    world.discord.world.addMember(world.guild, reader, ['ManageChannels']);
    const there = world.discord.as(reader).in(channel);
    await there.run('/feed add', { kind: 'auctions' }).reply();
    await there.run('/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 }).reply();
    const dm = world.discord.world.dmChannel(reader);
    const refusals = [channel, dm].map((one) => world.discord.fail(messagesOf(one), refused(code, { status })));
    const blocked = auction();
    await expect.poll(() => refusals.map(({ hits }) => hits)).toEqual([1, 1]);
    const next = auction();
    for (const one of [channel, dm]) {
      await expect.poll(() => textOfChannel(one)).toContain(next);
      expect(textOfChannel(one)).not.toContain(blocked);
      expect(postsTo(one)).toBe(2);
    }
    const [feed] = await there.autocomplete('/feed remove', 'feed', '');
    await there.run('/feed remove', { feed: String(feed?.value) }).reply();
    await there.run('/watch forget').reply();
  },
);

test('fault 84: the accepted auctions of a merged message are posted, and the refused one is dropped', async () => {
  world.expectError('Discord rejected a message, dropping it');
  const channel = world.discord.world.addChannel(world.guild, { name: 'merged' });
  const there = world.discord.as(world.mod).in(channel);
  await there.run('/feed add', { kind: 'auctions' }).reply();
  // The merged message, then the first of its parts.
  const refusal = world.discord.fail(messagesOf(channel), refused(200_000, { status: 403 }), { times: 2 });
  const [blocked, ...innocent] = [auction(), auction(), auction()];
  for (const words of innocent) await expect.poll(() => textOfChannel(channel)).toContain(words);
  expect(refusal.hits).toBe(2);
  expect(textOfChannel(channel)).not.toContain(blocked);
  expect(world.discord.messages(channel)).toHaveLength(2);
  expect(postsTo(channel)).toBe(4);
  const [feed] = await there.autocomplete('/feed remove', 'feed', '');
  await there.run('/feed remove', { feed: String(feed?.value) }).reply();
});

test('fault 83: after a pause that followed six hours of retries, both resume commands say what follows', async () => {
  const channel = world.discord.world.addChannel(world.guild, { name: 'six-hours' });
  const person = world.discord.world.addUser({ name: 'Patient' });
  world.discord.world.addMember(world.guild, person, ['ManageChannels']);
  const there = world.discord.as(person).in(channel);
  await there.run('/feed add', { kind: 'auctions' }).reply();
  await world.ask(person, 'market', '/watch add', { item: 'DIAMOND', trigger: 'auctioned', cooldown: 0 });
  const dm = world.discord.world.dmChannel(person);
  const refusals = [channel, dm].map((one) => world.discord.fail(messagesOf(one), refused(50_009), always));
  const words = auction();
  for (const refusal of refusals) await expect.poll(() => refusal.hits).toBeGreaterThan(0);
  await world.skip(61_000);
  const list = () => there.run('/feed list').reply().then(textOf);
  const listWatches = async () => (await world.ask(person, 'market', '/watch list')).text;
  await expect.poll(list).toContain('(code 50009)');
  await expect.poll(listWatches).toContain('Discord has refused my messages to you');
  world.clock.skip(6 * 3_600_000 + 60_000);
  await expect.poll(list).toContain('The feeds here are stopped');
  await expect.poll(listWatches).toContain('All are paused');
  for (const refusal of refusals) refusal.cancel();

  const [feed] = await there.autocomplete('/feed resume', 'feed', '');
  const resumeText = textOf(await there.run('/feed resume', { feed: String(feed?.value) }).reply());
  expect(resumeText).toContain('Messages held back before the pause follow as one summary.');
  expect(resumeText).not.toContain('is not posted');
  const [watch] = await there.autocomplete('/watch resume', 'watch', '');
  const { text } = await world.ask(person, 'market', '/watch resume', { watch: String(watch?.value) });
  expect(text).toContain('Messages held back before the pause follow as one summary.');
  for (const one of [channel, dm]) await expect.poll(() => textOfChannel(one)).toContain(words);
  await there.run('/feed remove', { feed: String(feed?.value) }).reply();
  await world.ask(person, 'market', '/watch forget');
});
