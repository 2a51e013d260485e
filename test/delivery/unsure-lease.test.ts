import { expect, test } from 'vitest';
import { Delivery } from '../../src/delivery/delivery.ts';
import type { DeliveryParts } from '../../src/delivery/parts.ts';
import { LeaseLost } from '../../src/faults/store-faults.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../routing/samples.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { begun, sale } from './samples.ts';

test.each([1, 2, 3])('a lease that was not renewed in time is released for the next claim (%i)', async (asked) => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.unsure = asked;
  await harness.ingest(sale());
  await harness.time.run(10_000);
  expect(harness.discord.posts).toHaveLength(1);
});

test('an unreachable outbox is logged once when it fails and once when it works again', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  harness.discord.unclaimed = 5;
  await harness.ingest(sale());
  await harness.time.run(20_000);
  await harness.ingest(sale());
  await harness.time.run(20_000);
  expect(harness.log.errors()).toMatchObject([{ sentence: 'Outbox unreachable, retrying' }]);
  expect(harness.log.lines.map(({ sentence }) => sentence)).toContain('Outbox reachable again');
  expect(harness.discord.posts).toHaveLength(2);
});

test('a lease whose message another process settled otherwise is released, and continues', async () => {
  const harness = await begun();
  harness.put(feed('f1'));
  const journal = harness.journal();
  const settle = journal.settle.bind(journal);
  journal.settle = async (...ended) => {
    journal.settle = settle;
    await settle(...ended);
    throw new LeaseLost('it was settled with another outcome');
  };
  await harness.ingest(sale());
  await harness.time.run(10_000);
  await harness.ingest(sale());
  await harness.time.run(10_000);
  expect(harness.discord.posts).toHaveLength(2);
});

test('a lease that is claimed during a shutdown is released before its end', async () => {
  const [claimed, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const state = { answered: [], failures: 0, mustReschedule: false };
  const target = { kind: 'channel', id: '1' } as const;
  const lease = { target, fence: 1, state, gathersMs: () => 0, isSure: () => true, release: () => released.promise };
  const leases = { claim: () => claimed.promise.then(() => [lease]) };
  const delivery = new Delivery({ leases, clock: new ManualClock(), log: recordingLog() } as unknown as DeliveryParts);
  delivery.start();
  let isOver = false;
  const stopped = delivery.stop(1_000).then(() => {
    isOver = true;
  });
  claimed.resolve();
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  released.resolve();
  await stopped;
});
