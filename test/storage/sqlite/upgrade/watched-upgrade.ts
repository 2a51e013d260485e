import { copyBeforeChanges } from '../copy-before-changes.ts';

// Upgrades the store in a folder, which is copied before each change.
const [folder = '', copies = ''] = process.argv.slice(2);
const copy = copyBeforeChanges(folder, copies);
const { upgrade } = await import('./legacy-store.ts');
await upgrade(folder);
copy();
