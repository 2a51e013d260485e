import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Backoff, type BackoffOptions } from '../../src/time/retry.ts';

const FIVE_MINUTES = 300_000;
const options: fc.Arbitrary<BackoffOptions> = fc.record({
  firstMs: fc.integer({ min: 1, max: 60_000 }),
  capMs: fc.integer({ min: 60_000, max: FIVE_MINUTES }),
  jitter: fc.constantFrom(0, 0.25, 0.5, 1),
  leastMs: fc.constantFrom(0, 100),
});
const failures = fc.integer({ min: 0, max: 2_000 });
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a back-off wait is in whole ms, from the minimum to a maximum that doubles up to the cap', () => {
  fc.assert(
    fc.property(options, failures, chance, (given, count, luck) => {
      const backoff = new Backoff(given).after(count);
      const waitMs = backoff.waitMs(luck);
      expect(backoff.longestMs).toBe(Math.min(given.capMs, given.firstMs * 2 ** count));
      expect(Number.isInteger(waitMs)).toBe(true);
      expect(waitMs).toBeGreaterThanOrEqual(Math.max(given.leastMs ?? 0, backoff.longestMs * (1 - given.jitter)));
      expect(waitMs).toBeLessThanOrEqual(Math.max(given.leastMs ?? 0, backoff.longestMs));
    }),
  );
});

test('a back-off wait grows with chance and with each failure, and is the maximum without jitter', () => {
  fc.assert(
    fc.property(options, failures, chance, chance, (given, count, one, other) => {
      const backoff = new Backoff(given).after(count);
      expect(backoff.waitMs(Math.min(one, other))).toBeLessThanOrEqual(backoff.waitMs(Math.max(one, other)));
      expect(backoff.waitMs(one)).toBeLessThanOrEqual(backoff.next().waitMs(one));
      expect(new Backoff({ ...given, jitter: 0, leastMs: 0 }).after(count).waitMs(one)).toBe(backoff.longestMs);
    }),
  );
});

test('a back-off wait lasts at least the demanded time, and at most the jitter longer', () => {
  fc.assert(
    fc.property(
      options,
      failures,
      chance,
      fc.integer({ min: 0, max: 2 * FIVE_MINUTES }),
      (given, count, luck, asked) => {
        const backoff = new Backoff(given).after(count);
        const waitMs = backoff.waitMs(luck, asked);
        expect(waitMs).toBeGreaterThanOrEqual(Math.max(asked, backoff.waitMs(0)));
        expect(waitMs).toBeLessThanOrEqual(
          Math.max(asked, backoff.waitMs(0)) + Math.ceil(backoff.longestMs * given.jitter),
        );
      },
    ),
  );
});

test('a back-off is an immutable value, and each step equals one failure', () => {
  fc.assert(
    fc.property(options, fc.integer({ min: 0, max: 50 }), chance, (given, count, luck) => {
      const first = new Backoff(given);
      const waitMs = first.waitMs(luck);
      let stepped = first;
      for (let step = 0; step < count; step += 1) stepped = stepped.next();
      expect(stepped.waitMs(luck)).toBe(first.after(count).waitMs(luck));
      expect(first.waitMs(luck)).toBe(waitMs);
    }),
  );
});
