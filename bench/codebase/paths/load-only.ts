/** Loads a module as a start does, without running it: `node bench/codebase/paths/load-only.ts <its address>`. */
import process from 'node:process';

await import(process.argv[2] ?? '');
process.stdout.write('loaded\n');
setInterval(() => {}, 1_000);
