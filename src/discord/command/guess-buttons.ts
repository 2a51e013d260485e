import {
  type APIActionRowComponent,
  type APIComponentInContainer,
  type APIComponentInMessageActionRow,
  type APITextDisplayComponent,
  type ChatInputCommandInteraction,
  ComponentType,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Language, Sentence } from '../../language/language.ts';
import { writeEnchantments } from '../../market/item/enchantments.ts';
import type { Filter } from '../../market/search/filter.ts';
import { optionValue } from '../../market/search/search.ts';
import type { UnknownName } from '../../market/search/unknown-names.ts';
import type { Log } from '../../ports/log.ts';
import type { CommandOption, Queries, UnclearCommand } from '../../ports/queries.ts';
import {
  BUTTON_LABEL_CHARACTERS,
  MENU_LABEL_CHARACTERS,
  MOST_MENU_OPTIONS,
  MOST_ROW_BUTTONS,
} from '../render/component-limits.ts';
import { button, type Layout } from '../render/layout.ts';
import { formatFreshness } from '../render/words/freshness.ts';
import { formatUnknownNames, nearestNames } from '../render/words/names.ts';
import { CONTENT_CHARACTERS, clean, fitLines, safe } from '../render/words/text.ts';
import { replyPrivately } from './answer.ts';
import type { CommandContext, OptionGuess } from './command.ts';

/** Prefix of the custom ids of the buttons and the menu, `guess:take:<key>:<number>`. */
export const GUESS_PREFIX = 'guess';
/** Types of options that can be repeated from their values, unlike a file, whose address Discord sends only once. */
const SAVED_OPTION_TYPES: readonly Type[] = [Type.String, Type.Integer, Type.Number, Type.Boolean, Type.Channel];

