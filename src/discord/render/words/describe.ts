import type { Language } from '../../../language/language.ts';
import { ownNameOf } from '../../../language/languages.ts';
import {
  formatBundle,
  formatDiamonds,
  formatGivenDiamonds,
  formatGivenPrice,
  formatPrice,
  formatWhole,
  typedBundle,
} from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import type { EnchantmentTest, Filter } from '../../../market/search/filter.ts';
import type { Shop, Side } from '../../../market/shops/shop.ts';
import type { Feed, FeedKind } from '../../../routing/feed.ts';
import type { QuietHours } from '../../../routing/quiet.ts';
import { isFixedOffset } from '../../../routing/time-zones.ts';
import { termsOfFeed, termsOfWatch } from '../../../routing/under-worth.ts';
import { usualCooldown, type Watch, type WatchTrigger } from '../../../routing/watch.ts';
import { absenceNow, namedPartsOf } from '../../../subscriptions/absences.ts';
import { nameOfChoice, nameOfChoiceSold, nameOfEnchantment } from './names.ts';
import { andMore, code, safe, stamp } from './text.ts';

/** Names a chosen item, escaped. */
export function describeItem(choice: ItemChoice, language: Language): string {
  return safe(nameOfChoice(choice, language), 80);
}

/** Names a chosen item in the user's language if one of the shops sells it, escaped. */
export function describeSoldItem(choice: ItemChoice, shops: readonly Shop[], language: Language): string {
  return safe(nameOfChoiceSold(choice, shops, language), 80);
}

/** Returns the key of a feed kind's name, which choices, lists, `/help` and docs share. */
export function kindKey(kind: FeedKind): `feed.kind.${FeedKind}` {
  return `feed.kind.${kind}`;
}

/** Lists the names of feed kinds. */
export function nameKinds(kinds: readonly FeedKind[], language: Language): string {
  return language.list(kinds.map((kind) => language.say(kindKey(kind))));
}

/** A term of a feed: the option that sets it, and its text. */
export interface FeedTerm {
  readonly name: string;
  readonly words: string;
}

type DescribedFeed = Pick<Feed, 'kind' | 'style' | 'filter' | 'minValue' | 'everyMinutes' | 'quiet'> &
  Partial<Pick<Feed, 'discount' | 'minSaving' | 'locale' | 'hasOwnLanguage' | 'roleId' | 'publishes'>>;

/** Describes a feed as `Purchases: Slime Block, at most 0.25 diamonds each, compact`. For `most` see `listFitting`. */
export function describeFeed(feed: DescribedFeed, language: Language, most = Number.POSITIVE_INFINITY): string {
  const { item } = feed.filter;
  const kind = language.say(kindKey(feed.kind));
  const lead = item ? language.say('filter.feed-of', { kind, item: describeItem(item, language) }) : kind;
  return listFitting([lead, ...feedTerms(feed, language).map(({ words }) => words)], most, language);
}

/** Lists the terms of a feed that differ from the defaults, without its kind and item. */
export function feedTerms(feed: DescribedFeed, language: Language): readonly FeedTerm[] {
  const { filter, minValue, everyMinutes: n, quiet } = feed;
  const terms: readonly (readonly [string, string | false | null | undefined])[] = [
    [
      'discount',
      feed.kind === 'deals' &&
        language.say('deals.under', { percent: formatWhole(termsOfFeed(feed).discount, language) }),
    ],
    ...filterTerms(filter, language, feed.kind === 'sales' ? 'bid' : 'ask'),
    ['min-saving', describeSaving(feed, language)[0]],
    [
      'min-value',
      minValue > 0 && language.say('filter.min-value', { diamonds: formatGivenDiamonds(minValue, language) }),
    ],
    ['every', n > 0 && language.say('filter.every', { n })],
    ['quiet', quiet && language.say('filter.quiet', { hours: describeQuiet(quiet) })],
    ['style', feed.style === 'compact' && language.say('filter.compact')],
    ['role', feed.roleId !== undefined && language.say('filter.role')],
    ['publish', feed.publishes === true && language.say('filter.published')],
    ['language', feed.hasOwnLanguage && feed.locale && ownNameOf(feed.locale)],
  ];
  return terms.flatMap(([name, words]) => (typeof words === 'string' && words !== '' ? [{ name, words }] : []));
}

function describeSaving({ minSaving }: Pick<Feed | Watch, 'minSaving'>, language: Language): string[] {
  return minSaving === undefined
    ? []
    : [language.say('filter.min-saving', { diamonds: formatGivenDiamonds(minSaving, language) })];
}

type WatchedTerms = Pick<Watch, 'item' | 'trigger' | 'price' | 'filter' | 'percent' | 'minSaving'>;

