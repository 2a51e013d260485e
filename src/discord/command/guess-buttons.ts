import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type ChatInputCommandInteraction,
  CommandInteractionOptionResolver,
  ComponentType,
  InteractionType,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Language } from '../../language/language.ts';
import { writeEnchantments } from '../../market/item/enchantments.ts';
import type { Filter } from '../../market/search/filter.ts';
import { optionValue } from '../../market/search/search.ts';
import type { UnknownName } from '../../market/search/unknown-names.ts';
import type { Log } from '../../ports/log.ts';
import type { CommandOption, Queries, UnclearCommand } from '../../ports/queries.ts';
import { button } from '../render/layout/button.ts';
import type { Layout } from '../render/layout/layout.ts';
import { nearestNames } from '../render/words/format-unknown-names.ts';
import { clean } from '../render/words/text.ts';
import type { ActionInteraction, CommandContext } from './command.ts';
import { type Guess, OLD_BUTTON, UserError } from './user-error.ts';

/** Leads the custom ids of the buttons and the menu: `guess:take:<key>:<number>`. */
export const GUESS = 'guess';
/** Discord: buttons of a row, options of a menu, characters of a button's label and of an option's. */
const MOST_BUTTONS = 5;
const MOST_OPTIONS = 25;
const LABEL_CHARACTERS = 80;
const OPTION_CHARACTERS = 100;
/** Options whose values alone are enough to give them again. A file is none: Discord tells its address only once. */
const KEPT_TYPES: readonly Type[] = [Type.String, Type.Integer, Type.Number, Type.Boolean, Type.Channel];

