import { z } from 'zod';
import { Unreadable } from '../../faults/unreadable.ts';
import type { Shop } from '../../market/shops/shop.ts';
import { parseJson } from './record.ts';
import { sideSchema } from './shop.ts';

/** A shop's side and the wire's word for it in one column: a number for the usual pairs, else both as JSON. */
export type SideColumn = number | string;

/** By the number that stands for them: append only. */
const USUAL = [
  { side: 'ask', kind: 'SELLING' },
  { side: 'bid', kind: 'BUYING' },
] as const satisfies readonly Pick<Shop, 'side' | 'kind'>[];

const compiledSide = z.compile(sideSchema, { strict: true });

export function writeSide({ side, kind }: Pick<Shop, 'side' | 'kind'>): SideColumn {
  const usual = USUAL.findIndex((each) => each.side === side && each.kind === kind);
  return usual === -1 ? JSON.stringify({ side, kind }) : usual;
}

/** @throws Unreadable */
export function readSide(column: SideColumn): Pick<Shop, 'side' | 'kind'> {
  const pair = typeof column === 'string' ? parseJson(column) : USUAL[column];
  if (!z.validate(compiledSide, pair)) throw new Unreadable('a shop of an unknown side');
  return pair;
}
