import type { ChatInputCommandInteraction } from 'discord.js';
import { marketFor } from '../../src/discord/command/answer.ts';
import { type CommandContext, UserError } from '../../src/discord/command/command.ts';
import { EXACT_NAMES, readItem } from '../../src/discord/command/read-filter.ts';
import { withPlace } from '../../src/discord/command/read-near.ts';
import { settlePlayers } from '../../src/discord/command/settle-players.ts';
import { renderChange } from '../../src/discord/render/answer/watches.ts';
import { COLOURS, card, file, text } from '../../src/discord/render/layout.ts';
import { andMore, clip, code, fitList, safe } from '../../src/discord/render/words/text.ts';
import type { Language } from '../../src/language/language.ts';
import { formatWhole } from '../../src/language/number.ts';
import { typedPrice } from '../../src/language/typed-price.ts';
import type { Market } from '../../src/market/market.ts';
import { resolveItem } from '../../src/market/search/search.ts';
import type { EntryFault, StoredFacts, WatchDraft } from '../../src/ports/settings.ts';
import type { Person } from '../../src/routing/person.ts';
import type { Watch } from '../../src/routing/watch.ts';
import { collectStoredFacts } from '../../src/subscriptions/stored-facts.ts';
import { forgetPerson } from '../../src/subscriptions/watch-changes.ts';
import { hasEnded, newWatch } from '../../src/subscriptions/watches.ts';
import { formatOwnSettings, restoreOwnSettings, settingNames } from './own-settings.ts';
import { refuseWatch } from './own-watch.ts';

const MOST_WATCH_FILE_BYTES = 512 * 1024;
const MOST_REPORT_CHARACTERS = 3_400;
const FILE_NAME = 'crier-watches.json';

/** The content of a user's file. */
interface UserData {
  readonly watches: readonly Watch[];
  readonly person: Person | null;
  readonly stored?: StoredFacts;
}

export async function exportWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { user, locale } = interaction;
  const watches = await context.subscriptions.watchesOf(user.id);
  const person = await context.subscriptions.person(user.id);
  const stored = await collectStoredFacts(user.id, watches, context);
  if (person === null && isNothing(stored)) throw new UserError((language) => language.say('watch.nothing-stored'));
  const language = context.languages.of(locale);
  const lines = [
    language.say('watch.exported-me'),
    watches.length > 0 && language.say('watch.exported', { n: watches.length }),
  ];
  await interaction.editReply(withFile(lines, { watches, person, stored }, context));
}

function isNothing(stored: StoredFacts): boolean {
  return Object.values(stored).every((part) => part === null || (Array.isArray(part) && part.length === 0));
}

/** Returns a message of a few lines with a user's file. */
function withFile(
  lines: readonly (string | false)[],
  { watches, person, stored }: UserData,
  { watchFiles }: CommandContext,
) {
  return {
    ...card(COLOURS.neutral, text(...lines), file(FILE_NAME)),
    files: [{ attachment: Buffer.from(watchFiles.write(watches, person, stored)), name: FILE_NAME }],
  };
}

/** `/watch import`: imports the valid watches, and lists the others with the reasons. */
export async function importWatches(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { user, options } = interaction;
  const typing = context.languages.of(interaction.locale);
  const { url, size } = options.getAttachment('file', true);
  if (size > MOST_WATCH_FILE_BYTES) throw new UserError((language) => language.say('watch.file-large'));
  const list = context.watchFiles.read(
    await download(url, context),
    (typed) => typedPrice(typed, typing)?.unitPrice ?? null,
  );
  if (list.fault !== null) throw new UserError((language) => language.say(`watch.file-${list.fault}`));
  const { me, drafts, refused: unread } = list;
  const restored = me && (await restoreOwnSettings(interaction, me, context));
  const language = context.languages.of(interaction.locale);
  const market = await marketFor(interaction, context, true);
  const landmarks = context.places.landmarks();

  function judge(watches: readonly Watch[]) {
    const refused = unread.map(({ place, why }) => ({ place, why: formatEntryFault(why, language) }));
    const taken: Watch[] = [];
    for (const { place, draft } of drafts) {
      try {
        if (hasEnded(draft, context.now())) throw new UserError((language) => language.say('watch.import-ended'));
        const withItem = withItemNamed(draft, market);
        const named = { ...withItem, filter: settlePlayers(withPlace(withItem.filter, landmarks), market) };
        refuseWatch(named, [...watches, ...taken], context);
        taken.push(newWatch(named, user.id, interaction.locale, context.now()));
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        refused.push({ place, why: error.say(language) });
      }
    }
    return { refused, taken };
  }

  let judged = judge(await context.subscriptions.watchesOf(user.id));
  const key =
    judged.taken.length === 0
      ? null
      : await context.watchChanges.change(user.id, (watches) => {
          judged = judge(watches);
          return { put: judged.taken };
        });
  const { refused, taken } = judged;
  const lines = [
    ...(me === null ? [] : formatOwnSettings(restored, language)),
    language.say('watch.imported', { n: taken.length }),
    ...(refused.length > 0 ? [language.say('watch.not-imported', { n: refused.length })] : []),
    ...refused.sort((a, b) => a.place - b.place).map((one) => formatRefused(one, language)),
  ];
  await interaction.editReply(renderChange([fitList(lines, MOST_REPORT_CHARACTERS, andMore(language))], key, language));
}

