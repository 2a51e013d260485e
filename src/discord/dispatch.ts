import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  HTTPError,
  type Interaction,
  MessageFlags,
  RateLimitError,
  RESTJSONErrorCodes,
} from 'discord.js';
import type { Language } from '../language/language.ts';
import { remoteFaultOf } from '../remote-fault.ts';
import { SavedInPart } from '../subscriptions/saved-in-part.ts';
import { AddressBanned } from './address-ban.ts';
import { tellPrivately } from './command/answer.ts';
import type { ActionInteraction, Choice, Command, CommandContext } from './command/command.ts';
import { ownEntry } from './command/own-entry.ts';
import { OLD_BUTTON, OLD_COMMAND, UserError } from './command/user-error.ts';
import { formatRefusal, formatRemedy } from './render/alert/paused.ts';
import { andMore } from './render/words/and-more.ts';
import { CONTENT_CHARACTERS, clip, fitList } from './render/words/text.ts';
import { Unanswered } from './repeat-answers.ts';

/** Unknown interaction, already acknowledged, expired token: the person is gone; nothing can be said any more. */
const TOO_LATE = new Set<number | string>([
  RESTJSONErrorCodes.UnknownInteraction,
  RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged,
  RESTJSONErrorCodes.InvalidWebhookToken,
  RESTJSONErrorCodes.UnknownWebhook,
]);

/** So long, what is not deferred waits for the saved shops: Discord gives it three seconds. */
const SAVED_SHOPS_MS = 1_500;

/** Leads each interaction to its command, and says to the person what went wrong there. */
export function createDispatch(commands: readonly Command[], context: CommandContext) {
  const told = new Set<string>();
  const byName = new Map(commands.map((command) => [command.definition.name, command]));

  async function run(interaction: ChatInputCommandInteraction): Promise<void> {
    const command = byName.get(interaction.commandName);
    if (!command) throw new UserError(OLD_COMMAND);
    await command.execute(interaction, context);
    await tellOfPause(interaction, told, context).catch((error: unknown) => {
      // The answer to the command itself stands.
      context.log.warn({ err: error, interaction: interaction.id }, 'Could not tell a person of a pause');
    });
    await context.watchChanges.speak(interaction.user.id, interaction.locale);
  }

  async function autocomplete(interaction: AutocompleteInteraction): Promise<void> {
    await savedShopsRead(context);
    const choices = (await byName.get(interaction.commandName)?.autocomplete?.(interaction, context)) ?? [];
    await interaction.respond(choices.slice(0, 25).map(fitChoice));
  }

  async function act(interaction: ActionInteraction): Promise<void> {
    const [name = '', action = '', ...argument] = interaction.customId.split(':');
    const handler = ownEntry(byName.get(name)?.actions ?? {}, action);
    if (!handler) throw new UserError(OLD_BUTTON);
    await savedShopsRead(context);
    await handler(interaction, argument.join(':'), context);
  }

  return async function dispatch(interaction: Interaction): Promise<void> {
    try {
      if (interaction.isChatInputCommand()) await run(interaction);
      else if (interaction.isAutocomplete()) await autocomplete(interaction);
      else if (interaction.isMessageComponent() || interaction.isModalSubmit()) await act(interaction);
    } catch (error) {
      await answerFailure(interaction, error, context);
    }
  };
}

/** Answers that speak of the pause themselves. */
const SAYING_IT = new Set(['add', 'edit', 'my-shop', 'list', 'explain', 'resume'].map((action) => `watch ${action}`));

/**
 * Whose direct messages are closed cannot be told there: the next command is the place, once.
 * `told`: who has heard of it.
 */
async function tellOfPause(
  interaction: ChatInputCommandInteraction,
  told: Set<string>,
  context: CommandContext,
): Promise<void> {
  const { user, guildId, commandName } = interaction;
  const refusal = await context.pauseCodeOf({ kind: 'user', id: user.id });
  if (refusal === null) {
    told.delete(user.id);
    return;
  }
  const action = `${commandName} ${interaction.options.getSubcommand(false) ?? ''}`;
  if (told.has(user.id) || SAYING_IT.has(action) || !(interaction.replied || interaction.deferred)) return;
  const language = context.languages.of(interaction.locale);
  const feeds =
    guildId === null ? [] : (await context.subscriptions.feedsOf(guildId)).filter((feed) => feed.makerId === user.id);
  const refused = new Map<string, number | null>();
  for (const { channelId: id } of feeds) refused.set(id, await context.pauseCodeOf({ kind: 'channel', id }));
  const lines = [...refused].flatMap(([id, code]) => (code === null ? [] : [formatPaused(id, code, language)]));
  if ((await context.subscriptions.watchesOf(user.id)).length > 0) {
    lines.unshift(language.say('error.watches-paused', { why: formatRefusal(refusal, language, 'user') }));
  }
  if (lines.length === 0) return;
  told.add(user.id);
  const content = fitList(lines, CONTENT_CHARACTERS, andMore(language));
  try {
    await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
  } catch (error) {
    told.delete(user.id); // the next command is the place then
    throw error;
  }
}

