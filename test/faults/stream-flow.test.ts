import { expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../sandbox/discord/events.ts';
import { startProxy } from '../service/proxy.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/**
 * Stands on: real sockets to the simulated service, through a TCP proxy that counts bytes; a clock that the test
 * advances.
 */

const FLOOD = 12_000;
const PADDING = 'x'.repeat(2_000);

/** Bytes that the kernel buffers between two local sockets, with reserve. */
const KERNEL_BYTES = 16_000_000;

test('fault 22: a flood waits in TCP during a pause, then arrives whole, in order, above 5,000 a second', async () => {
  const world = await startSimulation();
  const { clock, simulated } = world;
  const proxy = await startProxy(simulated.url);
  const { stream, events, reasons } = runStream(world, { url: proxy.url });
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));

  stream.pause();
  for (let sold = 1; sold <= FLOOD; sold += 1) {
    const item = { type: 'DIAMOND', quantity: 1, name: PADDING, snbt: '{}' };
    const data = { item, amount: sold, finalBid: 1 };
    simulated.sendRaw(JSON.stringify({ event: 'auctionComplete', timestamp: sold, data }));
  }
  await eventually(() => expect(proxy.carried.down).toBeGreaterThan(65_536));
  for (let second = 0; second < 60; second += 1) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  expect([events.length, reasons()]).toEqual([0, ['start', 'up']]);
  expect(proxy.carried.down).toBeLessThan(KERNEL_BYTES);

  const began = process.threadCpuUsage();
  stream.resume();
  await vi.waitFor(() => expect(events.length).toBe(FLOOD), { interval: 20, timeout: PATIENCE_MS });
  // The CPU time of this thread, which sends and reads the flood, does not depend on the machine's load.
  const { user, system } = process.threadCpuUsage(began);
  expect(FLOOD / ((user + system) / 1_000)).toBeGreaterThan(5);
  expect(events.every((event, index) => event.kind === 'auction' && event.sold === index + 1)).toBe(true);
  expect(reasons()).toEqual(['start', 'up']);
});

test('fault 22: a pause continues over a reconnect', async () => {
  const world = await startSimulation();
  const { clock, economy, simulated } = world;
  const { stream, events, reasons, opened } = runStream(world);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  simulated.breakStream('cut');
  await eventually(() => expect(reasons().length).toBe(3));
  stream.pause();
  clock.advance(2_000);
  await eventually(() => expect(opened()).toBe(2));
  economy.auction({ item: { type: 'DIAMOND' }, amount: 5, finalBid: 9 });
  for (let check = 0; check < 6; check += 1) {
    clock.advance(10_000);
    await new Promise(setImmediate);
  }
  expect(events.length).toBe(0);
  stream.resume();
  await eventually(() => expect([events.length, reasons().at(-1)]).toEqual([1, 'up']));
});

test('fault 76: a connection lost during a pause counts as down since the pause began', async () => {
  const world = await startSimulation();
  const { clock, simulated } = world;
  const { stream, turns, reasons } = runStream(world);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  stream.pause();
  const heldAt = clock.now();
  clock.advance(25_000);
  simulated.breakStream('cut');
  clock.advance(25_000);
  stream.resume();
  await eventually(() => expect(turns[2]).toEqual({ at: heldAt, reason: 'closed-1006' }));
});

test('fault 76: a connection that is read again after a pause is down from its own end', async () => {
  const world = await startSimulation();
  const { clock, simulated } = world;
  const { stream, turns, reasons } = runStream(world);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  stream.pause();
  stream.resume();
  const frames = () => Object.values(stream.status().counted).reduce((sum, n) => sum + n, 0);
  for (let check = 0; check < 3; check += 1) {
    const before = frames();
    simulated.sendRaw('{}');
    await eventually(() => expect(frames()).toBe(before + 1));
    clock.advance(10_000);
    await new Promise(setImmediate);
  }
  simulated.breakStream('cut');
  await eventually(() => expect(turns[2]).toEqual({ at: clock.now(), reason: 'closed-1006' }));
});
