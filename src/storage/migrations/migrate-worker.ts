import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { migrate } from './sqlite.ts';

/** Brings the tables of a journal up to date; fails where they cannot be. */
const db = new DatabaseSync(String(workerData), { timeout: 1_000 });
migrate(db);
db.close();
parentPort?.postMessage(true);
