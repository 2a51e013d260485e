/**
 * Measures Crier on PostgreSQL: `node bench/fleet.ts`; `--quick` for a short run, `--most` to include 10,000,000
 * watches, which take 7 GB of disk or memory and some ten minutes. Each part is a separate program in `bench/fleet`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { findBinaries, NEEDED } from '../test/storage/postgres/cluster.ts';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, most: { type: 'boolean', default: false } },
});

const PARTS = [
  { name: 'record', title: 'Recording entries', args: [], quick: ['--entries', '2000', '--rounds', '1'] },
  {
    name: 'matching',
    title: 'Matching watches by SQL',
    args: values.most ? ['--watches', '10000,1000000,10000000'] : [],
    quick: ['--watches', '10000', '--events', '50'],
  },
  { name: 'send', title: 'Sealing and sending', args: [], quick: ['--people', '300', '--rounds', '1'] },
  {
    name: 'memory',
    title: 'Memory of a process',
    args: [],
    quick: ['--watches', '10000', '--shards', '2', '--servers', '10'],
  },
] as const;

if (findBinaries() === null) {
  process.stdout.write(`${NEEDED}\n`);
  process.exit(0);
}
for (const { name, title, args, quick } of PARTS) {
  process.stdout.write(`### ${title}\n\n`);
  const child = fork(new URL(`fleet/${name}.ts`, import.meta.url), values.quick ? quick : args);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`bench/fleet/${name}.ts has ended with ${code}`);
  process.stdout.write('\n');
}
