import process from 'node:process';
import { formatFault } from '../../../../src/format-fault.ts';
import { recordingLog } from '../../../log/recording-log.ts';
import { upgrade } from './legacy-store.ts';

// Upgrades the store in a folder, as another user if one is given, and logs to stderr. Exits with 1 and the operator's
// message if that fails.
const [folder = '', user] = process.argv.slice(2);
if (user !== undefined) process.setuid?.(Number(user));
const log = recordingLog();
try {
  await upgrade(folder, { log });
} catch (error) {
  process.stdout.write(`${formatFault(error)}\n`);
  process.exitCode = 1;
} finally {
  for (const { sentence } of log.lines) process.stderr.write(`${sentence}\n`);
}
