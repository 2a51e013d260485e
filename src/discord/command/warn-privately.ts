import type { ChatInputCommandInteraction } from 'discord.js';
import type { UnknownName } from '../../market/search/unknown-names.ts';
import { formatUnknownNames } from '../render/words/format-unknown-names.ts';
import { formatFreshness } from '../render/words/freshness.ts';
import { CONTENT_CHARACTERS, fitLines } from '../render/words/text.ts';
import { tellPrivately } from './answer.ts';
import type { CommandContext } from './command.ts';

/**
 * Tells the asker alone of names that nobody knows, before or after an answer that all see, or in its place: a typo is
 * nobody else's business.
 */
export async function warnPrivately(
  interaction: ChatInputCommandInteraction,
  unknownNames: readonly UnknownName[],
  { status, languages, now }: Pick<CommandContext, 'status' | 'languages' | 'now'>,
): Promise<void> {
  if (unknownNames.length === 0) return;
  const language = languages.of(interaction.locale);
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  const room = CONTENT_CHARACTERS - freshness.length - 1;
  await tellPrivately(interaction, `${fitLines(formatUnknownNames(unknownNames, language), room)}\n${freshness}`);
}
