import { parentPort, workerData } from 'node:worker_threads';
import { convertLegacy } from './convert-legacy.ts';

/** Posts the outcome of `convertLegacy`. The thread fails if the conversion throws. */
parentPort?.postMessage(convertLegacy(workerData));
