/**
 * The simulated service with a given number of shops, in its own process: it sends a `Greeting`, executes each `Order`
 * and then answers with the requested frames. It ends with its parent.
 */
import process from 'node:process';
import { createEconomy } from '../../sandbox/economy/create-economy.ts';
import { createRandom } from '../../sandbox/economy/random.ts';
import { encodeEvent } from '../../sandbox/service/revision.ts';
import { startService } from '../../sandbox/service/start-service.ts';
import { ServedShops } from './served-shops.ts';
import type { Greeting, Order } from './simulated-service.ts';

const [shops, coding] = process.argv.slice(2);
const served = new ServedShops(createEconomy({ seed: 1, shops: Number(shops) }), createRandom(2));
const { url } = await startService({ economy: served.economy, codings: coding === 'gzip' ? ['gzip'] : [] });

/** Returns the frames of `count` events in this market. It sends none of them. */
function framesOf(count: number): string[] {
  const frames: string[] = [];
  const stop = served.economy.onEvent((event) => frames.push(encodeEvent(event, 'newest')));
  while (frames.length < count) served.economy.step();
  stop();
  return frames;
}

process.on('message', (order: Order) => {
  if (order === 'shuffle') served.shuffle();
  else if ('share' in order) served.change(order.share);
  process.send?.(typeof order === 'object' && 'frames' in order ? framesOf(order.frames) : []);
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url, cheapest: served.cheapest() } satisfies Greeting);
