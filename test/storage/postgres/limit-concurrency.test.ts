import { expect, test } from 'vitest';
import type { Queryable } from '../../../src/storage/postgres/client.ts';
import { limitConcurrency } from '../../../src/storage/postgres/journal.ts';

test('slow queries run up to a limit, and the next starts when one ends', async () => {
  const running: (() => void)[] = [];
  let begun = 0;
  const db: Queryable = {
    query: () =>
      new Promise((resolve) => {
        begun += 1;
        running.push(() => resolve({ rows: [], count: 0, command: 'SELECT' }));
      }),
  };
  const few = limitConcurrency(db, 2);
  const asked = Array.from({ length: 5 }, () => few.query('SELECT 1'));
  for (const most of [2, 3, 4, 5]) {
    await expect.poll(() => begun).toBe(most);
    running.shift()?.();
  }
  for (const end of running) end();
  expect(await Promise.all(asked)).toHaveLength(5);
});
