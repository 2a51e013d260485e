import { expect, test } from 'vitest';
import { PostgresFleetState } from '../../../src/storage/postgres/fleet/fleet.ts';
import { makeDatabase, openHandle } from './database.ts';

test('a state put by one process is read by others with its age, and the last write counts', async () => {
  const url = await makeDatabase();
  const [one, other] = [new PostgresFleetState(openHandle(url)), new PostgresFleetState(openHandle(url))];
  await one.put('process:a', { text: 'x\0\ud83d' });
  await one.put('process:b', 1);
  await one.put('other', 2);
  await other.put('process:b', [null]);
  const all = await other.all('process:');
  expect([...all].map(([name, { value }]) => [name, value])).toEqual([
    ['process:a', { text: 'x\0\ud83d' }],
    ['process:b', [null]],
  ]);
  for (const { ageMs } of all.values()) expect(ageMs).toBeGreaterThanOrEqual(0);
  await other.remove('process:a');
  expect([...(await one.all('process:')).keys()]).toEqual(['process:b']);
});
