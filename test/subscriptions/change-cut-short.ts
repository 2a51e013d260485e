import { writeSync } from 'node:fs';
import { CHANGE, USER } from './cut-short-samples.ts';
import { openChanges } from './open-changes.ts';
import { stopAfter } from './stop-after.ts';

// Makes a change; when the write named is on disk it says so, and goes no further: it waits to be killed.
const [folder = '', last = ''] = process.argv.slice(2);
setInterval(() => undefined, 60_000);
const stopped = () => void writeSync(1, `${last}\n`);
const { changes } = await openChanges(folder, (parts) => stopAfter(last, parts, stopped));
await changes.change(USER, CHANGE);
