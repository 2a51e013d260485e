import { PaceInMemory } from '../../../src/delivery/pace-in-memory.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { anyTrafficContract, type OpenedPace, paceContract } from './pace.contract.ts';

function open(): OpenedPace {
  const clock = new ManualClock();
  const pace = new PaceInMemory(clock);
  return {
    ...{ pace, other: pace, clock },
    pass: async (ms) => void (await clock.run(ms)),
    async until(work) {
      let isOver = false;
      const ended = work.finally(() => {
        isOver = true;
      });
      while (!isOver) await clock.run(25);
      return ended;
    },
  };
}

paceContract('in memory', async () => open());
anyTrafficContract('in memory', open);
