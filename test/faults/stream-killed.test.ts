import { expect, test } from 'vitest';
import { createMemoryCheckpoints } from '../service/memory-checkpoints.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/** Stands on: real sockets to the simulated service, checkpoints in memory, a clock that the test advances. */

/** Frames sent this recently may be unread when a process is killed. */
const ON_ITS_WAY_MS = 1_000;

test('a process killed while live leaves an outage from a second before its stream was last known live', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const checkpoints = createMemoryCheckpoints();
  const killed = runStream(world, { checkpoints });
  await eventually(() => expect(killed.reasons()).toEqual(['start', 'up']));
  for (let check = 0; check < 6; check += 1) {
    const before = checkpoints.kept.get('stream-live');
    clock.advance(10_000);
    await eventually(() => expect(checkpoints.kept.get('stream-live')).not.toBe(before));
  }
  const killedAt = clock.now();
  const left = createMemoryCheckpoints(new Map(checkpoints.kept));
  await killed.stop();
  clock.advance(3_600_000);

  const next = runStream(world, { checkpoints: left });
  await eventually(() => expect(next.reasons()).toEqual(['start', 'up']));
  expect(next.turns[0]).toEqual({ at: killedAt - ON_ITS_WAY_MS, reason: 'start' });
});

test('fault 76: a process that ends with unwritten events leaves an outage from before the first of them', async () => {
  const world = await startSimulation();
  const checkpoints = createMemoryCheckpoints();
  const unwrittenSince = world.clock.now() - 60_000;
  const ended = runStream(world, { checkpoints, writtenUntil: () => unwrittenSince });
  await eventually(() => expect(ended.reasons()).toEqual(['start', 'up']));
  await eventually(() => expect(checkpoints.kept.has('stream-live')).toBe(true));
  const left = createMemoryCheckpoints(new Map(checkpoints.kept));
  await ended.stop();
  const next = runStream(world, { checkpoints: left });
  await eventually(() => expect(next.turns[0]).toEqual({ at: unwrittenSince, reason: 'start' }));
});

test.each([
  ['the first start of all', createMemoryCheckpoints(), 0],
  ['a checkpoint from the future', createMemoryCheckpoints(new Map([['stream-live', 9e12]])), 0],
  [
    'checkpoints that cannot be read',
    { ...createMemoryCheckpoints(), checkpoint: () => Promise.reject(new Error('EIO')) },
    1,
  ],
])('%s: the outage starts now', async (_name, checkpoints, failures) => {
  const world = await startSimulation();
  const { turns, errors } = runStream(world, { checkpoints });
  await eventually(() => expect(turns[0]).toEqual({ at: world.clock.now(), reason: 'start' }));
  expect(errors()).toHaveLength(failures);
});

test('a checkpoint that cannot be written is logged once, and the stream continues', async () => {
  const world = await startSimulation();
  let tried = 0;
  const saveCheckpoint = () => {
    tried += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const { lines, reasons } = runStream(world, { checkpoints: { ...createMemoryCheckpoints(), saveCheckpoint } });
  await eventually(() => {
    world.clock.advance(1_000);
    expect(tried).toBe(3);
  });
  expect(lines).toEqual(['warn Stream checkpoint not saved, retrying']);
  expect(reasons()).toEqual(['start', 'up']);
});