export type GuessRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** Keeps commands behind buttons, and logs if that fails. */
export interface Keeper {
  readonly queries: Pick<Queries, 'keepCommand'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Makes the buttons, or for more guesses than fit a row the menu, that run the command again with a guess in its option.
 * @returns none if there is no guess, or if the command cannot be kept or run again
 */
export async function guessRows(
  { commandName, options, user }: Pick<ChatInputCommandInteraction, 'commandName' | 'options' | 'user'>,
  guesses: readonly Guess[],
  language: Language,
  context: Keeper,
): Promise<GuessRow[]> {
  if (guesses.length === 0) return [];
  const kept = options.data.map(keptOption);
  if (kept.includes(null)) return [];
  const command = { userId: user.id, command: commandName, options: kept.filter((one) => one !== null) };
  return keptRows(command, guesses, language, context);
}

/** A saved feed or watch, and what of its filter nobody knows. */
interface DoubtfulFilter {
  readonly userId: string;
  readonly type: 'feed' | 'watch';
  readonly id: string;
  readonly filter: Filter;
  readonly unknownNames: readonly UnknownName[];
}

/**
 * Makes the buttons that edit a saved feed or watch, as `/feed edit` and `/watch edit` do: each puts a guess into its
 * filter.
 */
export function editRows(
  { userId, type, id, filter, unknownNames }: DoubtfulFilter,
  language: Language,
  context: Keeper,
): Promise<GuessRow[]> {
  const options = [{ name: 'edit', type: Type.Subcommand, options: [{ name: type, type: Type.String, value: id }] }];
  return keptRows({ userId, command: type, options }, guessesFor(unknownNames, filter), language, context);
}

/** Guesses for the names of a filter that nobody knows. */
export function guessesFor(unknownNames: readonly UnknownName[], { enchantments = [] }: Filter): readonly Guess[] {
  return unknownNames.flatMap((unknown) => {
    const named = (value: string, at: number): Guess => ({
      option: unknown.what,
      value,
      name: (language) => nearestNames(unknown, language)[at] ?? value,
    });
    if (unknown.what === 'item') return unknown.didYouMean.map(optionValue).map(named);
    if (unknown.what !== 'enchantment') return unknown.didYouMean.map(named);
    // The option holds all enchantments: the others stay.
    const withId = (id: string) => enchantments.map((test) => (test.id === unknown.name ? { ...test, id } : test));
    return unknown.didYouMean.map((id) => writeEnchantments(withId(id))).map(named);
  });
}

/** Puts rows into a card, before the buttons at its end. */
export function withRows<L extends Layout>(layout: L, rows: readonly GuessRow[]): L {
  const [first, ...others] = layout.components;
  if (first === undefined || rows.length === 0) return layout;
  const end = first.components.at(-1)?.type === ComponentType.ActionRow ? -1 : first.components.length;
  const components = first.components.toSpliced(end, 0, ...rows);
  return { ...layout, components: [{ ...first, components }, ...others] };
}

async function keptRows(
  command: Omit<UnclearCommand, 'guesses'>,
  guesses: readonly Guess[],
  language: Language,
  { queries, log }: Keeper,
): Promise<GuessRow[]> {
  const shown = guesses.slice(0, MOST_OPTIONS);
  if (shown.length === 0) return [];
  const values = shown.map(({ option, value }) => ({ option, value }));
  try {
    return [rowOf(await queries.keepCommand({ ...command, guesses: values }), shown, language)];
  } catch (err) {
    log.error({ err }, 'Could not keep a command; its guesses go without buttons');
    return [];
  }
}

function rowOf(key: string, guesses: readonly Guess[], language: Language): GuessRow {
  const named = guesses.map(({ name }) => name(language));
  if (guesses.length <= MOST_BUTTONS) {
    const buttons = named.map((name, at) => button(clean(name, LABEL_CHARACTERS), `${GUESS}:take:${key}:${at}`));
    return { type: ComponentType.ActionRow, components: buttons };
  }
  const options = named.map((name, at) => ({ label: clean(name, OPTION_CHARACTERS), value: String(at) }));
  const placeholder = language.say('error.pick-guess');
  const menu = { type: ComponentType.StringSelect, custom_id: `${GUESS}:take:${key}`, placeholder, options } as const;
  return { type: ComponentType.ActionRow, components: [menu] };
}

/** null for an option that cannot be given again. */
function keptOption({
  name,
  type,
  value,
  options,
}: ChatInputCommandInteraction['options']['data'][number]): CommandOption | null {
  if (options !== undefined) {
    const inner = options.map(keptOption);
    return inner.includes(null) ? null : { name, type, options: inner.filter((one) => one !== null) };
  }
  if (type !== Type.Subcommand && !KEPT_TYPES.includes(type)) return null;
  return { name, type, ...(value !== undefined && { value }) };
}

/**
 * The command behind a guess as if its user had sent it with that guess.
 * @throws UserError if it is not kept any more, or names a channel that Crier does not see
 */
export async function commandOfGuess(
  interaction: ActionInteraction,
  { queries }: Pick<CommandContext, 'queries'>,
): Promise<ChatInputCommandInteraction> {
  const [, , key = '', number] = interaction.customId.split(':');
  const chosen = number ?? (interaction.isStringSelectMenu() ? interaction.values[0] : undefined);
  const kept = await queries.findCommand(key);
  if (kept === null || kept.userId !== interaction.user.id) throw againError();
  const guess = kept.guesses[Number(chosen)];
  if (guess === undefined) throw new UserError(OLD_BUTTON);
  const options = withGuess(kept.options, guess).map((option) => resolved(option, interaction));
  return asCommand(interaction, kept.command, options);
}

function againError(): UserError {
  return new UserError((language) => language.say('error.run-again'));
}

/** The options with the guess as the value of its own, of a subcommand those within. */
function withGuess(options: readonly CommandOption[], guess: UnclearCommand['guesses'][number]): CommandOption[] {
  const [first] = options;
  if (first !== undefined && (first.type === Type.Subcommand || first.type === Type.SubcommandGroup)) {
    return [{ ...first, options: withGuess(first.options ?? [], guess) }];
  }
  const { option: name, value } = guess;
  return [...options.filter((option) => option.name !== name), { name, type: Type.String, value }];
}

/**
 * The option with its channel as the server has it now: its permissions may have changed since the command.
 * @throws UserError if Crier does not see the channel
 */
function resolved(option: CommandOption, interaction: ActionInteraction): CommandOption {
  if (option.options !== undefined) {
    return { ...option, options: option.options.map((inner) => resolved(inner, interaction)) };
  }
  if (option.type !== Type.Channel) return option;
  const channel = interaction.guild?.channels.cache.get(String(option.value));
  if (channel === undefined) throw againError();
  return { ...option, ...{ channel } };
}

/**
 * The component's interaction with the answers of its own, and with a command's name and options. discord.js builds a command
 * interaction of a gateway event alone, and its answers need nothing that a component's interaction lacks.
 */
function asCommand(
  interaction: ActionInteraction,
  commandName: string,
  options: readonly CommandOption[],
): ChatInputCommandInteraction {
  const resolver: unknown = Reflect.construct(CommandInteractionOptionResolver, [interaction.client, options, null]);
  return Object.create(interaction, {
    type: { value: InteractionType.ApplicationCommand },
    commandName: { value: commandName },
    options: { value: resolver },
    isChatInputCommand: { value: () => true },
    isMessageComponent: { value: () => false },
    isModalSubmit: { value: () => false },
  });
}
