import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import { eventKey } from '../../../../src/discord/render/alert/event-text.ts';
import type { Change } from '../../../../src/market/change.ts';
import { identify } from '../../../../src/market/item/identity.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { FeedKind, FeedStyle } from '../../../../src/routing/feed.ts';
import { auction, item, shop, trade } from '../../../market/samples.ts';
import { propertyRuns } from '../../../property-runs.ts';
import { expectAccepted, expectHarmless } from '../accepted.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { entry as anyTelling, BEGAN } from '../arbitraries.ts';
import { feedOf } from '../feeds.ts';

function noticeOf(change: Change, kind: FeedKind, style: FeedStyle = 'cards'): NoticeInContext {
  const feed = feedOf(kind, { style });
  const target = { kind: 'channel', id: feed.channelId } as const;
  const notice = {
    id: 1,
    held: null,
    target,
    cause: { kind: 'change', change },
    subscriptionIds: [feed.id],
    dueAt: 0,
  } as const;
  return { notice, subscriptions: [feed], worth: null };
}

const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i));
const bought = (paid: number, of = item('SLIME_BLOCK')): Change => ({
  kind: 'traded',
  at: BEGAN,
  trade: trade({ item: of, moved: 2, paid }),
  shop: shop(1, { item: of }),
});
const textOf = (entries: readonly NoticeInContext[], isLate = false) => {
  const { body, taken } = composeAlert(entries, BEGAN, ALERT_PARTS, isLate);
  const text = (body.message.embeds ?? []).flatMap(({ title = [], description = [] }) => [title, description].flat());
  return { text: [body.message.content, ...text].join('\n'), taken };
};

describe('a digest', () => {
  test('counts signed items separately from plain ones', () => {
    const signed = { ...item('DIAMOND'), condition: { signedBy: 'Ada' } };
    const plain = times(160, (n) => noticeOf(bought(n + 2, item('DIAMOND')), 'trades'));
    const { text } = textOf([noticeOf(bought(1, signed), 'trades'), ...plain]);
    expect(text).toContain('320 × Diamond · ');
    expect(text).toContain('2 × Diamond (signed by Ada) · 1 diamond');
  });

  test('is never used for equal trades, which are merged', () => {
    const { text, taken } = textOf(times(1_000, () => noticeOf(bought(8), 'trades')));
    expect(taken).toBe(1_000);
    expect(text).toContain('2,000 × Slime Block: 1,000 purchases · 8,000 diamonds · 4 each\n');
    expect(text).toContain('`1 64 -3` world · Ada');
  });

  test.each<[string, FeedStyle, number, boolean]>([
    ['cards', 'cards', 60, false],
    ['compact', 'compact', 150, false],
    ['cards, where more waits than Discord takes', 'cards', 10, true],
    ['compact, where more waits than Discord takes', 'compact', 25, true],
  ])('is used for different trades as %s beyond their limit', (_as, style, most, isLate) => {
    const different = (n: number) =>
      textOf(
        times(n, (i) => noticeOf(bought(i), 'trades', style)),
        isLate,
      );
    expect(different(most).text).not.toContain('Too many');
    expect(different(most + 1)).toMatchObject({
      taken: most + 1,
      text: expect.stringMatching(
        new RegExp(
          `^${most + 1} purchases in the last minute: \\d+ × Slime Block bought for [\\d,]+ diamonds\nToo many`,
        ),
      ),
    });
  });

  test('is one message that Discord accepts', () => {
    fc.assert(
      fc.property(fc.array(anyTelling, { minLength: 230, maxLength: 300, size: 'max' }), (entries) => {
        const changes = entries.flatMap((entry) => {
          const { cause } = entry.notice;
          return cause.kind === 'change' ? [{ entry, key: eventKey(cause.change) }] : [];
        });
        fc.pre(new Set(changes.map(({ key }) => key)).size > 150);
        const { body, taken } = composeAlert(
          changes.map(({ entry }) => entry),
          BEGAN,
          ALERT_PARTS,
        );
        expect(taken).toBe(changes.length);
        expect(body.message.embeds?.[0]?.description?.length).toBeLessThan(4_000);
        expectAccepted(body.message);
        expectHarmless({ embeds: body.message.embeds ?? [] });
        expectAccepted({ content: body.plain });
        expectHarmless({ content: body.plain });
      }),
      { numRuns: propertyRuns(1 / 50), endOnFailure: true },
    );
  });
});

