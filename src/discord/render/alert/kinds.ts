import type { Key } from '../../../language/english.ts';
import type { Language } from '../../../language/language.ts';
import type { NoticeInContext } from '../../../ports/delivery.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { changeOf } from './happening.ts';
import { newsOf, type ShopNews } from './shop-news.ts';

/** Every kind that can happen, the gravest first. */
export const KINDS = [
  'banned',
  'undercut',
  'deal',
  'auction',
  'purchase',
  'sale',
  'cheaper',
  'new',
  'wanted',
  'restocked',
  'sold-out',
  'gone',
  'changed',
] as const satisfies readonly ('auction' | 'purchase' | 'sale' | ShopNews)[];
export type Kind = (typeof KINDS)[number];

const LONGEST_IN_MINUTES = 90;
const LONGEST_IN_HOURS = 48;

export function kindOf(entry: NoticeInContext): Kind {
  const change = changeOf(entry);
  if (change.kind === 'auctioned') return 'auction';
  return change.kind === 'traded' ? change.trade.kind : newsOf(change, entry)[0];
}

/** `5 auctions` */
export function countKind(kind: Kind, n: number, language: Language): string {
  const key: `alert.n-${Kind}` & Key = `alert.n-${kind}`;
  return language.say(key, { n });
}

/** `5 auctions`; `5 events` where they are of several kinds. */
export function countAll(entries: readonly NoticeInContext[], language: Language): string {
  const [first, ...others] = new Set(entries.map(kindOf));
  if (first !== undefined && others.length === 0) return countKind(first, countChanges(entries), language);
  return language.say('alert.n-events', { n: countChanges(entries) });
}

/** How many changes the notices are of: one each, but for those of a flood. */
export function countChanges(entries: readonly NoticeInContext[]): number {
  return entries.reduce((sum, { notice: { cause } }) => {
    return sum + (cause.kind === 'change' ? (cause.listedWith?.count ?? 1) : 1);
  }, 0);
}

/** `5 auctions in the last 12 minutes`, as plain text. */
export function countLately(entries: readonly NoticeInContext[], now: number, language: Language): string {
  const things = countAll(entries, language);
  const sinceMs = now - Math.min(now, ...entries.map((entry) => changeOf(entry).at));
  const minutes = Math.max(1, Math.ceil(sinceMs / MINUTE_MS));
  if (minutes <= LONGEST_IN_MINUTES) return language.say('alert.last-minutes', { things, n: minutes });
  const hours = Math.ceil(minutes / 60);
  if (hours <= LONGEST_IN_HOURS) return language.say('alert.last-hours', { things, n: hours });
  return language.say('alert.last-days', { things, n: Math.ceil(hours / 24) });
}
