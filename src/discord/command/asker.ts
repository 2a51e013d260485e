import {
  type BaseInteraction,
  type ChatInputCommandInteraction,
  InteractionContextType,
  MessageFlags,
} from 'discord.js';
import type { Language } from '../../language/language.ts';
import { type Filter, filterFault, fromHome } from '../../market/search/filter.ts';
import type { Home, Person, Player } from '../../routing/person.ts';
import { type ActionInteraction, type CommandContext, UserError } from './command.ts';
import { refuseFault } from './refuse-fault.ts';

/** The user for whom an answer is made. */
export interface Asker {
  /** Their home, or null if it is not set or if others see the answer: distances would locate it. */
  readonly home: Home | null;
  /** Others see the answer. */
  readonly isPublic: boolean;
  /** The player that they say to be. */
  readonly player?: Player;
}

/**
 * Returns the user of a command with a `private` option. An answer that is limited or sorted by the distance from their
 * home is private, too.
 * @returns the user, and whether the answer must be private
 */
export async function askerOfCommand(
  interaction: ChatInputCommandInteraction,
  context: Pick<CommandContext, 'personSoon'>,
): Promise<{ readonly asker: Asker; readonly isPrivate: boolean }> {
  const { options, user } = interaction;
  const person = (await context.personSoon(user.id)) ?? null;
  const needsPlace = options.getInteger('within') !== null || options.getString('sort') === 'distance';
  const isFromHome = needsPlace && ['x', 'z', 'near'].every((name) => options.get(name) === null);
  const isPrivate = (options.getBoolean('private') ?? false) || (isFromHome && person?.home !== undefined);
  return { asker: askerOf(person, !isPrivate && !isInDirectMessages(interaction)), isPrivate };
}

/** The user of an answer, and its language. */
export interface Reader {
  readonly asker: Asker;
  readonly language: Language;
}

/**
 * Returns the user of a button or menu.
 * @param isAsker whether the answer replaces the message, because the user has asked for it; others get a private one
 */
export async function readerOf(
  interaction: ActionInteraction,
  isAsker: boolean,
  context: Pick<CommandContext, 'personSoon' | 'languages'>,
): Promise<Reader> {
  const person = (await context.personSoon(interaction.user.id)) ?? null;
  const asker = askerOf(person, isAsker && isOnPublicMessage(interaction));
  return { asker, language: context.languages.of(interaction.locale) };
}

/** Returns whether others see the message of a button or menu. */
export function isOnPublicMessage(interaction: ActionInteraction): boolean {
  return interaction.message?.flags.has(MessageFlags.Ephemeral) !== true && !isInDirectMessages(interaction);
}

/**
 * Returns the user of *Distances for me* or *Nearest first* below a public answer, whose answer needs their home.
 * @throws UserError if they have none, and any error of the store
 */
export async function readerWithHome(
  interaction: ActionInteraction,
  { subscriptions, languages }: Pick<CommandContext, 'subscriptions' | 'languages'>,
): Promise<Reader> {
  const asker = askerOf(await subscriptions.person(interaction.user.id), false);
  if (asker.home === null) throw new UserError((language) => language.say('me.no-home'));
  return { asker, language: languages.of(interaction.locale) };
}

/**
 * Measures a filter without a place from the user's home.
 * @throws UserError if the filter needs a place and has none, because the user has dropped their home since
 */
export function locateFilter(filter: Filter, { home }: Pick<Asker, 'home'>): Filter {
  const located = fromHome(filter, home);
  refuseFault(filterFault(located), true);
  return located;
}

function askerOf(person: Person | null, isPublic: boolean): Asker {
  const { player, home } = person ?? {};
  return {
    home: (!isPublic && home) || null,
    isPublic,
    ...(player && { player }),
  };
}

function isInDirectMessages({ context }: BaseInteraction & { readonly context?: InteractionContextType | null }) {
  return context === InteractionContextType.BotDM;
}
