import { expect, test } from 'vitest';
import { runKills } from '../../bench/soak/kills.ts';

test('killed again and again: what the journal held is told once, and nothing else is', async () => {
  const result = await runKills({ kills: 4, events: 150, seed: 7 });
  expect(result).toMatchObject({
    sent: 150,
    lost: 0,
    doubled: 0,
    madeUp: 0,
    unrouted: 0,
    dropped: 0,
    setAside: 0,
    waiting: 0,
    violations: [],
    errors: [],
  });
  expect(result.heard).toBeGreaterThan(75);
}, 60_000);
