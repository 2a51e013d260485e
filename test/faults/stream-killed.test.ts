import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createMemoryCheckpoints } from '../service/memory-checkpoints.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, type Simulation, startSimulation } from '../service/simulation.ts';

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
  const { clock } = world;
  const checkpoints = createMemoryCheckpoints();
  let isWritten = true;
  const ended = runStream(world, { checkpoints, written: async () => isWritten });
  await eventually(() => expect(checkpoints.kept.has('stream-live')).toBe(true));
  const writtenUntil = clock.now();
  isWritten = false;
  for (let check = 0; check < 3; check += 1) {
    clock.advance(10_000);
    auction(world);
    await eventually(() => expect(ended.events).toHaveLength(check + 1));
  }
  await ended.stop();
  expect(checkpoints.kept.get('stream-live')).toBe(writtenUntil);
});

test('after a standstill no checkpoint hides events that are still unread or unwritten', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const checkpoints = createMemoryCheckpoints();
  const unwritten: PromiseWithResolvers<boolean>[] = [];
  const written = async () => {
    const waiting = await Promise.all(unwritten.map(({ promise }) => promise));
    return waiting.every(Boolean);
  };
  const onEvent = () => void unwritten.push(Promise.withResolvers());
  const killed = runStream(world, { checkpoints, written, onEvent });
  await eventually(() => expect(checkpoints.kept.has('stream-live')).toBe(true));
  const stoodStillAt = clock.now();
  // Both arrive during the standstill, and are read after it.
  for (let event = 0; event < 2; event += 1) auction(world);
  clock.advance(14_000);
  await eventually(() => expect(killed.events).toHaveLength(2));
  await nextTurn();
  await nextTurn();
  await nextTurn();
  expect(checkpoints.kept.get('stream-live')).toBeLessThanOrEqual(stoodStillAt);
  for (const { resolve } of unwritten) resolve(true);
  await eventually(() => expect(checkpoints.kept.get('stream-live')).toBe(clock.now() - ON_ITS_WAY_MS));
});

test('a stop after a standstill reads what has arrived before it ends the stream', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const { events, turns, reasons, stop } = runStream(world);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  auction(world);
  clock.advance(14_000);
  await stop();
  expect(events).toHaveLength(1);
  expect(turns[2]).toEqual({ at: clock.now() - ON_ITS_WAY_MS, reason: 'stopped' });
});

test.each([
  ['the first start', createMemoryCheckpoints()],
  ['a checkpoint in the future', createMemoryCheckpoints(new Map([['stream-live', 9e12]]))],
])('%s: the outage begins now', async (_name, checkpoints) => {
  const world = await startSimulation();
  const { turns, errors } = runStream(world, { checkpoints });
  await eventually(() => expect(turns[0]).toEqual({ at: world.clock.now(), reason: 'start' }));
  expect(errors()).toEqual([]);
});

/**
 * Regression test: PostgreSQL was killed, the next leader could not read the checkpoint, and 22 s without a stream were
 * reported in no outage.
 */
test('a checkpoint unreadable at the start is read again: the outage begins there, not at the start', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const lastLiveAt = clock.now() - 22_000;
  const checkpoints = createMemoryCheckpoints(new Map([['stream-live', lastLiveAt]]));
  let failuresLeft = 3;
  const checkpoint = async (name: string) => {
    if (failuresLeft === 0) return checkpoints.checkpoint(name);
    failuresLeft -= 1;
    throw new Error('the database system is starting up');
  };
  const { turns, lines, errors } = runStream(world, { checkpoints: { ...checkpoints, checkpoint } });
  await eventually(() => {
    clock.advance(100);
    expect(turns).not.toEqual([]);
  });
  expect(turns[0]).toEqual({ at: lastLiveAt, reason: 'start' });
  expect(errors()).toHaveLength(1);
  expect(lines).toEqual([
    'error Stream checkpoint unreadable, retrying before the stream is opened',
    'info Stream checkpoint readable again',
  ]);
});

test('a stream stopped while its checkpoint is unreadable ends at once and reports nothing', async () => {
  const world = await startSimulation();
  const checkpoints = { ...createMemoryCheckpoints(), checkpoint: () => new Promise<null>(() => {}) };
  const { turns, stop } = runStream(world, { checkpoints });
  await stop();
  expect(turns).toEqual([]);
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

function auction({ economy }: Simulation): void {
  economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: 100 });
}