/** Describes a watch as `Slime Block · 0.25 diamonds each or less, in world`. For `most` see `listFitting`. */
export function describeWatch(watch: WatchedTerms, language: Language, most = Number.POSITIVE_INFINITY): string {
  const { item, trigger, filter } = watch;
  if (trigger === 'my-shop') {
    return language.say('filter.watch-my-shop', { player: safe(filter.owner ?? '') });
  }
  const target = watch.price === null ? null : sayTarget(watch.price, language);
  const name = item === null ? language.say('filter.any-item') : describeItem(item, language);
  const lead = `**${name}** · ${sayTerms(watch, trigger, target, language)}`;
  const parts = [lead, ...describeFilter(filter, language, sideOf(trigger)), ...describeSaving(watch, language)];
  return listFitting(parts, most, language);
}

/**
 * Describes a watch as `0.25 or less, in world`, for a list that names the item and the unit.
 */
export function describeWait(watch: WatchedTerms, language: Language, most = Number.POSITIVE_INFINITY): string {
  const { trigger, filter } = watch;
  if (trigger === 'my-shop') return language.say('filter.waits-my-shop');
  const lead = sayTerms(watch, trigger, watch.price === null ? null : sayBareTarget(watch.price, language), language);
  const parts = [lead, ...describeFilter(filter, language, sideOf(trigger)), ...describeSaving(watch, language)];
  return listFitting(parts, most, language);
}

/** Names a trigger like the choices of `/watch add`. */
export function nameOfTrigger(trigger: WatchTrigger, language: Language): string {
  return language.say(trigger === 'my-shop' ? 'filter.waits-my-shop' : `trigger.${trigger}`);
}

/** Formats a price as `0.25 diamonds each`, or `0.094 diamonds each (32 for 3)` if it was typed as a bundle. */
function sayTarget(unitPrice: number, language: Language): string {
  const typed = typedBundle(unitPrice);
  if (typed === null) return language.say('offer.unit', { price: formatGivenDiamonds(unitPrice, language) });
  const unit = language.say('offer.unit', { price: formatDiamonds(unitPrice, language) });
  return language.say('offer.typed', { unit, bundle: sayTyped(typed, language) });
}

/** Formats a price without the unit, as `0.25` or `0.094 (32 for 3)`. */
function sayBareTarget(unitPrice: number, language: Language): string {
  const typed = typedBundle(unitPrice);
  if (typed === null) return formatGivenPrice(unitPrice, language);
  return language.say('offer.typed', { unit: formatPrice(unitPrice, language), bundle: sayTyped(typed, language) });
}

function sayTyped({ quantity, paid }: NonNullable<ReturnType<typeof typedBundle>>, language: Language): string {
  return formatBundle(quantity, formatWhole(paid, language), language);
}

/** @param price the formatted price, or null if the watch has none */
function sayTerms(
  watch: WatchedTerms,
  trigger: Exclude<WatchTrigger, 'my-shop'>,
  price: string | null,
  language: Language,
): string {
  switch (trigger) {
    case 'under-worth':
      return language.say('trigger.under-worth-for', { percent: formatWhole(termsOfWatch(watch).discount, language) });
    case 'at-or-below':
    case 'at-or-above':
    case 'auctioned':
    case 'traded':
      return price === null ? language.say(`trigger.${trigger}`) : language.say(`trigger.${trigger}-for`, { price });
    case 'listed':
    case 'restocked':
    case 'sold-out':
      return language.say(`trigger.${trigger}`);
  }
}

function sideOf(trigger: WatchTrigger): Side {
  return trigger === 'at-or-above' ? 'bid' : 'ask';
}

/**
 * Describes a watch and how often it alerts.
 *
 * @param most limits the characters of its conditions
 */
export function describeWhole(watch: Watch, most: number, language: Language): string {
  return language.list([describeWatch(watch, language, most), ...describeRate(watch, language)]);
}

/** Describes how often a watch alerts, if that is not the default, as `once` or `at most every 5 minutes`. */
export function describeRate(watch: Watch, language: Language): string[] {
  const { trigger, repeat, cooldownMinutes: n, everyMinutes: every = 0 } = watch;
  if (repeat === 'once') return [language.say('filter.once')];
  if (every > 0) return [language.say('filter.own-every', { n: every })];
  if (n === usualCooldown(trigger)) return [];
  return [n === 0 ? language.say('filter.no-cooldown') : language.say('filter.cooldown', { n })];
}

/** Names a time zone. An offset reads `UTC+02:00`. */
export function zoneName(timeZone: string): string {
  return isFixedOffset(timeZone) ? `UTC${timeZone}` : timeZone;
}

