import { afterEach, describe, expect, test } from 'vitest';
import { newsOf, openWorld, type World } from '../journeys/world/world.ts';
import { runStream } from '../service/run-stream.ts';
import { eventually, startSimulation } from '../service/simulation.ts';

/**
 * Regression test for public reports: alerts repeated after a short disconnect, because the server resent its last
 * events.
 *
 * Stands on: real sockets to the simulated service, real SQLite, and the local Discord.
 */

const ITEM = { type: 'EMERALD', quantity: 1, name: 'Emerald', snbt: '{}' };

const auction = (timestamp: unknown, finalBid: number) =>
  JSON.stringify({ event: 'auctionComplete', timestamp, data: { item: ITEM, amount: 1, finalBid } });

describe('the stream', () => {
  /** Opens a live stream, with a function that cuts it and waits until it is live again. */
  async function live() {
    const world = await startSimulation();
    const running = runStream(world);
    const isLive = (times: number) =>
      eventually(() => expect(running.reasons().filter((one) => one === 'up')).toHaveLength(times));
    await isLive(1);
    let connections = 1;
    const reconnect = async () => {
      world.simulated.breakStream('cut');
      await eventually(() => expect(running.reasons().at(-1)).not.toBe('up'));
      connections += 1;
      const keepsTrying = setInterval(() => world.clock.advance(2_000), 20);
      try {
        await isLive(connections);
      } finally {
        clearInterval(keepsTrying);
      }
    };
    const bids = () => running.events.map((event) => (event.kind === 'auction' ? event.finalBid : 0));
    const counted = () => running.stream.status().counted;
    return { ...world, ...running, reconnect, bids, counted };
  }

  test('fault 102: events resent over later connections, even after hours, count as repeated', async () => {
    const { clock, simulated, reconnect, bids, counted, lines } = await live();
    const frames = [1, 2, 3].map((bid) => auction(clock.now(), bid));
    for (const frame of frames) simulated.sendRaw(frame);
    await eventually(() => expect(bids()).toEqual([1, 2, 3]));
    for (let time = 1; time <= 2; time += 1) {
      await reconnect();
      for (const frame of frames) simulated.sendRaw(frame);
      await eventually(() => expect(counted()).toMatchObject({ auction: 3, repeated: 3 * time }));
    }
    clock.advance(2 * 3_600_000);
    await reconnect();
    for (const frame of [auction(clock.now(), 4), ...frames]) simulated.sendRaw(frame);
    await eventually(() => expect(counted()).toMatchObject({ auction: 4, repeated: 9 }));
    expect(bids()).toEqual([1, 2, 3, 4]);
    const expected = 'warn Stream repeats events of an earlier connection, counting them once';
    expect(lines.filter((line) => line === expected)).toHaveLength(3);
  });

  test('faults 32, 102: equal events count as often as the connection with most of them sent them', async () => {
    const { clock, simulated, reconnect, bids, counted } = await live();
    const frame = auction(clock.now(), 7);
    for (let n = 0; n < 2; n += 1) simulated.sendRaw(frame);
    await eventually(() => expect(bids()).toEqual([7, 7]));
    await reconnect();
    for (let n = 0; n < 3; n += 1) simulated.sendRaw(frame);
    await eventually(() => expect(bids()).toEqual([7, 7, 7]));
    expect(counted()).toMatchObject({ auction: 3, repeated: 2 });
  });
});

describe('Crier', () => {
  let world: World;
  afterEach(() => world.close());

  const marketNews = () => world.discord.messages(world.channel('market')).map(newsOf).join('\n');

  /** Sells an auction that is announced; all earlier frames have been read by then. */
  async function expectNextAnnounced(bid: number): Promise<void> {
    world.economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: bid });
    await expect.poll(() => marketNews().split(` ${bid} diamonds`).length - 1).toBe(1);
  }

  test.each([
    ['at once', 0],
    ['after ten hours', 10 * 3_600_000],
  ])(
    'fault 102: a sale that is resent after a restart (%s), or dated in the future, is announced once',
    async (_, offMs) => {
      world = await openWorld({ shops: 20 });
      const first = await world.startBot();
      await world.ask(world.mod, 'market', '/feed add', { kind: 'auctions' });
      const frames = [auction(world.clock.now(), 611), auction(world.clock.now() + 1_500, 612)];
      const isConnected = () => expect.poll(() => world.service.connections.size).toBe(1);
      await isConnected();
      for (const frame of frames) world.service.sendRaw(frame);
      await expectNextAnnounced(613);
      expect(await first.stop()).toBe(0);
      world.clock.skip(offMs);
      await world.startBot();
      await isConnected();
      for (const frame of frames) world.service.sendRaw(frame);
      await expectNextAnnounced(614);
      for (const bid of [611, 612]) expect(marketNews().split(`${bid} diamonds`)).toHaveLength(2);
    },
  );
});
