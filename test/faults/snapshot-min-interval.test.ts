import { expect, test } from 'vitest';
import { assumeJustAsked } from '../../src/service/shops/min-interval.ts';
import { createMemoryCheckpoints } from '../service/memory-checkpoints.ts';
import { eventually, runClient, type Simulation, startSimulation } from '../service/simulation.ts';

/**
 * Stands on: real sockets to the simulated service, checkpoints that outlive the client, a clock that the test
 * advances.
 */

test('fault 40: fifty users at once cause no request for the shops', async () => {
  const world = await startSimulation();
  const { service, snapshots } = runClient(world);
  await eventually(() => expect(snapshots.length).toBe(1));
  await Promise.all(Array.from({ length: 50 }, () => Promise.all([service.health(), service.bannedPaintings()])));
  expect(world.simulated.snapshotCount().asked).toBe(1);
});

/** Advances the clock a second at a time, with the client's work between. */
async function pass({ clock }: Simulation, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
}

test('fault 40: ten restarts within seconds keep a minute between requests', async () => {
  const world = await startSimulation();
  const checkpoints = createMemoryCheckpoints();
  for (let restart = 0; restart < 10; restart += 1) {
    const client = runClient(world, { checkpoints });
    await eventually(() => expect(client.service.snapshot().nextAt).not.toBe(null));
    await pass(world, 17);
    await client.stop();
  }
  expect(world.simulated.snapshotCount()).toMatchObject({ tooSoon: 0 });
  expect(world.simulated.snapshotCount().asked).toBeGreaterThanOrEqual(2);
});

test('fault 40: a crash loop sends one request per minute, though each process dies right after its own', async () => {
  const world = await startSimulation();
  const { kept, checkpoint } = createMemoryCheckpoints();
  for (let crash = 1; crash <= 10; crash += 1) {
    let isDead = false;
    const saveCheckpoint = async (name: string, at: number) => {
      if (!isDead) kept.set(name, at);
      isDead ||= name === 'getAllShops';
    };
    const client = runClient(world, { checkpoints: { checkpoint, saveCheckpoint } });
    await eventually(async () => {
      if (!isDead) await pass(world, 1);
      expect(world.simulated.snapshotCount().asked).toBe(crash);
    });
    await client.stop();
  }
  expect(world.simulated.snapshotCount().minGapMs).toBeGreaterThanOrEqual(60_000);
});

test('fault 40: a process that stalls while it saves its request time saves it again before it asks', async () => {
  for (const isReplaced of [false, true]) {
    const world = await startSimulation();
    const { kept, checkpoint } = createMemoryCheckpoints();
    let writes = 0;
    const saveCheckpoint = async (name: string, at: number) => {
      writes += name === 'getAllShops' ? 1 : 0;
      if (writes === 1) world.clock.advance(15_000);
      else if (isReplaced) throw new Error('another process leads');
      kept.set(name, at);
    };
    const client = runClient(world, { checkpoints: { checkpoint, saveCheckpoint } });
    await eventually(() => expect(writes).toBeGreaterThan(1));
    await eventually(() => expect(client.service.snapshot()[isReplaced ? 'failedAt' : 'takenAt']).not.toBeNull());
    expect(world.simulated.snapshotCount().asked).toBe(isReplaced ? 0 : 1);
    expect(kept.get('getAllShops')).toBe(isReplaced ? world.clock.now() - 15_000 : world.clock.now());
    await client.stop();
  }
});

test('fault 40: without a durable checkpoint no request is sent', async () => {
  const world = await startSimulation();
  const full = () => Promise.reject(new Error('the disk is full'));
  const client = runClient(world, { checkpoints: { saveCheckpoint: full, checkpoint: async () => null } });
  await eventually(() => expect(client.service.snapshot().trouble).toContain('the disk is full'));
  expect(world.simulated.snapshotCount().asked).toBe(0);
});

test.each([
  ['that is lost counts as one of now', null, 5_000],
  ['that exists is not renewed', 1_000, 1_000],
])('fault 82: a checkpoint of an earlier process %s', async (_, before, after) => {
  const checkpoints = createMemoryCheckpoints(new Map(before === null ? [] : [['getAllShops', before]]));
  expect(await assumeJustAsked(checkpoints, 5_000)).toBe(before === null);
  expect(await checkpoints.checkpoint('getAllShops')).toBe(after);
});

test('faults 2, 40: Retry-After is observed over restarts, for an hour at most', async () => {
  const world = await startSimulation();
  const checkpoints = createMemoryCheckpoints();
  world.simulated.breakHttp('unavailable', { route: 'shops', retryAfter: 86_400, times: 1 });
  const first = runClient(world, { checkpoints });
  await eventually(() => expect(first.service.snapshot().trouble).toContain('status 503'));
  await first.stop();
  world.clock.advance(1_800_000);
  const second = runClient(world, { checkpoints });
  await eventually(() => expect(second.service.snapshot().nextAt).toBe(world.clock.now() + 1_800_000));
  expect(world.simulated.snapshotCount().asked).toBe(1);
  world.clock.advance(1_800_000);
  await eventually(() => expect(second.snapshots.length).toBe(1));
  await second.stop();
  checkpoints.kept.set('getAllShops-held', Number.MAX_SAFE_INTEGER);
  const third = runClient(world, { checkpoints });
  await eventually(() => expect(third.service.snapshot().nextAt).toBe(world.clock.now() + 3_600_000));
});
