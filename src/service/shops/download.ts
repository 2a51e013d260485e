import { ShardedMap } from '../../market/shops/sharded-map.ts';
import type { Shop } from '../../market/shops/shop.ts';
import { TimeSlice } from '../../time/cooperate.ts';
import type { Consumed } from '../http/answer.ts';
import { readShop } from '../wire/shop.ts';
import { Cutter, Uncuttable } from './cutter.ts';
import { toShortJson } from './short-json.ts';

/** Beyond this share of broken records it is the revision that is new, not the records that are bad. */
const MOST_BROKEN = 0.2;
const SAMPLES = 3;

/**
 * A good snapshot's shops, in the service's order, and the records that were set aside. `duplicates`: how many of the shops
 * come again under the same id further on.
 */
export interface Download {
  readonly shops: readonly Shop[];
  readonly duplicates: number;
  readonly setAside: number;
  readonly samples: readonly Sample[];
}

/** A record that was set aside: its beginning, and why. */
export interface Sample {
  readonly why: string;
  readonly record: string;
}

/**
 * Takes in the body of getAllShops while it streams in, yielding to the event loop every 2 ms. Broken records are set
 * aside; a body that is no array, ends too early or has more than a fifth of broken records is refused whole. Throws
 * only what the chunks throw.
 */
export async function readShops(chunks: AsyncIterable<Buffer>): Promise<Consumed<Download>> {
  const shops: Shop[] = [];
  const ids = new ShardedMap<true>();
  const samples: Sample[] = [];
  let setAside = 0;
  const take = (record: unknown) => {
    const read = readShop(record);
    if (read.ok) {
      ids.set(read.value.id, true);
      return shops.push(read.value);
    }
    if (samples.length < SAMPLES) samples.push({ why: read.why, record: toShortJson(record) });
    return ++setAside;
  };
  try {
    const cutter = new Cutter();
    const slice = new TimeSlice();
    const takeAll = async (records: readonly unknown[]) => {
      for (const record of records) {
        take(record);
        // The first records meet code that is not compiled yet: a batch of them takes 20 ms.
        if (slice.isOver()) await slice.yieldIfOver();
      }
    };
    for await (const chunk of chunks) await takeAll(cutter.push(chunk));
    await takeAll(cutter.end());
  } catch (error) {
    if (!(error instanceof Uncuttable)) throw error;
    return { ok: false, kind: error.kind === 'not-an-array' ? 'not-as-expected' : error.kind, why: error.message };
  }
  if (setAside > MOST_BROKEN * (shops.length + setAside)) {
    const why = `${setAside} of ${shops.length + setAside} records are broken, such as: ${samples[0]?.why}`;
    return { ok: false, kind: 'not-as-expected', why };
  }
  return { ok: true, value: { shops, duplicates: shops.length - ids.size, setAside, samples } };
}
