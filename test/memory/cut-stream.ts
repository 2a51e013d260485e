import { getEventListeners } from 'node:events';
import process from 'node:process';
import { expect, onTestFinished } from 'vitest';
import { heldBytes } from '../../bench/memory/garbage.ts';
import { reconnectStream } from '../../bench/memory/reconnects.ts';

/** Cuts the stream so often, and fails where more than one connection was open at a time or something stayed. */
export async function cutStream(times: number): Promise<void> {
  const service = await reconnectStream();
  onTestFinished(() => service.close());
  const held = () => process.getActiveResourcesInfo().length + getEventListeners(service.signal, 'abort').length;
  await service.reconnect(Math.min(500, times / 2));
  const [before, bytesBefore] = [held(), await heldBytes()];
  await service.reconnect(times);
  // The last ones may still be closing.
  expect(held()).toBeLessThan(before + 10);
  // A connection that stays weighs 20 kB and more.
  expect((await heldBytes()) - bytesBefore).toBeLessThan(MOST_GROWTH_BYTES);
  expect(service.mostAtOnce()).toBe(1);
}

const MOST_GROWTH_BYTES = 5_000_000;
