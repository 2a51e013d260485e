import type { Language } from './language.ts';

/** Enough for one diamond a largest safe integer of items. */
const MOST_DIGITS = 20;

const SMALLEST_GIVEN = 1e-8;

/** A price in diamonds: whole, or with two decimals at least; small ones keep their digits. Never "7M". */
export function price(diamonds: number, language: Language): string {
  if (Number.isInteger(diamonds)) return whole(diamonds, language);
  const size = Math.abs(diamonds);
  const most = size >= 1 ? 2 : Math.min(MOST_DIGITS, 2 - Math.floor(Math.log10(size)));
  return language.format(diamonds, { least: 2, most });
}

/** A price as somebody gave it: no digit of theirs is rounded away, up to eight decimals. */
export function givenPrice(diamonds: number, language: Language): string {
  if (Math.abs(diamonds) < SMALLEST_GIVEN) return price(diamonds, language);
  return language.format(diamonds, { least: Number.isInteger(diamonds) ? 0 : 2, most: 8 });
}

/** A count. */
export function whole(n: number, language: Language): string {
  return language.count(n);
}

/** `1 diamond`, `4 diamonds` */
export function diamonds(paid: number, language: Language): string {
  return language.say('common.diamonds', { n: paid, amount: price(paid, language) });
}

/** `0.25 diamonds`, with all digits that somebody gave. */
export function givenDiamonds(given: number, language: Language): string {
  return language.say('common.diamonds', { n: given, amount: givenPrice(given, language) });
}

/** `**3 diamonds** each`: a price for one item, as markdown. */
export function each(unitPrice: number, language: Language): string {
  return language.say('offer.each', { diamonds: diamonds(unitPrice, language) });
}

/** A shop's offer as its sign says it: `16 for 4 diamonds`. */
export function bundle(quantity: number, paid: number, language: Language): string {
  return language.say('common.bundle', { quantity: whole(quantity, language), diamonds: diamonds(paid, language) });
}
