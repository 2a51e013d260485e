import {
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type ChatInputCommandInteraction,
  CommandInteractionOptionResolver,
  ComponentType,
  InteractionType,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { Language } from '../language/language.ts';
import type { CommandOption, UnclearCommand } from '../ports/queries.ts';
import type { ActionInteraction, CommandContext } from './command/command.ts';
import { type Guesses, OLD_BUTTON, UserError } from './command/user-error.ts';
import { button } from './render/layout/button.ts';
import { clean } from './render/words/text.ts';

/** Leads the custom ids of the buttons and the menu: `guess:take:<key>:<number>`. */
export const GUESS = 'guess';
/** Discord: buttons of a row, options of a menu, characters of a button's label and of an option's. */
const MOST_BUTTONS = 5;
const MOST_OPTIONS = 25;
const LABEL_CHARACTERS = 80;
const OPTION_CHARACTERS = 100;
/** Options whose values are kept: of a channel, a role or a file, Discord tells more than its id, and only once. */
const KEPT_TYPES: readonly Type[] = [Type.String, Type.Integer, Type.Number, Type.Boolean];

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/**
 * Makes the buttons, or for more guesses than fit a row the menu, that run the command again with a guess in its option.
 * @returns none if there is no guess, or if the command cannot be kept or run again
 */
export async function guessRows(
  { commandName, options, user }: ChatInputCommandInteraction,
  { option, values }: Guesses,
  language: Language,
  { queries, log }: Pick<CommandContext, 'queries' | 'log'>,
): Promise<Row[]> {
  const kept = options.data.map(keptOption);
  const shown = values.slice(0, MOST_OPTIONS);
  if (shown.length === 0 || kept.includes(null)) return [];
  const command: UnclearCommand = {
    userId: user.id,
    command: commandName,
    options: kept.filter((one) => one !== null),
    option,
    values: shown.map(({ value }) => value),
  };
  try {
    return [rowOf(await queries.keepCommand(command), shown, language)];
  } catch (err) {
    log.error({ err }, 'Could not keep a command; its guesses go without buttons');
    return [];
  }
}

function rowOf(key: string, values: Guesses['values'], language: Language): Row {
  const named = values.map(({ name }) => name(language));
  if (values.length <= MOST_BUTTONS) {
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
 * @throws UserError if it is not kept any more
 */
export async function commandOfGuess(
  interaction: ActionInteraction,
  { queries }: Pick<CommandContext, 'queries'>,
): Promise<ChatInputCommandInteraction> {
  const [, , key = '', number] = interaction.customId.split(':');
  const chosen = number ?? (interaction.isStringSelectMenu() ? interaction.values[0] : undefined);
  const kept = await queries.findCommand(key);
  const value = kept?.values[Number(chosen)];
  if (kept === null || kept.userId !== interaction.user.id)
    throw new UserError((language) => language.say('error.run-again'));
  if (value === undefined) throw new UserError(OLD_BUTTON);
  const options = kept.options.map((option) => withValue(option, kept.option, value));
  return asCommand(interaction, kept.command, options);
}

function withValue(option: CommandOption, name: string, value: string): CommandOption {
  if (option.options !== undefined) {
    return { ...option, options: option.options.map((inner) => withValue(inner, name, value)) };
  }
  return option.name === name ? { ...option, value } : option;
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
