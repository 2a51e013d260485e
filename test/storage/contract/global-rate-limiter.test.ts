import { GlobalRateLimiterInMemory } from '../../../src/delivery/global-rate-limiter-in-memory.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import {
  anyTrafficContract,
  globalRateLimiterContract,
  type OpenedRateLimiter,
} from './global-rate-limiter.contract.ts';

function open(): OpenedRateLimiter {
  const clock = new ManualClock();
  const rateLimiter = new GlobalRateLimiterInMemory(clock);
  return {
    ...{ rateLimiter, other: rateLimiter, clock },
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

globalRateLimiterContract('in memory', async () => open());
anyTrafficContract('in memory', open);
