import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import type { Unheard } from '../../market/unheard.ts';
import { sayFreshness } from '../render/freshness.ts';
import { sayUnheard } from '../render/say-unheard.ts';
import { fitLines } from '../render/text.ts';
import type { Desk } from './command.ts';

/** Discord's limit of a message. */
const MOST_CHARACTERS = 2_000;

/**
 * Tells the asker alone of names that nobody knows, before or after an answer that all see, or in its place: a slip is
 * nobody else's business.
 */
export async function warnPrivately(
  interaction: ChatInputCommandInteraction,
  unheard: readonly Unheard[],
  { status, now }: Pick<Desk, 'status' | 'now'>,
): Promise<void> {
  if (unheard.length === 0) return;
  const freshness = sayFreshness(status.snapshot(), status.stream(), now(), interaction.locale);
  const message = {
    content: `${fitLines(sayUnheard(unheard), MOST_CHARACTERS - freshness.length - 1)}\n${freshness}`,
    flags: MessageFlags.Ephemeral,
  } as const;
  if (!interaction.deferred && !interaction.replied) {
    await interaction.reply(message);
    return;
  }
  // What follows "Crier is thinking" would take its place, and be seen by all.
  if (!interaction.replied) await interaction.deleteReply();
  await interaction.followUp(message);
}
