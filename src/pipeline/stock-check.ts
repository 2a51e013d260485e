import type { MarketEvent } from '../market/change.ts';
import type { Market } from '../market/market.ts';
import type { StockUnit } from '../market/shops/stock.ts';
import { StockCases } from '../market/shops/stock-cases.ts';
import { judgeStock, NO_EVIDENCE, type StockEvidence } from '../market/shops/stock-evidence.ts';
import type { KeptStockEvidence } from '../ports/journal.ts';
import type { Log } from '../ports/log.ts';

/** Compares STOCK_UNIT with trades and snapshots, and reports a contradiction to the operator. */
export class StockCheck {
  readonly #setting: StockUnit;
  readonly #kept: KeptStockEvidence;
  readonly #log: Log;
  readonly #cases: StockCases;
  #evidence: StockEvidence;

  static async open(setting: StockUnit, kept: KeptStockEvidence, log: Log): Promise<StockCheck> {
    return new StockCheck(setting, kept, log, (await kept.read()) ?? NO_EVIDENCE);
  }

  private constructor(setting: StockUnit, kept: KeptStockEvidence, log: Log, evidence: StockEvidence) {
    this.#setting = setting;
    this.#kept = kept;
    this.#log = log;
    this.#cases = new StockCases(setting);
    // The setting may have changed since the evidence was saved.
    this.#evidence = judgeStock(evidence, [], setting);
  }

  /** Whether trades contradict the setting. */
  get isContradicted(): boolean {
    return this.#evidence.contradicts === this.#setting;
  }

  /** @param at epoch ms of its arrival */
  onEvent(event: MarketEvent, at: number): void {
    if (event.kind !== 'auction') this.#cases.recordTrade(event, at);
  }

  onUp(at: number): void {
    this.#cases.streamUp(at);
  }

  onDown(): void {
    this.#cases.streamDown();
  }

  onUnchanged(at: number): void {
    this.#cases.confirm(at);
  }

  /** Judges the market of a snapshot. Evidence that cannot be saved is only logged, because it is collected again. */
  async onMarket(market: Market): Promise<void> {
    const found = this.#cases.take(market, market.takenAt);
    if (found.length === 0) return;
    const wasContradicted = this.isContradicted;
    this.#evidence = judgeStock(this.#evidence, found, this.#setting);
    if (this.isContradicted !== wasContradicted) this.#logTurn();
    try {
      await this.#kept.keep(this.#evidence);
    } catch (error) {
      this.#log.warn({ err: error }, 'Could not save the evidence for STOCK_UNIT');
    }
  }

  #logTurn(): void {
    const facts = { STOCK_UNIT: this.#setting, cases: this.#evidence.cases.length };
    if (this.isContradicted)
      this.#log.warn(facts, 'Trades contradict STOCK_UNIT: shops count their stock in the other unit');
    else this.#log.info(facts, 'Trades agree with STOCK_UNIT again');
  }
}