test('a digest counts every kind, banned paintings first and with their places', () => {
  const expensive: Change = { kind: 'auctioned', at: BEGAN, auction: { ...auction(item('ELYTRA')), finalBid: 9_000 } };
  const canvas = '22222222-0000-4000-8000-00000000000a_7';
  const painting = shop(9, { item: item(identify('PAINTING', `{canvas:"${canvas}"}`)), price: 33 });
  const drop = (id: number): Change => ({
    kind: 'price-changed',
    at: BEGAN,
    shop: shop(id, { price: 2 }),
    before: shop(id),
  });
  const { text } = textOf([
    ...times(80, (n) => noticeOf(bought(n), 'trades')),
    ...times(7, (n) => noticeOf(bought(1, item(`WOOL_${n}`)), 'trades')),
    noticeOf(expensive, 'auctions'),
    ...times(3, (n) => noticeOf(drop(n), 'price-drops')),
    noticeOf({ kind: 'listed', at: BEGAN, shop: painting }, 'banned-paintings'),
    noticeOf({ kind: 'listed', at: BEGAN, shop: shop(4, { item: item('DIRT') }) }, 'listings'),
  ]);
  expect(text.split('\n')).toEqual([
    '93 events in the last minute: Painting (22222222…ˍ7) for 33 diamonds (banned), Elytra sold at auction for 9,000 diamonds, ' +
      '160 × Slime Block bought for 3,160 diamonds and 9 more',
    'Too many to list one by one; the largest of each kind:',
    '**1 offer of a banned painting**:',
    `Painting \`${canvas}\` · \`1 64 -3\` world · Ada`,
    '**1 auction**: Elytra · 9,000 diamonds',
    '**87 purchases**: 160 × Slime Block · 3,160 diamonds · 19.75 each; 2 × Wool 0 · 1 diamond · 0.50 each; ' +
      '2 × Wool 1 · 1 diamond · 0.50 each; 2 × Wool 2 · 1 diamond · 0.50 each; 4 more items',
    '**3 price drops**: Slime Block (3 times)',
    '**1 new offer**: Dirt',
  ]);
});

test('a digest counts two paintings of one box banned one after the other as two', () => {
  const box = shop(1, { item: item('SHULKER_BOX') });
  const banned = ['_1', '_2'].map((canvas): Change => ({ kind: 'banned', at: BEGAN, canvas, shop: box }));
  const { text } = textOf(banned.map((change) => noticeOf(change, 'banned-paintings')));
  expect(text.match(/^Painting `_\d`$/gm)).toEqual(['Painting `_1`', 'Painting `_2`']);
});

test('a digest counts the banned paintings that do not fit', () => {
  const painting = (n: number): Change => {
    const canvas = `22222222-0000-4000-8000-00000000000a_${n}`;
    return { kind: 'banned', at: BEGAN, canvas, shop: shop(n, { item: item('SHULKER_BOX'), price: n }) };
  };
  const { text } = textOf(times(100, (n) => noticeOf(painting(n), 'banned-paintings')));
  expect(text).toMatch(/\*\*100 offers of banned paintings\*\*:\nPainting `[\w-]+_0` · `1 64 -3` world · Ada/);
  const shown = text.match(/_\d+`/g)?.length ?? 0;
  expect(text).toMatch(new RegExp(`\n… and ${100 - shown} more$`));
});
