import type { DealOrder } from '../market/deals/deals.ts';
import type { Filter } from '../market/search/filter.ts';

/** A `/shop` or `/deals` as it was asked, kept so that its buttons work: custom ids are too short to carry it. */
export interface ShopQuery {
  readonly userId: string;
  readonly side: 'buy' | 'sell';
  readonly sort: 'price' | 'distance' | 'stock';
  readonly outOfStock: boolean;
  readonly filter: Filter;
  /** Items wanted or brought: the answer says what they cost or bring. */
  readonly count?: number | undefined;
  /** `/deals` only: per cent below the worth at least, or `spreads`; absent: `/shop` was asked. */
  readonly deals?: number | 'spreads' | undefined;
  /** `/deals` only: diamonds saved at least; absent: the usual. */
  readonly minSaving?: number | undefined;
  /** `/deals` only; absent: the most saved first. */
  readonly dealOrder?: DealOrder | undefined;
}

/** An option of a command as Discord sent it: `type` is Discord's number; a subcommand has options of its own. */
export interface CommandOption {
  readonly name: string;
  readonly type: number;
  readonly value?: string | number | boolean | undefined;
  readonly options?: readonly CommandOption[] | undefined;
}

/**
 * A command with options that name nothing, and for each button under its answer the option that the button changes.
 */
export interface UnclearCommand {
  readonly userId: string;
  readonly command: string;
  readonly options: readonly CommandOption[];
  readonly guesses: readonly { readonly option: string; readonly value: string }[];
}

/** Queries behind buttons. They are kept for 24 h, through restarts; then `find` gives null. */
export interface Queries {
  /** A short key, at most 24 characters, safe in a custom id. */
  keep(query: ShopQuery): Promise<string>;
  find(key: string): Promise<ShopQuery | null>;
  /** The same for a command behind the buttons of its guesses. */
  keepCommand(command: UnclearCommand): Promise<string>;
  findCommand(key: string): Promise<UnclearCommand | null>;
  /** Deletes what a person asked. */
  forget(userId: string): Promise<void>;
  /** Deletes what nobody can find any more. */
  tidy(): Promise<void>;
}

/** Direct-message channels by person: opening many quickly gets a bot blocked, so that they are kept. */
export interface Addresses {
  find(userId: string): Promise<string | null>;
  keep(userId: string, channelId: string): Promise<void>;
  forget(userId: string): Promise<void>;
}
