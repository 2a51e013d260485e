import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { resumeAfterReturn } from '../../src/discord/greeting/greet-servers.ts';
import { type Target, targetKey } from '../../src/routing/notice.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../routing/samples.ts';

/** Stands on: pauses and members as given by the test, a clock that the test moves. */

const refusal = (status: number, code: number) =>
  new DiscordAPIError({ code, message: 'Refused' }, code, status, 'GET', '/', {});
const channel = (id: string): Target => ({ kind: 'channel', id });
const user = (id: string): Target => ({ kind: 'user', id });

/** Opens a server whose channels and members are found, or refused with these errors. */
function openServer(errors: Readonly<Record<string, Error>>) {
  const resumed: string[] = [];
  const pauses = [
    ...['1', '2', '3'].map((id) => ({ target: channel(id), code: 50_001, at: 0 })),
    ...['8', '9'].map((id) => ({ target: user(id), code: 50_278, at: 0 })),
  ];
  const answer = (id: string) => {
    const error = errors[id];
    if (error !== undefined) throw error;
  };
  const everything = { has: () => true };
  const guild = {
    id: '100',
    channels: {
      cache: new Map(),
      async fetch(id: string) {
        answer(id);
        return { type: 0, isThread: () => false, permissionsFor: () => everything };
      },
    },
    members: { me: {} },
    client: { rest: { get: async (route: string) => answer(route.split('/').at(-1) ?? '') } },
  };
  const log = recordingLog();
  const parts = {
    journal: { pauses: async () => pauses },
    subscriptions: { feedsOf: async () => ['1', '2', '3'].map((channelId) => feed(`f${channelId}`, { channelId })) },
    async resume(target: Target) {
      resumed.push(targetKey(target));
      return { isKept: false };
    },
    ...{ retriedRefusalOf: async () => null, wake: () => {}, log },
  };
  return {
    log,
    resumed,
    run: (only: readonly Target[] | null = null) => resumeAfterReturn(guild as never, parts as never, only),
  };
}

test('fault 87: a channel without an answer delays neither other channels nor members', async () => {
  const { resumed, run } = openServer({ 1: refusal(403, 50_009) });
  const { feeds, unclear } = await run();
  expect(resumed).toEqual(['channel:2', 'channel:3', 'user:9', 'user:8']);
  expect(unclear).toEqual([channel('1')]);
  expect(feeds).toHaveLength(3);
});

test('a repeated check requests the unclear targets alone, and logs no further warning', async () => {
  const { log, resumed, run } = openServer({ 1: refusal(500, 0) });
  const { unclear } = await run([channel('1'), user('8')]);
  expect(resumed).toEqual(['user:8']);
  expect(unclear).toEqual([channel('1')]);
  expect(log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

test.each([
  [404, 10_007, false],
  [404, 10_013, false],
  [403, 50_001, false],
  [404, 10_004, false],
  [403, 0, true],
  [404, 0, true],
  [403, 50_009, true],
  [500, 0, true],
])('fault 87: a member look-up that ends in %i with code %i is repeated: %s', async (status, code, isRepeated) => {
  const { resumed, run } = openServer({ 9: refusal(status, code) });
  const { unclear } = await run();
  expect(unclear).toEqual(isRepeated ? [user('9')] : []);
  expect(resumed).toContain('user:8');
  expect(resumed).not.toContain('user:9');
});
