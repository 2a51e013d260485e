import { describe, expect, test } from 'vitest';
import type { Cause } from '../../src/routing/notice.ts';
import { watch } from '../routing/samples.ts';
import { BEGIN } from './harness.ts';
import { begun, deliveries, type Harness, MINUTE, PERSON, sale } from './samples.ts';

const TRADES = { trigger: 'traded', price: null } as const;

describe('the notice that a watch expires', () => {
  const END = BEGIN + 60 * MINUTE;

  async function announced(harness: Harness) {
    const cause: Cause = { kind: 'expiring', at: BEGIN, expiresAt: END };
    await harness.enqueue({ target: PERSON, cause, subscriptionIds: ['w1'], dueAt: BEGIN + 15 * MINUTE });
  }

  test('is sent at its time, once, and begins no cool-down', async () => {
    const harness = await begun();
    harness.put(watch('w1', { ...TRADES, expiresAt: END, cooldownMinutes: 30 }));
    await announced(harness);
    await harness.time.run(16 * MINUTE);
    await harness.ingest(sale());
    await harness.time.run();
    expect(deliveries(harness)).toEqual([
      [15 * MINUTE, 'w1 '],
      [16 * MINUTE + 700, 'w1 '],
    ]);
  });

  test('keeps its time when the user changes another watch, or the clock is set back', async () => {
    const harness = await begun();
    harness.put(watch('w1', { ...TRADES, expiresAt: END }));
    await announced(harness);
    await harness.time.run(MINUTE);
    await harness.delivery().reconsider([PERSON]);
    await harness.time.run(9 * MINUTE);
    harness.time.jumpWall(-5 * MINUTE);
    await harness.time.run(30 * MINUTE);
    expect(deliveries(harness)).toEqual([[20 * MINUTE, 'w1 ']]);
  });

  test.each([
    ['the end of the watch was moved', { expiresAt: END + 1 }],
    ['the watch has no end any more', { expiresAt: null }],
  ])('is not sent if %s', async (_, more) => {
    const harness = await begun();
    harness.put(watch('w1', { ...TRADES, expiresAt: END }));
    await announced(harness);
    harness.put(watch('w1', { ...TRADES, ...more }));
    await harness.time.run();
    expect([deliveries(harness), await harness.waiting(PERSON)]).toEqual([[], []]);
  });

  test('is sent for a paused watch too, and respects quiet hours', async () => {
    const harness = await begun();
    harness.subscriptions.putPerson({ id: '400', quiet: { from: 0, to: 60, timeZone: 'UTC' } });
    harness.put(watch('w1', { ...TRADES, expiresAt: END, paused: true }));
    await announced(harness);
    await harness.time.run();
    expect(deliveries(harness)).toEqual([[60 * MINUTE - BEGIN, 'w1 quiet']]);
  });
});
