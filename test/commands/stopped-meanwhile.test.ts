import { expect, test } from 'vitest';
import { keepOn, snoozeWatch } from '../../commands/watch/alert-buttons.ts';
import { pauseFromButton, resumeFromButton } from '../../commands/watch/change.ts';
import { UserError } from '../../src/discord/command/command.ts';
import type { Watch } from '../../src/routing/watch.ts';
import type { WatchChange } from '../../src/subscriptions/watch-changes.ts';
import { DAY_MS } from '../../src/time/durations.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { watch } from '../routing/samples.ts';

/** Opens one user's watch as first read, and as it is when the change runs. */
function openContext(read: Watch, ...inItsTurn: readonly Watch[]) {
  const put: Watch[] = [];
  const resumed: unknown[] = [];
  const context = {
    ...{ now: () => 0, languages: LANGUAGES, pauseCodeOf: async () => 50_007 },
    subscriptions: { watchesOf: async () => [read] },
    resume: async (target: unknown) => {
      resumed.push(target);
      return { isKept: false };
    },
    watchChanges: {
      async change(_userId: string, wanted: WatchChange) {
        put.push(...((typeof wanted === 'function' ? wanted(inItsTurn) : wanted).put ?? []));
        throw new UserError(() => 'so far');
      },
    },
  };
  return { context: context as never, put, resumed };
}

const interaction = {
  user: { id: '400' },
  ...{ deferReply: async () => undefined, deferUpdate: async () => undefined, locale: 'en-US', message: null },
} as never;

test.each([
  ['snoozed', snoozeWatch],
  ['kept on', keepOn],
  ['paused', pauseFromButton],
  ['resumed', resumeFromButton],
])('a watch stopped while being %s does not come back', async (_how, press) => {
  const { context, put, resumed } = openContext(watch('w1', { expiresAt: DAY_MS }));
  await expect(press(interaction, 'w1', context)).rejects.toThrow(UserError);
  expect([put, resumed]).toEqual([[], []]);
});

test('a watch extended twice at once is extended by 30 days, not 60', async () => {
  const ends = watch('w1', { expiresAt: DAY_MS });
  const kept = { ...ends, expiresAt: 31 * DAY_MS };
  const { context, put } = openContext(ends, kept);
  await expect(keepOn(interaction, 'w1', context)).rejects.toThrow('');
  expect(put).toEqual([kept]);
});
