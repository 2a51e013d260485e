import { readShops } from '../../../src/service/shops/download.ts';
import type { KnownRecords } from '../../../src/service/shops/records/known-records.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { MemorySave } from '../memory-save.ts';

/** How a body is read. */
export interface Way {
  readonly known?: KnownRecords | null;
  readonly isCheck?: boolean;
  readonly savesAll?: boolean;
  /** Bytes of its chunks, by turns. */
  readonly sizes?: readonly number[];
  /** What stands between its records. */
  readonly between?: string;
}

export type ReadBody = NonNullable<Awaited<ReturnType<typeof readBody>>>;

/** What is read and saved of a body of these records; null: it is refused. */
export async function readBody(records: readonly string[], { sizes = [65_536], between = ',', ...options }: Way = {}) {
  const sink = new MemorySave();
  const body = Buffer.from(`[${records.join(between)}]`);
  const answer = await readShops(inChunks(body, sizes), { unit: 'bundles', ...options, sink });
  return answer.ok ? { ...answer.value, shops: answer.value.records.shops, saved: sink.records } : null;
}

/** What the records say, each parsed by itself: of those that are good their texts, too. */
export function readPlainly(records: readonly string[]) {
  const good = records.flatMap((text) => {
    const read = readShop(JSON.parse(text), 'bundles');
    return read.ok ? [{ text, shop: read.value }] : [];
  });
  const setAside = records.length - good.length;
  return {
    texts: good.map(({ text }) => text),
    shops: good.map(({ shop }) => shop),
    setAside,
    isRefused: setAside > 0.2 * records.length,
  };
}

export async function* inChunks(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}
