import type { BestPrices, Sealed } from '../../ports/outbox.ts';
import type { Target } from '../../routing/notice.ts';
import { readBestPrices, readIds } from './stored-lists.ts';
import type { UnreadableRows } from './unreadable-rows.ts';

/** A message that is not settled yet. */
export interface SealedRow {
  readonly id: number;
  readonly nonce: string;
  readonly body: string;
  readonly subscription_ids: string;
  readonly sealed_at: number;
}

/** The columns of a `SealedRow`. */
export const SEALED_COLUMNS = 'id, nonce, body, subscription_ids, sealed_at';

/** Columns of a message that its delivery reads, both JSON. */
export interface MessageListsRow {
  readonly subscription_ids: string;
  readonly best_prices: string;
}

/** The feeds and watches that a message belongs to, and the best price that it names for each. */
export interface MessageLists extends Pick<Sealed, 'subscriptionIds'> {
  readonly best: BestPrices;
}

/** A message whose list of feeds and watches cannot be read is sent all the same. */
export function readSealed(
  { id, nonce, body, subscription_ids, sealed_at }: SealedRow,
  target: Target,
  unreadable: UnreadableRows,
): Sealed {
  const subscriptionIds = readOr([], id, () => readIds(subscription_ids), unreadable);
  return { id, target, nonce, body, subscriptionIds, sealedAt: sealed_at };
}

/** @returns empty lists in the place of those that cannot be read */
export function readMessageLists(id: number, row: MessageListsRow, unreadable: UnreadableRows): MessageLists {
  return {
    subscriptionIds: readOr([], id, () => readIds(row.subscription_ids), unreadable),
    best: readOr({}, id, () => readBestPrices(row.best_prices), unreadable),
  };
}

function readOr<T>(otherwise: T, id: number, read: () => T, unreadable: UnreadableRows): T {
  try {
    return read();
  } catch (error) {
    unreadable.note(`message ${id}`, error);
    unreadable.say('Feeds and watches of a message unreadable: it is sent, and starts no cool-down');
    return otherwise;
  }
}
