import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { expectCoverage, propertyRuns } from '../property-runs.ts';
import { stopMachineTime } from '../time/stop-machine-time.ts';
import { Life } from './watch-life.ts';
import { opening, type Step, step } from './watch-life-steps.ts';
import { openWorld, type World } from './watch-life-world.ts';

beforeEach(stopMachineTime);

/** The zone and start of a history: some minutes before the local clock jumps or passes midnight, or at that moment. */
const beginning = fc.constantFrom(
  ['Europe/Berlin', '2026-03-29T00:25:12.345Z'],
  ['Europe/Berlin', '2026-10-25T00:25:12.345Z'],
  ['Australia/Lord_Howe', '2026-04-04T14:40:12.345Z'],
  ['America/New_York', '2026-03-09T03:40:12.345Z'],
  ['UTC', '2026-06-01T12:00:00.000Z'],
);

class Lived implements fc.AsyncCommand<Life, World> {
  readonly #step: Step;

  constructor(of: Step) {
    this.#step = of;
  }

  check(): boolean {
    return true;
  }

  async run(life: Life, world: World): Promise<void> {
    await life.live(this.#step);
    const deliveries = world.deliveries().sort();
    expect(deliveries.join('\n')).toBe(life.reference.deliveries.toSorted().join('\n'));
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

test('random histories of a user’s watches deliver the promised notices, on time and once', async () => {
  let count = 0;
  const histories = fc.commands([step.map((one) => new Lived(one))], { maxCommands: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(beginning, opening, histories, async ([timeZone = '', begin = ''], first, steps) => {
      const world = await openWorld(Date.parse(begin));
      try {
        const model = new Life(world, timeZone);
        for (const one of first) await model.live(one);
        await fc.asyncModelRun(() => ({ model, real: world }), steps);
        const deliveries = world.deliveries();
        expect(new Set(deliveries).size, 'nothing is told twice').toBe(deliveries.length);
        expect(world.errors()).toEqual([]);
        count += deliveries.length;
      } finally {
        await world.end();
      }
    }),
    { numRuns: propertyRuns(1 / 2) },
  );
  expectCoverage(() => expect(count, 'the histories have something to tell').toBeGreaterThan(propertyRuns(1 / 2)));
});
