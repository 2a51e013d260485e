import type { NoWorth, Worth } from '../market/prices/worth.ts';

/** What items are worth by the trades of the last 30 days. Answers may be some seconds old. */
export interface Worths {
  of(item: { readonly key: string; readonly type: string }): Promise<Worth | NoWorth>;
  /** Of every item that shops sell now and that has a worth, by identity key. */
  all(): Promise<ReadonlyMap<string, Worth>>;
}
