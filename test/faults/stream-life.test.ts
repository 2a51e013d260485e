import { expect, test } from 'vitest';
import type { StreamFaultName, StreamFaultOptions } from '../../sandbox/service/stream-faults.ts';
import { StreamConnection } from '../../src/service/stream/connection.ts';
import { startProxy } from '../service/proxy.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, type Simulation, startSimulation } from '../service/simulation.ts';

/** `test/memory/repeats.isolated.test.ts` cuts 1,000 connections. */
const ATTEMPTS = 100;

const lot = (amount: number) => ({ item: { type: 'DIAMOND' }, amount, finalBid: 1 });
const sold = (amounts: readonly number[]) => amounts.map((amount) => ({ kind: 'auction', sold: amount }));

/** Stands on: real sockets to the simulated service through a TCP proxy, a clock that the test advances. */

/** Opens a live stream through a proxy. */
async function live() {
  const world = await startSimulation();
  const proxy = await startProxy(world.simulated.url);
  const running = runStream(world, { url: proxy.url });
  await eventually(() => expect(running.reasons()).toEqual(['start', 'up']));
  return { ...world, world, proxy, ...running };
}

/** Runs one check of the connection, with time for the pong. */
async function check({ clock }: Simulation, carried: { up: number }): Promise<void> {
  const before = carried.up;
  clock.advance(10_000);
  await eventually(() => expect(carried.up).toBeGreaterThan(before));
}

test('fault 13: a hundred accepted and closed connections grow the waits to a minute, with one log line', async () => {
  const world = await startSimulation();
  const { clock } = world;
  world.simulated.breakUpgrade('accept-then-close');
  const { lines } = runStream(world);
  const waits = () => clock.slept.filter((ms) => ms !== 10_000);
  let seen = 0;
  let count = 0;
  const waited = () => {
    for (; seen < clock.slept.length; seen += 1) if (clock.slept[seen] !== 10_000) count += 1;
    return count;
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    while (waited() < attempt) await new Promise(setImmediate);
    clock.advance(60_000);
  }
  expect(waits().slice(0, 6)).toEqual([1_998, 3_996, 7_992, 15_984, 31_968, 59_940]);
  expect(new Set(waits().slice(6))).toEqual(new Set([59_940]));
  expect(lines).toHaveLength(1);
});

/** Keeps the connection alive for seventy seconds, with each check answered. */
async function live70Seconds(world: Simulation, carried: { up: number; down: number }): Promise<void> {
  for (let turn = 0; turn < 7; turn += 1) {
    const { down } = carried;
    await check(world, carried);
    await eventually(() => expect(carried.down).toBeGreaterThan(down));
  }
}

test.each<[string, StreamFaultName, StreamFaultOptions]>([
  ['fault 13: hello, then cut', 'cut', {}],
  ['fault 28: hello, then a frame too large', 'oversized', { bytes: 5_000_000 }],
])('%s makes the waits grow, and only a minute of life resets them', async (_name, fault, options) => {
  const { world, clock, proxy, simulated, reasons } = await live();
  const waits = () => clock.slept.filter((ms) => ms !== 10_000);
  const isUp = () => eventually(() => expect(reasons().at(-1)).toBe('up'));
  for (let time = 1; time <= 4; time += 1) {
    simulated.breakStream(fault, options);
    await eventually(() => expect(waits()).toHaveLength(time));
    clock.advance(60_000);
    await isUp();
  }
  expect(waits()).toEqual([1_998, 3_996, 7_992, 15_984]);
  await live70Seconds(world, proxy.carried);
  simulated.breakStream(fault, options);
  await eventually(() => expect(waits().slice(4)).toEqual([1_998]));
});

test('fault 14: a cut is an outage, retried within 2 s, and an earlier event is passed on once', async () => {
  const { clock, economy, simulated, events, turns, reasons } = await live();
  economy.auction(lot(1));
  await eventually(() => expect(events).toMatchObject(sold([1])));
  clock.advance(5_000);
  simulated.breakStream('cut');
  await eventually(() => expect(turns[2]).toEqual({ at: clock.now(), reason: 'closed-1006' }));
  clock.advance(2_000);
  await eventually(() => expect(reasons().at(-1)).toBe('up'));
  expect(events).toMatchObject(sold([1]));
});

test.each([
  ['fault 19: 1000, a normal close', 1000],
  ['fault 19: 1001, going away', 1001],
  ['fault 19: 1011, an internal error', 1011],
  ['fault 19: 1012, a service restart', 1012],
  ['fault 19: code 4000', 4000],
  ['fault 19: code 4999', 4999],
  ['fault 19: a code that may not be sent', 1015],
])('%s makes the stream reconnect', async (_name, code) => {
  const { clock, simulated, reasons } = await live();
  simulated.breakStream('close', { code });
  await eventually(() => expect(reasons().length).toBe(3));
  expect(reasons()[2]).toBe(code === 1015 ? 'error-WS_ERR_INVALID_CLOSE_CODE' : `closed-${code}`);
  clock.advance(2_000);
  await eventually(() => expect(reasons().at(-1)).toBe('up'));
});

