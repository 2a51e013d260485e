import { expect, test } from 'vitest';
import { feed } from '../routing/samples.ts';
import { begun, sale } from './samples.ts';

test.each([1, 2, 3])(
  'a line that was not renewed in time is given back, for whoever claims it next (%i)',
  async (asked) => {
    const harness = await begun();
    harness.put(feed('f1'));
    harness.discord.unsure = asked;
    await harness.happen(sale());
    await harness.time.run(10_000);
    expect(harness.discord.posts).toHaveLength(1);
  },
);
