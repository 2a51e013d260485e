import type { ChatInputCommandInteraction } from 'discord.js';
import type { Filter } from '../../market/search/filter.ts';
import type { UnknownName } from '../../market/search/unknown-names.ts';
import { formatUnknownNames } from '../render/words/format-unknown-names.ts';
import { formatFreshness } from '../render/words/freshness.ts';
import { CONTENT_CHARACTERS, fitLines } from '../render/words/text.ts';
import { tellPrivately } from './answer.ts';
import type { CommandContext } from './command.ts';
import { guessesFor, guessRows, type Keeper } from './guess-buttons.ts';

/**
 * Tells the asker alone of names that nobody knows, before or after an answer that all see, or in its place: a typo is
 * nobody else's business. Each name that may be meant is a button, which runs the command with it.
 */
export async function warnPrivately(
  interaction: ChatInputCommandInteraction,
  { filter, unknownNames }: { readonly filter: Filter; readonly unknownNames: readonly UnknownName[] },
  context: Pick<CommandContext, 'status' | 'languages' | 'now'> & Keeper,
): Promise<void> {
  if (unknownNames.length === 0) return;
  const { status, languages, now } = context;
  const language = languages.of(interaction.locale);
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  const room = CONTENT_CHARACTERS - freshness.length - 1;
  const content = `${fitLines(formatUnknownNames(unknownNames, language), room)}\n${freshness}`;
  const rows = await guessRows(interaction, guessesFor(unknownNames, filter), language, context);
  await tellPrivately(interaction, content, rows);
}
