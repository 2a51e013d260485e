import type { KnownRecords } from '../../../src/service/shops/known-records.ts';
import { readShops } from '../../../src/service/shops/shop-reader.ts';
import { readShop } from '../../../src/service/wire/shop.ts';
import { MemorySave } from '../memory-save.ts';

/** Options of reading a body. */
export interface Way {
  readonly known?: KnownRecords | null;
  /** Chunk sizes in bytes, used in turn. */
  readonly sizes?: readonly number[];
  /** The separator between records. */
  readonly between?: string;
}

export type ReadBody = NonNullable<Awaited<ReturnType<typeof readBody>>>;

/** @returns the parsed body and whether its saved bytes are complete, or null if the reader refuses the body */
export async function readBody(
  records: readonly string[],
  { sizes = [65_536], between = ',', known = null }: Way = {},
) {
  const save = new MemorySave();
  const body = `[${records.join(between)}]`;
  const onChunk = (chunk: Buffer) => save.add(chunk);
  const answer = await readShops(inChunks(Buffer.from(body), sizes), { unit: 'bundles', known, onChunk });
  return answer.ok
    ? { ...answer.value, shops: [...answer.value.records.shops], isSavedWhole: save.body === body }
    : null;
}

/** Parses each record separately, as the oracle. */
export function readPlainly(records: readonly string[]) {
  const read = records.map((text) => readShop(JSON.parse(text), 'bundles'));
  const broken = [...read.keys()].filter((at) => read[at]?.ok === false);
  return {
    texts: records.filter((_, at) => read[at]?.ok),
    shops: read.flatMap((one) => (one.ok ? [one.value] : [])),
    broken,
    isRefused: broken.length > 0.2 * records.length,
  };
}

export async function* inChunks(body: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield body.subarray(at, at + size);
    at += size;
  }
}
