import { EVERYWHERE, visibility } from '../src/discord/command/answer.ts';
import type { Command, CommandContext } from '../src/discord/command/command.ts';
import { PRIVATE_OPTION } from '../src/discord/command/filter-options.ts';
import { renderHealth } from '../src/discord/render/answer/health.ts';
import { described } from '../src/language/languages.ts';
import { DAY_MS } from '../src/time/durations.ts';

/** The span of `/price` by default. */
const WORTH_DAYS = 30;

export const health = {
  definition: {
    name: 'health',
    ...described('health.description'),
    ...EVERYWHERE,
    options: [PRIVATE_OPTION],
  },

  async execute(interaction, context) {
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    await interaction.deferReply(visibility(isPrivate));
    const [service, journal] = await Promise.all([context.status.health(), readJournal(context)]);
    const answer = renderHealth({
      service,
      ...journal,
      stream: context.status.stream(),
      snapshot: context.status.snapshot(),
      trouble: context.writeTrouble(),
      lack: context.settingsLack(),
      landmarks: context.landmarks(),
      beganAt: context.beganAt,
      now: context.now(),
      language: context.languages.of(interaction.locale),
    });
    await interaction.editReply(answer);
  },
} satisfies Command;

/** Reads the facts of the journal. A journal that cannot be read is reported in the answer, and must not prevent it. */
async function readJournal({ journal, tradesKnownSince, now, log, beganAt }: CommandContext) {
  try {
    const dayAgo = now() - DAY_MS;
    const [outages, unreportedShops, queue, known] = await Promise.all([
      journal.outages(dayAgo),
      journal.unreportedShops(dayAgo),
      journal.queue(now()),
      tradesKnownSince(now() - WORTH_DAYS * DAY_MS),
    ]);
    return { outages, unreportedShops, queue, tradesKnownSince: known };
  } catch (error) {
    log.error({ err: error }, 'Journal unreadable, /health answers without it');
    return { outages: [], unreportedShops: [], queue: null, tradesKnownSince: beganAt };
  }
}
