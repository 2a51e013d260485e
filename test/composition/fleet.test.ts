import { expect, test } from 'vitest';
import { Fleet } from '../../src/composition/fleet.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';
import { FleetStateInMemory } from './fleet-state-in-memory.ts';

/** Opens a fleet whose processes read the shared state when the clock advances. */
function openFleet() {
  const fleetState = new FleetStateInMemory();
  const clock = new ManualClock();
  const log = recordingLog();
  const start = (facts: object, check = async () => {}) => {
    const stop = new AbortController();
    const fleet = new Fleet({ fleetState, facts: () => ({ ...facts }), check, clock, log });
    const over = fleet.run(stop.signal);
    return {
      fleet,
      async end() {
        stop.abort();
        await over;
      },
    };
  };
  const known = ({ fleet }: ReturnType<typeof start>) => Object.values(fleet.processes());
  return { fleetState, clock, log, start, known };
}

test('each process lists all processes that report themselves, and none that is gone', async () => {
  const { fleetState, clock, start, known } = openFleet();
  const [one, other] = [start({ role: 'all' }), start({ role: 'deliver' })];
  await fleetState.put('process:dead', { role: 'gateway' });
  await expect.poll(() => known(other).length).toBe(3);
  clock.advance(2_000);
  await expect.poll(() => known(one)).toEqual(expect.arrayContaining([{ role: 'all' }, { role: 'deliver' }]));
  fleetState.now = 10_001;
  clock.advance(2_000);
  await expect.poll(() => known(one).length).toBe(2);
  await other.end();
  clock.advance(2_000);
  await expect.poll(() => known(one)).toEqual([{ role: 'all' }]);
  fleetState.now += 3_600_000;
  clock.advance(2_000);
  await expect.poll(async () => [...(await fleetState.all('')).keys()].length).toBe(1);
  await one.end();
  expect((await fleetState.all('')).size).toBe(0);
});

test('the check for a fleet-wide stop runs periodically, and its failure is logged once', async () => {
  const { clock, log, start } = openFleet();
  let checks = 0;
  const one = start({}, async () => {
    checks += 1;
    throw new Error('PostgreSQL is unreachable');
  });
  await expect.poll(() => checks).toBe(1);
  clock.advance(2_000);
  await expect.poll(() => checks).toBe(2);
  expect(log.lines.filter(({ level }) => level === 'warn').length).toBe(1);
  await one.end();
});
