import { getEventListeners } from 'node:events';
import process from 'node:process';
import { expect, onTestFinished } from 'vitest';
import { heldBytes } from '../../bench/memory/garbage.ts';
import { reconnectStream } from '../../bench/memory/reconnects.ts';

/** Cuts the stream repeatedly. Fails if two connections were open at once, or if resources leaked. */
export async function cutStream(times: number): Promise<void> {
  const service = await reconnectStream();
  onTestFinished(() => service.close());
  const held = () => process.getActiveResourcesInfo().length + getEventListeners(service.signal, 'abort').length;
  await service.reconnect(Math.min(500, times / 2));
  const [before, bytesBefore] = [held(), await heldBytes()];
  await service.reconnect(times);
  // The last ones may still be closing.
  expect(held()).toBeLessThan(before + 10);
  // A leaked connection takes 20 kB or more.
  expect((await heldBytes()) - bytesBefore).toBeLessThan(MOST_GROWTH_BYTES);
  expect(service.mostAtOnce()).toBe(1);
}

const MOST_GROWTH_BYTES = 5_000_000;
