import {
  type APIActionRowComponent,
  type APIButtonComponent,
  type ChatInputCommandInteraction,
  ComponentType,
  type Guild,
  MessageFlags,
  RESTJSONErrorCodes,
} from 'discord.js';
import type { Language } from '../../language/language.ts';
import type { PastNotice } from '../../ports/outbox.ts';
import { type Notice, TARGET_PAUSED } from '../../routing/notice.ts';
import { formatEvents } from '../render/alert/event-text.ts';
import {
  formatRefusal,
  formatRemedy,
  formatRetried,
  isClosedCode,
  refusalCodeIn,
  tryMessagesButton,
} from '../render/words/refusal.ts';
import { andMore, CONTENT_CHARACTERS, fitList } from '../render/words/text.ts';
import type { CommandContext } from './command.ts';
import { feedPlaceIn } from './permissions.ts';

/** Limits a user's notices that are searched for missed ones. */
const MOST_SEARCHED_NOTICES = 200;
const MOST_SHOWN_ALERTS = 3;
const MISSED_CHARACTERS = 800;

/** Explains how to open direct messages, if Discord's code means that they are closed, and lists the missed alerts. */
export async function explainClosed(
  userId: string,
  code: number,
  language: Language,
  context: Pick<CommandContext, 'journal' | 'subscriptions'>,
): Promise<readonly string[]> {
  return [
    ...(isClosedCode(code) ? [language.say('refusal.open')] : []),
    ...(await formatMissed(userId, language, context)),
  ];
}

/**
 * Counts the alerts that Discord refused since the last delivered one, and lists the first. Empty if there are none.
 */
export async function formatMissed(
  userId: string,
  language: Language,
  { journal, subscriptions }: Pick<CommandContext, 'journal' | 'subscriptions'>,
): Promise<readonly string[]> {
  const missed = missedOf(await journal.noticesOf({ kind: 'user', id: userId }, MOST_SEARCHED_NOTICES));
  if (missed.length === 0) return [];
  const watches = await subscriptions.watchesOf(userId);
  const first = missed.slice(0, MOST_SHOWN_ALERTS).map((notice) => {
    const askers = watches.filter(({ id }) => notice.subscriptionIds.includes(id));
    return `- ${formatEvents([{ notice, subscriptions: askers, worth: null }], language).line}`;
  });
  const list = fitList(first, MISSED_CHARACTERS, andMore(language), missed.length - first.length);
  return [`${language.say('refusal.missed', { n: missed.length })}\n${list}`];
}

/**
 * Returns the changes that Discord refused since the last delivered message, oldest first.
 *
 * @param past the user's notices, newest first
 */
function missedOf(past: readonly PastNotice[]): readonly Notice[] {
  const lastDelivered = past.findIndex(({ end }) => end?.message?.messageId != null);
  const since = lastDelivered < 0 ? past : past.slice(0, lastDelivered);
  return since
    .filter(({ notice, end }) => notice.cause.kind === 'change' && isRefused(end))
    .map(({ notice }) => notice)
    .reverse();
}

function isRefused(end: PastNotice['end']): boolean {
  const why = end?.message?.why ?? end?.why ?? null;
  return why === TARGET_PAUSED || refusalCodeIn(why) !== null;
}

/** Commands that report a pause in their own answers. */
const REPORTING_COMMANDS = new Set(
  ['add', 'edit', 'my-shop', 'list', 'explain', 'resume'].map((action) => `watch ${action}`),
);

/**
 * Reports a user's paused direct messages and paused feeds after their command: whether their watches resumed, or why
 * not. A pause that stays is reported once. Never rejects, because the command itself succeeded.
 */
export class PauseReports {
  /** Ids of users who were notified of a pause that stays. */
  readonly #notified = new Set<string>();

