import { describe, expect, test } from 'vitest';
import { composeAlert } from '../../../../src/discord/render/alert/alert.ts';
import type { Change } from '../../../../src/market/change.ts';
import type { NoticeInContext } from '../../../../src/ports/delivery.ts';
import type { Watch } from '../../../../src/routing/watch.ts';
import { item, shop, trade } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { expectAccepted } from '../accepted.ts';
import { ALERT_PARTS } from '../alert-parts.ts';
import { BEGAN } from '../arbitraries.ts';
import { noticeOf, watchOf } from './alert-text.ts';

describe('a gathering watch of own shops', () => {
  const own = watch('w1', {
    ...{ item: null, trigger: 'my-shop', price: null, filter: { owner: 'Ada', containers: true } },
    ...{ everyMinutes: 60, locale: 'en-US' },
  });
  const sold = (type: string, moved: number, paid: number, kind: 'purchase' | 'sale' = 'purchase'): Change => ({
    kind: 'traded',
    at: BEGAN,
    trade: { ...trade({ item: item(type), moved, paid }), kind },
    shop: shop(1),
  });
  const rivalShop = (id: number, price: number) =>
    shop(id, { price, owner: BOB, location: { x: id, y: 64, z: -3, world: 'world' } });
  const rival = (id: number, price: number): NoticeInContext => ({
    ...noticeOf({ kind: 'change', change: { kind: 'listed', at: BEGAN, shop: rivalShop(id, price) } }, own),
    undercuts: 10,
  });
  const BOB = { name: 'Bob', uuid: '00000000-0000-0000-0000-00000000000b' };
  const composed = (entries: readonly NoticeInContext[]) => {
    const { body, taken } = composeAlert(entries, BEGAN, ALERT_PARTS);
    expectAccepted(body.message);
    return { taken, content: body.message.content, text: body.message.embeds?.[0]?.description ?? '' };
  };

  test('sums up its sales by item, and names the cheapest competitor', () => {
    const sales = [sold('SLIME_BLOCK', 200, 50), sold('HOPPER', 100, 25), sold('HOPPER', 40, 10)];
    const bought = sold('DIRT', 64, 1, 'sale');
    const entries = [...sales, bought].map((change) => noticeOf({ kind: 'change', change }, own));
    const { taken, content, text } = composed([...entries, rival(7, 6), rival(8, 4)]);
    expect(taken).toBe(6);
    expect(content).toBe(
      'Your shops · 3 sales · 340 items · 85 diamonds · 1 purchase from players · 64 items · 1 diamond · 2 offers below yours',
    );
    expect(text).toContain('- 200 × Slime Block · 50 diamonds · 0.25 each\n- 140 × Hopper · 35 diamonds · 0.25 each');
    expect(text).toMatch(/- Slime Block · \*\*4 diamonds\*\*, you ask 10 each\n-# `8 64 -3` world · Bob/);
    expect(text).not.toContain('`7 64 -3`');
  });

  const emptied = (id: number, type: string, ...watches: readonly Watch[]): NoticeInContext => {
    const before = shop(id, { item: item(type) });
    const change = { kind: 'sold-out', at: BEGAN, shop: { ...before, remaining: 0 }, before } as const;
    return noticeOf({ kind: 'change', change }, ...watches);
  };

  test('names the shops emptied in one snapshot in its push, and lists all of them', () => {
    const types = ['DIRT', 'HOPPER', 'BEACON', 'ELYTRA', 'BELL', 'CONDUIT', 'TRIDENT'];
    const entries = types.map((type, n) => emptied(n + 1, type, own));
    const { taken, content, text } = composed(entries);
    expect(taken).toBe(7);
    expect(content).toMatch(/^Your shops · \w+ out of stock, \w+ out of stock, \w+ out of stock and 4 more$/);
    for (const { name } of types.map((type) => item(type))) expect(text).toContain(`- ${name} · `);
    expect(text).not.toContain('more item');
    const sale = noticeOf({ kind: 'change', change: sold('HOPPER', 100, 25) }, own);
    expect(composed([sale, emptied(1, 'DIRT', own)]).content).toBe(
      'Your shops · 1 sale · 100 items · 25 diamonds · Dirt out of stock',
    );
  });

  test('lists as many empty shops as fit, and counts the rest if there are too many messages', () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => emptied(n + 1, `ITEM_${n}`, own));
    const { taken, text } = composed(many(150));
    expect(text.match(/^- Item/gm)).toHaveLength(taken);
    expect(taken).toBeGreaterThan(40);
    expect(taken).toBeLessThan(150);
    const all = composed(many(1_000));
    expect(all.taken).toBe(1_000);
    expect(all.text).toContain(`${1_000 - (all.text.match(/^- Item/gm) ?? []).length} more items`);
  });

  test('leaves watches without room for a card to the next message: twelve watches take three', () => {
    const watches = Array.from({ length: 12 }, (_, n) => ({ ...own, id: `w${n}` }));
    let left = watches.map((one, n) => emptied(n + 1, 'DIRT', one));
    const cards: number[] = [];
    while (left.length > 0) {
      const { body, taken } = composeAlert(left, BEGAN, ALERT_PARTS);
      cards.push(body.message.embeds?.length ?? 0);
      expect(taken).toBe(cards.at(-1));
      left = left.slice(taken);
    }
    expect(cards).toEqual([5, 5, 2]);
  });

  test('states for a single trade whether the shop sold or bought, with the coordinates in one line', () => {
    const alertTextOf = (change: Change) => composed([noticeOf({ kind: 'change', change }, own)]).content;
    expect(alertTextOf(sold('HOPPER', 100, 25))).toBe(
      'Sold in your shop: 100 × Hopper · 25 diamonds · 0.25 each · 1\u00a064\u00a0-3\u00a0world',
    );
    expect(alertTextOf(sold('DIRT', 1, 1, 'sale'))).toBe(
      'Your shop bought: Dirt · 1 diamond · 1\u00a064\u00a0-3\u00a0world',
    );
  });

  test('states in each push that the shop is the reader’s, unlike a competitor’s, and its place', () => {
    const empty: Change = { kind: 'sold-out', at: BEGAN, shop: shop(2, { remaining: 0 }), before: shop(2) };
    const alertText = composed([noticeOf({ kind: 'change', change: empty }, own)]).content;
    expect(alertText).toBe('Your shop · Slime Block: out of stock · was 4 diamonds · 1\u00a064\u00a0-3\u00a0world');
    expect(composed([rival(7, 6)]).content).toMatch(
      /^Slime Block: somebody is cheaper than you .* · 7\u00a064\u00a0-3\u00a0world$/,
    );
    const atOnce = { ...own, everyMinutes: 0 };
    const both = [empty, sold('HOPPER', 1, 2)].map((change) => noticeOf({ kind: 'change', change }, atOnce));
    expect(composed(both).content).toBe('Your shops · Hopper sold for 2 diamonds, Slime Block out of stock');
  });

  test('leaves the news of other watches to their own message', () => {
    const other = noticeOf({ kind: 'change', change: sold('DIRT', 1, 1) }, watchOf('DIRT', { trigger: 'traded' }));
    const own3 = [1, 2, 3].map((n) => noticeOf({ kind: 'change', change: sold('HOPPER', n, 1) }, own));
    expect(composed([other, ...own3])).toMatchObject({
      taken: 1,
      content: 'Dirt: bought · 1 diamond · 1\u00a064\u00a0-3\u00a0world',
    });
    expect(composed([...own3, other])).toMatchObject({
      taken: 3,
      content: 'Your shops · 3 sales · 6 items · 3 diamonds',
    });
  });

  test('counts the items that do not fit', () => {
    const many = Array.from({ length: 400 }, (_, n) => sold(`VERY_LONG_NAME_OF_AN_ITEM_${'X'.repeat(40)}_${n}`, 64, n));
    const { taken, text } = composed(many.map((change) => noticeOf({ kind: 'change', change }, own)));
    expect(taken).toBe(400);
    expect(text).toContain('392 more items');
  });
});
