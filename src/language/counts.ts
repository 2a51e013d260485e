/** From here on a count is grouped in some language. */
const GROUPED = 1_000;

/** Whole numbers as a language writes them; small ones in our own digits without asking `Intl`, which takes ten times as long. */
export class Counts extends Intl.NumberFormat {
  readonly #hasOurDigits: boolean;

  constructor(tag: string) {
    super(tag, { maximumFractionDigits: 0, signDisplay: 'negative' });
    this.#hasOurDigits = this.resolvedOptions().numberingSystem === 'latn';
  }

  override format(count: number | bigint | Intl.StringNumericLiteral): string {
    const isSmall =
      this.#hasOurDigits && typeof count === 'number' && count >= 0 && count < GROUPED && Number.isInteger(count);
    return isSmall ? String(count + 0) : super.format(count);
  }
}
