import { isDeepStrictEqual } from 'node:util';
import type { Message } from '../../sandbox/discord/world/entities.ts';
import { ENGLISH } from '../../src/language/english.ts';
import type { LedgerNotice } from './ledger.ts';

/** The parts of a message that the soak reads. */
export type Post = Pick<Message, 'nonce' | 'content' | 'embeds' | 'createdAtMs'>;

/** The totals of one row of a digest: `paid` is null for shops, whose offers are no payments. */
interface Sum {
  readonly kind: string;
  readonly items: number;
  readonly paid: number | null;
}

const KIND = /^\*\*([\d,]+) (auction|purchase|new offer)s?\*\*: (.+)$/;
const PAID = /^(?:([\d,]+) × )?[^·]+ · ([\d,]+) diamonds(?: · [\d.,]+ each)?$/;
const TIMES = /^[^·(]+(?: \(([\d,]+) times\))?$/;

/** A digest shows sums, so no single event can be read from its text. */
export function isDigest(message: Post): boolean {
  return descriptionOf(message).startsWith(ENGLISH['alert.digest']);
}

/** Whether a digest's counts and sums match these notices exactly. A line in an unknown form makes it wrong. */
export function sumsUp(message: Post, notices: readonly LedgerNotice[]): boolean {
  const [, ...lines] = descriptionOf(message).split('\n');
  const shown = lines.flatMap((line): readonly (Sum | null)[] => readLine(line) ?? [null]);
  return isDeepStrictEqual(shown.map(textOf).sort(), sumsOf(notices).map(textOf).sort());
}

const textOf = (sum: Sum | null) => (sum === null ? 'unknown' : `${sum.kind} ${sum.items} ${sum.paid}`);

function descriptionOf({ embeds: [embed] }: Post): string {
  return String(embed?.description ?? '');
}

/** @returns the kind's count, as a total of its own, and its rows; null if the line has another form */
function readLine(line: string): readonly Sum[] | null {
  const [, count = '', kind = '', rows = ''] = KIND.exec(line) ?? [];
  if (kind === '') return null;
  const sums = rows.split('; ').map((row): Sum | null => {
    const [isPaid, items = '1', paid = ''] = PAID.exec(row) ?? [];
    if (isPaid !== undefined) return { kind, items: numberOf(items), paid: numberOf(paid) };
    const [isOffer, times = '1'] = TIMES.exec(row) ?? [];
    return isOffer === undefined ? null : { kind, items: numberOf(times), paid: null };
  });
  if (sums.some((sum) => sum === null)) return null;
  return [{ kind: `${kind}s in all`, items: numberOf(count), paid: null }, ...sums.filter((sum) => sum !== null)];
}

function sumsOf(notices: readonly LedgerNotice[]): readonly Sum[] {
  const facts = notices.map(factOf);
  const byKind = [...Map.groupBy(facts, ({ kind }) => kind)];
  const byItem = Map.groupBy(facts, ({ kind, type }) => `${kind} ${type}`).values();
  return [
    ...byKind.map(([kind, { length }]) => ({ kind: `${kind}s in all`, items: length, paid: null })),
    ...[...byItem].map((same) => same.reduce(plus)),
  ];
}

function factOf({ cause, serial }: LedgerNotice): Sum & { readonly type: string } {
  if (cause.kind !== 'change') throw new RangeError(`${cause.kind} has no serial`);
  const { change } = cause;
  if (change.kind === 'auctioned') {
    const { item, sold } = change.auction;
    return { kind: 'auction', type: item.identity.type, items: sold, paid: serial };
  }
  if (change.kind === 'traded') {
    const { item, moved } = change.trade;
    return { kind: 'purchase', type: item.identity.type, items: moved, paid: serial };
  }
  return { kind: 'new offer', type: '', items: 1, paid: null };
}

function plus<T extends Sum>(a: T, b: T): T {
  return { ...a, items: a.items + b.items, paid: a.paid === null || b.paid === null ? null : a.paid + b.paid };
}

const numberOf = (text: string) => Number(text.replaceAll(',', ''));
