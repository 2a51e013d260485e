/** The simulated service with as many shops as told, in a process of its own: it sends its address, and lives until its parent goes. */
import process from 'node:process';
import { createEconomy } from '../src/sandbox/economy/create-economy.ts';
import { startService } from '../src/sandbox/service/start-service.ts';

const economy = createEconomy({ seed: 1, shops: Number(process.argv[2]) });
const { url } = await startService({ economy, codings: process.argv[3] === 'gzip' ? ['gzip'] : [] });
process.send?.(url);
process.on('disconnect', () => process.exit(0));
