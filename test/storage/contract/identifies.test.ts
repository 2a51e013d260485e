import { IdentifyBuckets } from '../../../src/discord/gateway/shards.ts';
import { ManualClock } from '../../time/manual-clock.ts';
import { identifiesContract } from './identifies.contract.ts';

identifiesContract('one process', async () => {
  const clock = new ManualClock();
  const identifies = new IdentifyBuckets(clock);
  return { identifies, other: identifies, clock };
});
