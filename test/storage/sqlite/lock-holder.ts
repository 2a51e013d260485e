import { lockStore } from '../../../src/storage/sqlite/lock.ts';

// Takes the lock that it is told of, says how that went, and holds it until it is killed.
try {
  lockStore(process.argv[2] ?? '');
  globalThis.gc?.(); // The lock must outlive whatever nobody refers to.
  process.stdout.write('held\n');
  setInterval(() => {}, 1_000_000);
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
