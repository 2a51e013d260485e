import { expect, test } from 'vitest';
import { serverError } from '../../../sandbox/discord/rest/faults.ts';
import { openFleet } from './open-fleet.ts';

const NEVER_ENDS = { times: 10_000 };

// Regression test: the process reported ready with 0 of 0 shards, as if others ran them.
test('a process without Discord from the start is not ready, and a standby process of a running fleet is', async () => {
  const { world, start } = await openFleet({ shops: 5, environment: { SHARDS: '1' } });
  const outage = world.discord.fail({ path: '/gateway/bot' }, serverError(), NEVER_ENDS);
  const first = await start();
  await expect.poll(() => first.log()).toContain('Discord unreachable, retrying the login');
  await expect
    .poll(() => first.health())
    .toMatchObject({
      well: false,
      why: ['Discord: logging in'],
      gateway: { state: 'logging-in', total: null, run: 0, ready: 0 },
      stream: { state: 'live' },
    });
  const alone = (await first.metrics()).split('\n');
  expect(alone).toEqual(
    expect.arrayContaining(['crier_ready 0', 'crier_gateway_shards 1', 'crier_gateway_shards_ready 0']),
  );
  expect(alone.filter((line) => line.includes('crier_shards'))).toEqual([]);

  outage.cancel();
  const inTime = (check: () => Promise<unknown>) =>
    expect.poll(async () => {
      await world.skip(400);
      return check();
    });
  await inTime(() => first.health()).toMatchObject({ well: true, gateway: { state: 'running', run: 1, ready: 1 } });
  const second = await start();
  await inTime(() => second.health()).toMatchObject({
    well: true,
    gateway: { state: 'standing-by', total: 1, run: 0 },
  });
  const metrics = await second.metrics();
  expect(metrics).toContain('\ncrier_shards 1\n');
  expect(metrics).toContain('\ncrier_gateway_shards 0\n');
});
