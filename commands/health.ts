import { EVERYWHERE, editOrReply, visibility } from '../src/discord/command/answer.ts';
import type { Command, Desk } from '../src/discord/command/command.ts';
import { PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { renderHealth } from '../src/discord/render/answer/health.ts';

const DAY_MS = 24 * 60 * 60_000;

export const health = {
  definition: {
    name: 'health',
    description: 'Is the game server well, and is Crier',
    ...EVERYWHERE,
    options: [PRIVATE_OPTION],
  },

  async execute(interaction, desk) {
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    await interaction.deferReply(visibility(isPrivate));
    const [service, journal] = await Promise.all([desk.status.health(), readJournal(desk)]);
    const answer = renderHealth({
      service,
      ...journal,
      stream: desk.status.stream(),
      snapshot: desk.status.snapshot(),
      trouble: desk.trouble(),
      lack: desk.settingsLack(),
      beganAt: desk.beganAt,
      now: desk.now(),
      locale: interaction.locale,
    });
    await editOrReply(interaction, answer, isPrivate);
  },
} satisfies Command;

/** A journal that cannot be read is a finding to show here, not a reason to say nothing. */
async function readJournal({ journal, now, log }: Desk) {
  try {
    const [outages, queue] = await Promise.all([journal.outages(now() - DAY_MS), journal.queue(now())]);
    return { outages, queue };
  } catch (error) {
    log.error({ err: error }, 'The journal cannot be read');
    return { outages: [], queue: null };
  }
}
