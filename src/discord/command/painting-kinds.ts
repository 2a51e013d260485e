import { contentsOf } from '../../market/item/contents.ts';
import { type Identity, traitOf } from '../../market/item/item.ts';
import { labelOf } from '../../market/item/label.ts';
import type { KnownCanvas } from '../../market/paintings/known-paintings.ts';
import { identitiesOfCanvas } from '../../market/paintings/painting-keys.ts';
import { summarise } from '../../market/prices/summary.ts';
import type { PaintingSeller } from '../../market/search/painting-sellers.ts';
import type { PaintingKind } from '../render/answer/painting-card.ts';
import type { CommandContext } from './command.ts';
import { keepQuery } from './keep-query.ts';

/** Days of paid prices that an answer about a painting shows. */
export const PAID_DAYS = 90;
const DAY_MS = 86_400_000;

/** The kinds of a canvas that the market knows, and those that an earlier run may have seen traded. */
export function identitiesOf(canvas: string, known: KnownCanvas | null): readonly Identity[] {
  const identities = [...(known?.identities ?? []), ...identitiesOfCanvas(canvas)];
  return [...new Map(identities.toReversed().map((identity) => [identity.key, identity] as const)).values()];
}

/** Whether an item is of this identity, or has one of it inside. */
export function offersKey(item: PaintingSeller['shop']['item'], key: string): boolean {
  return [item, ...contentsOf(item)].some(({ identity }) => identity.key === key);
}

/** The kinds that somebody sells or paid for, in the order of their generations. */
export async function kindsOfPainting(
  identities: readonly Identity[],
  sellers: readonly PaintingSeller[],
  userId: string,
  context: Pick<CommandContext, 'journal' | 'queries' | 'log' | 'now'>,
): Promise<readonly PaintingKind[]> {
  const now = context.now();
  const kinds: PaintingKind[] = [];
  for (const identity of identities) {
    const item = { type: identity.type, key: identity.key, label: labelOf(identity) };
    const groups = await context.journal.history(item, now - PAID_DAYS * DAY_MS, now + 1);
    const paid = summarise(groups.filter(({ kind }) => kind !== 'sale'));
    if (paid === null && identities.length > 1 && !sellers.some(({ shop }) => offersKey(shop.item, item.key))) continue;
    const filter = { item, containers: true };
    const query = { userId, side: 'buy', sort: 'price', outOfStock: false, filter } as const;
    kinds.push({ item, identity, paid, query: await keepQuery(query, context) });
  }
  return kinds.toSorted((a, b) => generationRank(a.identity) - generationRank(b.identity));
}

function generationRank(identity: Identity): number {
  return ['original', 'copy', 'copy-of-copy'].indexOf(traitOf(identity, 'generation') ?? '');
}
