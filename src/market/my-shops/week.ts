import type { Identity } from '../item/item.ts';
import { missedMs, type StreamOutage } from './missed.ts';
import {
  ATTENTION_KINDS,
  type AttentionKind,
  NEEDS,
  type OwnShop,
  type OwnShopsReport,
  type Turnover,
  type TurnoverOfItem,
} from './report.ts';

/** Limits the goods that a weekly message names as sold best, and those of each kind of attention. */
const MOST_BEST = 5;
const MOST_NAMED = 3;

/** The shops that need attention for one reason, and the first of their goods. */
export interface Attention {
  readonly kind: AttentionKind;
  readonly shops: number;
  readonly goods: readonly Identity[];
}

/** The summary of a report that a weekly message shows. It is stored, so that it holds no shop. */
export interface OwnShopsWeek {
  /** Epoch ms; `from <= at < until`. */
  readonly from: number;
  readonly until: number;
  readonly total: Turnover;
  readonly best: readonly TurnoverOfItem[];
  readonly attention: readonly Attention[];
  /** Trades where the shop or its owner is unclear. No other figure includes them. */
  readonly unclear: number;
  /** Time without the stream, in ms. Trades of that time are missing. */
  readonly downMs: number;
}

/**
 * Sums up a report for a weekly message.
 * @param outages oldest first
 */
export function weekOf(report: OwnShopsReport, outages: readonly StreamOutage[]): OwnShopsWeek {
  const { from, to: until, total, items, shops, unclear } = report;
  return {
    ...{ from, until, total },
    best: items.filter(({ sold }) => sold > 0).slice(0, MOST_BEST),
    attention: ATTENTION_KINDS.flatMap((kind) => attentionOf(kind, shops)),
    unclear: unclear.sales + unclear.purchases,
    downMs: missedMs(from, until, outages),
  };
}

function attentionOf(kind: AttentionKind, shops: readonly OwnShop[]): readonly Attention[] {
  const ofKind = shops.filter(NEEDS[kind]);
  if (ofKind.length === 0) return [];
  const goods = new Map(ofKind.map(({ shop }) => [shop.item.identity.key, shop.item.identity]));
  return [{ kind, shops: ofKind.length, goods: [...goods.values()].slice(0, MOST_NAMED) }];
}
