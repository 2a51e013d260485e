import { z } from 'zod';
import type { Shop } from '../../../market/shops/shop.ts';
import type { StockUnit } from '../../../market/shops/stock.ts';
import { isShop } from '../../../storage/mappers/shop.ts';
import { TimeSlice } from '../../../time/cooperate.ts';
import { Cutter } from '../cutter.ts';
import { countAgain } from './count-again.ts';
import { CorruptFile, type Link } from './format.ts';

const storedHead = z.object({
  format: z.literal('crier-shops-1'),
  takenAt: z.int(),
  count: z.int(),
  missing: z.int().nonnegative().default(0),
});

/** `count`: shops in the file, of which the last `missing` are not part of the snapshot. */
type Head = z.infer<typeof storedHead>;

/**
 * Reads a file of Crier 0.3.0 and those before it: one JSON array of a head and all shops of the market.
 * @throws CorruptFile, Uncuttable
 */
export async function readFirstFormat(chunks: AsyncIterable<Buffer>, takenAt: number, unit: StockUnit): Promise<Link> {
  const slice = new TimeSlice();
  const cutter = new Cutter();
  const shops: Shop[] = [];
  let head: Head | null = null;
  const take = (element: unknown) => {
    if (head === null) head = headIn(element, takenAt);
    else if (isShop(element)) shops.push(countAgain(element, null, unit));
    else throw new CorruptFile('a record is not a shop');
  };
  for await (const chunk of chunks) {
    for (const element of cutter.push(chunk)) take(element);
    await slice.yieldIfOver();
  }
  for (const element of cutter.end()) take(element);
  const { count, missing } = headIn(head, takenAt);
  if (shops.length !== count) throw new CorruptFile(`${shops.length} shops of ${count}`);
  const beside = { missing: shops.slice(count - missing), filled: [], gone: [], isOfOlderReader: true };
  return { takenAt, before: null, fresh: shops.slice(0, count - missing), ...beside };
}

function headIn(element: unknown, takenAt: number): Head {
  const head = storedHead.safeParse(element).data ?? null;
  if (head?.takenAt !== takenAt) throw new CorruptFile('the head is not that of this snapshot');
  return head;
}
