import { lockStore } from '../../../src/storage/sqlite/lock.ts';

// Takes the given lock, prints the result, and holds it until it is killed.
try {
  lockStore(process.argv[2] ?? '');
  globalThis.gc?.(); // The lock must survive a garbage collection without references to it.
  process.stdout.write('held\n');
  setInterval(() => {}, 1_000_000);
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
