import { setTimeout } from 'node:timers/promises';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from './open-store-file.ts';
import { watch } from './samples.ts';

// Saves watches until one fails, then prints the saved ones and the error.
const settings = await openSettings(process.argv[2] ?? '', recordingLog());
const saved: string[] = [];
try {
  for (let count = 1; count < 100_000; count++) {
    const id = `w${count}`;
    await settings.putWatch({ ...watch, id });
    saved.push(id);
  }
} catch (error) {
  process.stdout.write(`${JSON.stringify({ saved, error: String(error) })}\n`);
  const read = (await settings.watches()).map((found) => found.id);
  const removal = await settings.removeWatch('w1').then(() => 'removed', String);
  const trouble = () => settings.transactions.trouble();
  process.stdout.write(`${JSON.stringify({ read, removal, trouble: trouble() })}\n`);
  while (trouble() !== null) {
    await setTimeout(20);
    await settings.removeWatch('never-there').catch(() => undefined);
  }
  process.stdout.write('well again\n');
  process.exit();
}
