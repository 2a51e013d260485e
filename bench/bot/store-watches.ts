import type { Watch } from '../../src/routing/watch.ts';
import { systemClock } from '../../src/time/clock.ts';
import { openParts } from './open-parts.ts';

/** Each write waits for the disk. */
const CONCURRENT_WRITES = 500;

/** Saves watches in the new store of an environment as if people had made them, before a bot starts on it. */
export async function storeWatches(
  environment: Readonly<Record<string, string>>,
  watches: Iterable<Watch>,
): Promise<void> {
  const parts = await openParts(environment, systemClock);
  const { settings, close } = await parts.open();
  let writes: Promise<void>[] = [];
  for (const watch of watches) {
    writes.push(settings.putWatch(watch));
    if (writes.length < CONCURRENT_WRITES) continue;
    await Promise.all(writes);
    writes = [];
  }
  await Promise.all(writes);
  await close();
}
