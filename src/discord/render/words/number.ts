/** Enough for one diamond a largest safe integer of items. */
const MOST_DIGITS = 20;

const SMALLEST_GIVEN = 1e-8;

const formats = new Map<string, Intl.NumberFormat>();

function format(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  let known = formats.get(key);
  if (!known) {
    known = new Intl.NumberFormat(isLocale(locale) ? locale : 'en-US', { ...options, signDisplay: 'negative' });
    formats.set(key, known);
  }
  return known;
}

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false; // malformed: the caller's default serves
  }
}

/** A price in diamonds in the reader's number format: whole, or with two decimals at least; small ones keep their digits. Never "7M". */
export function price(diamonds: number, locale: string): string {
  if (Number.isInteger(diamonds)) return whole(diamonds, locale);
  const size = Math.abs(diamonds);
  const digits = size >= 1 ? 2 : Math.min(MOST_DIGITS, 2 - Math.floor(Math.log10(size)));
  return format(locale, { minimumFractionDigits: 2, maximumFractionDigits: digits }).format(diamonds);
}

/** A price as somebody gave it: no digit of theirs is rounded away, up to eight decimals. */
export function givenPrice(diamonds: number, locale: string): string {
  const exact = format(locale, { minimumFractionDigits: Number.isInteger(diamonds) ? 0 : 2, maximumFractionDigits: 8 });
  return Math.abs(diamonds) >= SMALLEST_GIVEN ? exact.format(diamonds) : price(diamonds, locale);
}

/** A shop's offer as its sign says it: `16 for 4 diamonds`. */
export function bundle(quantity: number, paid: number, locale: string): string {
  return `${whole(quantity, locale)} for ${diamonds(paid, locale)}`;
}

/** `1 diamond`, `4 diamonds` */
export function diamonds(paid: number, locale: string): string {
  return `${price(paid, locale)} ${paid === 1 ? 'diamond' : 'diamonds'}`;
}

/** A count in the reader's number format. */
export function whole(n: number, locale: string): string {
  return format(locale, { minimumFractionDigits: 0, maximumFractionDigits: 0 }).format(n);
}
