import { expect, test } from 'vitest';
import { auction, item } from '../market/samples.ts';
import { feed, watch } from '../routing/samples.ts';
import { begun, sale } from './samples.ts';

const PEOPLE = 400;

test('while more users wait than Discord accepts, channels are served at once and no user is left out', async () => {
  const harness = await begun();
  const traded = { trigger: 'traded', price: null } as const;
  for (let at = 0; at < PEOPLE; at += 1) harness.put(watch(`w${at}`, { ...traded, userId: String(1_000 + at) }));
  harness.put(feed('f1', { kind: 'auctions' }));
  await harness.ingest(sale());
  await harness.time.run(2_000);
  await harness.ingest({ kind: 'auctioned', at: 0, auction: auction(item('SLIME_BLOCK')) });
  await harness.time.run(60_000);
  const { posts } = harness.discord;
  const targets = posts.map(({ target }) => target);
  expect(new Set(targets).size).toBe(PEOPLE + 1);
  expect(targets).toHaveLength(PEOPLE + 1);
  // Some users were sent to before the auction, and some more during its debounce of a second.
  expect(targets.findIndex((target) => target.startsWith('channel'))).toBeLessThan(PEOPLE / 2);
});

// A quarter of the targets are channels. The debounce limits each target to a message every two seconds.
test('channels get more messages than users even if all targets could be worked on in parallel', async () => {
  const SECONDS = 20;
  const harness = await begun();
  for (let at = 0; at < 48; at += 1) harness.put(feed(`f${at}`, { kind: 'trades', channelId: String(2_000 + at) }));
  for (let at = 0; at < 150; at += 1) {
    harness.put(watch(`w${at}`, { trigger: 'traded', price: null, userId: String(1_000 + at) }));
  }
  for (let second = 0; second < SECONDS; second += 1) {
    await harness.ingest(sale());
    await harness.time.run(1_000);
  }
  const { posts } = harness.discord;
  const ofChannels = posts.filter(({ target }) => target.startsWith('channel')).length;
  expect(posts.length).toBeGreaterThan(25 * SECONDS);
  expect(ofChannels / posts.length).toBeGreaterThan(0.45);
  expect(ofChannels / posts.length).toBeLessThan(0.8);
});
