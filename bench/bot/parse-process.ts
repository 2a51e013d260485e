/** Parses the body at an address whenever its parent asks, and reports the main thread's CPU time for it, in ms. */
import process from 'node:process';
import { cpuMsOf } from '../cost.ts';
import { collectGarbage } from '../memory/garbage.ts';

process.on('message', async (url: string) => {
  const text = await (await fetch(url)).text();
  await collectGarbage();
  process.send?.(cpuMsOf(() => JSON.parse(text)));
});
process.on('disconnect', () => process.exit(0));
