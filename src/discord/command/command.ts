import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Sentence } from '../../language/language.ts';
import type { Languages } from '../../language/languages.ts';
import type { ItemChoice } from '../../market/item/item.ts';
import type { Market } from '../../market/market.ts';
import type { Messenger } from '../../ports/delivery.ts';
import type { BanLookup, SharedJournal } from '../../ports/journal.ts';
import type { Log } from '../../ports/log.ts';
import type { RetriedRefusals } from '../../ports/outbox.ts';
import type { OwnShops } from '../../ports/own-shops.ts';
import type { DrawCanvas, Icons } from '../../ports/pictures.ts';
import type { LandmarkStatus, Places } from '../../ports/places.ts';
import type { LowestPrices, PriceFacts, TradesKnownSince, Worths } from '../../ports/prices.ts';
import type { Addresses, Queries } from '../../ports/queries.ts';
import type {
  FeedUndos,
  Settings,
  SettingsLack,
  SettingsTransactions,
  Subscriptions,
  WatchFiles,
} from '../../ports/settings.ts';
import type { ServiceStatus } from '../../ports/status.ts';
import type { Target } from '../../routing/notice.ts';
import type { RetriedRefusal } from '../../routing/retried-refusal.ts';
import type { WatchChanges } from '../../subscriptions/watch-changes.ts';
import { yieldToEventLoop } from '../../time/cooperate.ts';
import { SerialQueue } from '../../time/serial-queue.ts';
import type { Chart, Picture } from '../chart/picture.ts';
import type { OwnLanguages } from './own-languages.ts';
import type { PersonSoon } from './person-soon.ts';

/** Everything that commands may use. Built once at the start. */
export interface CommandContext {
  readonly market: () => Market | null;
  readonly languages: Languages;
  readonly ownLanguages: OwnLanguages;
  readonly places: Places;
  /** Returns the state of LANDMARKS, or null without it. */
  readonly landmarks: () => LandmarkStatus | null;
  /** Waits up to `waitMs` for the first snapshot. Resolves with the market, or null if there is still none. */
  readonly marketWithin: (waitMs: number) => Promise<Market | null>;
  readonly subscriptions: Subscriptions;
  readonly personSoon: PersonSoon;
  /** Writes also update `subscriptions`. */
  readonly settings: Settings;
  /** For changes that depend on saved settings, which must be read in the same transaction. */
  readonly transactions: SettingsTransactions;
  /** Returns the part of the settings that was lost or cannot be read, or null if they are complete. */
  readonly settingsLack: () => SettingsLack | null;
  readonly journal: SharedJournal;
  readonly queries: Queries;
  /** Changes users' watches and quiet hours, and undoes changes. */
  readonly watchChanges: WatchChanges;
  readonly feedUndos: FeedUndos;
  readonly addresses: Addresses;
  readonly watchFiles: WatchFiles;
  readonly worths: Worths;
  readonly lowestPrices: LowestPrices;
  readonly ownShops: OwnShops;
  /** Collects all facts about an item's price over 1 to 90 days, through `workQueue`. */
  readonly priceFacts: (item: ItemChoice, days: number) => Promise<PriceFacts>;
  /** Runs CPU-heavy work, so that other interactions are acknowledged in between. */
  readonly workQueue: WorkQueue;
  /** Draws a chart as a picture. Rejects if that fails, with PicturesBusy if it cannot be drawn soon. */
  readonly drawChart: (chart: Chart) => Promise<Picture>;
  /** Draws a canvas as PNG, even if it is banned. The caller decides who sees it. */
  readonly drawCanvas: DrawCanvas;
  /** Resolves with the number of trades of each canvas, which orders the suggested paintings. */
  readonly canvasTrades: () => Promise<(canvas: string) => number>;
  /** Downloads an attached file as text. Rejects if that fails, or if it is larger than `mostBytes`. */
  readonly readAttachment: (url: string, mostBytes: number) => Promise<string>;
  readonly icons: Icons;
  readonly status: ServiceStatus;
  /** Returns why the store currently cannot write events, or null if it can. */
  readonly writeTrouble: () => string | null;
  readonly bans: BanLookup;
  /**
   * Returns the user's permissions in a channel that they chose in an option, as Discord resolved them, or null if the
   * option is not set.
   */
  readonly permissionsIn: (interactionId: string, channelId: string) => bigint | null;
  /** Returns the application's permissions there, or null if the option is not set. */
  readonly appPermissionsIn: (interactionId: string, channelId: string) => bigint | null;
  /** Resolves with the JSON error code for which Discord refuses a target, or null if the target is not paused. */
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'of' | 'end'>;
  /** Resolves with a target's refusal with an unlisted code, which delivery retries, or null if there is none. */
  readonly retriedRefusalOf: (target: Target) => Promise<RetriedRefusal | null>;
  /**
   * Ends the pause of a target. `save` calls `end`, which ends the pause, so that it can share a transaction with other
   * writes. `isKept` says that six hours of retries preceded the pause, so that its notices are kept and follow.
   */
  readonly resume: (
    target: Target,
    save?: (end: () => Promise<void>) => Promise<void>,
  ) => Promise<{ readonly isKept: boolean }>;
  /** Wakes delivery for these targets, because they have new notices or because postponed ones may be due. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a user's direct messages in advance, and pauses a user whom Discord refuses. Resolves within seconds. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  /** Sends a user a test message; see `Messenger`. */
  readonly sendTest: Messenger['sendTest'];
  readonly limits: { readonly watchesPerUser: number; readonly feedsPerGuild: number };
  /** Time of the first start with this store (epoch ms), before which nothing is known. */
  readonly beganAt: number;
  readonly tradesKnownSince: TradesKnownSince;
  readonly now: () => number;
  readonly log: Log;
}

