import { expect, test } from 'vitest';
import { compare, isFlawless } from '../../bench/soak/audit.ts';
import type { Post } from '../../bench/soak/digest.ts';
import type { Ledger, LedgerNotice } from '../../bench/soak/ledger.ts';
import { priceOf } from '../../bench/soak/serials.ts';
import { NONCE_WINDOW_MS } from '../../sandbox/discord/options.ts';
import { composeAlert } from '../../src/discord/render/alert/alert.ts';
import type { NoticeInContext } from '../../src/ports/delivery.ts';
import { ALERT_PARTS } from '../discord/render/alert-parts.ts';
import { BEGAN } from '../discord/render/arbitraries.ts';
import { feedOf } from '../discord/render/feeds.ts';
import { auction, item, shop, trade } from '../market/samples.ts';

/** Stands on: the texts of the real renderer; the journal's rows and Discord's messages are plain values. */

const FEED = feedOf('trades');
const TARGET = { kind: 'channel', id: FEED.channelId } as const;
const LISTED_EVENTS = 4;
const DIGEST_EVENTS = 80;

/** Creates auctions and purchases of two items in turn, each with its own price. */
function entryOf(event: number): NoticeInContext {
  const of = item(event % 2 === 0 ? 'SLIME_BLOCK' : 'OAK_LOG');
  const paid = priceOf(event);
  const change =
    event % 4 < 2
      ? ({ kind: 'auctioned', at: BEGAN, auction: { ...auction(of), sold: 1, finalBid: paid } } as const)
      : ({
          kind: 'traded',
          at: BEGAN,
          trade: trade({ item: of, moved: 3, paid }),
          shop: shop(1, { item: of }),
        } as const);
  const notice = {
    ...{ id: event + 1, held: null, target: TARGET, dueAt: 0 },
    cause: { kind: 'change', change },
    subscriptionIds: [FEED.id],
  } as const;
  return { notice, subscriptions: [FEED], worth: null };
}

function postOf(entries: readonly NoticeInContext[], nonce: string, createdAtMs = BEGAN): Post {
  const { body, taken } = composeAlert(entries, BEGAN, ALERT_PARTS);
  expect(taken).toBe(entries.length);
  const { content = '', embeds = [] } = body.message;
  return { nonce, createdAtMs, content, embeds: JSON.parse(JSON.stringify(embeds)) };
}

const events = Array.from({ length: LISTED_EVENTS + DIGEST_EVENTS }, (_, event) => entryOf(event));
const [listed, summedUp] = [events.slice(0, LISTED_EVENTS), events.slice(LISTED_EVENTS)];
const target = `channel:${TARGET.id}`;
const posts = [postOf(listed, 'listed'), postOf(summedUp, 'digest')];
const notices = events.map(
  ({ notice: { cause } }, event): LedgerNotice => ({
    ...{ target, cause, why: null },
    serial: priceOf(event),
    nonce: event < LISTED_EVENTS ? 'listed' : 'digest',
  }),
);

function auditOf(messages: readonly Post[], journal: readonly LedgerNotice[] = notices) {
  const ledger: Ledger = { received: [], notices: journal, waiting: 0, undelivered: 0, snapshotAt: 0, outages: [] };
  return compare(ledger, { messages: new Map([[target, messages]]), bargains: [], people: 0 });
}

test('the audit finds each notice of a list and of a digest once', () => {
  const result = auditOf(posts);
  expect(result).toMatchObject({ notices: LISTED_EVENTS + DIGEST_EVENTS, digests: 1, lost: 0, doubled: 0, madeUp: 0 });
  expect(isFlawless(result)).toBe(true);
});

test.each<[string, readonly Post[], readonly LedgerNotice[], object]>([
  ['a list is lost', posts.slice(1), notices, { lost: LISTED_EVENTS, doubled: 0 }],
  ['a digest is lost', posts.slice(0, 1), notices, { lost: DIGEST_EVENTS, doubled: 0 }],
  ['a list is posted twice', [...posts, ...posts.slice(0, 1)], notices, { doubled: LISTED_EVENTS, lost: 0 }],
  ['a digest is posted twice', [...posts, ...posts.slice(1)], notices, { doubled: DIGEST_EVENTS, lost: 0 }],
  [
    'a digest leaves one of its notices out',
    [postOf(listed, 'listed'), postOf(summedUp.slice(1), 'digest')],
    notices,
    { wrongDigests: 1, lost: DIGEST_EVENTS },
  ],
  [
    'a digest counts one notice twice',
    [postOf(listed, 'listed'), postOf([...summedUp, ...summedUp.slice(-1)], 'digest')],
    notices,
    { wrongDigests: 1, lost: DIGEST_EVENTS },
  ],
  [
    'a digest sums up another notice of the same kind and item',
    [postOf(listed, 'listed'), postOf([...summedUp.slice(1), ...listed.slice(0, 1)], 'digest')],
    notices,
    { wrongDigests: 1, lost: DIGEST_EVENTS },
  ],
  [
    'a digest sums up what a list shows already',
    [postOf(listed, 'listed'), postOf(events, 'digest')],
    notices,
    { wrongDigests: 1, lost: DIGEST_EVENTS },
  ],
  [
    'a digest was sealed in no message',
    [postOf(listed, 'listed'), postOf(summedUp, 'other')],
    notices,
    { madeUp: 1, lost: DIGEST_EVENTS },
  ],
  ['the journal lacks a notice of a list', posts, notices.slice(1), { madeUp: 1, lost: 0 }],
  ['the journal lacks a notice of a digest', posts, notices.slice(0, -1), { wrongDigests: 1 }],
  ['a digest stands before an earlier list', posts.toReversed(), notices, { outOfOrder: DIGEST_EVENTS, lost: 0 }],
])('the audit fails if %s', (_name, messages, journal, expected) => {
  const result = auditOf(messages, journal);
  expect(result).toMatchObject(expected);
  expect(isFlawless(result)).toBe(false);
});

test('the audit counts a repeat separately if Discord had already forgotten the nonce', () => {
  const again = (afterMs: number) => auditOf([...posts, postOf(listed, 'listed', BEGAN + afterMs)]);
  expect(again(NONCE_WINDOW_MS)).toMatchObject({ doubled: LISTED_EVENTS, forgotten: 0 });
  expect(again(NONCE_WINDOW_MS + 1)).toMatchObject({ doubled: 0, forgotten: LISTED_EVENTS, lost: 0 });
});
