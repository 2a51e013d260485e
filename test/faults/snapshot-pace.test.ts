import { expect, test } from 'vitest';
import { eventually, runClient, type Simulation, startSimulation } from '../service/simulation.ts';

/** Stands on: real sockets to the simulated service, a clock that the test advances. */

/** Opens a client that has its first snapshot and is idle. */
async function settled(settings: Parameters<typeof startSimulation>[0] = {}) {
  const world = await startSimulation(settings);
  const client = runClient(world);
  await eventually(() => expect([client.turns.length, client.snapshots.length, client.bans.length]).toEqual([2, 1, 1]));
  return { ...world, client, untilAsked: (asked: number) => untilAsked(world, asked) };
}

/** Advances the clock a second at a time, with other work between, until the shops were requested `asked` times. */
async function untilAsked({ clock, simulated }: Simulation, asked: number): Promise<number> {
  const began = clock.monotonic();
  await eventually(() => {
    if (simulated.snapshotCount().asked < asked) clock.advance(1_000);
    expect(simulated.snapshotCount().asked).toBe(asked);
  });
  return clock.monotonic() - began;
}

test('an unchanged snapshot costs a 304, and its age starts over', async () => {
  const { client, clock, economy, simulated, untilAsked } = await settled({ etags: true });
  await untilAsked(2);
  await eventually(() => expect(client.unchanged.length).toBe(1));
  expect(client.service.snapshot()).toMatchObject({ takenAt: client.unchanged[0], records: 20, trouble: null });
  expect(simulated.requests.findLast(({ route }) => route === 'shops')?.status).toBe(304);
  economy.list();
  clock.advance(119_000);
  await untilAsked(3);
  await eventually(() => expect(client.snapshots.length).toBe(2));
});

test('a snapshot with one broken record in five is accepted, with one more refused', async () => {
  const { client, simulated, untilAsked } = await settled();
  simulated.breakHttp('broken-records', { percent: 20, times: 1 });
  await untilAsked(2);
  await eventually(() =>
    expect(client.service.snapshot()).toMatchObject({ records: 16, quarantined: 4, trouble: null }),
  );
  simulated.breakHttp('broken-records', { percent: 25, times: 1 });
  await untilAsked(3);
  await eventually(() => expect(client.service.snapshot().trouble).toContain('5 of 20 records are broken'));
  expect([client.snapshots.length, client.service.snapshot().records]).toEqual([2, 16]);
});

test('fault 2: Retry-After is observed for an hour at most, and not shortened by an outage of the stream', async () => {
  const { client, clock, simulated, untilAsked } = await settled();
  simulated.breakHttp('unavailable', { route: 'shops', retryAfter: 86_400, times: 1 });
  await untilAsked(2);
  await eventually(() => expect(client.service.snapshot().trouble).toBe('the service is away (status 503)'));
  simulated.breakStream('cut');
  await eventually(() => expect(client.service.stream().state).toBe('down'));
  clock.advance(2_000);
  await eventually(() => expect(client.service.stream().state).toBe('live'));
  clock.advance(3_588_000);
  expect(await untilAsked(3)).toBeGreaterThanOrEqual(9_000);
});

test('fault 33: failing shops are requested once a minute at most, and logged once', async () => {
  const { client, simulated, untilAsked } = await settled();
  simulated.breakHttp('not-cached');
  const waits = [await untilAsked(2), await untilAsked(3), await untilAsked(4)];
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
  expect(client.lines.filter((line) => line.includes('Shops'))).toEqual(['warn Shops not refreshed: NOT_CACHED']);
});

test.each([
  ['none', 'all'],
  ['shops-and-health', 'none'],
] as const)('a service that moves from the prefix on %s to %s is found with the next request', async (from, to) => {
  const { client, economy, simulated, untilAsked } = await settled({ prefix: from });
  simulated.reconfigure({ prefix: to });
  await untilAsked(2);
  await eventually(() => expect(client.snapshots.length).toBe(2));
  simulated.breakStream('cut');
  const connected = simulated.nextConnection();
  await eventually(() => expect(client.service.stream().state).toBe('down'));
  await untilAsked(3);
  await connected;
  await eventually(() => expect(client.service.stream().state).toBe('live'));
  economy.auction({ item: { type: 'DIAMOND' }, amount: 5, finalBid: 9 });
  await eventually(() => expect(client.events.length).toBe(1));
  expect(simulated.snapshotCount().tooSoon).toBe(0);
});

test('a 404 under both prefixes is logged, and the shops are read as soon as they are available', async () => {
  const world = await startSimulation({ segments: { shops: 'elsewhere', paintings: 'paintings' } });
  const client = runClient(world, { chance: () => 0.5 });
  await eventually(() =>
    expect(client.service.snapshot().trouble).toBe('nothing at this address (status 404, with and without /api)'),
  );
  world.simulated.reconfigure({ segments: { shops: 'shops', paintings: 'paintings' } });
  await untilAsked(world, 1);
  await eventually(() => expect(client.service.snapshot()).toMatchObject({ records: 20, trouble: null }));
  expect(client.lines).toEqual([
    'warn Shops not refreshed: status 404, with and without /api: correct SERVICE_URL or SHOPS_SEGMENT',
    'info Shops refreshed again',
  ]);
});