function formatPaused(channelId: string, code: number, language: Language): string {
  const paused = language.say('error.feeds-paused', { channel: `<#${channelId}>`, why: formatRefusal(code, language) });
  return `${paused} ${formatRemedy(code, language)}`;
}

/** Commands wait by themselves, where they need the shops: they can be deferred. */
async function savedShopsRead({ status, marketWithin }: CommandContext): Promise<void> {
  if (status.snapshot().isReadingSaved) await marketWithin(SAVED_SHOPS_MS);
}

function fitChoice({ name, value }: Choice): Choice {
  return { name: clip(name, 100), value: typeof value === 'string' ? value.slice(0, 100) : value };
}

async function answerFailure(
  interaction: Interaction,
  error: unknown,
  { languages, log }: Pick<CommandContext, 'languages' | 'log'>,
): Promise<void> {
  const facts = { interaction: interaction.id, command: nameOf(interaction) };
  if (isTooLate(error)) return log.warn({ ...facts, code: error.code }, sentenceForLate(error));
  // Said already, and nothing can be said to anybody.
  if (error instanceof AddressBanned) return log.debug(facts, error.message);
  if (error instanceof Unanswered || error instanceof RateLimitError) {
    log.warn({ ...facts, err: error }, 'An answer could not be shown');
  } else if (!isForPerson(error)) log.error({ ...facts, err: error }, 'A command failed');
  if (!interaction.isRepliable()) return;
  const content = sentenceFor(error, languages.of(interaction.locale));
  try {
    if (interaction.isChatInputCommand() && error instanceof UserError && !interaction.ephemeral) {
      await tellPrivately(interaction, content);
    } else if (interaction.deferred && !interaction.replied && !isUpdate(interaction)) {
      await interaction.editReply({ content, embeds: [], components: [] });
    } else if (interaction.replied || interaction.deferred)
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    else await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  } catch (second) {
    if (isTooLate(second)) log.warn({ ...facts, code: second.code }, sentenceForLate(second));
    else log.warn({ ...facts, err: second }, 'Could not tell a person that their command failed');
  }
}

/** A button whose message is to change: it is not to be lost for a sentence. Only an answer of its own can be ephemeral or not. */
function isUpdate(interaction: Interaction): boolean {
  return interaction.isMessageComponent() && interaction.ephemeral === null;
}

/** It is the asker's to hear of; what the operator has to know of it is in the log already. */
function isForPerson(error: unknown): error is UserError | SavedInPart {
  return error instanceof UserError || error instanceof SavedInPart;
}

function sentenceFor(error: unknown, language: Language): string {
  if (error instanceof UserError) return error.say(language);
  if (error instanceof SavedInPart) return language.say('error.saved-in-part');
  if (error instanceof Error && NOT_STORED.includes(error.name)) return language.say('error.not-saved');
  return language.say(isOfAnswer(error) ? 'error.not-shown' : 'error.failed');
}

/** The faults of the settings' store and of the journal by their names: their kinds are not for this room. */
const NOT_STORED: readonly string[] = ['NotSaved', 'NotWritten'];
/** PostgreSQL cannot be asked: as far from the person as any fault of Crier's own. */
const STORE_AWAY = 'ConnectionLost';

/** Commands ask Discord for nothing but to show their answers, and change what they change before. */
function isOfAnswer(error: unknown): boolean {
  const kinds = [Unanswered, RateLimitError, DiscordAPIError, HTTPError];
  if (error instanceof Error && error.name === STORE_AWAY) return false;
  return kinds.some((kind) => error instanceof kind) || remoteFaultOf(error) !== null;
}

function isTooLate(error: unknown): error is DiscordAPIError {
  return error instanceof DiscordAPIError && TOO_LATE.has(error.code);
}

/** Attempts of our own before this one are settled by `repeatAnswers`: who is refused at the first has a rival. */
function sentenceForLate({ code }: DiscordAPIError): string {
  return code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
    ? 'An interaction was answered already: another program runs with the same DISCORD_TOKEN. Stop one of the two'
    : 'Too late to answer an interaction';
}

function nameOf(interaction: Interaction): string {
  if (interaction.isChatInputCommand() || interaction.isAutocomplete()) return interaction.commandName;
  const customId: unknown = 'customId' in interaction ? interaction.customId : null;
  return typeof customId === 'string' ? customId.split(':').slice(0, 2).join(':') : 'other';
}
