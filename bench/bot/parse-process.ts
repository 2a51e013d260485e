/** Parses the body of an address whenever its parent asks, and says how much CPU of its main thread that took, in ms. */
import process from 'node:process';
import { cpuMsOf } from '../cost.ts';
import { collectGarbage } from '../memory/garbage.ts';

process.on('message', async (url: string) => {
  const text = await (await fetch(url)).text();
  await collectGarbage();
  process.send?.(cpuMsOf(() => JSON.parse(text)));
});
process.on('disconnect', () => process.exit(0));
