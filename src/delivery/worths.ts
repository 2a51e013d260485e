import type { Identity } from '../market/item.ts';
import type { Notice } from '../routing/notice.ts';
import type { DeliveryParts } from './parts.ts';

/** More different items than that stand in a digest, which names no worth. */
const MOST_ITEMS = 25;

/** What the items of these notices are worth, by identity key. A message is never held up for it: what fails is left out. */
export async function worthsFor(
  notices: readonly Notice[],
  { worthOf, log }: Pick<DeliveryParts, 'worthOf' | 'log'>,
): Promise<ReadonlyMap<string, number>> {
  const items = new Map<string, Identity>();
  for (const notice of notices) {
    const identity = identityOf(notice);
    if (identity !== null) items.set(identity.key, identity);
    if (items.size > MOST_ITEMS) return new Map();
  }
  const worths = new Map<string, number>();
  try {
    for (const [key, identity] of items) {
      const worth = await worthOf(identity);
      if (worth !== null) worths.set(key, worth);
    }
  } catch (error) {
    log.warn({ err: error }, 'a message goes without what things are worth');
  }
  return worths;
}

/** The item that a notice tells of, whose variant is known; null: none. */
export function identityOf({ cause }: Notice): Identity | null {
  if (cause.kind !== 'change') return null;
  const { change } = cause;
  const item =
    change.kind === 'auctioned'
      ? change.auction.item
      : change.kind === 'traded'
        ? change.trade.item
        : change.kind === 'removed'
          ? change.before.item
          : change.shop.item;
  return item.identity.variant === null || item.contents.length > 0 ? null : item.identity;
}
