import { expect, test } from 'vitest';
import { quietUntil } from '../../src/routing/quiet.ts';
import { ADA } from '../market/samples.ts';
import { week } from '../market/weeks.ts';
import { begun, type Harness, MINUTE, PERSON } from './samples.ts';

/** Stands on: delivery with a real journal, a clock that the test advances. */

const ADA_HERSELF = { name: 'Ada', uuid: ADA.uuid };
const ORDERED = {
  id: PERSON.id,
  quiet: null,
  player: ADA_HERSELF,
  weekly: { timeZone: 'UTC', since: 0, locale: 'en-US' },
};

async function write(harness: Harness): Promise<void> {
  const at = harness.time.now();
  const cause = { kind: 'weekly', at, player: ADA_HERSELF, locale: 'en-US', week: week() } as const;
  await harness.enqueue({ target: PERSON, cause, subscriptionIds: [], dueAt: at });
  await harness.time.run(MINUTE);
}

const { weekly: _, ...UNORDERED } = ORDERED;
const { player: __, ...NAMELESS } = ORDERED;

test.each([
  ['is sent to a user who asked for it', ORDERED, 1],
  ['is sent to a user whose player changed names', { ...ORDERED, player: { ...ADA_HERSELF, name: 'Grace' } }, 1],
  ['is dropped if the user ended it meanwhile', UNORDERED, 0],
  ['is dropped if the user cleared their name meanwhile', NAMELESS, 0],
  ['is dropped if the user is another player now', { ...ORDERED, player: { name: 'Bob', uuid: null } }, 0],
])('a weekly message %s', async (_, person, sent) => {
  const harness = await begun();
  harness.subscriptions.putPerson(person);
  await write(harness);
  expect(harness.discord.posts).toHaveLength(sent);
  expect(await harness.waiting(PERSON)).toEqual([]);
});

test('a weekly message is dropped if the user was forgotten meanwhile', async () => {
  const harness = await begun();
  await write(harness);
  expect(harness.discord.posts).toEqual([]);
  expect(await harness.waiting(PERSON)).toEqual([]);
});

test('a weekly message waits for the end of quiet hours, and leaves at once if they are ended', async () => {
  const harness = await begun();
  const quiet = { from: 0, to: 600, timeZone: 'UTC' };
  harness.subscriptions.putPerson({ ...ORDERED, quiet });
  const end = quietUntil(quiet, harness.time.now());
  await write(harness);
  expect(harness.discord.posts).toEqual([]);
  expect(await harness.waiting(PERSON)).toMatchObject([{ dueAt: end, held: 'quiet' }]);
  harness.subscriptions.putPerson(ORDERED);
  await harness.leases().reconsider([PERSON]);
  await harness.time.run(MINUTE);
  expect(harness.discord.posts).toHaveLength(1);
});
