import { expect, test } from 'vitest';
import { renderExplanation } from '../../src/discord/render/answer/explain.ts';
import type { Change } from '../../src/market/change.ts';
import { evaluate } from '../../src/subscriptions/evaluate.ts';
import { begun, MINUTE, PERSON } from '../delivery/samples.ts';
import { NO_ICONS } from '../discord/no-icons.ts';
import { layoutText } from '../discord/render/layout-text.ts';
import { ENGLISH } from '../language/spoken.ts';
import { shop } from '../market/samples.ts';
import { watch } from '../routing/samples.ts';

test('explain states which price drops of a shop were announced, and why the others were not', async () => {
  const harness = await begun();
  const watched = watch('w1', { price: 10, cooldownMinutes: 60 });
  harness.put(watched);
  const prices = [9, 8.5, 8];
  const changes = prices.map((price, at): Change => {
    const [now, before] = [shop(1, { price }), shop(1, { price: prices[at - 1] ?? 11 })];
    return { kind: 'price-changed', at: harness.time.now() + at * MINUTE, shop: now, before };
  });
  for (const change of changes) {
    await harness.ingest(change);
    await harness.time.run(MINUTE);
  }
  const evaluations = evaluate(watched, changes, await harness.journal().noticesOf(PERSON, 9, 'w1'));
  expect(evaluations.map(({ mismatches }) => mismatches)).toEqual([[], [], []]);
  const now = harness.time.now();
  const answer = renderExplanation({
    watch: watched,
    state: [],
    evaluations,
    earlier: 0,
    since: null,
    outages: [],
    unreportedShops: [],
    now,
    icons: NO_ICONS,
    language: ENGLISH,
  });
  const text = layoutText(answer)
    .split('\n')
    .filter((line) => /^-# [✓✗]/.test(line));
  expect(text).toEqual([
    expect.stringMatching(/^-# ✓ Told .*during the cooldown: 11% better than 9 diamonds, the last price told$/),
    expect.stringMatching(/^-# ✓ Told <t:\d+:\w>$/),
    '-# ✗ Not told: matched before, not 10 % better',
  ]);
});
