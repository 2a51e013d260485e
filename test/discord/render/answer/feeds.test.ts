import fc from 'fast-check';
import { test } from 'vitest';
import { type FeedPermission, renderFeed } from '../../../../src/discord/render/answer/feed.ts';
import { renderFeedCheck } from '../../../../src/discord/render/answer/feed-check.ts';
import { renderChosenFeed, renderFeedList } from '../../../../src/discord/render/answer/feed-list.ts';
import { renderGreeting } from '../../../../src/discord/render/answer/greeting.ts';
import { renderSetUp } from '../../../../src/discord/render/answer/set-up.ts';
import { ENGLISH, PSEUDO } from '../../../language/spoken.ts';
import { expectAccepted } from '../accepted.ts';
import { feed, language, moment } from '../arbitraries.ts';

const code = fc.option(fc.constantFrom(10_003, 50_001, 50_013, 50_083, 99_999));
const permissions = fc.subarray<FeedPermission>(['view', 'send', 'send-in-threads', 'embed']);
const feeds = fc.array(feed, { maxLength: 60 }).map((all) => all.map((one, n) => ({ ...one, id: `f${n}` })));
const fewer = fc.option(fc.record({ minValue: fc.nat(1e5), perDay: fc.double({ min: 1, max: 24, noNaN: true }) }));
const perDay = fc.double({ min: 0, max: 1e6, noNaN: true });
const forecast = fc.oneof(
  fc.constant({ kind: 'unknown' as const }),
  fc.record({ kind: fc.constant('so-far' as const), since: moment, messages: fc.nat() }),
  fc.record({ kind: fc.constant('rate' as const), since: moment, perDay, fewer }),
);

test('the answer to a feed that was made or changed is one that Discord takes', () => {
  const deed = fc.constantFrom('added', 'changed', 'paused', 'resumed', 'removed', 'restored');
  const answer = fc.record({ deed, feed, forecast: fc.option(forecast), lacking: permissions, refusal: code });
  fc.assert(fc.property(answer, language, (one, spoken) => expectAccepted(renderFeed(one, spoken))));
});

test('the list of feeds, and one of them, are messages that Discord takes, however many they are', () => {
  const last = fc.option(fc.record({ at: moment, cause: fc.constant(null) }));
  fc.assert(
    fc.property(feeds, last, code, language, (all, latest, refusal, spoken) => {
      const listed = all.map((one) => ({ feed: one, channel: 'market', last: latest, refusal }));
      expectAccepted(renderFeedList(listed, [], spoken));
      for (const one of listed.slice(0, 1)) expectAccepted(renderChosenFeed(one, spoken));
    }),
    { endOnFailure: true, numRuns: 50 },
  );
});

test('the check of feeds, and what was set up, are messages that Discord takes', () => {
  const refusal = fc.option(fc.record({ at: moment, code: fc.constant(50_013), isOver: fc.boolean() }));
  const stopped = fc.option(fc.record({ at: moment, code: fc.constant(50_013) }));
  fc.assert(
    fc.property(feeds, refusal, stopped, permissions, language, (all, refused, stop, lacking, spoken) => {
      const channels = [...Map.groupBy(all, ({ channelId }) => channelId)].map(([channelId, there]) => ({
        channelId,
        lacking,
        stopped: stop,
        feeds: there.map((one) => ({ feed: one, refusal: refused })),
      }));
      expectAccepted(renderFeedCheck(channels, [], spoken));
      expectAccepted(renderSetUp([{ channelId: '80351110224678913', feeds: all.slice(0, 10), lacking }], 50, spoken));
    }),
    { endOnFailure: true, numRuns: 50 },
  );
});

test('the greeting is a message that Discord takes', () => {
  for (const spoken of [ENGLISH, PSEUDO]) expectAccepted(renderGreeting(spoken));
});
