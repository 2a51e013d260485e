import type { ChatInputCommandInteraction } from 'discord.js';
import type { Desk } from '../../src/discord/command/command.ts';
import { count } from '../../src/discord/render/words/text.ts';
import { fileOf } from './files.ts';

/**
 * `/watch forget`: everything that is kept of a person is deleted, at once and for good. The watches are handed back as a
 * file, for whoever did not mean it.
 */
export async function forgetPerson(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const { id } = interaction.user;
  const hadQuiet = desk.book.person(id)?.quiet != null;
  const watches = desk.book.watchesOf(id);
  const ids = watches.map((watch) => watch.id);
  for (const watch of ids) await desk.settings.removeWatch(watch);
  await desk.settings.removePerson(id);
  await desk.undos.forget(id);
  await desk.queries.forget(id);
  await desk.addresses.forget(id);
  await desk.journal.forget({ kind: 'user', id }, ids);
  await desk.resume({ kind: 'user', id });
  const said = `Deleted: ${count(ids.length, 'watch', interaction.locale, 'watches')}${hadQuiet ? ', your quiet hours' : ''} and all that waited for you. Feeds you made for a server stay with it.`;
  if (ids.length === 0) await interaction.editReply(said);
  else {
    await interaction.editReply({
      content: `${said}\n-# Not what you meant? \`/watch import\` takes your watches back from this file.`,
      files: [fileOf(watches, desk)],
    });
  }
}
