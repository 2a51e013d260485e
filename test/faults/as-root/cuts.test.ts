import { test } from 'vitest';
import { cutStream } from '../../memory/cut-stream.ts';

/**
 * Stands on: real sockets, without the waits between them; the heap, sockets, timers and listeners of the process.
 */

test('faults 13, 14: of 10,000 connections accepted and cut, one is open at a time, and nothing stays: under 5 MB', async () => {
  await cutStream(10_000);
});
