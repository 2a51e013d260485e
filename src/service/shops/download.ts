import type { Shop } from '../../market/shops/shop.ts';
import type { StockUnit } from '../../market/shops/stock.ts';
import { inSlices, TimeSlice } from '../../time/cooperate.ts';
import type { Consumed, Failure } from '../http/answer.ts';
import { IGNORE_PAINTINGS } from '../wire/item.ts';
import type { ShopRevision } from '../wire/shop.ts';
import { Cutter, Uncuttable } from './cutter.ts';
import { RECOGNISED } from './recogniser.ts';
import type { RecordSink } from './record-sink.ts';
import { KnownRecords } from './records/known-records.ts';
import { type Sample, ShopReader, type ShopReaderOptions } from './shop-reader.ts';

/** Beyond this share of broken records it is the revision that is new, not the records that are bad. */
const MOST_BROKEN = 0.2;
/** Bytes of recognised records between two looks at the clock; after any other record it is looked at. */
const LOOK_AFTER_BYTES = 4_096;
const NOTHING_KNOWN = new KnownRecords([], new Int32Array(0));

/** A good snapshot's records with their shops, in the service's order, how they differ from those known, and what was set aside. */
export interface Download {
  readonly records: KnownRecords;
  /** Shops of records that were not known, in the service's order. */
  readonly fresh: readonly Shop[];
  /** Shops of the known records that did not come again. */
  readonly gone: readonly Shop[];
  /** Ids of shops whose records were taken for known ones, which a check found to be others. */
  readonly mistaken: readonly number[];
  /** null: none of the records was parsed. */
  readonly revision: ShopRevision | null;
  readonly setAside: number;
  readonly samples: readonly Sample[];
}

export interface ReadOptions extends Partial<ShopReaderOptions> {
  /** The unit of the records' stock. */
  readonly unit: StockUnit;
  /** The records of an earlier download: those that come again are neither parsed nor checked, and stay the same shops. None unless told. */
  readonly known?: KnownRecords | null;
}

/**
 * Takes in the body of getAllShops while it streams in, yielding to the event loop every 2 ms. Broken records are set
 * aside; a body that is no array, ends too early or has more than a fifth of broken records is refused whole. Throws only
 * what the chunks throw.
 */
export async function readShops(
  chunks: AsyncIterable<Buffer>,
  { unit, known = null, isCheck = false, sink = null, savesAll = false, onPainting = IGNORE_PAINTINGS }: ReadOptions,
): Promise<Consumed<Download>> {
  const reader = new ShopReader(known ?? NOTHING_KNOWN, { unit, isCheck, sink, savesAll, onPainting });
  try {
    await readAll(chunks, new Cutter(reader), reader, sink);
  } catch (error) {
    return refusalFor(error);
  }
  const { list, fresh, mistaken, revision, setAside, samples } = reader;
  const all = list.shops.length + setAside;
  if (setAside > MOST_BROKEN * all) {
    const why = `${setAside} of ${all} records are broken, such as: ${samples[0]?.why}`;
    return { ok: false, kind: 'not-as-expected', why };
  }
  const gone = await inSlices(reader.matcher.gone());
  return { ok: true, value: { records: list.toKnown(), fresh, gone, mistaken, revision, setAside, samples } };
}

async function readAll(
  chunks: AsyncIterable<Buffer>,
  cutter: Cutter,
  reader: ShopReader,
  sink: RecordSink | null,
): Promise<void> {
  const slice = new TimeSlice();
  let unlooked = 0;
  const read = async (elements: Iterable<unknown>) => {
    for (const element of elements) {
      reader.take(element, cutter);
      if (sink?.isFull) await sink.flush();
      unlooked += cutter.to - cutter.from;
      if (element === RECOGNISED && unlooked < LOOK_AFTER_BYTES) continue;
      unlooked = 0;
      if (slice.isOver()) await slice.yieldIfOver();
    }
  };
  for await (const chunk of chunks) await read(cutter.push(chunk));
  await read(cutter.end());
}

function refusalFor(error: unknown): Pick<Failure, 'ok' | 'kind' | 'why'> {
  if (!(error instanceof Uncuttable)) throw error;
  return { ok: false, kind: error.kind === 'not-an-array' ? 'not-as-expected' : error.kind, why: error.message };
}
