import { type Client, Events, type Guild } from 'discord.js';
import type { Log } from '../../ports/log.ts';
import type { Settings, SettingsTransactions, Subscriptions } from '../../ports/settings.ts';

interface LocaleParts {
  readonly subscriptions: Pick<Subscriptions, 'feedsOf'>;
  readonly settings: Pick<Settings, 'putFeed'>;
  readonly transactions: SettingsTransactions;
}

/** Keeps feeds without their own language in their server's language, also if it changed while Crier was offline. */
export function followGuildLocales(
  client: Client,
  { subscriptions, settings, transactions }: LocaleParts,
  log: Log,
): void {
  async function adoptLocale({ id, preferredLocale: locale }: Guild): Promise<void> {
    if (!locale) return;
    try {
      const others = async () =>
        (await subscriptions.feedsOf(id)).filter((feed) => !feed.hasOwnLanguage && feed.locale !== locale);
      if ((await others()).length === 0) return;
      await transactions.run(`guild:${id}`, async () => {
        for (const feed of await others()) await settings.putFeed({ ...feed, locale });
      });
    } catch (error) {
      log.warn({ err: error, guild: id }, 'Could not save the new language of a server’s feeds');
    }
  }
  client.on(Events.ClientReady, ({ guilds }) => void Promise.all(guilds.cache.map(adoptLocale)));
  client.on(Events.GuildUpdate, (_, guild) => void adoptLocale(guild));
  client.on(Events.GuildAvailable, (guild) => void adoptLocale(guild));
}
