import { isDeepStrictEqual } from 'node:util';
import type { ChatInputCommandInteraction } from 'discord.js';
import { updateOrReply } from '../../src/discord/command/answer.ts';
import { type ActionInteraction, type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { mentionGuess } from '../../src/discord/command/guess-buttons.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { renderChange } from '../../src/discord/render/answer/watches.ts';
import { itemThumbnail, type Layout } from '../../src/discord/render/layout.ts';
import { describeQuiet } from '../../src/discord/render/words/describe.ts';
import { stampRecent } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { formatWhole } from '../../src/language/number.ts';
import type { QuietHours } from '../../src/routing/quiet.ts';
import { takesPrice, type Watch } from '../../src/routing/watch.ts';
import { hasEnded, resumed, snoozeEnd } from '../../src/subscriptions/watches.ts';
import { preview, showPreview } from './add.ts';
import { knownFor, readWatchDraft, withDraft } from './draft.ts';
import { saveForm } from './form.ts';
import { changeWatch, findWatch, formatWatch, readWatch, refuseWatch, requireWatch } from './own-watch.ts';

/** `/watch edit`: changes the given terms and keeps all others. */
export async function editWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  const { draft, guess } = readWatchDraft(interaction.options, await knownFor(interaction, context), watch);
  const key = await saveEdited(watch, (one) => withDraft(one, draft), context);
  const edited = withDraft(watch, draft);
  const droppedPrice = takesPrice(edited.trigger) ? null : watch.price;
  const language = context.languages.of(interaction.locale);
  const answer = await preview(edited, key, language, context, { droppedPrice });
  await showPreview(interaction, mentionGuess(answer, guess, 'item.guessed-saved', language), context);
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
 * @throws UserError if nothing changes, or the watch is not possible with these terms
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

export async function pauseWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await interaction.editReply(await applyPause(watch, context.languages.of(interaction.locale), context));
}

/** Handles *Pause* for a watch chosen from the list. */
export async function pauseFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await updateOrReply(interaction, () => applyPause(watch, context.languages.of(interaction.locale), context));
}

async function applyPause(watch: Watch, language: Language, context: CommandContext): Promise<Layout> {
  if (watch.paused) {
    throw new UserError((language) =>
      language.say('watch.is-paused', { watch: formatWatch(watch, language, context) }),
    );
  }
  const key = await changeWatch(watch, (one) => ({ ...one, paused: true }), context);
  return changed('watch.paused', watch, key, language, context);
}

/** `/watch resume`: also ends a snooze, and the pause of all watches after Discord's rejection of direct messages. */
export async function resumeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await showPreview(interaction, await applyResume(watch, context.languages.of(interaction.locale), context), context);
}

/** Handles *Resume* for a watch chosen from the list. */
export async function resumeFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await interaction.deferUpdate();
  await showPreview(interaction, await applyResume(watch, context.languages.of(interaction.locale), context), context);
}

async function applyResume(watch: Watch, language: Language, context: CommandContext) {
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

export async function removeWatch(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watch = await readWatch(interaction, context);
  await interaction.editReply(await applyRemoval(watch, context.languages.of(interaction.locale), context));
}

/** Handles *Remove* for a watch chosen from the list. */
export async function removeFromButton(interaction: ActionInteraction, id: string, context: CommandContext) {
  const watch = await requireWatch(interaction.user.id, id, context);
  await updateOrReply(interaction, () => applyRemoval(watch, context.languages.of(interaction.locale), context));
}

async function applyRemoval(watch: Watch, language: Language, context: CommandContext): Promise<Layout> {
  const key = await context.watchChanges.change(watch.userId, { remove: [watch.id] });
  return changed('watch.removed', watch, key, language, context);
}

/** @throws UserError if the watch has ended, so that it would never send an alert */
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

const MOST_SHOWN_STEPS = 5;

export async function undoLast(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const language = context.languages.of(interaction.locale);
  await interaction.editReply(await undo(interaction.user.id, undefined, language, context));
}

/** Handles *Undo* below the answer to a change. The message then says what was undone. */
export async function undoFromButton(
  interaction: ActionInteraction,
  key: string,
  context: CommandContext,
): Promise<void> {
  const language = context.languages.of(interaction.locale);
  await updateOrReply(interaction, () => undo(interaction.user.id, key, language, context));
}

async function undo(
  userId: string,
  key: string | undefined,
  language: Language,
  context: CommandContext,
): Promise<Layout> {
  const outcome = await context.watchChanges.undo(userId, key);
  switch (outcome.kind) {
    case 'nothing-kept':
      throw new UserError((language) => language.say('watch.no-undo'));
    case 'gone':
      throw new UserError((language) => language.say('watch.undo-gone'));
    case 'undone': {
      const steps = [
        ...outcome.put.map((watch) => formatPutBack(watch, language, context)),
        ...outcome.removed.map((watch) =>
          language.say('watch.removed-again', { watch: formatWatch(watch, language, context) }),
        ),
        ...(outcome.quiet === undefined ? [] : [formatQuietAgain(outcome.quiet, language)]),
      ];
      const more = steps.length - MOST_SHOWN_STEPS;
      const rest = more > 0 ? [language.say('common.more', { count: formatWhole(more, language) })] : [];
      return renderChange([...steps.slice(0, MOST_SHOWN_STEPS), ...rest], null, language);
    }
  }
}

/** Formats the state of a restored watch. */
export function formatPutBack(watch: Watch, language: Language, context: CommandContext): string {
  const named = { watch: formatWatch(watch, language, context) };
  const snoozedUntil = snoozeEnd(watch, context.now());
  if (watch.paused) return language.say('watch.put-back-paused', named);
  if (snoozedUntil === null) return language.say('watch.put-back', named);
  return language.say('watch.put-back-snoozed', { ...named, when: stampRecent(snoozedUntil, context.now()) });
}

function formatQuietAgain(quiet: QuietHours | null, language: Language): string {
  return quiet
    ? language.say('watch.quiet-back', { hours: describeQuiet(quiet) })
    : language.say('watch.quiet-off-again');
}
