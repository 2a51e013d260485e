import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '../../sandbox/bot.ts';
import type { StreamFaultName } from '../../sandbox/service/stream-faults.ts';
import { newsOf, openWorld, type World } from '../journeys/world/world.ts';

/** Stands on: the real bot, over WebSockets to the simulated service, and the local Discord. */

let world: World;
let bot: Bot;
let bids = 2_500;

beforeAll(async () => {
  world = await openWorld({ shops: 20 });
  bot = await world.startBot();
  await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
});
afterAll(() => world.close());

const marketNews = () => world.discord.messages(world.channel('market')).map(newsOf).join('\n');

/** Sells a real auction, announced once; all earlier frames of the stream have been read by then. */
async function expectNextAnnounced(): Promise<void> {
  bids += 1;
  const words = ` ${bids.toLocaleString('en-US')} diamonds`;
  world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bids });
  await expect.poll(() => marketNews().split(words).length - 1).toBe(1);
}

/** Counts the log's lines of skipped frames of this kind. */
const countLogged = (kind: string) =>
  bot.log().match(new RegExp(`"fault":"${kind}".*Unreadable frame of the stream, ignoring it`, 'g'))?.length ?? 0;

/** Valid JSON that is no known event is no fault of the service: it is counted, not logged. */
test.each<[string, StreamFaultName, string | null]>([
  ['fault 25: a frame that is not JSON', 'not-json', 'not-json'],
  ['fault 25: null', 'null', 'not-an-object'],
  ['fault 25: an array', 'array', 'not-an-object'],
  ['fault 27: an unknown event', 'unknown-event', null],
  ['fault 27: an event that lacks fields', 'missing-fields', 'broken-event'],
  ['fault 29: invalid UTF-8', 'invalid-utf8', 'invalid-utf8'],
  ['fault 29: a binary frame', 'binary', 'binary'],
  ['fault 30: an event nested 100,000 deep', 'deep-nesting', 'not-an-object'],
  ['fault 31: a negative number', 'negative-numbers', 'broken-event'],
  ['fault 31: 1e308', 'huge-numbers', 'broken-event'],
  ['fault 31: a number above 2^53', 'unsafe-integers', 'broken-event'],
])('%s is not announced, keeps the connection open, and is logged once per kind', async (_, fault, kind) => {
  const [before, text] = [bot.log().length, marketNews()];
  const [connection] = world.service.connections;
  for (let n = 0; n < 3; n += 1) world.service.breakStream(fault);
  await expectNextAnnounced();
  expect([...world.service.connections]).toEqual([connection]);
  const fresh = marketNews().slice(text.length);
  expect(fresh.match(/ diamonds?/g)).toHaveLength(1);
  if (kind === null) expect(bot.log().slice(before)).not.toContain('Unreadable frame of the stream');
  else expect(countLogged(kind)).toBe(1);
});

test('fault 26: pings of any shape are not announced', async () => {
  const text = marketNews();
  for (const shape of ['{"ping":1}', '"ping"', 'ping', '{"event":"ping"}', '{"type":"keep-alive","at":1}', '{}'])
    world.service.sendRaw(shape);
  await expectNextAnnounced();
  expect(
    marketNews()
      .slice(text.length)
      .match(/ diamonds?/g),
  ).toHaveLength(1);
});

test('faults 27, 30: unknown fields are ignored, and an item named `__proto__` is announced', async () => {
  const text = marketNews();
  world.service.breakStream('extra-fields');
  world.service.breakStream('proto');
  await expectNextAnnounced();
  expect(
    marketNews()
      .slice(text.length)
      .match(/ \*{0,2}7 diamonds/g),
  ).toHaveLength(2);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

const bomb = () => {
  const packed = deflateRawSync(Buffer.alloc(100 * 2 ** 20));
  const head = Buffer.alloc(10);
  head.set([0xc1, 127]);
  head.writeBigUInt64BE(BigInt(packed.length), 2);
  return Buffer.concat([head, packed]);
};

const fragments = () => {
  const part = Buffer.from([0x00, 1, 0x78]);
  return Buffer.concat([Buffer.from([0x01, 1, 0x22]), ...Array(1_000_000).fill(part), Buffer.from([0x80, 1, 0x22])]);
};

test.each<[string, () => void]>([
  ['fault 28: a frame of 64 MB', () => world.service.breakStream('oversized', { bytes: 64 * 2 ** 20 })],
  ['fault 28: a deflate bomb of 100 MB', () => sendBytes(bomb())],
  ['fault 30: a message of a million fragments', () => sendBytes(fragments())],
])('%s ends only its connection, and the bot reconnects soon', async (_, send) => {
  const [before, next] = [bot.log().length, world.service.nextConnection()];
  send();
  await next;
  await expect.poll(() => world.service.connections.size).toBe(1);
  await expectNextAnnounced();
  expect(
    bot
      .log()
      .slice(before)
      .match(/"msg":"Stream down: no connection/g),
  ).toHaveLength(1);
});

function sendBytes(bytes: Buffer): void {
  for (const connection of world.service.connections) connection.sendBytes(bytes);
}

test('fault 32: two identical sales are announced as two, at once and one after the other', async () => {
  const item = '{"type":"EMERALD","quantity":1,"name":"Emerald","snbt":"{}"}';
  const sale = `{"event":"auctionComplete","timestamp":${Date.now()},"data":{"item":${item},"amount":1,"finalBid":3200}}`;
  world.service.sendRaw(sale);
  world.service.sendRaw(sale);
  await expectNextAnnounced();
  expect(marketNews().split('2 × Emerald: 2 auctions · 6,400 diamonds · 3,200 each')).toHaveLength(2);
  world.service.sendRaw(sale);
  await expectNextAnnounced();
  expect(marketNews().split('Emerald: sold at auction · 3,200 diamonds')).toHaveLength(2);
});
