import type { GlobalRateLimiter } from '../../src/ports/delivery.ts';

/** Everything may leave at once; counts what asks. */
export function unpaced(): GlobalRateLimiter & { readonly passed: () => number } {
  let passed = 0;
  return {
    async pass() {
      passed += 1;
    },
    hold: async () => undefined,
    passed: () => passed,
  };
}