function formatRefused({ place, why }: { place: number; why: string }, language: Language): string {
  return `-# ${language.say('watch.not-imported-why', { number: formatWhole(place, language), why: clip(why, 200) })}`;
}

async function download(url: string, { readAttachment, log }: CommandContext): Promise<string> {
  try {
    return await readAttachment(url, MOST_WATCH_FILE_BYTES);
  } catch (error) {
    log.warn({ err: error }, 'Attached file unreadable');
    throw new UserError((language) => language.say('watch.file-lost'));
  }
}

/**
 * Names the item of a draft as the market does. A variant that nobody sells now keeps the name of its type.
 * @throws UserError for a text that is no item type
 */
function withItemNamed(draft: WatchDraft, market: Market | null): WatchDraft {
  if (draft.item === null) return draft;
  const { type, key } = draft.item;
  const variant = market && key !== undefined ? resolveItem(market, `#${key}`) : null;
  const { item: named, guess } = readItem(type, { market, language: EXACT_NAMES }, 'any-type');
  // Guesses are refused, because a file must name its items exactly.
  if (guess !== null) throw new UserError((language) => language.say('error.unknown-item', { text: safe(type, 40) }));
  const item =
    variant?.kind === 'found'
      ? { ...variant.choice, label: variant.label }
      : key === undefined
        ? named
        : { type: named.type, key };
  return { ...draft, item, filter: { ...draft.filter, item } };
}

/**
 * `/watch forget`: deletes all data of a user at once and for good. The watches and own settings are returned as a
 * file, in case the user did not mean it.
 */
export async function forgetAll(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void> {
  const { watches, person } = await forgetPerson(interaction.user.id, context);
  context.ownLanguages.change(interaction, null);
  const language = context.languages.of(interaction.locale);
  const sentence = language.say('watch.forgotten', { n: watches.length });
  if (watches.length === 0 && person === null) {
    await interaction.editReply(card(COLOURS.neutral, text(sentence)));
    return;
  }
  const names = person === null ? [] : settingNames(person);
  const lines = [
    sentence,
    language.say('watch.forgotten-file'),
    names.length > 0 && language.say('watch.forgotten-me', { names: names.map(code).join(', ') }),
  ];
  await interaction.editReply(withFile(lines, { watches, person }, context));
}

/** Formats the reason why an entry of a file is no watch, as a sentence. */
function formatEntryFault(fault: EntryFault, language: Language): string {
  switch (fault.kind) {
    case 'none':
      return language.say('watch.entry-none');
    case 'values':
      return language.say('watch.entry-values', { field: code(fault.field), values: fault.values.join(', ') });
    case 'most':
    case 'long':
      return language.say(`watch.entry-${fault.kind}`, {
        field: code(fault.field),
        most: formatWhole(fault.limit, language),
      });
    case 'least':
      return language.say('watch.entry-least', { field: code(fault.field), least: formatWhole(fault.limit, language) });
    case 'missing':
    case 'empty':
    case 'number':
    case 'wrong':
    case 'unknown':
      return language.say(`watch.entry-${fault.kind}`, { field: code(fault.field) });
  }
}
