import { parentPort, workerData } from 'node:worker_threads';
import { readContent } from './read-content.ts';

parentPort?.postMessage(readContent(workerData));
