import type { Language } from '../../../language/language.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import type { KindCounts } from '../../../market/prices/kind-counts.ts';
import type { Icons } from '../../../ports/pictures.ts';
import type { PriceFacts, VariantQuotes } from '../../../ports/prices.ts';
import type { Thumbnail } from '../layout/layout.ts';

/**
 * Two views of an answer, each short enough for a phone.
 * - `chart`: the headline and the chart
 * - `details`: the headline, and all that it rests on
 */
export type PriceView = 'chart' | 'details';

/** What is known of an item over so many days. */
export interface PriceAnswer extends Omit<PriceFacts, 'since' | 'points' | 'asks'>, VariantQuotes {
  readonly item: ItemChoice;
  readonly days: number;
  readonly view: PriceView;
  readonly freshness: string;
  /** What the chart shows, in words; null: there is none. */
  readonly chart: string | null;
  /** Whether there should be a chart, but it could not be drawn in time. */
  readonly lacksChart: boolean;
  /** Whether a list of shops is in at all. */
  readonly hasShops: boolean;
  readonly counts: KindCounts;
  /** Whether the market does not know the variant any more, so that its name is lost. */
  readonly isGone: boolean;
  /** The picture of the painting that was asked for, in place of the type's icon; null or absent if there is none. */
  readonly thumbnail?: Thumbnail | null;
  readonly icons: Icons;
  readonly language: Language;
}
