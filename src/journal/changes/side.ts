import type { Shop } from '../../market/shops/shop.ts';

/** A shop's side and the wire's word for it in one column: a number for the usual pairs, else both as JSON. */
export type SideColumn = number | string;

/** By the number that stands for them: append only. */
const USUAL = [
  { side: 'ask', kind: 'SELLING' },
  { side: 'bid', kind: 'BUYING' },
] as const satisfies readonly Pick<Shop, 'side' | 'kind'>[];

export function writeSide({ side, kind }: Pick<Shop, 'side' | 'kind'>): SideColumn {
  const usual = USUAL.findIndex((each) => each.side === side && each.kind === kind);
  return usual === -1 ? JSON.stringify({ side, kind }) : usual;
}

export function readSide(column: SideColumn): Pick<Shop, 'side' | 'kind'> {
  if (typeof column === 'string') return JSON.parse(column) as Pick<Shop, 'side' | 'kind'>;
  const usual = USUAL[column];
  if (usual === undefined) throw new Error(`The journal holds a shop of an unknown side (${column}).`);
  return usual;
}
