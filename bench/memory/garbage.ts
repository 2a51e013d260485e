import { setImmediate as nextTurn } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Only a new context sees a flag that is set at run time.
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Frees everything that is unreachable. A WeakRef keeps its target alive until the end of the turn, so this waits for
 * some turns.
 */
export async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await nextTurn();
    collect();
  }
}

/** Bytes of this thread's heap that are still referenced, typed arrays and buffers included. */
export async function heldBytes(): Promise<number> {
  await collectGarbage();
  const { used_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside;
}
