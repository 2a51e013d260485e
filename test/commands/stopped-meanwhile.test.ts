import { expect, test } from 'vitest';
import { snoozeWatch } from '../../commands/watch/alert-buttons.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import type { Watch } from '../../src/routing/watch.ts';
import type { WatchChange } from '../../src/subscriptions/watch-changes.ts';
import { watch } from '../routing/samples.ts';

test('a watch that is stopped while it is being snoozed does not come back', async () => {
  let watches: readonly Watch[] = [watch('w1')];
  const put: Watch[] = [];
  const context = {
    subscriptions: { watchesOf: async () => watches },
    watchChanges: {
      async change(_userId: string, wanted: WatchChange) {
        watches = [];
        put.push(...((typeof wanted === 'function' ? wanted(watches) : wanted).put ?? []));
      },
    },
    now: () => 0,
    languages: { of: () => null },
  };
  const interaction = { user: { id: '400' }, deferUpdate: async () => undefined, locale: 'en-US', message: null };
  await expect(snoozeWatch(interaction as never, 'w1', context as never)).rejects.toThrow(UserError);
  expect(put).toEqual([]);
});
