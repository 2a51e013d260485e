import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { withGuess } from '../../src/discord/command/guess-buttons.ts';
import { renderChange } from '../../src/discord/render/answer/watch-change.ts';
import { itemThumbnail, type Layout } from '../../src/discord/render/layout/layout.ts';
import type { Language } from '../../src/language/language.ts';
import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { hasEnded, resumed, snoozeEnd } from '../../src/subscriptions/watch-state.ts';
import { formatWatch } from './format-watch.ts';
import { saveForm } from './open-form.ts';
import { preview, showPreview } from './preview.ts';
import { knownFor, readDraft, withDraft } from './read-draft.ts';
import { refuseWatch } from './refuse-watch.ts';
import { updateOrReply } from './update.ts';
import { changeWatch, findWatch, readWatch, requireWatch } from './watch-option.ts';

/** `/watch edit`: what is given changes, all else stays. */
export async function editWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  const { draft, guess } = readDraft(interaction.options, await knownFor(interaction, context), watch);
  const key = await saveEdited(watch, (one) => withDraft(one, draft), context);
  const edited = withDraft(watch, draft);
  const droppedPrice = takesPrice(edited.trigger) ? null : watch.price;
  const language = context.languages.of(interaction.locale);
  const answer = await preview(edited, key, language, context, { droppedPrice });
  await showPreview(interaction, withGuess(answer, guess, 'item.guessed-saved', language), context);
}

/** The form behind *Change price*. */
export async function changePrice(interaction: ActionInteraction, id: string, context: CommandContext): Promise<void> {
  const watch = await requireWatch(interaction.user.id, id, context);
  await interaction.deferUpdate();
  await saveForm(interaction, `watch:retry-price:${id}:`, context, async (typed) => {
    const language = context.languages.of(interaction.locale);
    const price = readPrice(typed, language);
    const key = await saveEdited(watch, (one) => ({ ...one, price }), context);
    await showPreview(interaction, await preview({ ...watch, price }, key, language, context), context);
  });
}

/**
 * @param change returns the watch with its new terms
 * @returns the key of the undo step
 * @throws UserError where nothing changes, or the watch cannot be had with these terms
 */
async function saveEdited(watch: Watch, change: (watch: Watch) => Watch, context: CommandContext): Promise<string> {
  if (isDeepStrictEqual(change(watch), watch)) {
    throw new UserError((language) => language.say('watch.no-change'));
  }
  return context.watchChanges.change(watch.userId, (watches) => {
    const now = change(findWatch(watches, watch.id));
    const others = watches.filter(({ id }) => id !== watch.id);
    refuseWatch(now, others, context, watch.filter);
    refuseEnded(now, context);
    return { put: [now] };
  });
}

/** `/watch pause` */
export async function pauseWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await interaction.editReply(await pause(watch, context.languages.of(interaction.locale), context));
}

/** *Pause* of a watch that was chosen in the list. */
export async function pauseFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await updateOrReply(interaction, () => pause(watch, context.languages.of(interaction.locale), context));
}

async function pause(watch: Watch, language: Language, context: CommandContext): Promise<Layout> {
  if (watch.paused) {
    throw new UserError((language) =>
      language.say('watch.is-paused', { watch: formatWatch(watch, language, context) }),
    );
  }
  const key = await changeWatch(watch, (one) => ({ ...one, paused: true }), context);
  return changed('watch.paused', watch, key, language, context);
}

/** `/watch resume`: also ends a snooze, and a pause that closed direct messages forced on all of them. */
export async function resumeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await showPreview(interaction, await resume(watch, context.languages.of(interaction.locale), context), context);
}

/** *Resume* of a watch that was chosen in the list. */
export async function resumeFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await interaction.deferUpdate();
  await showPreview(interaction, await resume(watch, context.languages.of(interaction.locale), context), context);
}

async function resume(watch: Watch, language: Language, context: CommandContext) {
  refuseEnded(watch, context);
  const wasRefused = (await context.pauseCodeOf({ kind: 'user', id: watch.userId })) !== null;
  if (!wasRefused && !watch.paused && snoozeEnd(watch, context.now()) === null) {
    throw new UserError((language) => language.say('watch.is-on', { watch: formatWatch(watch, language, context) }));
  }
  const awake = resumed(watch);
  const key = await changeWatch(watch, resumed, context);
  const { isKept } = await context.resume({ kind: 'user', id: watch.userId });
  return preview(awake, key, language, context, { wasRefused, isKept });
}

/** `/watch remove` */
export async function removeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await interaction.editReply(await remove(watch, context.languages.of(interaction.locale), context));
}

/** *Remove* of a watch that was chosen in the list. */
export async function removeFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await updateOrReply(interaction, () => remove(watch, context.languages.of(interaction.locale), context));
}

async function remove(watch: Watch, language: Language, context: CommandContext): Promise<Layout> {
  const key = await context.watchChanges.change(watch.userId, { remove: [watch.id] });
  return changed('watch.removed', watch, key, language, context);
}

/** @throws UserError where the watch would never tell */
function refuseEnded(watch: Pick<Watch, 'expiresAt'>, { now }: CommandContext): void {
  if (hasEnded(watch, now())) throw new UserError((language) => language.say('watch.has-ended'));
}

function changed(
  key: 'watch.paused' | 'watch.removed' | 'watch.kept',
  watch: Watch,
  undoKey: string | null,
  language: Language,
  context: CommandContext,
): Layout {
  const icon = watch.item === null ? null : itemThumbnail(context.icons, watch.item.type, language);
  return renderChange([language.say(key, { watch: formatWatch(watch, language, context) })], undoKey, language, {
    icon,
  });
}
