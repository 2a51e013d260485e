import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GlobalRateLimiter } from '../../../src/ports/delivery.ts';
import type { Clock } from '../../../src/time/clock.ts';

/**
 * Two processes may share the rate limiter. `other` belongs to the second, or is the same for a limiter of one process.
 */
export interface OpenedRateLimiter {
  readonly rateLimiter: GlobalRateLimiter;
  readonly other: GlobalRateLimiter;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Advances the time until the work has ended. */
  until<T>(work: Promise<T>): Promise<T>;
  pass(ms: number): Promise<void>;
}

/** Discord allows a bot 50 requests per second. */
const MOST_IN_A_SECOND = 50;

export function globalRateLimiterContract(name: string, open: () => Promise<OpenedRateLimiter>): void {
  describe(`GlobalRateLimiter: ${name}`, () => {
    it('allows as many requests per second as Discord does, and not many fewer', async () => {
      const { rateLimiter, other, clock, until } = await open();
      const passed: number[] = [];
      const all = Array.from({ length: 150 }, (_, n) =>
        (n % 3 === 0 ? other : rateLimiter).pass().then(() => passed.push(clock.monotonic())),
      );
      await until(Promise.all(all));
      const times = passed.toSorted((a, b) => a - b);
      expect(times.filter((at, n) => at - (times[n - MOST_IN_A_SECOND] ?? Number.NEGATIVE_INFINITY) <= 1_000)).toEqual(
        [],
      );
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThan(6_000);
    });

    it('lets requests pass in the order of their arrival', async () => {
      const { rateLimiter, until } = await open();
      const order: number[] = [];
      await until(Promise.all(Array.from({ length: 20 }, (_, n) => rateLimiter.pass().then(() => order.push(n)))));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });

    it('holds all requests for the given time, those already waiting too', async () => {
      const { rateLimiter, other, clock, until } = await open();
      const waiting = Array.from({ length: 30 }, () => rateLimiter.pass().then(() => clock.monotonic()));
      await until(Promise.all(waiting.slice(0, 10)));
      await other.hold(1_500);
      const heldAt = clock.monotonic();
      const late = await until(Promise.all([...waiting.slice(20), other.pass().then(() => clock.monotonic())]));
      expect(Math.min(...late) - heldAt).toBeGreaterThanOrEqual(1_450);
    });

    it('never shortens a hold', async () => {
      const { rateLimiter, clock, until } = await open();
      await rateLimiter.hold(1_000);
      await rateLimiter.hold(10);
      const began = clock.monotonic();
      await until(rateLimiter.pass());
      expect(clock.monotonic() - began).toBeGreaterThanOrEqual(950);
    });

    it('rejects an aborted request at once, and keeps the others waiting', async () => {
      const { rateLimiter, until } = await open();
      await rateLimiter.hold(60_000);
      const stop = new AbortController();
      let hasPassed = false;
      void rateLimiter.pass(AbortSignal.any([stop.signal])).then(() => {
        hasPassed = true;
      });
      expect(hasPassed).toBe(false);
      stop.abort();
      await until(rateLimiter.pass(stop.signal));
      expect(hasPassed).toBe(true);
    });
  });
}

/** Runs arbitrary bursts and pauses against a rate limiter whose clock the test advances. */
export function anyTrafficContract(name: string, open: () => OpenedRateLimiter): void {
  it(`${name}: no second holds more than 50 requests, whenever they arrive`, async () => {
    const gaps = fc.array(fc.nat({ max: 300 }), { minLength: 60, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(gaps, async (waits) => {
        const { rateLimiter, clock, pass, until } = open();
        const times: number[] = [];
        const all: Promise<unknown>[] = [];
        for (const ms of waits) {
          all.push(rateLimiter.pass().then(() => times.push(clock.monotonic())));
          if (ms > 250) await pass(ms);
        }
        await until(Promise.all(all));
        expect(
          times.filter((at, n) => at - (times[n - MOST_IN_A_SECOND] ?? Number.NEGATIVE_INFINITY) <= 1_000),
        ).toEqual([]);
      }),
    );
  });
}