export type GuessRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Saves the commands behind buttons, and logs if that fails. */
export interface CommandSaver {
  readonly queries: Pick<Queries, 'keepCommand'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Saves a command and makes buttons, or a menu for many guesses, that run it again with a guess in its option.
 *
 * @returns one row, or none if there is no guess or if the command cannot be saved or repeated
 */
export async function guessRows(
  {
    commandName,
    options,
    user,
  }: Pick<ChatInputCommandInteraction, 'commandName' | 'user'> & {
    readonly options: Pick<ChatInputCommandInteraction['options'], 'data'>;
  },
  guesses: readonly OptionGuess[],
  language: Language,
  context: CommandSaver,
): Promise<GuessRow[]> {
  if (guesses.length === 0) return [];
  const kept = options.data.map(savedOption);
  if (kept.includes(null)) return [];
  const command = { userId: user.id, command: commandName, options: kept.filter((one) => one !== null) };
  return saveGuessRows(command, guesses, language, context);
}

/** A saved feed or watch, and the unknown names in its filter. */
interface DoubtfulFilter {
  readonly userId: string;
  readonly type: 'feed' | 'watch';
  readonly id: string;
  readonly filter: Filter;
  readonly unknownNames: readonly UnknownName[];
}

/**
 * Makes buttons that edit a saved feed or watch like `/feed edit` and `/watch edit`. Each puts a guess into its filter.
 */
export function editRows(
  { userId, type, id, filter, unknownNames }: DoubtfulFilter,
  language: Language,
  context: CommandSaver,
): Promise<GuessRow[]> {
  const options = [{ name: 'edit', type: Type.Subcommand, options: [{ name: type, type: Type.String, value: id }] }];
  return saveGuessRows({ userId, command: type, options }, guessesForNames(unknownNames, filter), language, context);
}

/** Returns guesses for the unknown names in a filter. */
export function guessesForNames(
  unknownNames: readonly UnknownName[],
  { enchantments = [] }: Filter,
): readonly OptionGuess[] {
  return unknownNames.flatMap((unknown) => {
    const named = (value: string, at: number): OptionGuess => ({
      option: unknown.what,
      value,
      name: (language) => nearestNames(unknown, language)[at] ?? value,
    });
    if (unknown.what === 'item') return unknown.didYouMean.map(optionValue).map(named);
    if (unknown.what !== 'enchantment') return unknown.didYouMean.map(named);
    // The option holds all enchantments, so the guess repeats the others.
    const withId = (id: string) => enchantments.map((test) => (test.id === unknown.name ? { ...test, id } : test));
    return unknown.didYouMean.map((id) => writeEnchantments(withId(id))).map(named);
  });
}

/** Inserts rows into a card, before the buttons at its end. */
export function withRows<L extends Layout>(layout: L, rows: readonly GuessRow[]): L {
  const [first, ...others] = layout.components;
  if (first === undefined || rows.length === 0) return layout;
  const end = first.components.at(-1)?.type === ComponentType.ActionRow ? -1 : first.components.length;
  const components = first.components.toSpliced(end, 0, ...rows);
  return { ...layout, components: [{ ...first, components }, ...others] };
}

async function saveGuessRows(
  command: Omit<UnclearCommand, 'guesses'>,
  guesses: readonly OptionGuess[],
  language: Language,
  { queries, log }: CommandSaver,
): Promise<GuessRow[]> {
  const shown = guesses.slice(0, MOST_MENU_OPTIONS);
  if (shown.length === 0) return [];
  const values = shown.map(({ option, value }) => ({ option, value }));
  try {
    return [guessRow(await queries.keepCommand({ ...command, guesses: values }), shown, language)];
  } catch (err) {
    log.error({ err }, 'Could not save a command, showing its guesses without buttons');
    return [];
  }
}

function guessRow(key: string, guesses: readonly OptionGuess[], language: Language): GuessRow {
  const named = guesses.map(({ name }) => name(language));
  if (guesses.length <= MOST_ROW_BUTTONS) {
    const buttons = named.map((name, at) =>
      button(clean(name, BUTTON_LABEL_CHARACTERS), `${GUESS_PREFIX}:take:${key}:${at}`),
    );
    return { type: ComponentType.ActionRow, components: buttons };
  }
  const options = named.map((name, at) => ({ label: clean(name, MENU_LABEL_CHARACTERS), value: String(at) }));
  const placeholder = language.say('error.pick-guess');
  const menu = {
    type: ComponentType.StringSelect,
    custom_id: `${GUESS_PREFIX}:take:${key}`,
    placeholder,
    options,
  } as const;
  return { type: ComponentType.ActionRow, components: [menu] };
}

/** Returns the option as it is saved, or null if it cannot be repeated. */
function savedOption({
  name,
  type,
  value,
  options,
}: ChatInputCommandInteraction['options']['data'][number]): CommandOption | null {
  if (options !== undefined) {
    const inner = options.map(savedOption);
    return inner.includes(null) ? null : { name, type, options: inner.filter((one) => one !== null) };
  }
  if (type !== Type.Subcommand && !SAVED_OPTION_TYPES.includes(type)) return null;
  return { name, type, ...(value !== undefined && { value }) };
}

/** A guessed name and the typed text. `name` is raw players' text. */
export interface Guessed {
  readonly name: Sentence;
  readonly typed: string;
}

/**
 * Puts the guessed item and the typed text at the start of an answer.
 *
 * @param guess the guess, or null if the text was the item's name, which leaves the answer unchanged
 * @param sentenceKey the sentence for an answer that shows the item, or that saved something for it
 */
export function mentionGuess<L extends Layout>(
  layout: L,
  guess: Guessed | null,
  sentenceKey: 'item.guessed' | 'item.guessed-saved',
  language: Language,
): L {
  const [first, ...others] = layout.components;
  if (guess === null || first === undefined) return layout;
  const names = { item: safe(guess.name(language)), text: safe(guess.typed, 40) };
  const components = withLine(first.components, language.say(sentenceKey, names));
  return { ...layout, components: [{ ...first, components }, ...others] };
}

/** Puts the line into the first text, because the answer may have reached Discord's limit of components. */
function withLine(parts: readonly APIComponentInContainer[], line: string): APIComponentInContainer[] {
  const [first, ...others] = parts;
  const lead = (text: APITextDisplayComponent) => ({ ...text, content: `${line}\n${text.content}` });
  if (first?.type === ComponentType.TextDisplay) return [lead(first), ...others];
  if (first?.type !== ComponentType.Section) return [{ type: ComponentType.TextDisplay, content: line }, ...parts];
  const [title, ...texts] = first.components;
  return title === undefined ? [...parts] : [{ ...first, components: [lead(title), ...texts] }, ...others];
}

/**
 * Warns the user privately of unknown names in a filter, before, after or instead of a public answer. Each guess is a
 * button that runs the command with it.
 *
 * @param hint a sentence after the warnings
 */
export async function warnPrivately(
  interaction: ChatInputCommandInteraction,
  { filter, unknownNames }: { readonly filter: Filter; readonly unknownNames: readonly UnknownName[] },
  context: Pick<CommandContext, 'status' | 'languages' | 'now'> & CommandSaver,
  hint?: Sentence,
): Promise<void> {
  if (unknownNames.length === 0) return;
  const { status, languages, now } = context;
  const language = languages.of(interaction.locale);
  const freshness = formatFreshness(status.snapshot(), status.stream(), now(), language);
  const room = CONTENT_CHARACTERS - freshness.length - 1;
  const lines = [...formatUnknownNames(unknownNames, language), ...(hint === undefined ? [] : [hint(language)])];
  const content = `${fitLines(lines, room)}\n${freshness}`;
  const rows = await guessRows(interaction, guessesForNames(unknownNames, filter), language, context);
  await replyPrivately(interaction, content, rows);
}
