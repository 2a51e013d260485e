import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { type Client, Events } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { followGuildLocales } from '../../src/discord/gateway/guild-locales.ts';
import { removeFeed } from '../../src/subscriptions/feed-changes.ts';
import { recordingLog } from '../log/recording-log.ts';
import { openSettingsTransactions } from '../storage/sqlite/open-settings-transactions.ts';
import { feed } from '../storage/sqlite/samples.ts';
import { temporaryFolder } from '../storage/sqlite/temporary-folder.ts';

test('a feed removed while its server changes language stays removed', async () => {
  const parts = await openSettingsTransactions(join(temporaryFolder(), 'crier.sqlite'));
  onTestFinished(() => parts.close());
  for (const id of ['f1', 'f2', 'f3']) await parts.settings.putFeed({ ...feed, id });
  const client = new EventEmitter() as unknown as Client;
  followGuildLocales(client, parts, recordingLog());
  const removed = removeFeed({ ...feed, id: 'f1' }, parts);
  client.emit(Events.GuildAvailable, { id: feed.guildId, preferredLocale: 'fr' } as never);
  await Promise.all([removed, removeFeed({ ...feed, id: 'f2' }, parts)]);
  const feeds = async () =>
    (await parts.subscriptions.feedsOf(feed.guildId)).map(({ id, locale }) => `${id} ${locale}`);
  await expect.poll(feeds).toEqual(['f3 fr']);
  expect((await parts.settings.feeds()).map(({ id }) => id)).toEqual(['f3']);
});
