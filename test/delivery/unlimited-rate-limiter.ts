import type { GlobalRateLimiter } from '../../src/ports/delivery.ts';

/** Lets every request pass at once, and counts them. */
export function unlimitedRateLimiter(): GlobalRateLimiter & { readonly passed: () => number } {
  let passed = 0;
  return {
    async pass() {
      passed += 1;
    },
    hold: async () => undefined,
    passed: () => passed,
  };
}
