import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import type { CommandContext } from '../../src/discord/command/command.ts';
import { readItem } from '../../src/discord/command/read-filter.ts';
import { UserError } from '../../src/discord/command/user-error.ts';
import { undoButton } from '../../src/discord/render/alert/alert-controls.ts';
import { clip, count, fitList } from '../../src/discord/render/words/text.ts';
import type { Market } from '../../src/market/market.ts';
import { resolveItem } from '../../src/market/search/search.ts';
import type { WatchDraft } from '../../src/ports/watch-file.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { newWatch } from '../../src/subscriptions/new-watch.ts';
import { hasEnded } from '../../src/subscriptions/watch-state.ts';
import { refuseWatch } from './refuse-watch.ts';

const MOST_BYTES = 512 * 1024;
const FILE_NAME = 'crier-watches.json';

/** `/watch export` */
export async function exportWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const watches = context.subscriptions.watchesOf(interaction.user.id);
  if (watches.length === 0) throw new UserError('You have no watches to export yet.');
  await interaction.editReply({
    content: `${count(watches.length, 'watch', interaction.locale, 'watches')}. \`/watch import\` reads this file again.`,
    files: [fileOf(watches, context)],
  });
}

/** A file of watches, to hang on a reply. */
export function fileOf(
  watches: readonly Watch[],
  { watchFiles }: CommandContext,
): { attachment: Buffer; name: string } {
  return { attachment: Buffer.from(watchFiles.write(watches)), name: FILE_NAME };
}

/** `/watch import`: takes what it can, and says what it did not take and why. */
export async function importWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { user, locale, options } = interaction;
  const language = context.languages.of(locale);
  const { url, size } = options.getAttachment('file', true);
  if (size > MOST_BYTES) throw new UserError('That file is too large: a list of watches has at most 512 KB.');
  const file = context.watchFiles.read(await read(url, context));
  if (file.fault !== null) throw new UserError(`I cannot read that file: ${file.fault}.`);
  const market = await marketFor(interaction, context, true);
  const refused = [...file.refused];
  const taken: Watch[] = [];
  for (const { place, draft } of file.drafts) {
    try {
      if (hasEnded(draft, context.now())) throw new UserError('it has ended.');
      const named = withItemNamed(draft, market);
      refuseWatch(named, [...context.subscriptions.watchesOf(user.id), ...taken], context, language);
      taken.push(newWatch(named, user.id, locale, context.now()));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ place, why: error.message });
    }
  }
  const key = taken.length === 0 ? null : await context.watchChanges.change(user.id, { put: taken });
  const lines = [
    `Taken: ${count(taken.length, 'watch', language.tag, 'watches')}.${refused.length > 0 ? ` Not taken: ${refused.length}.` : ''}`,
    ...refused.sort((a, b) => a.place - b.place).map(({ place, why }) => `-# Number ${place}: ${clip(why, 200)}`),
  ];
  await interaction.editReply({
    content: fitList(lines, 2_000, (left) => `… and ${left} more not taken.`),
    components: key === null ? [] : [undoButton(key, context.languages.of(interaction.locale))],
  });
}

async function read(url: string, { readAttachment, log }: CommandContext): Promise<string> {
  try {
    return await readAttachment(url, MOST_BYTES);
  } catch (error) {
    log.warn({ err: error }, 'An attached file could not be read');
    throw new UserError('I could not get that file from Discord. Please try again.');
  }
}

/**
 * The draft with its item called as the market calls it. A variant that nobody sells just now keeps its type's name.
 * @throws UserError for what is no item type
 */
function withItemNamed(draft: WatchDraft, market: Market | null): WatchDraft {
  if (draft.item === null) return draft;
  const { type, key } = draft.item;
  const variant = market && key !== undefined ? resolveItem(market, `#${key}`) : null;
  const named = readItem(type, market, 'any-type');
  const item =
    variant?.kind === 'found'
      ? { ...variant.choice, label: variant.label }
      : key === undefined
        ? named
        : { type: named.type, key };
  return { ...draft, item, filter: { ...draft.filter, item } };
}
