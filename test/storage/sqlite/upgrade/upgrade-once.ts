import process from 'node:process';
import { formatFault } from '../../../../src/format-fault.ts';
import { upgrade } from './legacy-store.ts';

// Upgrades the store in a folder, as another user if one is given. Ends with 1 and the sentence for the operator if that fails.
const [folder = '', user] = process.argv.slice(2);
if (user !== undefined) process.setuid?.(Number(user));
try {
  await upgrade(folder);
} catch (error) {
  process.stdout.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
}
