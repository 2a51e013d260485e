import { ChannelType, PermissionsBitField } from 'discord.js';
import { expect, test } from 'vitest';
import { createDispatch } from '../../src/discord/interactions/dispatch.ts';
import { ConnectionLost, NotSaved } from '../../src/faults/store-faults.ts';
import type { RetriedRefusal } from '../../src/routing/retried-refusal.ts';
import { LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../storage/sqlite/samples.ts';

test('a user whose feeds are paused in forty channels sees as many as fit, and the number of others', async () => {
  const feeds = Array.from({ length: 40 }, (_, n) => ({
    ...feed,
    id: `f${n}`,
    channelId: String(10n ** 17n + BigInt(n)),
  }));
  const command = { definition: { name: 'health', description: '' }, execute: async () => {} };
  const context = {
    ...{ ownLanguages: { apply: async () => {} } },
    languages: LANGUAGES,
    log: recordingLog(),
    pauseCodeOf: () => 50_013,
    retriedRefusalOf: async () => null,
    subscriptions: { feedsOf: () => feeds, watchesOf: () => [] },
    watchChanges: { saveLanguage: async () => {} },
  };
  const held = new PermissionsBitField(['ViewChannel', 'EmbedLinks', 'AttachFiles']);
  const known = { name: 'market', type: ChannelType.GuildText, permissionsFor: () => held };
  const followUps: string[] = [];
  const interaction = {
    guild: {
      name: 'Town',
      channels: { cache: new Map([[feeds[0]?.channelId, known]]) },
      members: { me: {} },
    },
    isChatInputCommand: () => true,
    commandName: 'health',
    options: { getSubcommand: () => null },
    user: { id: feed.makerId },
    guildId: feed.guildId,
    locale: 'de',
    replied: true,
    followUp: async ({ content }: { content: string }) => void followUps.push(content),
  };
  await createDispatch([command] as never, context as never)(interaction as never);
  expect(followUps).toHaveLength(1);
  expect(followUps[0]?.length).toBeLessThanOrEqual(2_000);
  // The line names the missing permission alone if the gateway knows the channel, or else all that are needed.
  const [first, second] = followUps[0]?.split('\n') ?? [];
  expect(first).toContain('sind pausiert: In diesem Kanal brauche ich noch **Nachrichten senden**.');
  expect(second).toContain('„Nachrichten senden“ und „Links einbetten“');
  expect(followUps[0]?.split('\n').at(-1)).toContain(String(40 - ((followUps[0]?.split('\n').length ?? 0) - 1)));
});

test('a user who was notified of a pause is not notified again after a temporary store failure', async () => {
  const followUps: string[] = [];
  let isAway = false;
  const context = {
    ...{ ownLanguages: { apply: async () => {} } },
    ...{ languages: LANGUAGES, log: recordingLog(), watchChanges: { saveLanguage: async () => {} } },
    pauseCodeOf: async () => (isAway ? Promise.reject(new Error('away')) : 50_007),
    retriedRefusalOf: async () => null,
    journal: { noticesOf: async () => [] },
    subscriptions: { feedsOf: () => [], watchesOf: () => [{}] },
  };
  const interaction = {
    ...{ isChatInputCommand: () => true, commandName: 'health', options: { getSubcommand: () => null } },
    ...{ user: { id: '1' }, guildId: null, locale: 'en-US', replied: true },
    followUp: async ({ content }: { content: string }) => void followUps.push(content),
  };
  const command = { definition: { name: 'health', description: '' }, execute: async () => {} };
  const dispatch = createDispatch([command] as never, context as never);
  for (const away of [false, true, false]) {
    isAway = away;
    await dispatch(interaction as never);
  }
  expect(followUps).toHaveLength(1);
});

test('while the store is unreachable a sent answer stays, and a failure is not blamed on Discord', async () => {
  const away = new ConnectionLost(new Error('connection refused'), null);
  const replies: string[] = [];
  const [well, failing] = ['health', 'feed'].map((name) => ({
    definition: { name, description: '' },
    execute: async () => {
      if (name === 'feed') throw away;
    },
  }));
  const log = recordingLog();
  const context = {
    ...{ ownLanguages: { apply: async () => {} } },
    ...{ languages: LANGUAGES, log, watchChanges: { saveLanguage: async () => {} } },
    pauseCodeOf: () => Promise.reject(away),
  };
  const ask = (commandName: string) => ({
    ...{ isChatInputCommand: () => true, isRepliable: () => true, isMessageComponent: () => false, commandName },
    ...{ options: { getSubcommand: () => null }, user: { id: '1' }, guildId: null, locale: 'en-US', replied: true },
    followUp: async ({ content }: { content: string }) => void replies.push(content),
  });
  const dispatch = createDispatch([well, failing] as never, context as never);
  await dispatch(ask('health') as never);
  expect(replies).toEqual([]);
  await dispatch(ask('feed') as never);
  expect(replies).toEqual([LANGUAGES.of('en-US').say('error.failed')]);
  expect(log.errors()).toMatchObject([{ sentence: 'Command failed' }]);
});

test.each([
  [false, 'nothing has changed'],
  [true, 'I can’t say whether this was saved'],
])(
  'a command whose commit fails tells its user whether the outcome is unknown (%s)',
  async (isOutcomeUnknown, words) => {
    const replies: string[] = [];
    const command = {
      definition: { name: 'watch', description: '' },
      execute: () => Promise.reject(new NotSaved(new Error('connection reset'), { isOutcomeUnknown })),
    };
    const log = recordingLog();
    const context = {
      ...{ ownLanguages: { apply: async () => {} } },
      languages: LANGUAGES,
      log,
      pauseCodeOf: async () => null,
    };
    const interaction = {
      ...{ isChatInputCommand: () => true, isRepliable: () => true, isMessageComponent: () => false },
      ...{ commandName: 'watch', options: { getSubcommand: () => 'undo' }, user: { id: '1' }, locale: 'en-US' },
      ...{
        guildId: null,
        replied: true,
        followUp: async ({ content }: { content: string }) => void replies.push(content),
      },
    };
    await createDispatch([command] as never, context as never)(interaction as never);
    expect(replies).toEqual([expect.stringContaining(words)]);
    expect(log.errors()).toMatchObject([{ sentence: 'Command failed' }]);
  },
);

test('a user whose messages are refused and retried is notified once, after the next command', async () => {
  const followUps: string[] = [];
  let retried: RetriedRefusal | null = { code: 50_009, since: 1_767_000_000_000, pausedAt: null };
  const context = {
    ...{ ownLanguages: { apply: async () => {} } },
    ...{ languages: LANGUAGES, log: recordingLog(), watchChanges: { saveLanguage: async () => {} } },
    ...{ pauseCodeOf: async () => null, retriedRefusalOf: async () => retried },
    subscriptions: { feedsOf: () => [], watchesOf: () => [{}] },
  };
  const interaction = {
    ...{ isChatInputCommand: () => true, commandName: 'health', options: { getSubcommand: () => null } },
    ...{ user: { id: '1' }, guildId: null, locale: 'en-US', replied: true },
    followUp: async ({ content }: { content: string }) => void followUps.push(content),
  };
  const command = { definition: { name: 'health', description: '' }, execute: async () => {} };
  const dispatch = createDispatch([command] as never, context as never);
  await dispatch(interaction as never);
  await dispatch(interaction as never);
  expect(followUps).toEqual([
    '⚠️ Discord has refused my messages to you since <t:1767000000:f> (code 50009). ' +
      'I retry until <t:1767021600:f>, then I pause your watches.',
  ]);
  retried = null;
  await dispatch(interaction as never);
  expect(followUps).toHaveLength(1);
});
