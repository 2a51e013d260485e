import { expect, test } from 'vitest';
import { createPersonSoon } from '../../src/discord/command/person-soon.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

const PERSON = { id: '400', quiet: null, home: { x: 7_311, z: -4_207 } };

test('a store that answers late or fails delays no answer, and no home reaches the log', async () => {
  const clock = new ManualClock(0);
  const log = recordingLog();
  const soon = (person: () => Promise<typeof PERSON | null>) =>
    createPersonSoon({ subscriptions: { person }, clock, log });
  expect(await soon(async () => PERSON)('400')).toEqual(PERSON);
  expect(await soon(async () => null)('400')).toBeNull();
  const late = soon(() => new Promise(() => {}))('400');
  await clock.run(500);
  expect(await late).toBeUndefined();
  expect(await soon(() => Promise.reject(new Error('away')))('400')).toBeUndefined();
  expect(JSON.stringify(log)).not.toMatch(/7311|4207/);
});
