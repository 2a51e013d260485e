/** From here on a count is grouped in some language. */
const GROUPED = 1_000;

/** Whole numbers as a language writes them; small ones without asking `Intl`, since all languages spoken here write them alike. */
export class Counts extends Intl.NumberFormat {
  constructor(tag: string) {
    super(tag, { maximumFractionDigits: 0, signDisplay: 'negative' });
  }

  override format(count: number | bigint | Intl.StringNumericLiteral): string {
    const isSmall = typeof count === 'number' && count >= 0 && count < GROUPED && Number.isInteger(count);
    return isSmall ? String(count + 0) : super.format(count);
  }
}
