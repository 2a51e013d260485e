import type { Language } from '../../../language/language.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import type { Icons } from '../../../ports/icons.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/price-facts.ts';
import type { Thumbnail } from '../layout/layout.ts';

/** The shops that `/shop` would list for the item: that sell it, that would with stock, and that buy it. */
export interface ShopCounts {
  readonly stocked: number;
  readonly empty: number;
  readonly buyers: number;
}

/** What is known of an item over so many days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly freshness: string;
  /** What the chart shows, in words; null: there is none. */
  readonly chart: string | null;
  /** Whether there should be a chart, but it could not be drawn in time. */
  readonly lacksChart: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly counts: ShopCounts;
  /** The picture of the painting that was asked for, in place of the type's icon; null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  readonly icons: Icons;
  readonly language: Language;
}
