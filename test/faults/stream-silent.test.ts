import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../src/time/durations.ts';
import { startProxy } from '../service/proxy.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/**
 * Tells a silent peer from an idle one.
 *
 * Stands on: real sockets to the simulated service, whose side is frozen; a clock that the test advances.
 */

const AT_ONCE = 100;
const CHECK_MS = 10_000;

test.each([
  ['fault 15: 100 peers frozen at once, right after hello', 0],
  ['fault 15: 100 peers frozen at once, 3 s after hello', 3],
  ['fault 15: 100 peers frozen at once, just before a ping', 9],
  ['fault 15: 100 peers frozen at once, just after a pong', 10],
  ['fault 15: 100 peers frozen at once, after ten minutes', 605],
])('%s: each is detected within 35 s as lost since its last frame, and reconnected', async (_name, seconds) => {
  const world = await startSimulation();
  const { clock, simulated } = world;
  const streams = Array.from({ length: AT_ONCE }, () => runStream(world));
  const live = () => streams.filter(({ stream }) => stream.status().state === 'live').length;
  await eventually(() => expect(live()).toBe(AT_ONCE));
  await eventually(() => expect(lastReceived(streams)).toBeGreaterThan(0));
  for (let leftMs = seconds * 1_000; leftMs > 0; leftMs -= CHECK_MS) {
    clock.advance(Math.min(leftMs, CHECK_MS));
    // A pong is a checkpoint, and so is a hello: each was received at this moment.
    if (leftMs >= CHECK_MS) await eventually(() => expect(lastReceived(streams)).toBe(clock.now() - 1_000));
  }
  const heardAt = lastReceived(streams) + (seconds < 10 ? 0 : 1_000);
  simulated.breakStream('freeze');
  const found = () => streams.filter(({ reasons }) => reasons()[2] === 'silent').length;
  for (let second = 0; second < 35 && found() < AT_ONCE; second += 1) {
    clock.advance(1_000);
    await nextTurn();
  }
  expect(found()).toBe(AT_ONCE);
  expect(new Set(streams.map(({ turns }) => turns[2]?.at))).toEqual(new Set([heardAt]));
  clock.advance(2_000);
  await eventually(() => expect(live()).toBe(AT_ONCE));
});

/** Returns the earliest time at which one of these streams was last known live, in epoch ms. */
function lastReceived(streams: readonly ReturnType<typeof runStream>[]): number {
  return Math.min(...streams.map(({ checkpoints }) => checkpoints.kept.get('stream-live') ?? 0));
}

test('fault 16: dropped packets are detected within 35 s, as an outage since the last frame', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const proxy = await startProxy(world.simulated.url);
  const { turns, reasons } = runStream(world, { url: proxy.url });
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  const heardAt = clock.now();
  proxy.dropPackets();
  for (let second = 0; second < 35; second += 1) {
    clock.advance(1_000);
    await nextTurn();
  }
  expect(turns[2]).toEqual({ at: heardAt, reason: 'silent' });
});

test('fault 17: a day without events causes no false alarm', async () => {
  const world = await startSimulation();
  const { clock } = world;
  const { reasons, checkpoints } = runStream(world);
  const liveCheckpoint = () => checkpoints.kept.get('stream-live');
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  for (let ms = 0; ms < DAY_MS; ms += CHECK_MS) {
    const before = liveCheckpoint();
    clock.advance(CHECK_MS);
    while (liveCheckpoint() === before) await nextTurn();
  }
  expect(reasons()).toEqual(['start', 'up']);
});
