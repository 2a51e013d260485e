import { onTestFinished, vi } from 'vitest';

/**
 * Stops the machine's clock until the test ends. Group commits and time slices are measured by it, and one that ends
 * early takes a turn of the event loop more than a test with a `ManualClock` waits for.
 */
export function stopMachineTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
