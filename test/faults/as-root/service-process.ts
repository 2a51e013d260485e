import process from 'node:process';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { startService } from '../../../sandbox/service/start-service.ts';

/**
 * The simulated service at the address it is given, in a process of its own. It tells its parent its url, sells what its
 * parent names (a diamond, for so many diamonds), and ends with it.
 */
const [, , host = '127.0.0.1'] = process.argv;
const economy = createEconomy({ seed: 7, shops: 5, now: Date.now });
const service = await startService({ economy, host });
process.on('message', (bid) => economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: Number(bid) }));
process.on('disconnect', () => process.exit());
process.send?.(service.url);
