import { expect, test } from 'vitest';
import { lastPost } from '../../commands/feed/list.ts';
import { begun, CHANNEL, MINUTE, sale } from '../delivery/samples.ts';
import { feed } from '../routing/samples.ts';

/** Stands on: delivery with a real journal, a clock that the test moves. */

const WEEK_MS = 8 * 24 * 3_600_000;

test('/feed list keeps the time of the last post after a prune and a later sample', async () => {
  const harness = await begun();
  const listed = feed('f1');
  harness.put(listed);
  const last = async () => lastPost(listed, await harness.journal().noticesOf(CHANNEL, 20, 'f1'), harness.journal());
  const sample = async () => {
    const cause = { kind: 'sample', change: sale() } as const;
    await harness.enqueue({ target: CHANNEL, cause, subscriptionIds: ['f1'], dueAt: harness.time.now() });
    await harness.time.run(MINUTE);
  };
  await sample();
  expect(await last()).toBeNull();
  await harness.ingest(sale());
  await harness.time.run(MINUTE);
  const posted = await last();
  expect(posted).toMatchObject({ cause: { kind: 'change' } });
  await harness.time.run(WEEK_MS);
  await harness.journal().prune(harness.time.now());
  await sample();
  expect(harness.discord.posts).toHaveLength(3);
  expect(await last()).toEqual({ at: posted?.at, cause: null });
});
