import { ALERT } from './english/alert.ts';
import { CHART } from './english/chart.ts';
import { COMMON } from './english/common.ts';
import { DEALS } from './english/deals.ts';
import { ERROR } from './english/error.ts';
import { FEED } from './english/feed.ts';
import { FILTER } from './english/filter.ts';
import { GREETING } from './english/greeting.ts';
import { HEALTH } from './english/health.ts';
import { HELP } from './english/help.ts';
import { ITEM } from './english/item.ts';
import { OPTION } from './english/option.ts';
import { PAINTING } from './english/painting.ts';
import { PRICE } from './english/price.ts';
import { REFUSAL } from './english/refusal.ts';
import { SHOP } from './english/shop.ts';
import { TRIGGER } from './english/trigger.ts';
import { WATCH } from './english/watch.ts';
import { WORDS } from './english/words.ts';

/** Every text that people in Discord read, by key, in ICU MessageFormat. English is the source; the others have the same keys. */
export const ENGLISH = {
  ...CHART,
  ...COMMON,
  ...WORDS,
  ...FEED,
  ...GREETING,
  ...HELP,
  ...ALERT,
  ...REFUSAL,
  ...ERROR,
  ...ITEM,
  ...FILTER,
  ...OPTION,
  ...TRIGGER,
  ...SHOP,
  ...PRICE,
  ...DEALS,
  ...HEALTH,
  ...PAINTING,
  ...WATCH,
} as const;

export type Texts = typeof ENGLISH;
export type Key = keyof Texts;
