import process from 'node:process';
import { createEconomy } from '../../../sandbox/economy/create-economy.ts';
import { startService } from '../../../sandbox/service/start-service.ts';

/**
 * Runs the simulated service at the given address in a process of its own. It sends its url to the parent, sells a
 * diamond for each number it receives (the price), and ends with the parent.
 */
const [, , host = '127.0.0.1'] = process.argv;
const economy = createEconomy({ seed: 7, shops: 5, now: Date.now });
const service = await startService({ economy, host });
process.on('message', (bid) => economy.auction({ item: { type: 'DIAMOND' }, amount: 1, finalBid: Number(bid) }));
process.on('disconnect', () => process.exit());
process.send?.(service.url);
