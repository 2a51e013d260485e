import { EventEmitter } from 'node:events';
import { type Client, Events } from 'discord.js';
import { expect, test, vi } from 'vitest';
import { followGuildLocales } from '../../src/discord/guild-locales.ts';
import { SubscriptionsInMemory } from '../../src/routing/subscriptions-in-memory.ts';
import { askInMemory } from '../../src/subscriptions/ask-in-memory.ts';
import { OneAfterAnother } from '../../src/time/one-after-another.ts';
import { recordingLog } from '../log/recording-log.ts';
import { feed } from '../storage/sqlite/samples.ts';

test('a feed that is removed while its server changes its language stays away', async () => {
  const subscriptions = new SubscriptionsInMemory();
  for (const id of ['f1', 'f2', 'f3']) subscriptions.putFeed({ ...feed, id });
  const client = new EventEmitter() as unknown as Client;
  const putFeed = vi.fn(async (one: typeof feed) => {
    await Promise.resolve();
    subscriptions.putFeed(one);
    if (one.id === 'f1') subscriptions.remove('f2');
  });
  const parts = { subscriptions: askInMemory(subscriptions), settings: { putFeed }, turns: new OneAfterAnother() };
  followGuildLocales(client, parts, recordingLog());
  client.emit(Events.GuildAvailable, { id: feed.guildId, preferredLocale: 'fr' } as never);
  await vi.waitFor(() => expect(putFeed).toHaveBeenCalledTimes(2));
  expect(subscriptions.feedsOf(feed.guildId).map(({ id, locale }) => `${id} ${locale}`)).toEqual(['f1 fr', 'f3 fr']);
});