/** One suggestion of an autocompletion. Name and value have at most 100 characters each. */
export interface Choice {
  readonly name: string;
  /** A number if the option's type is a number, else a string. */
  readonly value: string | number;
}

/** The options that a user gave to a command. */
export type CommandOptions = ChatInputCommandInteraction['options'];

export type ActionInteraction = MessageComponentInteraction | ModalSubmitInteraction;

/**
 * One slash command. `execute` throws `UserError` for invalid input. `actions` handle its buttons, menus and modals,
 * whose custom ids read `command:action:argument`.
 */
export interface Command {
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  execute(interaction: ChatInputCommandInteraction, context: CommandContext): Promise<void>;
  autocomplete?(
    interaction: AutocompleteInteraction,
    context: CommandContext,
  ): Promise<readonly Choice[]> | readonly Choice[];
  readonly actions?: Readonly<
    Record<string, (interaction: ActionInteraction, argument: string, context: CommandContext) => Promise<void>>
  >;
}

type Action = (interaction: ChatInputCommandInteraction, context: CommandContext) => Promise<void>;

/** Creates the `execute` of a command that answers privately. It defers, then runs the action of the subcommand. */
export function runAction(actions: Readonly<Record<string, Action>>): Action {
  return async (interaction, context) => {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = ownEntry(actions, interaction.options.getSubcommand());
    if (!action) throw new UserError(OLD_COMMAND);
    await action(interaction, context);
  };
}

/** @returns the table's own entry under an untrusted name, or undefined, also for names such as `constructor` */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * Runs CPU-heavy work one task at a time, with network events in between. An acknowledgement, due within three seconds,
 * then waits for one task instead of a hundred. A task must not wait for other machines, because all later tasks wait
 * for it.
 */
export class WorkQueue {
  readonly #queue = new SerialQueue();

  /** Whether new work would have to wait. */
  get isBusy(): boolean {
    return this.#queue.length > 0;
  }

  /** Runs the work in its turn. Rejects with its error. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#queue.run(async () => {
      await yieldToEventLoop();
      return work();
    });
  }
}

/** Replies to a button, menu or command that this version does not know. */
export const OLD_BUTTON: Sentence = (language) => language.say('error.old-button');
export const OLD_COMMAND: Sentence = (language) => language.say('error.old-command');

/**
 * A value that the user may have meant in an option. Shown as a button that runs the command with it. `name` is raw
 * players' text.
 */
export interface OptionGuess {
  readonly option: string;
  readonly value: string;
  readonly name: Sentence;
}

/**
 * Invalid user input. Nothing was changed. `say` tells the user how to fix it, and `guesses` are values that they may
 * have meant, likeliest first.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;
  readonly guesses: readonly OptionGuess[];

  constructor(say: Sentence, guesses: readonly OptionGuess[] = []) {
    super('Invalid user input');
    this.say = say;
    this.guesses = guesses;
  }
}
