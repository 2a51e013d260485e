import { writeSync } from 'node:fs';
import { recordingLog } from '../../log/recording-log.ts';
import { openSettings } from './open-store-file.ts';
import { feed } from './samples.ts';

// Saves one feed repeatedly until it is killed, and prints each saved version.
const settings = await openSettings(process.argv[2] ?? '', recordingLog());
for (let minValue = Number(process.argv[3]); ; minValue++) {
  await settings.putFeed({ ...feed, minValue });
  writeSync(1, `${minValue}\n`);
}
