import type { ChatInputCommandInteraction } from 'discord.js';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { count } from '../../src/discord/render/words/text.ts';
import { fileOf } from './export-import.ts';

/**
 * `/watch forget`: everything that is kept of a person is deleted, at once and for good. The watches are handed back as a
 * file, for whoever did not mean it.
 */
export async function forgetPerson(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { id } = interaction.user;
  const hadQuiet = context.subscriptions.person(id)?.quiet != null;
  const watches = context.subscriptions.watchesOf(id);
  const ids = watches.map((watch) => watch.id);
  for (const watch of ids) await context.settings.removeWatch(watch);
  await context.settings.removePerson(id);
  await context.undos.forget(id);
  await context.queries.forget(id);
  await context.addresses.forget(id);
  await context.journal.forget({ kind: 'user', id }, ids);
  await context.resume({ kind: 'user', id });
  const said = `Deleted: ${count(ids.length, 'watch', interaction.locale, 'watches')}${hadQuiet ? ', your quiet hours' : ''} and all that waited for you. Feeds you made for a server stay with it.`;
  if (ids.length === 0) await interaction.editReply(said);
  else {
    await interaction.editReply({
      content: `${said}\n-# Not what you meant? \`/watch import\` takes your watches back from this file.`,
      files: [fileOf(watches, context)],
    });
  }
}
