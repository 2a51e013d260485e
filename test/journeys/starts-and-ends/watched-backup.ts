import { copyBeforeChanges } from '../../storage/sqlite/copy-before-changes.ts';

// Runs npm run backup or npm run restore, and copies a folder before each change.
const [folder = '', copies = '', what = '', ...args] = process.argv.slice(2);
const copy = copyBeforeChanges(folder, copies);
process.argv.splice(2, process.argv.length, what, ...args);
await import('../../../src/backup/main.ts');
copy();
