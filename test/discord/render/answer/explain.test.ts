import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderExplanation } from '../../../../src/discord/render/answer/explain.ts';
import { formatWhole } from '../../../../src/language/number.ts';
import type { Change } from '../../../../src/market/change.ts';
import type { Evaluation } from '../../../../src/subscriptions/evaluate.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { shop, trade } from '../../../market/samples.ts';
import { watch } from '../../../routing/samples.ts';
import { NO_ICONS } from '../../no-icons.ts';
import { expectAccepted, expectHarmless } from '../accepted.ts';
import { watch as anyWatch, BEGAN, change, language, moment } from '../arbitraries.ts';
import { layoutText } from '../layout-text.ts';

/** Stands on: whole messages with names by fast-check, checked against the rules of the simulated Discord. */

const listed = (price: number): Change => ({ kind: 'listed', at: BEGAN, shop: shop(1, { price }) });
const missed = (of: Change): Evaluation => ({ change: of, notice: null, mismatches: ['max-price'] });

/**
 * Returns a notice that was sent after `afterMinutes`.
 *
 * @param beats the last announced price, if the message interrupted the cooldown
 */
function sentNotice(of: Change, afterMinutes: number, beats: number | null, starts = 'w1'): Evaluation {
  const notice = {
    id: 1,
    held: 'cooling',
    target: { kind: 'user', id: '400' },
    subscriptionIds: ['w1'],
    dueAt: 0,
  } as const;
  const settledAt = of.at + afterMinutes * 60_000;
  const best = { [starts]: { unitPrice: 1, goods: '', beats } };
  const message = { settledAt, messageId: '9', why: null, best };
  const end = { at: settledAt, why: null, message };
  return { change: of, notice: { notice: { ...notice, cause: { kind: 'change', change: of } }, end }, mismatches: [] };
}

function explained(
  evaluations: readonly Evaluation[],
  more: { earlier?: number; since?: number; trigger?: 'at-or-above' } = {},
): string {
  const of = watch('w1', { ...(more.trigger && { trigger: more.trigger }) });
  const facts = {
    watch: of,
    state: [],
    evaluations,
    earlier: more.earlier ?? 0,
    since: more.since ?? null,
    outages: [],
    unreportedShops: [],
    now: BEGAN + 60_000,
  };
  const text = layoutText(renderExplanation({ ...facts, icons: NO_ICONS, language: ENGLISH }));
  return text.slice(0, text.lastIndexOf('\n['));
}

test('each line states the event, price, place, owner and time, and the reason why it was not sent', () => {
  const sold: Change = { kind: 'traded', at: BEGAN, trade: trade({ at: BEGAN }), shop: shop(1) };
  const unix = BEGAN / 1000;
  expect(
    explained([missed(listed(9)), missed(sold)])
      .split('\n')
      .slice(2),
  ).toEqual([
    `Slime Block: new offer · **9 diamonds** · 64 in stock · <t:${unix}:R> · \`1 64 -3\` world · Ada`,
    '-# ✗ Not told: above your `max-price`',
    `3 × Slime Block: bought · **12 diamonds** · 4 each · <t:${unix}:R> · \`1 64 -3\` world · Ada`,
    '-# ✗ Not told: above your `max-price`',
  ]);
});

test('an explanation without changes states since when changes are known, if for less than a week', () => {
  expect(explained([])).toContain('\nNothing like it happened in the last 7 days.');
  expect(explained([], { since: BEGAN })).toContain(
    `\nI have seen shop changes only since <t:${BEGAN / 1000}:t>. Nothing like it has happened since then.`,
  );
  expect(explained([], { earlier: 1, since: BEGAN })).toContain('\nNothing like it has happened since you made it.');
});

test('an explanation counts the changes that do not fit', () => {
  const many = Array.from({ length: 24 }, (_, price) => missed(listed(price)));
  expect(explained(many)).toMatch(/\n… and 14 more in these 7 days\.$/);
  expect(explained(many, { earlier: 3 })).toMatch(
    /\n… and 14 more in these 7 days\.\n-# Before you made it, it would have messaged you 3 times in these 7 days\.$/,
  );
  expect(explained(many.slice(14))).not.toContain('more');
});

test('an explanation says that a better price, or a notice sent with one, ended the cooldown', () => {
  expect(explained([sentNotice(listed(4.4), 0, 5)])).toMatch(
    /-# ✓ Told <t:\d+:t> during the cooldown: 12% better than 5 diamonds, the last price told$/,
  );
  expect(explained([sentNotice(listed(4.47), 0, 5)]), 'rounded down as anywhere else').toContain(
    '10% better than 5 diamonds',
  );
  expect(explained([sentNotice(listed(4.6), 5, 5)])).toMatch(
    /-# ✓ Told <t:\d+:t> during the cooldown, together with a better price$/,
  );
  expect(explained([sentNotice(listed(4.6), 5, null)])).toMatch(/-# ✓ Told <t:\d+:t>, after the cooldown$/);
  const bid: Change = { kind: 'listed', at: BEGAN, shop: shop(1, { side: 'bid', price: 7 }) };
  expect(explained([sentNotice(bid, 0, 0)], { trigger: 'at-or-above' })).toContain(
    'better than 0 diamonds, the last price told',
  );
});

test('delivered changes come first, before any number of newer ones not sent', () => {
  const newer = Array.from({ length: 12 }, (_, price) => missed(listed(price)));
  const lines = explained([...newer, sentNotice(listed(4), 0, null)]).split('\n');
  expect(lines[3]).toContain('✓ Told');
  expect(lines.at(-1)).toBe('… and 3 more in these 7 days.');
});

test('an explanation says that another watch’s message named a change during the cooldown', () => {
  expect(explained([sentNotice(listed(4), 0, null, 'w2')])).toMatch(
    /-# ✓ Told <t:\d+:t>, together with another of your watches$/,
  );
});

test('faults 65, 66, 67, 68, 69: any explanation is accepted, harmless, whole, and counts its omissions', () => {
  const evaluations = fc.array(
    fc
      .tuple(change, fc.constantFrom('missed', 'told', 'together'))
      .map(([of, kind]) => (kind === 'missed' ? missed(of) : sentNotice(of, 1, kind === 'told' ? 5 : null))),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(anyWatch, evaluations, fc.nat(9), moment, language, (of, evaluations, earlier, now, language) => {
      const state = ['⏸ Paused.', 'x'.repeat(500)];
      const message = renderExplanation({
        watch: of,
        state,
        evaluations,
        earlier,
        since: null,
        outages: [],
        unreportedShops: [],
        now,
        icons: NO_ICONS,
        language,
      });
      expectAccepted(message);
      expectHarmless(message);
      const text = layoutText(message);
      const shown = text.match(/^-# \P{L}*[✓✗…]/gmu)?.length ?? 0;
      const saysMore = (left: number) =>
        text.includes(language.say('watch.explain-more', { count: formatWhole(left, language) }));
      const left = evaluations.findIndex((_, index) => saysMore(index + 1)) + 1;
      expect(shown + left).toBe(evaluations.length);
      expect(shown).toBeGreaterThanOrEqual(Math.min(evaluations.length, 3));
    }),
  );
});
