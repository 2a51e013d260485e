import { expect, test } from 'vitest';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import type { WatchTrigger } from '../../src/routing/watch.ts';
import { askInMemory } from '../../src/subscriptions/ask-in-memory.ts';
import { outlookOf } from '../../src/subscriptions/watch-outlook.ts';
import { openOnFile } from '../journal/open.ts';
import { traded } from '../journal/samples.ts';
import { watch } from '../routing/samples.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 10, 30);
const BEGAN = NOW - HOUR_MS;
const PAST = NOW - 72 * HOUR_MS;

test.each<[WatchTrigger, number, number]>([
  ['traded', 12, PAST],
  ['auctioned', 0, PAST],
  ['listed', 0, BEGAN],
  ['restocked', 0, BEGAN],
  ['sold-out', 0, BEGAN],
  ['at-or-below', 0, BEGAN],
])(
  'of `%s`, where a past of trades was told, the week is known since the stream or the shops are',
  async (trigger, times, since) => {
    const { journal } = openOnFile(() => NOW);
    const changes = Array.from({ length: 12 }, (_, at) => traded(PAST + at * HOUR_MS));
    await journal.record({ changes, notices: [] });
    const price = trigger === 'at-or-below' ? 5 : null;
    const subscriptions = askInMemory(new SubscriptionsInMemory());
    const parts = { market: () => null, journal, subscriptions, beganAt: BEGAN, now: () => NOW };
    const { lastWeek } = await outlookOf(watch('w1', { trigger, price }), parts);
    expect(lastWeek).toEqual({ times, since });
  },
);
