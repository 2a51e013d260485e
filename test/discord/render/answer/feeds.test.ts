import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderFeed } from '../../../../src/discord/render/answer/feed.ts';
import { renderChosenFeed, renderFeedCheck, renderFeedList } from '../../../../src/discord/render/answer/feed-list.ts';
import type { ChannelNow } from '../../../../src/discord/render/answer/feed-standing.ts';
import { renderGreeting } from '../../../../src/discord/render/answer/greeting.ts';
import { renderSetUp } from '../../../../src/discord/render/answer/set-up.ts';
import type { Layout } from '../../../../src/discord/render/layout.ts';
import type { FeedPermission } from '../../../../src/routing/feed.ts';
import { ENGLISH, PSEUDO } from '../../../language/spoken.ts';
import { expectAccepted, expectHarmless } from '../accepted.ts';
import { BEGAN, change, feed, language, moment } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';
import { layoutText } from '../layout-text.ts';

/** The channels that Crier mentions itself, which no player's text in these tests contains. */
const OURS = /<#(?:80351110224678912|1100000000000000001|80351110224678913)>/g;

function expectGood(reply: Layout): void {
  expectAccepted(reply);
  expectHarmless(JSON.parse(JSON.stringify(reply).replace(OURS, 'a channel')), ['list']);
}

const permissions = fc.subarray<FeedPermission>(['view', 'send', 'send-in-threads', 'embed', 'attach-files']);
const channelNow = fc.oneof<fc.Arbitrary<ChannelNow>[]>(
  fc.record({ kind: fc.constant('seen' as const), lacking: permissions }),
  fc.record({ kind: fc.constantFrom('gone', 'hidden', 'locked', 'unanswered') }),
);
const standing = fc.record({
  now: channelNow,
  stopped: fc.option(fc.record({ at: moment, code: fc.constantFrom(10_003, 50_001, 50_013, 50_083, 99_999) })),
  retried: fc.option(fc.record({ code: fc.nat(999_999), since: moment, pausedAt: fc.constant(null) })),
});
const refusal = fc.option(fc.record({ at: moment, code: fc.constant(50_013), isOver: fc.boolean() }));
const feeds = fc.array(feed, { maxLength: 60 }).map((all) => all.map((one, n) => ({ ...one, id: `f${n}` })));
const fewer = fc.option(fc.record({ minValue: fc.nat(1e5), perDay: fc.double({ min: 1, max: 24, noNaN: true }) }));
const perDay = fc.double({ min: 0, max: 1e6, noNaN: true });
const forecast = fc.oneof(
  fc.constant({ kind: 'unknown' as const }),
  fc.record({ kind: fc.constant('so-far' as const), since: moment, messages: fc.nat() }),
  fc.record({ kind: fc.constant('rate' as const), since: moment, perDay, fewer }),
);

test('the answer to a created or changed feed is accepted by Discord', () => {
  const deed = fc.constantFrom('added', 'changed', 'paused', 'resumed', 'reverted', 'removed', 'restored');
  const answer = fc.record({ deed, feed, forecast: fc.option(forecast), standing });
  fc.assert(fc.property(answer, language, (one, drawnLanguage) => expectGood(renderFeed(one, drawnLanguage))));
});

test('the list of feeds and a chosen feed are accepted by Discord, for any number of feeds', () => {
  const last = fc.option(
    fc.record({ at: moment, cause: fc.option(change.map((one) => ({ kind: 'change' as const, change: one }))) }),
  );
  fc.assert(
    fc.property(feeds, last, refusal, standing, language, (all, latest, refused, state, drawnLanguage) => {
      const rest = { channel: 'market', last: latest, refusal: refused, standing: state };
      const listed = all.map((one) => ({ feed: one, ...rest }));
      expectGood(renderFeedList(listed, [], drawnLanguage));
      for (const one of listed.slice(0, 1)) expectGood(renderChosenFeed(one, drawnLanguage));
    }),
    { endOnFailure: true, numRuns: 50 },
  );
});

