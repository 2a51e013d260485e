import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  CommandInteractionOptionResolver,
  DiscordAPIError,
  HTTPError,
  type Interaction,
  InteractionType,
  Locale,
  MessageFlags,
  RateLimitError,
  RESTJSONErrorCodes,
  ApplicationCommandOptionType as Type,
} from 'discord.js';
import { remoteFaultOf } from '../../faults/remote-fault.ts';
import { ConnectionLost, NotSaved, NotWritten } from '../../faults/store-faults.ts';
import type { Language } from '../../language/language.ts';
import type { CommandOption, UnclearCommand } from '../../ports/queries.ts';
import { replyPrivately } from '../command/answer.ts';
import { PauseReports } from '../command/closed-messages.ts';
import {
  type ActionInteraction,
  type Choice,
  type Command,
  type CommandContext,
  OLD_BUTTON,
  OLD_COMMAND,
  type OptionGuess,
  ownEntry,
  UserError,
} from '../command/command.ts';
import { GUESS_PREFIX, guessRows } from '../command/guess-buttons.ts';
import { andMore, CONTENT_CHARACTERS, clip, fitList, safe } from '../render/words/text.ts';
import { AddressBanned, Unanswered } from '../rest/faults.ts';
import { TOO_LATE_CODES } from './repeat-answers.ts';

/** Limits the wait of autocompletions and buttons for the saved shops. Discord allows them three seconds. */
const SAVED_SHOPS_WAIT_MS = 1_500;
/** Limits a guess's name in a sentence, to the length that Discord allows on a button. */
const GUESS_NAME_CHARACTERS = 80;

