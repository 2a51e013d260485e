import type { Language } from '../../../language/language.ts';
import { givenPrice, whole } from '../../../language/number.ts';
import type { ItemChoice } from '../../../market/item/item.ts';
import { itemName } from '../../../market/item/label.ts';
import type { EnchantmentTest, Filter } from '../../../market/search/filter.ts';
import type { Feed, FeedKind } from '../../../routing/feed.ts';
import type { QuietHours } from '../../../routing/quiet.ts';
import { PRICE_NEEDED, usualCooldown, type Watch, type WatchTrigger } from '../../../routing/watch.ts';
import { safe } from './text.ts';

const FEED_KIND_NAMES: Record<FeedKind, string> = {
  auctions: 'Auctions',
  purchases: 'Purchases',
  sales: 'Sales to shops',
  trades: 'Trades',
  listings: 'New listings',
  restocks: 'Restocks',
  'price-drops': 'Price drops',
  'sold-out': 'Empty and gone shops',
  health: 'Server health',
  'banned-paintings': 'Banned paintings on sale',
};

const TRIGGER_NAMES: Record<Exclude<WatchTrigger, 'my-shop'>, string> = {
  'at-or-below': 'at or below',
  'at-or-above': 'bought at or above',
  listed: 'newly listed',
  restocked: 'restocked',
  'sold-out': 'out of stock',
  auctioned: 'auctioned',
  traded: 'traded',
};

/** An item as a person chose it, safe to show. */
export function describeItem(choice: ItemChoice): string {
  return safe(choice.label ?? itemName(choice.type), 80);
}

/** `Purchases of Slime Block, at most 0.25 each, compact` */
export function describeFeed(
  feed: Pick<Feed, 'kind' | 'style' | 'filter' | 'minValue' | 'everyMinutes' | 'quiet'>,
  language: Language,
): string {
  const item = feed.filter.item ? ` of **${describeItem(feed.filter.item)}**` : '';
  const value = feed.minValue > 0 ? [`worth ${givenPrice(feed.minValue, language)} or more`] : [];
  const every = feed.everyMinutes > 0 ? [`every ${feed.everyMinutes} min`] : [];
  const quiet = feed.quiet ? [`quiet ${describeQuiet(feed.quiet)}`] : [];
  const filter = describeFilter(feed.filter, language);
  const style = feed.style === 'compact' ? ['compact'] : [];
  return [`${FEED_KIND_NAMES[feed.kind]}${item}`, ...filter, ...value, ...every, ...quiet, ...style].join(', ');
}

/** `Slime Block at or below 0.25`, `Slime Block auctioned`, `Shops of Ada` */
export function describeWatch(watch: Pick<Watch, 'item' | 'trigger' | 'price' | 'filter'>, language: Language): string {
  const { item, trigger, filter } = watch;
  if (item === null || trigger === 'my-shop')
    return `Shops of **${safe(filter.owner ?? '')}**: sales, empty shops, undercutting`;
  const amount = watch.price === null ? '' : ` ${givenPrice(watch.price, language)}`;
  const most = amount && !PRICE_NEEDED.includes(trigger) ? ` at${amount} or less` : amount;
  return [`**${describeItem(item)}** ${TRIGGER_NAMES[trigger]}${most}`, ...describeFilter(filter, language)].join(', ');
}

/** How often it tells, where that is not the usual: `once`, `at most every 5 min`. */
export function describeRate({ trigger, repeat, cooldownMinutes }: Watch, language: Language): string[] {
  if (repeat === 'once') return ['once'];
  if (cooldownMinutes === usualCooldown(trigger)) return [];
  return [cooldownMinutes === 0 ? 'every time at once' : `at most every ${whole(cooldownMinutes, language)} min`];
}

/** `22:00–07:00 (Europe/Berlin)` */
export function describeQuiet({ from, to, timeZone }: QuietHours): string {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${clock(from)}–${clock(to)} (${timeZone})`;
}

/** The filter's parts in words, without the item. */
export function describeFilter(filter: Filter, language: Language): string[] {
  const parts: (string | false | undefined)[] = [
    filter.enchantments?.map(describeEnchantment).join(' and '),
    filter.owner !== undefined && `of ${safe(filter.owner)}`,
    filter.notOwner !== undefined && `not of ${safe(filter.notOwner)}`,
    filter.world !== undefined && `in ${safe(filter.world)}`,
    filter.within !== undefined && `within ${whole(filter.within, language)} blocks of \`${filter.x} ${filter.z}\``,
    filter.maxPrice !== undefined && `at most ${givenPrice(filter.maxPrice, language)} each`,
    filter.minPrice !== undefined && `at least ${givenPrice(filter.minPrice, language)} each`,
    filter.minStock !== undefined && `${whole(filter.minStock, language)} or more in stock`,
    !filter.containers && 'not in containers',
  ];
  return parts.filter((part): part is string => typeof part === 'string');
}

function describeEnchantment(test: EnchantmentTest): string {
  const name = safe(test.id.replaceAll('_', ' '));
  if (test.comparison === 'exactly') return `${name} ${test.level}`;
  return test.level <= 1 ? name : `${name} ${test.level} or more`;
}
