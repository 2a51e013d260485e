import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { undoButton } from '../../src/discord/render/alert/alert-controls.ts';
import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { hasEnded, resumed, snoozeEnd } from '../../src/subscriptions/watch-state.ts';
import { formatWatch } from './format-watch.ts';
import { preview, showPreview } from './preview.ts';
import { readDraft } from './read-draft.ts';
import { refuseWatch } from './refuse-watch.ts';
import { readWatch } from './watch-option.ts';

/** `/watch edit`: what is given changes, all else stays. */
export async function editWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  const draft = readDraft(interaction.options, await marketFor(interaction, context, true), context.now(), watch);
  const others = context.subscriptions.watchesOf(watch.userId).filter(({ id }) => id !== watch.id);
  const edited = { ...watch, ...draft };
  if (isDeepStrictEqual(edited, watch)) throw new UserError('Nothing to change: it is so already.');
  refuseWatch(draft, others, context, context.languages.of(interaction.locale), watch.filter);
  refuseEnded(edited, context);
  const key = await context.watchChanges.change(watch.userId, { put: [edited] });
  const droppedPrice = takesPrice(edited.trigger) ? null : watch.price;
  await showPreview(interaction, await preview(edited, key, context, { droppedPrice }), context);
}

/** `/watch pause` */
export async function pauseWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  if (watch.paused)
    throw new UserError(`Paused already: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`);
  const key = await context.watchChanges.change(watch.userId, { put: [{ ...watch, paused: true }] });
  await answer(
    interaction,
    `Paused: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`,
    key,
    context,
  );
}

/** `/watch resume`: also ends a snooze, and a pause that closed direct messages forced on all of them. */
export async function resumeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  refuseEnded(watch, context);
  const wasRefused = context.pauseCodeOf({ kind: 'user', id: watch.userId }) !== null;
  if (!wasRefused && !watch.paused && snoozeEnd(watch, context.now()) === null) {
    throw new UserError(`On already: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`);
  }
  await context.resume({ kind: 'user', id: watch.userId });
  const awake = resumed(watch);
  const key = await context.watchChanges.change(watch.userId, { put: [awake] });
  await showPreview(interaction, await preview(awake, key, context, { wasRefused }), context);
}

/** `/watch remove` */
export async function removeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  const key = await context.watchChanges.change(watch.userId, { remove: [watch.id] });
  await answer(
    interaction,
    `Removed: ${formatWatch(watch, context.languages.of(interaction.locale), context)}.`,
    key,
    context,
  );
}

/** @throws UserError where the watch would never tell */
function refuseEnded(watch: Pick<Watch, 'expiresAt'>, { now }: CommandContext): void {
  if (!hasEnded(watch, now())) return;
  throw new UserError('This watch has ended: give it new `expires` days with `/watch edit`, or `clear: expires`.');
}

async function answer(
  interaction: ChatInputCommandInteraction,
  content: string,
  undoKey: string,
  { languages }: CommandContext,
): Promise<void> {
  await interaction.editReply({ content, components: [undoButton(undoKey, languages.of(interaction.locale))] });
}
