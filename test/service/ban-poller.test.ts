import { expect, test } from 'vitest';
import { eventually, runClient, startSimulation } from './simulation.ts';

async function settled() {
  const world = await startSimulation({ shops: 200 });
  const client = runClient(world);
  await eventually(() => expect([client.turns.length, client.snapshots.length, client.bans.length]).toEqual([2, 1, 1]));
  const asked = () => world.simulated.requests.filter(({ route }) => route === 'paintings').length;
  await eventually(() => expect(asked()).toBe(1));
  return { ...world, client, asked };
}

test('a requested list of banned paintings is at most a minute old, and concurrent callers share it', async () => {
  const { client, clock, economy, asked } = await settled();
  const canvas = economy.canvases.find((id) => !economy.bannedPaintings().includes(id)) ?? '';
  economy.banPainting(canvas);
  clock.advance(59_000);
  expect((await client.service.bannedPaintings()).ids).not.toContain(canvas);
  clock.advance(1_000);
  const lists = await Promise.all(Array.from({ length: 20 }, () => client.service.bannedPaintings()));
  expect(lists[19]).toMatchObject({ takenAt: clock.now(), trouble: null });
  expect(lists[19]?.ids).toContain(canvas);
  await eventually(() => expect(asked()).toBe(2));
});

test('the list of banned paintings is refreshed every five minutes, without any request for it', async () => {
  const { client, clock, economy } = await settled();
  const [banned = ''] = economy.bannedPaintings();
  economy.unban(banned);
  clock.advance(300_000);
  await eventually(() => expect(client.bans.at(-1)).not.toContain(banned));
});

test('after a failed refresh the last list of banned paintings is returned with its age and the error', async () => {
  const { client, clock, simulated } = await settled();
  const before = await client.service.bannedPaintings();
  simulated.breakHttp('not-an-array', { route: 'paintings' });
  clock.advance(60_000);
  expect(await client.service.bannedPaintings()).toEqual({ ...before, trouble: 'not an array' });
  expect(client.bans.length).toBe(1);
  simulated.clearFaults();
  clock.advance(10_000);
  expect(await client.service.bannedPaintings()).toMatchObject({ takenAt: clock.now(), trouble: null });
  expect(client.lines).toEqual([
    'warn Banned paintings not fetched: not an array',
    'info Banned paintings fetched again',
  ]);
});

test('a request for banned paintings is answered within 2 s while the service does not respond', async () => {
  const { client, clock, simulated } = await settled();
  simulated.breakHttp('silent', { route: 'paintings' });
  clock.advance(60_000);
  const before = clock.slept.length;
  const answer = client.service.bannedPaintings();
  await eventually(() => expect(clock.slept.slice(before)).toContain(2_000));
  clock.advance(2_000);
  expect(await answer).toMatchObject({ trouble: null });
});