/** Opens a stream whose service accepts it without a hello. */
async function liveWithoutHello() {
  const world = await startSimulation();
  world.simulated.breakUpgrade('no-hello');
  const running = runStream(world);
  // One sleep limits the handshake, and one checks the open connection.
  await eventually(() => expect(world.clock.slept).toEqual([10_000, 10_000]));
  expect(running.reasons()).toEqual(['start']);
  return { ...world, ...running };
}

test('fault 12: a service without hello is pinged after 10 s and kept by its pong', async () => {
  const { clock, simulated, reasons } = await liveWithoutHello();
  clock.advance(10_000);
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
  expect(simulated.connections.size).toBe(1);
});

test('fault 12: a service without hello is kept by its first frame', async () => {
  const { simulated, reasons } = await liveWithoutHello();
  simulated.sendRaw('{}');
  await eventually(() => expect(reasons()).toEqual(['start', 'up']));
});

test('fault 12: a service without hello and pong is disconnected', async () => {
  const { clock, simulated, lines } = await liveWithoutHello();
  simulated.breakStream('freeze');
  for (let second = 0; second < 35 && lines.length === 0; second += 1) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  expect(lines).toEqual(['warn Stream down: no connection (silent), retrying']);
});

test('fault 17: an idle stream sends bytes both ways every 10 s, so that no proxy closes it', async () => {
  const { world, proxy, reasons } = await live();
  for (let turn = 0; turn < 12; turn += 1) {
    const before = { ...proxy.carried };
    await check(world, proxy.carried);
    await eventually(() => expect(proxy.carried.down).toBeGreaterThan(before.down));
  }
  expect(reasons()).toEqual(['start', 'up']);
});

test('fault 18: a stream reconnects after a proxy’s reload and a service’s restart, without repeats', async () => {
  const { clock, economy, simulated, proxy, events, reasons } = await live();
  economy.auction(lot(1));
  await eventually(() => expect(events.length).toBe(1));
  proxy.cut();
  await eventually(() => expect(reasons().at(-1)).toBe('closed-1006'));
  clock.advance(2_000);
  await eventually(() => expect(reasons().at(-1)).toBe('up'));
  economy.auction(lot(2));
  await eventually(() => expect(events.length).toBe(2));
  await simulated.goDown('bad-gateway');
  await eventually(() => expect(reasons().at(-1)).toBe('closed-1006'));
  economy.auction(lot(3));
  clock.advance(4_000);
  await eventually(() => expect(simulated.requests.at(-1)?.status).toBe(502));
  await simulated.comeBack();
  await eventually(() => {
    clock.advance(1_000);
    expect(reasons().at(-1)).toBe('up');
  });
  economy.auction(lot(4));
  await eventually(() => expect(events).toMatchObject(sold([1, 2, 4])));
});

test('fault 20: a frame of an abandoned connection is dropped, even from the same moment', async () => {
  const { clock, simulated } = await startSimulation();
  const received: string[] = [];
  const url = `${simulated.url.replace('http', 'ws')}/economy/v1/ws`;
  const peer = simulated.nextConnection();
  const onFrame = (data: Buffer) => {
    received.push(data.toString());
    if (received.includes('a')) connection.stop();
  };
  const quiet = { onOpen: () => undefined, onSignOfLife: () => undefined };
  const connection = new StreamConnection({
    url,
    userAgent: 'Crier/test',
    clock,
    handshakeMs: 10_000,
    onFrame,
    ...quiet,
  });
  (await peer).sendBytes(Buffer.from([0x81, 1, 0x61, 0x81, 1, 0x62]));
  expect(await connection.ended).toEqual({ kind: 'stopped' });
  await (await peer).closed;
  expect(received.slice(1)).toEqual(['a']);
});

test('fault 21: a reset in the middle of a frame gives no event', async () => {
  const { simulated, stream, reasons } = await live();
  simulated.breakStream('cut-in-mid-frame');
  await eventually(() => expect(reasons()).toEqual(['start', 'up', 'closed-1006']));
  expect(stream.status().counted).toEqual({ hello: 1 });
});

test('fault 23: a wall clock that jumps an hour both ways has no effect on the stream', async () => {
  const { world, clock, proxy, reasons } = await live();
  for (const jump of [3_600_000, -7_200_000, 3_600_000]) {
    clock.jumpWall(jump);
    await check(world, proxy.carried);
    await check(world, proxy.carried);
  }
  expect(reasons()).toEqual(['start', 'up']);
});

test('fault 24: an event loop that stood still for half a minute does not end the connection', async () => {
  const { world, clock, proxy, reasons } = await live();
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(30_000);
    // Lets the check happen without reading anything.
    for (let step = 0; step < 10; step += 1) await null;
  }
  await check(world, proxy.carried);
  expect(reasons()).toEqual(['start', 'up']);
});
