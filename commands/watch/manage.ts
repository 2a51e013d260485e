import { isDeepStrictEqual } from 'node:util';
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { CommandContext, Press } from '../../src/discord/command/command.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { undoButton } from '../../src/discord/render/alert/alert-controls.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { change, checkNew, restoreUndo } from '../../src/subscriptions/watch-changes.ts';
import { ownWatch, readWatch } from './own-watch.ts';
import { preview, showPreview } from './preview.ts';
import { readDraft } from './read-draft.ts';
import { sayWatch } from './say-watch.ts';

const EXTENSION_MS = 30 * 24 * 60 * 60_000;

/** `/watch edit`: what is given changes, all else stays. */
export async function editWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  const draft = readDraft(interaction.options, await marketFor(interaction, context, true), context.now(), watch);
  const others = context.subscriptions.watchesOf(watch.userId).filter(({ id }) => id !== watch.id);
  const edited = { ...watch, ...draft };
  if (isDeepStrictEqual(edited, watch)) throw new UserError('Nothing to change: it is so already.');
  checkNew(draft, others, context, interaction.locale, watch.filter);
  refuseEnded(edited, context);
  const key = await change(watch.userId, { put: [edited] }, context);
  const droppedPrice = takesPrice(edited.trigger) ? null : watch.price;
  await showPreview(interaction, await preview(edited, key, context, { droppedPrice }), context);
}

/** `/watch pause` */
export async function pauseWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  if (watch.paused) throw new UserError(`Paused already: ${sayWatch(watch, interaction.locale, context)}.`);
  const key = await change(watch.userId, { put: [{ ...watch, paused: true }] }, context);
  await answer(interaction, `Paused: ${sayWatch(watch, interaction.locale, context)}.`, key);
}

/** `/watch resume`: also ends a snooze, and a pause that closed direct messages forced on all of them. */
export async function resumeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  refuseEnded(watch, context);
  const wasRefused = context.pausedBy({ kind: 'user', id: watch.userId }) !== null;
  if (!wasRefused && !watch.paused && !(watch.snoozedUntil !== null && watch.snoozedUntil > context.now())) {
    throw new UserError(`On already: ${sayWatch(watch, interaction.locale, context)}.`);
  }
  await context.resume({ kind: 'user', id: watch.userId });
  const resumed = { ...watch, paused: false, snoozedUntil: null };
  const key = await change(watch.userId, { put: [resumed] }, context);
  await showPreview(interaction, await preview(resumed, key, context, { wasRefused }), context);
}

/** `/watch remove` */
export async function removeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = readWatch(interaction, context);
  const key = await change(watch.userId, { remove: [watch.id] }, context);
  await answer(interaction, `Removed: ${sayWatch(watch, interaction.locale, context)}.`, key);
}

/** `/watch undo` */
export async function undoLast(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  await interaction.editReply(await undo(interaction.user.id, undefined, interaction.locale, context));
}

/** *Undo* under the answer to a change. */
export async function undoPressed(press: Press, key: string, context: CommandContext): Promise<void> {
  await press.deferReply({ flags: MessageFlags.Ephemeral });
  await press.editReply(await undo(press.user.id, key, press.locale, context));
}

/** *Keep it 30 days* under the news that a watch ends. */
export async function keepOn(press: Press, id: string, context: CommandContext): Promise<void> {
  const watch = ownWatch(press.user.id, id, context);
  if (watch.expiresAt === null) throw new UserError('This watch has no end any more: nothing to do.');
  const expiresAt = Math.max(watch.expiresAt, context.now()) + EXTENSION_MS;
  await press.deferReply({ flags: MessageFlags.Ephemeral });
  await change(watch.userId, { put: [{ ...watch, expiresAt }] }, context);
  await press.editReply(`Kept for 30 more days: ${sayWatch(watch, press.locale, context)}.`);
}

/** @throws UserError where the watch would never tell */
function refuseEnded({ expiresAt }: Pick<Watch, 'expiresAt'>, { now }: CommandContext): void {
  if (expiresAt === null || expiresAt > now()) return;
  throw new UserError('This watch has ended: give it new `expires` days with `/watch edit`, or `clear: expires`.');
}

async function undo(userId: string, key: string | undefined, locale: string, context: CommandContext): Promise<string> {
  const kept = await context.undos.last(userId);
  const step = await context.undos.take(userId, key);
  if (!step) throw new UserError('There is nothing to undo: only your last change can be undone, for ten minutes.');
  const gone = context.subscriptions.watchesOf(userId).filter(({ id }) => step.remove.includes(id));
  if (step.put.length === 0 && gone.length === 0 && step.quiet === undefined) {
    throw new UserError('There is nothing to undo: that watch is gone already.');
  }
  await change(userId, step, context).catch(async (error: unknown) => {
    if (!(error instanceof UserError)) await restoreUndo(userId, kept, context);
    throw error;
  });
  const said = [
    ...step.put.map((watch) => `As before: ${sayWatch(watch, locale, context)}.`),
    ...gone.map((watch) => `Removed again: ${sayWatch(watch, locale, context)}.`),
    ...(step.quiet === undefined ? [] : [sayQuietAgain(step.quiet)]),
  ];
  return said.slice(0, 5).join('\n') + (said.length > 5 ? `\n… and ${said.length - 5} more.` : '');
}

function sayQuietAgain(quiet: QuietHours | null): string {
  return quiet ? `Quiet hours as before: ${describeQuiet(quiet)}.` : 'As before: no quiet hours.';
}

async function answer(interaction: ChatInputCommandInteraction, content: string, undoKey: string): Promise<void> {
  await interaction.editReply({ content, components: [undoButton(undoKey)] });
}
