import { writeSync } from 'node:fs';
import { watch } from '../storage/sqlite/samples.ts';
import { openChanges } from './open-changes.ts';

// Makes a change, prints the named moment when it is reached, and waits there to be killed.
const [folder = '', moment = ''] = process.argv.slice(2);
setInterval(() => undefined, 60_000);
const { changes } = await openChanges(folder, (parts) => ({
  ...parts,
  transactions: {
    run: (of, work) =>
      parts.transactions.run(of, async () => {
        const value = await work();
        if (moment !== 'collected') return value;
        writeSync(1, 'collected\n');
        return new Promise(() => undefined);
      }),
  },
}));
await changes.change('400', {
  put: [
    { ...watch, expiresAt: 4_000_000_000_000 },
    { ...watch, id: 'w3' },
  ],
  remove: ['w2'],
  quiet: { from: 1320, to: 420, timeZone: 'Europe/Berlin' },
});
writeSync(1, 'committed\n');
