import type { DealOrder } from '../market/deals/deals.ts';
import type { Filter } from '../market/search/filter.ts';
import type { Player } from '../routing/person.ts';

/** A `/shop` or `/deals` query, saved for the buttons of its answer: custom ids are too short to carry it. */
export interface ShopQuery {
  readonly userId: string;
  readonly side: 'buy' | 'sell';
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  readonly filter: Filter;
  /** Number of items to buy or sell: the answer gives their total price. */
  readonly count?: number | undefined;
  /** `/deals` only: the least discount from the worth in per cent, or `spreads`. Absent for `/shop`. */
  readonly deals?: number | 'spreads' | undefined;
  /** `/deals` only: the least saving in diamonds. Absent: the default. */
  readonly minSaving?: number | undefined;
  /** `/deals` only. Absent: the largest saving first. */
  readonly dealOrder?: DealOrder | undefined;
}

/** A report of `/my-shops`, saved for its buttons. */
export interface OwnShopsQuery {
  readonly userId: string;
  readonly player: Player;
  /** Whether it is the user's private report about the player that they said to be in `/me`. */
  readonly isOwn: boolean;
  readonly days: number;
  /** The user's look before this one (epoch ms), or null. The buttons of the report are no new look. */
  readonly lookedAt: number | null;
}

/** An option of a command as Discord sent it. `type` is Discord's number; a subcommand has options of its own. */
export interface CommandOption {
  readonly name: string;
  readonly type: number;
  readonly value?: string | number | boolean | undefined;
  readonly options?: readonly CommandOption[] | undefined;
}

/**
 * A command with options that match nothing, and for each button under its answer the option that the button changes.
 */
export interface UnclearCommand {
  readonly userId: string;
  readonly command: string;
  readonly options: readonly CommandOption[];
  readonly guesses: readonly { readonly option: string; readonly value: string }[];
}

/** The query or command behind a button. */
export type KeptQuery = ShopQuery | OwnShopsQuery | UnclearCommand;

/** Queries behind buttons, saved for 24 h and through restarts; then `find` returns null. */
export interface Queries {
  /**
   * Saves a query.
   * @returns a key of at most 24 characters, safe in a custom id
   */
  keep(query: ShopQuery): Promise<string>;
  find(key: string): Promise<ShopQuery | null>;
  /** Saves a report of `/my-shops`. Like `keep`. */
  keepOwnShops(query: OwnShopsQuery): Promise<string>;
  findOwnShops(key: string): Promise<OwnShopsQuery | null>;
  /** Saves a command for the buttons of its guesses. Like `keep`. */
  keepCommand(command: UnclearCommand): Promise<string>;
  findCommand(key: string): Promise<UnclearCommand | null>;
  /** Returns all of a user. */
  of(userId: string): Promise<readonly KeptQuery[]>;
  /** Deletes a user's queries, also expired ones. */
  forget(userId: string): Promise<void>;
  /** Deletes expired queries. */
  tidy(): Promise<void>;
}

/** Direct-message channels by user. They are saved, because Discord blocks a bot that opens many quickly. */
export interface Addresses {
  find(userId: string): Promise<string | null>;
  keep(userId: string, channelId: string): Promise<void>;
  forget(userId: string): Promise<void>;
}
