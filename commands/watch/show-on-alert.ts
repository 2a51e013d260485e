import { ComponentType, DiscordAPIError, MessageFlags, RateLimitError } from 'discord.js';
import type { ActionInteraction, CommandContext } from '../../src/discord/command/command.ts';
import { alertControls, type ControlRow, undoOnAlertButton } from '../../src/discord/render/alert/alert-controls.ts';
import { clip } from '../../src/discord/render/words/text.ts';
import type { Watch } from '../../src/routing/watch.ts';

const SAID_CHARACTERS = 1_000;

/**
 * Shows on the alert itself what a press on it did, beneath its first sentence. Where Discord takes no edit of it (an old message is
 * edited only so often), whoever pressed is told alone. The interaction is deferred as an update.
 * @param watches those that are still there: what one can do about them is offered on
 * @param undoKey of the kept step; null: there is nothing to undo
 */
export async function showOnAlert(
  interaction: ActionInteraction,
  said: string,
  { watches, undoKey }: { readonly watches: readonly Watch[]; readonly undoKey: string | null },
  { languages, now, log }: CommandContext,
): Promise<void> {
  const language = languages.of(interaction.locale);
  const undo = undoKey === null ? [] : [undoOnAlertButton(undoKey, language)];
  const controls = menusOf(interaction) ?? alertControls(watches, language, now());
  const line = clip(said, SAID_CHARACTERS);
  try {
    const content = [...firstLines(interaction), `-# ${line}`].join('\n');
    await interaction.editReply({ content, components: [...(controls ? [controls].flat() : []), ...undo] });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.info({ err: error, interaction: interaction.id }, 'Discord takes no edit of an alert; telling it privately');
    await interaction.followUp({ content: line, components: undo, flags: MessageFlags.Ephemeral });
  }
}

/** Too many edits of an old message (30046) come as a rate limit. */
function isRefusal(error: unknown): boolean {
  return error instanceof RateLimitError || (error instanceof DiscordAPIError && error.status < 500);
}

/** The menu of an alert of several watches stays; null: it has none. */
function menusOf({ message }: ActionInteraction): ControlRow[] | null {
  const rows = (message?.components ?? []).flatMap((row) =>
    row.type === ComponentType.ActionRow ? [row.toJSON()] : [],
  );
  const menus = rows.flatMap((row) => {
    const components = row.components.filter((one) => one.type === ComponentType.StringSelect);
    return components.length === 0 ? [] : [{ type: row.type, components }];
  });
  return menus.length === 0 ? null : menus;
}

/** Without what an earlier press left there. */
function firstLines({ message }: ActionInteraction): string[] {
  const lines = message?.content.split('\n').filter((line, at) => at === 0 || !line.startsWith('-# ')) ?? [];
  return lines.filter((line) => line !== '');
}
