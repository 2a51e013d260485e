import {
  type ChatInputCommandInteraction,
  CommandInteractionOptionResolver,
  InteractionType,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import type { CommandOption, UnclearCommand } from '../../ports/queries.ts';
import type { ActionInteraction, CommandContext } from '../command/command.ts';
import { OLD_BUTTON, UserError } from '../command/user-error.ts';

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
 * The component's interaction with the answers of its own, and with a command's name and options. discord.js builds a
 * command interaction of a gateway event alone, and its answers need nothing that a component's interaction lacks.
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