test('the check of feeds and the result of a setup are accepted by Discord', () => {
  fc.assert(
    fc.property(feeds, refusal, standing, permissions, language, (all, refused, state, lacking, drawnLanguage) => {
      const channels = [...Map.groupBy(all, ({ channelId }) => channelId)].map(([channelId, there]) => ({
        channelId,
        standing: state,
        feeds: there.map((one) => ({ feed: one, refusal: refused })),
      }));
      expectGood(renderFeedCheck(channels, [], drawnLanguage));
      const made = [
        {
          channelId: '80351110224678913',
          feeds: all.slice(0, 10).map((one) => ({ feed: one, forecast: null })),
          lacking,
        },
      ];
      expectGood(renderSetUp({ channels: made, minValue: 50, isIncomplete: true, most: 50 }, drawnLanguage));
    }),
    { endOnFailure: true, numRuns: 50 },
  );
});

test('a long feed omits whole parts, because half a place would turn the following text into code', () => {
  const item = { type: 'ENCHANTED_BOOK' };
  const enchantments = ['sharpness', 'unbreaking', 'fire_aspect', 'looting'].map((id) => ({
    id,
    comparison: 'at-least' as const,
    level: 3,
  }));
  const place = { world: 'survival_world_the_nether', x: -12_345, z: 67_890, within: 500, containers: true };
  const filter = { item, enchantments, owner: 'AVeryLongPlayerName_Whatever_Indeed', ...place };
  const long = feedOf('listings', { filter, paused: true });
  const refused = { at: BEGAN, code: 50_013, isOver: true };
  const open = { now: { kind: 'seen', lacking: [] }, stopped: null, retried: null } as const;
  const feeds = [long, { ...long, id: 'another', minValue: 5 }].map((one) => ({ feed: one, refusal: refused }));
  const reply = renderFeedCheck([{ channelId: '80351110224678913', standing: open, feeds }], [], ENGLISH);
  expect(layoutText(reply).split('\n')[2]).toBe(
    '⏸ New shops: **Enchanted Book**, Sharpness III or higher, Unbreaking III or higher, Fire Aspect III or higher, and ' +
      'Looting III or higher, … and 3 more: paused. `/feed resume` starts it again.',
  );
  expectGood(reply);
  const listed = feeds.map((one) => ({ feed: one.feed, channel: 'market', last: null, refusal: null, standing: open }));
  expectGood(renderFeedList(listed, [], ENGLISH));
});

test('the state of a feed in the list is indented below its text', () => {
  const standing = { now: { kind: 'seen', lacking: [] }, stopped: null, retried: null } as const;
  const one = { feed: feedOf('auctions', {}), channel: 'market', last: null, refusal: null, standing };
  expect(layoutText(renderFeedList([one], [], ENGLISH))).toContain('\n- Auctions\n  -# no post yet');
});

test('a channel with a retried refusal states its start, code and end', () => {
  const retried = { code: 40_333, since: 1_767_000_000_000, pausedAt: null };
  const standing = { now: { kind: 'seen', lacking: [] }, stopped: null, retried } as const;
  const one = { feed: feedOf('auctions', {}), channel: 'market', last: null, refusal: null, standing };
  const line =
    'Discord has refused my messages there since <t:1767000000:f> (code 40333). ' +
    'I retry until <t:1767021600:f>, then I pause these feeds.';
  expect(layoutText(renderFeedList([one], [], ENGLISH))).toContain(line);
  expect(layoutText(renderChosenFeed(one, ENGLISH))).toContain(line);
  const channel = { channelId: one.feed.channelId, standing, feeds: [] };
  expect(layoutText(renderFeedCheck([channel], [], ENGLISH))).toContain(line);
  const withoutCode = { ...one, standing: { ...standing, retried: { ...retried, code: 0 } } };
  expect(layoutText(renderFeedList([withoutCode], [], ENGLISH))).toContain('(no code)');
});

test('the greeting is accepted by Discord', () => {
  for (const drawnLanguage of [ENGLISH, PSEUDO]) expectAccepted(renderGreeting(drawnLanguage));
});
