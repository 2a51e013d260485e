import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { REVISIONS, type RevisionName } from '../../sandbox/service/revision.ts';
import type { Prefix } from '../../sandbox/service/route.ts';
import { eventually, runClient, startSimulation } from './simulation.ts';

const revisions = Object.keys(REVISIONS) as RevisionName[];
const prefixes: readonly Prefix[] = ['none', 'all', 'shops-and-health'];

describe.each(revisions)('service revision %s', (revision) => {
  test.each(prefixes)('with the prefix on %s, the client receives every kind of data', async (prefix) => {
    const world = await startSimulation({ revision, prefix });
    const { economy, simulated } = world;
    const client = runClient(world);
    await eventually(() =>
      expect([client.turns.length, client.snapshots.length, client.bans.length]).toEqual([2, 1, 1]),
    );

    const [snapshot] = client.snapshots;
    const truth = economy.shops();
    expect(snapshot?.quarantined).toBe(0);
    expect(snapshot?.shops.map(({ id, remaining, kind }) => [id, remaining, kind])).toEqual(
      truth.map(({ id, remaining, type }) => [id, remaining, type]),
    );
    expect(snapshot?.shops.map(({ item }) => item.quantity)).toEqual(truth.map(({ item }) => item.quantity));

    const seller = economy.list({ type: 'SELLING', price: 3, remaining: 64, item: { type: 'DIRT', quantity: 16 } });
    economy.buy(seller.id, 2);
    economy.auction({ item: { type: 'DIAMOND' }, amount: 5, finalBid: 9 });
    await eventually(() => expect(client.events.length).toBe(2));
    expect(client.events).toMatchObject([
      { kind: 'purchase', moved: 32, paid: 6 },
      { kind: 'auction', sold: 5, finalBid: 9 },
    ]);

    expect(await client.service.health()).toMatchObject({
      askedAt: world.clock.now(),
      up: { ok: true, value: true },
      report: { ok: true, value: { ping: { players: 63 } } },
    });
    expect(client.bans).toEqual([economy.bannedPaintings()]);
    expect(client.lines).toEqual([]);
    expect(simulated.snapshotCount().asked).toBe(1);
  });
});

test('the configured segments replace those of the routes (SHOPS_SEGMENT, PAINTINGS_SEGMENT)', async () => {
  const words = { shops: 'stalls', paintings: 'canvases' };
  const world = await startSimulation({ segments: words });
  const client = runClient(world, { segments: words });
  await eventually(() => expect([client.snapshots.length, client.bans.length]).toEqual([1, 1]));
});

test('every request and the upgrade carry the client’s User-Agent', async () => {
  const world = await startSimulation();
  const client = runClient(world);
  await eventually(() => expect([client.turns.length, client.snapshots.length, client.bans.length]).toEqual([2, 1, 1]));
  await eventually(() => expect(world.simulated.requests.length).toBe(4));
  expect(new Set(world.simulated.requests.map(({ headers }) => headers['user-agent']))).toEqual(
    new Set(['Crier/test (+test)']),
  );
});

test('concurrent callers share one health request, and its answer for five seconds', async () => {
  const world = await startSimulation();
  const { service } = runClient(world);
  const asked = () => world.simulated.requests.filter(({ route }) => route === 'status').length;
  await Promise.all(Array.from({ length: 50 }, () => service.health()));
  await service.health();
  await eventually(() => expect(asked()).toBe(1));
  world.clock.advance(5_000);
  const over = once(world.simulated.events, 'request');
  await service.health();
  await over;
  expect(asked()).toBe(2);
});

test('an unreachable service is reported with the status of its proxy', async () => {
  const world = await startSimulation();
  const { service } = runClient(world);
  await world.simulated.goDown('bad-gateway');
  const away = { ok: false, why: 'the service is away (status 502)' };
  expect(await service.health()).toEqual({ askedAt: world.clock.now(), up: away, report: away, lastReport: null });
});

test('a health answer is dropped once the stream reports a newer state', async () => {
  const world = await startSimulation();
  const { service, turns, snapshots } = runClient(world);
  const up = { up: { ok: true }, report: { ok: true } };
  const away = { up: { ok: false }, report: { ok: false } };
  await eventually(() => expect([turns.length, snapshots.length]).toEqual([2, 1]));
  world.clock.advance(1);
  expect(await service.health()).toMatchObject(up);
  const lastReport = { askedAt: world.clock.now() };
  world.clock.advance(1);
  await world.simulated.goDown('bad-gateway');
  await eventually(() => expect(service.stream().state).toBe('down'));
  expect(await service.health()).toMatchObject({ ...away, askedAt: world.clock.now(), lastReport });
  await world.simulated.comeBack();
  world.clock.advance(2_000);
  await eventually(() => expect(service.stream().state).toBe('live'));
  expect(await service.health()).toMatchObject({ ...up, askedAt: world.clock.now() });
});

test('an outage of the stream brings the next snapshot forward to the end of the minute', async () => {
  const world = await startSimulation();
  const client = runClient(world);
  await eventually(() => expect([client.turns.length, client.snapshots.length]).toEqual([2, 1]));
  world.simulated.breakStream('cut');
  await eventually(() => expect(client.turns.length).toBe(3));
  world.clock.advance(2_000);
  await eventually(() => expect(client.turns.at(-1)).toEqual([world.clock.now(), 'up']));
  world.clock.advance(58_000);
  await eventually(() => expect(client.snapshots.length).toBe(2));
  expect(world.simulated.snapshotCount()).toMatchObject({ asked: 2, tooSoon: 0 });
});

test.each([
  ['not-cached', true],
  ['internal-error', undefined],
  ['unavailable', undefined],
] as const)(
  'a report route that answers %s is distinguished from a service without a report',
  async (fault, isMissing) => {
    const world = await startSimulation();
    const { service } = runClient(world);
    world.simulated.breakHttp(fault, { route: 'health' });
    const { up, report } = await service.health();
    expect(up.ok).toBe(true);
    expect(report).toMatchObject({ ok: false });
    expect(report.ok || report.isMissing).toBe(isMissing);
  },
);
