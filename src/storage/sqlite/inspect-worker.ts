import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Posts whether the pages of a database file fit together; fails where it cannot be read. */
const db = new DatabaseSync(String(workerData), { timeout: 1_000 });
const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
db.close();
parentPort?.postMessage(verdict === 'ok');
