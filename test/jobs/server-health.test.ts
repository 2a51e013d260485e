import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCheck, type ServerHealth } from '../../src/jobs/server-health.ts';
import type { ServerState } from '../../src/routing/notice.ts';

interface Announced {
  readonly at: number;
  readonly before: ServerState;
  readonly after: ServerState;
  readonly since: number;
  readonly lastedMs: number;
}

/** Checks the server every 10 ms, the first time at 10 ms. It was up since 0. */
function entriesOf(checks: readonly ServerState[]): Announced[] {
  let health: ServerHealth = { state: 'up', since: 0, turning: null };
  return checks.flatMap((seen, index) => {
    const at = (index + 1) * 10;
    const { health: next, turned } = addCheck(health, seen, at);
    health = next;
    return turned ? [{ at, after: next.state, since: next.since, ...turned }] : [];
  });
}

/** Finds runs of equal checks. Runs of three or more count, unless they repeat the known state. */
function lastingChanges(checks: readonly ServerState[]): Announced[] {
  const runs: { state: ServerState; from: number; length: number }[] = [];
  for (const [index, state] of checks.entries()) {
    const last = runs.at(-1);
    if (last?.state === state) last.length += 1;
    else runs.push({ state, from: (index + 1) * 10, length: 1 });
  }
  const announced: Announced[] = [];
  for (const { state, from, length } of runs) {
    const { after: before, since } = announced.at(-1) ?? { after: 'up' as const, since: 0 };
    if (length >= 3 && state !== before) {
      announced.push({ at: from + 20, before, after: state, since: from, lastedMs: from - since });
    }
  }
  return announced;
}

test('a lasting change is announced once with the duration of the state before, and a short one never', () => {
  const runs = fc.tuple(fc.constantFrom<ServerState[]>('up', 'slow', 'down'), fc.integer({ min: 1, max: 5 }));
  fc.assert(
    fc.property(fc.array(runs, { maxLength: 20 }), (of) => {
      const checks = of.flatMap(([state, length]) => Array.from({ length }, () => state));
      expect(entriesOf(checks)).toEqual(lastingChanges(checks));
    }),
  );
});

test('a server that alternates for hours causes no announcement', () => {
  const checks = Array.from({ length: 999 }, (_, index): ServerState => (index % 3 === 0 ? 'up' : 'down'));
  expect(entriesOf(checks)).toEqual([]);
});

test('a change is dated to the first check that saw it', () => {
  expect(entriesOf(['up', 'down', 'down', 'down', 'up', 'up', 'up'])).toEqual([
    { at: 40, before: 'up', after: 'down', since: 20, lastedMs: 20 },
    { at: 70, before: 'down', after: 'up', since: 50, lastedMs: 30 },
  ]);
});

test('a wall clock set back gives no negative duration', () => {
  const turning = { state: 'down', since: 5, checks: 2 } as const;
  expect(addCheck({ state: 'up', since: 100, turning }, 'down', 7).turned).toEqual({ before: 'up', lastedMs: 0 });
});
