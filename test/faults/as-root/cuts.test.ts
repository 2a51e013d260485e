import { test } from 'vitest';
import { cutStream } from '../../memory/cut-stream.ts';

/** Stands on: real sockets, without the waits between them; the heap, sockets, timers and listeners of the process. */

test('faults 13, 14: 10,000 connections that are cut leave one open at a time, and under 5 MB', async () => {
  await cutStream(10_000);
});
