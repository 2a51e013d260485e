import process from 'node:process';
import { openDatabase } from '../../../src/storage/sqlite/database.ts';
import { recordingLog } from '../../log/recording-log.ts';

/** Opens the given database file without root's right to write everywhere, and prints the result. */
const [path = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(65_534);
try {
  openDatabase(path, recordingLog()).close();
  process.stdout.write('opened\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
}
