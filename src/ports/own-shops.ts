import type { OwnShopsReport } from '../market/my-shops/report.ts';
import type { ShopTrade } from '../market/my-shops/shop-trade.ts';
import type { Player } from '../routing/person.ts';
import type { Outage } from './journal.ts';

/** A report and the facts that it lacks. */
export interface OwnShopsFacts {
  readonly report: OwnShopsReport;
  /** Times without the stream, from the beginning of the days or the last look on, whichever is earlier. */
  readonly outages: readonly Outage[];
  /** Beginning of Crier's records (epoch ms) if it is later than that of the days, else null. */
  readonly knownSince: number | null;
}

/** Reports about the shops of a player. */
export interface OwnShops {
  /**
   * @param lookedAt the user's last look at the report (epoch ms), or null
   * @param to the end of the days (epoch ms); absent: now
   */
  report(player: Player, days: number, lookedAt: number | null, to?: number): Promise<OwnShopsFacts>;
  /** Returns the trades with `from <= at < to` that are no doubt at the player's shops, oldest first. */
  trades(player: Player, from: number, to: number): Promise<readonly ShopTrade[]>;
}
