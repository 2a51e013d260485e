import type { ChatInputCommandInteraction } from 'discord.js';
import type { Desk } from '../../src/discord/command/command.ts';
import { readQuiet } from '../../src/discord/command/read-quiet.ts';
import { describeQuiet } from '../../src/discord/render/describe.ts';

/** `/watch quiet`: sets the person's quiet hours; without options it ends them. */
export async function setQuiet(interaction: ChatInputCommandInteraction, desk: Desk): Promise<void> {
  const { options, user } = interaction;
  const [from, to, timezone] = ['from', 'to', 'timezone'].map((name) => options.getString(name));
  const before = desk.book.person(user.id)?.quiet ?? null;
  const given = { from: from ?? null, to: to ?? null, timezone: timezone ?? null };
  const quiet = readQuiet(given, before, { from: 'from', to: 'to' });
  await desk.settings.putPerson({ id: user.id, quiet });
  desk.wake([{ kind: 'user', id: user.id }]);
  if (quiet) {
    await interaction.editReply(`Quiet hours: ${describeQuiet(quiet)}. What comes then, you hear afterwards.`);
  } else {
    await interaction.editReply(
      before ? 'No quiet hours any more.' : 'You have no quiet hours. Give `from`, `to` and `timezone`.',
    );
  }
}
