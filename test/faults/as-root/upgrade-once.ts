import process from 'node:process';
import { formatFault } from '../../../src/format-fault.ts';
import { upgrade } from '../../storage/sqlite/upgrade/legacy-store.ts';

// Upgrades the store in a folder. Ends with 1 and the sentence for the operator if that fails.
try {
  await upgrade(process.argv[2] ?? '');
} catch (error) {
  process.stdout.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}