/** Creates the handler that routes each interaction to its command, and tells the user of its failure. */
export function createDispatch(commands: readonly Command[], context: CommandContext) {
  const pauseReports = new PauseReports();
  const byName = new Map(commands.map((command) => [command.definition.name, command]));

  async function run(interaction: ChatInputCommandInteraction): Promise<void> {
    const command = byName.get(interaction.commandName);
    if (!command) throw new UserError(OLD_COMMAND);
    const wasResumed = await pauseReports.before(interaction, context);
    await command.execute(interaction, context);
    await pauseReports.after(interaction, wasResumed, context);
    await context.watchChanges.saveLanguage(interaction.user.id, interaction.locale);
  }

  async function autocomplete(interaction: AutocompleteInteraction): Promise<void> {
    await waitForSavedShops(context);
    const choices = (await byName.get(interaction.commandName)?.autocomplete?.(interaction, context)) ?? [];
    await interaction.respond(choices.slice(0, 25).map(fitChoice));
  }

  async function act(interaction: ActionInteraction): Promise<void> {
    const [name = '', action = '', ...argument] = interaction.customId.split(':');
    if (name === GUESS_PREFIX) return dispatch(await commandOfGuess(interaction, context));
    const handler = ownEntry(byName.get(name)?.actions ?? {}, action);
    if (!handler) throw new UserError(OLD_BUTTON);
    await waitForSavedShops(context);
    await handler(interaction, argument.join(':'), context);
  }

  /** Never rejects. */
  async function dispatch(interaction: Interaction): Promise<void> {
    try {
      ensureLocales(interaction);
      await context.ownLanguages.apply(interaction);
      if (interaction.isChatInputCommand()) await run(interaction);
      else if (interaction.isAutocomplete()) await autocomplete(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await act(interaction);
    } catch (error) {
      await answerFailure(interaction, error, context).catch((second: unknown) => {
        context.log.error({ err: second, firstError: String(error) }, 'Could not answer a failed interaction');
      });
    }
  }

  return dispatch;
}

/** Sets English where an interaction has no locale, although Discord documents one for every interaction. */
function ensureLocales(interaction: Interaction): void {
  const { locale, guildLocale }: { readonly locale: unknown; readonly guildLocale: unknown } = interaction;
  if (typeof locale !== 'string') interaction.locale = Locale.EnglishUS;
  if (typeof guildLocale !== 'string') interaction.guildLocale = null;
}

/** Waits for the saved shops. Commands can be deferred, and wait by themselves if they need the shops. */
async function waitForSavedShops({ status, marketWithin }: CommandContext): Promise<void> {
  if (status.snapshot().isReadingSaved) await marketWithin(SAVED_SHOPS_WAIT_MS);
}

function fitChoice({ name, value }: Choice): Choice {
  return { name: clip(name, 100), value: typeof value === 'string' ? value.slice(0, 100) : value };
}

async function answerFailure(
  interaction: Interaction,
  error: unknown,
  context: Pick<CommandContext, 'languages' | 'log' | 'queries'>,
): Promise<void> {
  const { languages, log } = context;
  const facts = { interaction: interaction.id, command: interactionName(interaction) };
  if (isTooLate(error)) return log.warn({ ...facts, code: error.code }, lateLogLine(error));
  // `AddressBan` has logged it, and no answer can be sent.
  if (error instanceof AddressBanned) return log.debug(facts, error.message);
  if (error instanceof Unanswered || error instanceof RateLimitError) {
    log.warn({ ...facts, err: error }, 'Could not show an answer');
  } else if (!(error instanceof UserError)) log.error({ ...facts, err: error }, 'Command failed');
  if (!interaction.isRepliable()) return;
  const language = languages.of(interaction.locale);
  const sentence = failureText(error, language);
  try {
    const guesses = error instanceof UserError ? error.guesses : [];
    const components = interaction.isChatInputCommand() ? await guessRows(interaction, guesses, language, context) : [];
    const content = components.length > 0 ? sentence : withNamesOf(guesses, sentence, language);
    if (interaction.isChatInputCommand() && error instanceof UserError && !interaction.ephemeral) {
      await replyPrivately(interaction, content, components);
    } else if (interaction.deferred && !interaction.replied && !updatesMessage(interaction)) {
      await interaction.editReply({ content, embeds: [], components });
    } else if (interaction.replied || interaction.deferred)
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    else await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  } catch (second) {
    if (isTooLate(second)) log.warn({ ...facts, code: second.code }, lateLogLine(second));
    else log.warn({ ...facts, err: second }, 'Could not notify a user that their command failed');
  }
}

/** Appends the guesses' names to the sentence, for an answer without their buttons. */
function withNamesOf(guesses: readonly OptionGuess[], sentence: string, language: Language): string {
  const names = guesses.map(({ name }) => `- ${safe(name(language), GUESS_NAME_CHARACTERS)}`);
  return fitList([sentence, ...names], CONTENT_CHARACTERS, andMore(language));
}

/**
 * Returns whether a component updates its message, which an error text must not replace. `ephemeral` is null unless the
 * component sends a message of its own.
 */
function updatesMessage(interaction: Interaction): boolean {
  return interaction.isMessageComponent() && interaction.ephemeral === null;
}

function failureText(error: unknown, language: Language): string {
  if (error instanceof UserError) return error.say(language);
  if (error instanceof NotSaved || error instanceof NotWritten) {
    return language.say(error.isOutcomeUnknown ? 'error.not-confirmed' : 'error.not-saved');
  }
  return language.say(isAnswerFailure(error) ? 'error.not-shown' : 'error.failed');
}

/** Returns whether only showing the answer failed. Commands call Discord for that alone, after their changes. */
function isAnswerFailure(error: unknown): boolean {
  const kinds = [Unanswered, RateLimitError, DiscordAPIError, HTTPError];
  // A lost PostgreSQL connection is Crier's own failure.
  if (error instanceof ConnectionLost) return false;
  return kinds.some((kind) => error instanceof kind) || remoteFaultOf(error) !== null;
}

function isTooLate(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && TOO_LATE_CODES.has(error.code);
}

/** If a first attempt is refused as a duplicate, a second program has answered. `repeatAnswers` handles repetitions. */
function lateLogLine({ code }: DiscordAPIError): string {
  return code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
    ? 'Interaction already answered: another program uses the same DISCORD_TOKEN, stop one of the two'
    : 'Too late to answer an interaction';
}

function interactionName(interaction: Interaction): string {
  if (interaction.isChatInputCommand() || interaction.isAutocomplete()) return interaction.commandName;
  const customId: unknown = 'customId' in interaction ? interaction.customId : null;
  return typeof customId === 'string' ? customId.split(':').slice(0, 2).join(':') : 'other';
}

/**
 * Rebuilds the command of a "Did you mean" button as if the user had sent it with that guess.
 *
 * @throws UserError if the command is no longer stored, or names a channel that Crier does not see
 */
export async function commandOfGuess(
  interaction: ActionInteraction,
  { queries }: Pick<CommandContext, 'queries'>,
): Promise<ChatInputCommandInteraction> {
  const [, , key = '', number] = interaction.customId.split(':');
  const chosen = number ?? (interaction.isStringSelectMenu() ? interaction.values[0] : undefined);
  const kept = await queries.findCommand(key);
  if (kept === null || kept.userId !== interaction.user.id) throw runAgainError();
  const guess = kept.guesses[Number(chosen)];
  if (guess === undefined) throw new UserError(OLD_BUTTON);
  const options = applyGuess(kept.options, guess).map((option) => withCurrentChannel(option, interaction));
  return asCommand(interaction, kept.command, options);
}

function runAgainError(): UserError {
  return new UserError((language) => language.say('error.run-again'));
}

/** Sets the option to the guessed value, inside the subcommand if there is one. */
function applyGuess(options: readonly CommandOption[], guess: UnclearCommand['guesses'][number]): CommandOption[] {
  const [first] = options;
  if (first !== undefined && (first.type === Type.Subcommand || first.type === Type.SubcommandGroup)) {
    return [{ ...first, options: applyGuess(first.options ?? [], guess) }];
  }
  const { option: name, value } = guess;
  return [...options.filter((option) => option.name !== name), { name, type: Type.String, value }];
}

/**
 * Adds the current channel object to an option, because its permissions may have changed since the command.
 *
 * @throws UserError if Crier does not see the channel
 */
function withCurrentChannel(option: CommandOption, interaction: ActionInteraction): CommandOption {
  if (option.options !== undefined) {
    return { ...option, options: option.options.map((inner) => withCurrentChannel(inner, interaction)) };
  }
  if (option.type !== Type.Channel) return option;
  const channel = interaction.guild?.channels.cache.get(String(option.value));
  if (channel === undefined) throw runAgainError();
  return { ...option, ...{ channel } };
}

/**
 * Presents a component's interaction as a command interaction: it answers as the component, with the command's name and
 * options. discord.js builds command interactions only from gateway events.
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
