import { expect, test } from 'vitest';
import type { StreamFaultName, StreamFaultOptions } from '../../sandbox/service/stream-faults.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/** Stands on: real sockets to the simulated service, a clock that the test advances. */

async function live() {
  const world = await startSimulation();
  const running = runStream(world);
  await eventually(() => expect(running.reasons()).toEqual(['start', 'up']));
  return { ...world, ...running };
}

test('fault 26: a ping of any shape is only a sign of life', async () => {
  const { clock, simulated, stream, events, lines } = await live();
  clock.advance(1_000);
  for (let turn = 0; turn < 3; turn += 1) simulated.sendKeepAlive();
  for (const shape of ['ping', '"ping"', '{"ping":1}', '{"event":"ping"}', '{"keepAlive":true}'])
    simulated.sendRaw(shape);
  await eventually(() => expect(stream.status().counted).toEqual({ hello: 1, ping: 8 }));
  expect(stream.status()).toMatchObject({ state: 'live', lastFrameAt: clock.now(), lastEventAt: null });
  expect([events, lines]).toEqual([[], []]);
});

/** The simulated service dates these by the machine's clock, far ahead of the test's. */
const AHEAD = { 'odd-time': 1 };

test.each<[string, StreamFaultName, Record<string, number>, number]>([
  ['fault 27: an unknown event', 'unknown-event', { 'unknown-event': 1 }, 0],
  ['fault 27: missing fields', 'missing-fields', { 'unknown-event': 1, 'broken-event': 3 }, 0],
  ['fault 27: extra fields', 'extra-fields', { auction: 1, ...AHEAD }, 1],
  ['fault 30: __proto__', 'proto', { 'unknown-event': 1, auction: 1, ...AHEAD }, 1],
  ['fault 31: negative numbers', 'negative-numbers', { 'broken-event': 1 }, 0],
  ['fault 31: 1e308', 'huge-numbers', { 'broken-event': 1 }, 0],
  ['fault 31: above 2^53', 'unsafe-integers', { 'broken-event': 1 }, 0],
])('%s: the frame is counted, and the stream continues', async (_name, fault, counted, routed) => {
  const { economy, simulated, stream, events, reasons } = await live();
  simulated.breakStream(fault);
  economy.auction({ item: { type: 'DIAMOND' }, amount: 5, finalBid: 9 });
  const auction = (counted.auction ?? 0) + 1;
  await eventually(() => expect(stream.status().counted).toEqual({ hello: 1, ...counted, auction }));
  expect([events.length, reasons()]).toEqual([routed + 1, ['start', 'up']]);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('fault 30: a frame with endless nesting is read as no event', async () => {
  const { simulated, stream } = await live();
  simulated.breakStream('deep-nesting');
  await eventually(() => expect(Object.keys(stream.status().counted).length).toBe(2));
  expect(stream.status()).toMatchObject({ state: 'live', lastEventAt: null });
});

test.each([
  ['a second ahead is dated now', 1_000, 0],
  ['a year ahead is dated now', 31_536_000_000, 0],
  ['a minute ago keeps its time', -60_000, -60_000],
])('an event of %s', async (_name, stamped, dated) => {
  const { clock, simulated, events } = await live();
  simulated.sendRaw(auctionOf('{"type":"DIRT"}', clock.now() + stamped));
  await eventually(() => expect(events.map(({ at }) => at - clock.now())).toEqual([dated]));
});

const auctionOf = (item: string, timestamp = 1_700_000_000_000) =>
  `{"event":"auctionComplete","timestamp":${timestamp},"data":{"item":${item},"amount":1,"finalBid":1}}`;
const nested = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000);
const dirt = '{"type":"DIRT"}';

test.each([
  ['fault 77: an item that is a list nested 50,000 deep', nested('[', ']')],
  ['fault 77: boxes in boxes, 50,000 deep', nested('{"type":"BOX","childItems":[', ']}')],
  ['fault 78: a type of megabytes', `{"type":"${'X'.repeat(3_000_000)}"}`],
  ['fault 78: 50,000 children', `{"type":"BOX","childItems":[${Array(50_000).fill(dirt).join(',')}]}`],
  ['fault 78: 2,001 children, most of them in one', box(2, box(1_999, dirt))],
])('%s: the event is counted as broken, and the stream continues', async (_name, item) => {
  const { simulated, stream, events } = await live();
  simulated.sendRaw(auctionOf(item));
  simulated.sendRaw(auctionOf(dirt));
  await eventually(() => expect(stream.status().counted).toEqual({ hello: 1, 'broken-event': 1, auction: 1 }));
  expect(events.map((event) => event.item.identity.type)).toEqual(['DIRT']);
});

function box(children: number, first: string): string {
  return `{"type":"BOX","childItems":[${[first, ...Array(children - 1).fill(dirt)].join(',')}]}`;
}

test.each<[string, StreamFaultName, StreamFaultOptions, string]>([
  ['fault 30: fragments without end', 'fragments', { count: 2_000 }, 'error-WS_ERR_TOO_MANY_BUFFERED_PARTS'],
  ['fault 28: compression not agreed on', 'unasked-compression', {}, 'error-WS_ERR_UNEXPECTED_RSV_1'],
  ['fault 28: a frame too large', 'oversized', { bytes: 10 * 2 ** 20 }, 'error-WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'],
])('%s ends the connection, and the stream reconnects', async (_name, fault, options, reason) => {
  const { clock, simulated, reasons } = await live();
  simulated.breakStream(fault, options);
  await eventually(() => expect(reasons()).toEqual(['start', 'up', reason]));
  clock.advance(2_000);
  await eventually(() => expect(reasons().at(-1)).toBe('up'));
});

test('faults 25, 28, 29, 31: bad frames are counted and logged per kind, an oversized one disconnects', async () => {
  const { simulated, stream, reasons, facts } = await live();
  for (let turn = 0; turn < 2; turn += 1) {
    for (const text of ['no', 'null', '[]', auctionOf('{"type":"DIRT"}').replace('"amount":1', '"amount":-1')])
      simulated.sendRaw(text);
    simulated.sendRaw(Buffer.from([1]), 'binary');
    simulated.sendRaw(Buffer.from([0xff, 0xfe]), 'text');
  }
  simulated.sendRaw('x'.repeat(5_000_000));
  await eventually(() => expect(reasons()).toEqual(['start', 'up', 'error-WS_ERR_UNSUPPORTED_MESSAGE_LENGTH']));
  const counted = { 'not-json': 2, 'not-an-object': 4, 'broken-event': 2, binary: 2, 'invalid-utf8': 2 };
  expect(stream.status().counted).toEqual({ hello: 1, ...counted });
  expect(facts().map(({ fault }) => fault)).toEqual([...Object.keys(counted), reasons().at(-1)]);
});