/** Formats quiet hours as `22:00–07:00 (Europe/Berlin)`. */
export function describeQuiet({ from, to, timeZone }: QuietHours): string {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${clock(from)}–${clock(to)} (${zoneName(timeZone)})`;
}

/**
 * Lists the first part, the others that fit `most` characters, and the number of omitted ones. Parts are never cut,
 * because half of a place would leave its code span open.
 */
function listFitting(parts: readonly string[], most: number, language: Language): string {
  let description = language.list(parts);
  for (let kept = parts.length - 1; description.length > most && kept > 0; kept -= 1) {
    description = language.list([...parts.slice(0, kept), andMore(language)(parts.length - kept)]);
  }
  return description;
}

/**
 * Describes the filter of an answer without its item. Empty if it has no other part. For `most` see `listFitting`. The
 * place of a home has no coordinates, which a watch shows because its place stays when the home moves.
 */
export function describeFilters(filter: Filter, language: Language, most: number, side: Side = 'ask'): string {
  const { home, within: n, ...others } = filter;
  if (!home || n === undefined) return listFitting(describeFilter(filter, language, side), most, language);
  const parts = [language.say('filter.within-home', { n }), ...describeFilter(others, language, side)];
  return listFitting(parts, most, language);
}

function describeFilter(filter: Filter, language: Language, side: Side): string[] {
  return filterTerms(filter, language, side).flatMap(([, words]) => words ?? []);
}

/** Describes the parts of a filter except the item, each with its option. For shops that buy, `min-stock` is room. */
function filterTerms(
  filter: Filter,
  language: Language,
  side: Side,
): readonly (readonly [string, string | undefined])[] {
  const { enchantments, owner, notOwner, world, within: n, maxPrice, minPrice, minStock } = filter;
  const each = (price: number) => ({ diamonds: formatGivenDiamonds(price, language) });
  const stockKey = side === 'bid' ? 'filter.min-room' : 'filter.min-stock';
  return [
    ['enchantment', enchantments && language.and(enchantments.map((test) => describeEnchantment(test, language)))],
    ['owner', owner === undefined ? undefined : language.say('filter.owner', { player: safe(owner) })],
    ['not-owner', notOwner === undefined ? undefined : language.say('filter.not-owner', { player: safe(notOwner) })],
    ['world', world === undefined ? undefined : language.say('filter.world', { world: safe(world) })],
    [
      filter.near === undefined ? 'within' : 'near',
      n === undefined ? undefined : language.say('filter.within', { n, place: centreOf(filter, language) }),
    ],
    ['max-price', maxPrice === undefined ? undefined : language.say('filter.max-price', each(maxPrice))],
    ['min-price', minPrice === undefined ? undefined : language.say('filter.min-price', each(minPrice))],
    [
      'min-stock',
      minStock === undefined ? undefined : language.say(stockKey, { count: formatWhole(minStock, language) }),
    ],
    ['containers', filter.containers ? undefined : language.say('filter.no-containers')],
  ];
}

/** Formats the centre of a filter's `within`: a landmark, or a place in its own world or else in the Overworld. */
function centreOf({ x, z, world, near, home, nearWorld }: Filter, language: Language): string {
  if (near !== undefined) return safe(near, 40);
  const place = code(`${x} ${z}`);
  if (home && nearWorld !== undefined) return `${place} ${safe(nearWorld, 40)}`;
  return home || world === undefined ? language.say('filter.in-overworld', { place }) : place;
}

/** Formats the home or the landmark from which distances are measured, unless the heading names it as a limit. */
export function formatMeasuredFrom({ near, home, within }: Filter, language: Language): string | null {
  if (within !== undefined) return null;
  if (home) return `-# ${language.say('shop.measured-home')}`;
  if (near === undefined) return null;
  return `-# ${language.say('shop.measured-near', { place: safe(near, 40) })}`;
}

function describeEnchantment({ id, level, comparison }: EnchantmentTest, language: Language): string {
  if (comparison === 'exactly') return safe(nameOfEnchantment(id, level, language));
  if (level <= 1) return safe(nameOfEnchantment(id, null, language));
  return language.say('filter.enchantment-at-least', { enchantment: safe(nameOfEnchantment(id, level, language)) });
}

/** Formats a line such as `No shop of Ada since …` for each owner, world or type that is no longer in any shop. */
export function formatAbsences(subscription: Feed | Watch, language: Language): string[] {
  return namedPartsOf(subscription).flatMap((named) => {
    const absence = absenceNow(subscription, named);
    if (absence === undefined) return [];
    const { owner = '', world = '', item } = subscription.filter;
    const names = {
      owner: safe(owner, 40),
      world: safe(world, 40),
      item: item === undefined ? '' : describeItem(item, language),
    };
    return [language.say(`absent.${named.part}`, { name: names[named.part], when: stamp(absence.since, 'f') })];
  });
}
