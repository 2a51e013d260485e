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
import type { DrawCanvas, Icons } from '../../ports/pictures.ts';
import type { LowestPrices, PriceFacts, Worths } from '../../ports/prices.ts';
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
import type { Picture } from '../chart/picture.ts';
import type { PriceChart } from '../chart/price-chart.ts';

/** Everything a command may use; main builds it once. */
export interface CommandContext {
  readonly market: () => Market | null;
  /** The languages that people are spoken to in. */
  readonly languages: Languages;
  /** The market, waiting for the first snapshot so long at most; null: still none. */
  readonly marketWithin: (waitMs: number) => Promise<Market | null>;
  readonly subscriptions: Subscriptions;
  /** Writing here also updates `subscriptions`. */
  readonly settings: Settings;
  /** A change that depends on saved settings reads them in a transaction. */
  readonly transactions: SettingsTransactions;
  /** The part of the settings that was lost or cannot be read; null: none. */
  readonly settingsLack: () => SettingsLack | null;
  readonly journal: SharedJournal;
  readonly queries: Queries;
  /** Changes people's watches and quiet hours, and takes changes back. */
  readonly watchChanges: WatchChanges;
  readonly feedUndos: FeedUndos;
  readonly addresses: Addresses;
  readonly watchFiles: WatchFiles;
  readonly worths: Worths;
  readonly lowestPrices: LowestPrices;
  /** All facts about an item's price over so many days, 1 to 90; gathered in its turn (see `workQueue`). */
  readonly priceFacts: (item: ItemChoice, days: number) => Promise<PriceFacts>;
  /** Takes what keeps this machine busy for long, so that others are acknowledged meanwhile. */
  readonly workQueue: WorkQueue;
  /** A chart as a picture; rejects where it cannot be drawn, with PicturesBusy where it cannot be drawn soon. */
  readonly drawChart: (chart: PriceChart) => Promise<Picture>;
  /** Draws a canvas as PNG, banned or not: the caller decides who sees it. */
  readonly drawCanvas: DrawCanvas;
  /** How often each canvas was traded, for the order in which paintings are suggested. */
  readonly canvasTrades: () => Promise<(canvas: string) => number>;
  /** A file that somebody attached, as text; rejects where it cannot be had or is larger than so many bytes. */
  readonly readAttachment: (url: string, mostBytes: number) => Promise<string>;
  /** Pictures of items, for what is shown. */
  readonly icons: Icons;
  readonly status: ServiceStatus;
  /** Why what happens cannot be written down just now; null: it can. */
  readonly writeTrouble: () => string | null;
  readonly bans: BanLookup;
  /**
   * The asker's permissions in a channel that they chose in an option, as Discord resolved them; null: they chose
   * none.
   */
  readonly permissionsIn: (interactionId: string, channelId: string) => bigint | null;
  /** The application's permissions there; null as above. */
  readonly appPermissionsIn: (interactionId: string, channelId: string) => bigint | null;
  /** Why Discord refuses a target, as a JSON error code; null: it does not. */
  readonly pauseCodeOf: (target: Target) => Promise<number | null>;
  readonly retriedRefusals: Pick<RetriedRefusals, 'of' | 'end'>;
  /** A refusal of unknown kind that lasts and that delivery retries; null: there is none. */
  readonly retriedRefusalOf: (target: Target) => Promise<RetriedRefusal | null>;
  /**
   * Ends the pause of a target. `isKept`: six hours of retries preceded it, so that its notices still wait and follow.
   * `save` calls `end`, which ends the pause, perhaps in a transaction with other writes.
   */
  readonly resume: (
    target: Target,
    save?: (end: () => Promise<void>) => Promise<void>,
  ) => Promise<{ readonly isKept: boolean }>;
  /** Says that something new waits for these targets, or that what was put off for them may be due now. */
  readonly wake: (targets: readonly Target[]) => void;
  /** Opens a person's direct messages early; resolves within some seconds, and pauses whom Discord refuses. */
  readonly openDirectMessages: (userId: string) => Promise<void>;
  /** Sends a user a test message; see `Messenger`. */
  readonly sendTest: Messenger['sendTest'];
  readonly limits: { readonly watchesPerUser: number; readonly feedsPerGuild: number };
  /** When Crier first ran with this store, epoch ms: it knows of nothing before. */
  readonly beganAt: number;
  readonly now: () => number;
  readonly log: Log;
}

/** One suggestion of autocomplete; both at most 100 characters. */
export interface Choice {
  readonly name: string;
  /** A number for an option that takes one. */
  readonly value: string | number;
}

export type ActionInteraction = MessageComponentInteraction | ModalSubmitInteraction;

/**
 * One slash command. `execute` throws `UserError` for invalid input. `actions` are its buttons, menus and
 * modals: their custom ids read `command:action:argument`.
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

/** Creates the `execute` of a command that answers privately: it defers, then runs the action of the subcommand. */
export function runAction(actions: Readonly<Record<string, Action>>): Action {
  return async (interaction, context) => {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const action = ownEntry(actions, interaction.options.getSubcommand());
    if (!action) throw new UserError(OLD_COMMAND);
    await action(interaction, context);
  };
}

/** @returns the entry of a table under a name from outside, or undefined if there is none, also for `constructor` */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/**
 * Runs the long work of commands one piece at a time, and handles network events in between: an acknowledgement, for
 * which Discord gives three seconds, does not wait for the answers of a hundred others. A piece must wait for nothing but
 * this machine, because all later ones wait for it.
 */
export class WorkQueue {
  readonly #queue = new SerialQueue();

  /** Whether work that comes now has to wait. */
  get isBusy(): boolean {
    return this.#queue.length > 0;
  }

  /** Does the work when its turn has come; rejects with its error. */
  run<T>(work: () => Promise<T> | T): Promise<T> {
    return this.#queue.run(async () => {
      await yieldToEventLoop();
      return work();
    });
  }
}

/** Replies to a button, a menu or a command that this Crier does not know. */
export const OLD_BUTTON: Sentence = (language) => language.say('error.old-button');
export const OLD_COMMAND: Sentence = (language) => language.say('error.old-command');

/**
 * A value that a command's option may have meant: a button, which runs the command with it. `name`: players' text,
 * raw.
 */
export interface Guess {
  readonly option: string;
  readonly value: string;
  readonly name: Sentence;
}

/**
 * A person's input that cannot be used; nothing was changed. `say`: one sentence for them that says what would work.
 * `guesses`: what they may have meant, the likeliest first.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly say: Sentence;
  readonly guesses: readonly Guess[];

  constructor(say: Sentence, guesses: readonly Guess[] = []) {
    super('Invalid input of a user');
    this.say = say;
    this.guesses = guesses;
  }
}
