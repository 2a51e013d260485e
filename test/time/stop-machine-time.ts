import { onTestFinished, vi } from 'vitest';

/**
 * Stops the system clock until the test ends. It times group commits and slices, and an early end would take one more
 * turn of the event loop than a test with a `ManualClock` waits for.
 */
export function stopMachineTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
