import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeAlert } from '../../../src/discord/render/alert/alert.ts';
import type { NoticeInContext } from '../../../src/ports/delivery.ts';
import { shop } from '../../market/samples.ts';
import { propertyRuns } from '../../property-runs.ts';
import { watch } from '../../routing/samples.ts';
import { ALERT_PARTS } from './alert-parts.ts';
import { BEGAN } from './arbitraries.ts';

/** Returns a listing deferred to the end of quiet hours or a snooze, distinct for each `minute`. */
function kept(minute: number, held: 'quiet' | 'snoozed' | null): NoticeInContext {
  const at = BEGAN + minute * 60_000;
  const change = { kind: 'listed', at, shop: shop(minute) } as const;
  const target = { kind: 'user', id: '400' } as const;
  const notice = {
    id: minute,
    held,
    target,
    cause: { kind: 'change', change },
    subscriptionIds: ['w'],
    dueAt: at,
  } as const;
  return { notice, subscriptions: [watch('w')], worth: null };
}

/**
 * Composes all notices into successive messages.
 *
 * @returns the headings of each, and the number of its items
 */
function messagesOf(entries: readonly NoticeInContext[]) {
  const messages: { title: string | undefined; since: string | undefined; things: number }[] = [];
  for (let left = entries; left.length > 0; ) {
    const { body, taken } = composeAlert(left, BEGAN + 24 * 60 * 60_000, ALERT_PARTS);
    const [embed] = body.message.embeds ?? [];
    const [since, ...things] = embed?.description?.split('\n') ?? [];
    messages.push({ title: body.message.content, since, things: things.length });
    left = left.slice(taken);
  }
  return messages;
}

const sinceOf = (minute: number, things: number, more: string) =>
  `-# Since <t:${(BEGAN + minute * 60_000) / 1000}:f>${more} · ${things} new offers`;

test('each message of deferred offers names its best, counts its own, and says whether more follow', () => {
  const messages = messagesOf(Array.from({ length: 59 }, (_, minute) => kept(minute, 'quiet')));
  const [first = 0, second = 0, third = 0] = messages.map(({ things }) => things);
  expect(first + second + third).toBe(59);
  expect(messages.map(({ title }) => title)).toEqual(
    [first, second, third].map((things) => `Quiet hours are over: Slime Block for 4 diamonds (${things} shops)`),
  );
  expect(messages.map(({ since }) => since)).toEqual([
    sinceOf(0, first, '; more follows in the next message'),
    sinceOf(first, second, '; more follows in the next message'),
    sinceOf(first + second, third, ''),
  ]);
});

test('the counts in the headings of deferred messages add up to the total', () => {
  const some = fc.array(fc.constantFrom('quiet' as const, 'quiet' as const, 'snoozed' as const, null), {
    minLength: 6,
    maxLength: 130,
    size: 'max',
  });
  fc.assert(
    fc.property(some, (helds) => {
      const messages = messagesOf(helds.map((held, minute) => kept(minute, held)));
      fc.pre(messages.every(({ title }) => / over: /.test(title ?? '')));
      const counts = messages.map(({ since }) => Number(/ · (\d+) new offers/.exec(since ?? '')?.[1]));
      expect(counts).toEqual(messages.map(({ things }) => things));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(helds.length);
      expect(messages.map(({ since }) => since?.includes('next message'))).toEqual(
        messages.map((_, at) => at < messages.length - 1),
      );
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
});
