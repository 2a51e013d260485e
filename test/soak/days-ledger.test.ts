import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepDaysLedger } from '../../bench/soak/days-ledger.ts';
import { priceOf } from '../../bench/soak/serials.ts';
import { openSoakWorld, type SoakWorld } from '../../bench/soak/soak-world.ts';
import type { Channel } from '../../sandbox/discord/world/entities.ts';
import { newNonce } from '../../src/delivery/seal.ts';
import { ENGLISH } from '../../src/language/english.ts';
import { auction, item } from '../market/samples.ts';

/** Stands on: the local Discord over its sockets; rows of the journal are plain values. */

/** Three events of one item, which the soak world announces in the same two channels. */
const [FIRST, SECOND, THIRD] = [0, 20, 40] as const;

let world: SoakWorld;
let rows: { nonce: string; events: readonly number[] }[] = [];

beforeAll(async () => {
  world = await openSoakWorld(1, async (sql) => rowsOf(sql), { messagesPer5s: 1_000 });
  for (let event = 0; event <= THIRD; event += 1) world.trade(event, priceOf(event));
});
beforeEach(() => {
  rows = [];
});
afterAll(() => world.close());

function rowsOf(sql: string): Record<string, unknown>[] {
  const sealed = rows.find(({ nonce }) => sql.includes(`'${nonce}'`));
  return (sealed?.events ?? []).map((event) => {
    const change = { kind: 'auctioned', auction: { ...auction(item('DIRT')), sold: 1, finalBid: priceOf(event) } };
    return { target: 'channel:1', json: JSON.stringify({ kind: 'change', change }), why: null, nonce: sealed?.nonce };
  });
}

async function post(channel: Channel, description: string, nonce = newNonce()): Promise<void> {
  const answer = await fetch(`${world.discord.url}/v10/channels/${channel.id}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${world.discord.token}`,
      'content-type': 'application/json',
      'user-agent': 'DiscordBot (https://example.com, 1.0)',
    },
    body: JSON.stringify({ content: 'news', embeds: [{ description }], nonce, enforce_nonce: true }),
  });
  expect(await answer.json()).toMatchObject({ nonce });
}

const list = (...events: readonly number[]) =>
  events.map((event) => `Dirt: sold at auction · **${priceOf(event).toLocaleString('en-US')} diamonds**`).join('\n');

/** Returns a digest of the first two events. */
function digest(paid = priceOf(FIRST) + priceOf(SECOND)): string {
  return `${ENGLISH['alert.digest']}\n**2 auctions**: 2 × Dirt · ${paid.toLocaleString('en-US')} diamonds · 10,011 each`;
}

async function ledgerAfter(...descriptions: readonly string[]) {
  const ledger = keepDaysLedger(world);
  for (const channel of world.channelsOf(FIRST)) {
    for (const description of descriptions) await post(channel, description);
  }
  return ledger.close([], 0);
}

test('events within one message count as in order, although the message lists the best first', async () => {
  const result = await ledgerAfter(list(THIRD, FIRST, SECOND));
  expect(result).toMatchObject({ delivered: 3, outOfOrder: 0, repeated: 0, misplaced: 0, deliveredInPart: 0 });
});

test('an event in a message after that of a later event is out of order', async () => {
  const result = await ledgerAfter(list(SECOND), list(FIRST), list(THIRD));
  expect(result).toMatchObject({ delivered: 3, outOfOrder: 2 });
});

test('a digest covers the events sealed in it, in their order', async () => {
  const ledger = keepDaysLedger(world);
  for (const [at, channel] of world.channelsOf(FIRST).entries()) {
    rows.push({ nonce: `digest-${at}`, events: [FIRST, SECOND] });
    await post(channel, digest(), `digest-${at}`);
    await post(channel, list(THIRD));
  }
  expect(await ledger.close([], 0)).toMatchObject({ delivered: 3, outOfOrder: 0, misplaced: 0, wrongDigests: 0 });
});

test('a digest with another sum covers nothing, and counts as wrong', async () => {
  const ledger = keepDaysLedger(world);
  const [channel] = world.channelsOf(FIRST);
  if (channel === undefined) throw new RangeError('no channel');
  rows.push({ nonce: 'wrong', events: [FIRST, SECOND] });
  await post(channel, digest(priceOf(FIRST)), 'wrong');
  expect(await ledger.close([], 0)).toMatchObject({ delivered: 0, deliveredInPart: 0, wrongDigests: 1 });
});

test('a list posted twice counts as repeated', async () => {
  expect(await ledgerAfter(list(FIRST), list(FIRST))).toMatchObject({ delivered: 1, repeated: 2 });
});