  /**
   * Ends the pause before a command that reports it itself. Other commands do not wait for the store.
   *
   * @returns whether a pause ended
   */
  before(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<boolean> {
    if (!isReporting(interaction)) return Promise.resolve(false);
    return resumeInTouch(interaction, context).catch((error: unknown) => warn(error, interaction, context));
  }

  /**
   * Reports the pause after a command.
   *
   * @param wasResumed the result of `before`
   */
  async after(interaction: ChatInputCommandInteraction, wasResumed: boolean, context: CommandContext): Promise<void> {
    await this.#report(interaction, wasResumed, context).catch((error: unknown) => warn(error, interaction, context));
  }

  async #report(interaction: ChatInputCommandInteraction, wasResumed: boolean, context: CommandContext): Promise<void> {
    const { user, guildId } = interaction;
    const isBack = wasResumed || (await resumeInTouch(interaction, context));
    const refusal = isBack ? null : await context.pauseCodeOf({ kind: 'user', id: user.id });
    const retried = refusal === null ? await context.retriedRefusalOf({ kind: 'user', id: user.id }) : null;
    const isPaused = refusal !== null || retried !== null;
    if (!isPaused) this.#notified.delete(user.id);
    if (!isBack && (!isPaused || this.#notified.has(user.id) || isReporting(interaction))) return;
    if (!(interaction.replied || interaction.deferred)) return;
    const language = context.languages.of(interaction.locale);
    const feeds =
      guildId === null ? [] : (await context.subscriptions.feedsOf(guildId)).filter((feed) => feed.makerId === user.id);
    const refused = new Map<string, number | null>();
    for (const { channelId: id } of feeds) refused.set(id, await context.pauseCodeOf({ kind: 'channel', id }));
    const lines = [...refused].flatMap(([id, code]) =>
      code === null ? [] : [formatPaused(id, code, interaction.guild ?? null, language)],
    );
    const components: APIActionRowComponent<APIButtonComponent>[] = [];
    if ((await context.subscriptions.watchesOf(user.id)).length > 0) {
      const why = refusal === null ? null : formatRefusal(refusal, language, 'user');
      if (isBack) lines.unshift(language.say('error.watches-back'));
      if (refusal !== null && why !== null) {
        const how = await explainClosed(user.id, refusal, language, context);
        lines.unshift(language.say('error.watches-paused', { why }), ...how);
        components.push({ type: ComponentType.ActionRow, components: [tryMessagesButton(language)] });
      }
      if (retried !== null) lines.unshift(formatRetried(retried, language, 'user'));
    }
    if (lines.length === 0) return;
    if (!isBack) this.#notified.add(user.id);
    const content = fitList(lines, CONTENT_CHARACTERS, andMore(language));
    try {
      await interaction.followUp({ content, components, flags: MessageFlags.Ephemeral });
    } catch (error) {
      // The next command reports it.
      this.#notified.delete(user.id);
      throw error;
    }
  }
}

function isReporting({ commandName, options }: ChatInputCommandInteraction): boolean {
  return REPORTING_COMMANDS.has(`${commandName} ${options.getSubcommand(false) ?? ''}`);
}

function warn(err: unknown, { id }: ChatInputCommandInteraction, { log }: CommandContext): false {
  log.warn({ err, interaction: id }, 'Could not read the pause of a user');
  return false;
}

/**
 * Ends the pause of a user who shared no server with the bot. Discord offers commands only to users who share a server
 * or installed the app, so the cause of the pause is over.
 *
 * @returns whether there was such a pause
 */
async function resumeInTouch(
  { user }: ChatInputCommandInteraction,
  { pauseCodeOf, resume, wake }: CommandContext,
): Promise<boolean> {
  const target = { kind: 'user', id: user.id } as const;
  const code = await pauseCodeOf(target);
  if (code !== RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds) return false;
  await resume(target);
  wake([target]);
  return true;
}

function formatPaused(channelId: string, code: number, guild: Guild | null, language: Language): string {
  const why = formatRefusal(code, language, 'channel', guild === null ? [] : feedPlaceIn(guild, channelId).lacking);
  const paused = language.say('error.feeds-paused', { channel: `<#${channelId}>`, why });
  return `${paused} ${formatRemedy(code, language)}`;
}
