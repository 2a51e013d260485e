import { z } from 'zod';
import type { Shop } from '../../../market/shops/shop.ts';
import { isShop } from '../../../stored/shop.ts';
import { Cutter } from '../cutter.ts';
import { CorruptFile, type Link } from './format.ts';

const storedHead = z.object({
  format: z.literal('crier-shops-1'),
  takenAt: z.int(),
  count: z.int(),
  missing: z.int().nonnegative().default(0),
});

/** `count`: shops in the file, of which the last `missing` are not part of the snapshot. */
type Head = z.infer<typeof storedHead>;

/** Reads a file of Crier 0.3.0 and those before it: one JSON array of a head and all shops of the market. */
export class FirstFormatReader {
  readonly #cutter = new Cutter();
  readonly #shops: Shop[] = [];
  #head: Head | null = null;

  /** Takes in what the file holds next; yields after each shop. @throws CorruptFile, Uncuttable */
  *push(chunk: Buffer): Generator<void, void> {
    for (const element of this.#cutter.push(chunk)) {
      this.#take(element);
      yield;
    }
  }

  /** @throws CorruptFile, Uncuttable */
  end(takenAt: number): Link {
    for (const element of this.#cutter.end()) this.#take(element);
    if (this.#head?.takenAt !== takenAt) throw new CorruptFile('it is another snapshot');
    const { count, missing } = this.#head;
    if (this.#shops.length !== count) throw new CorruptFile(`${this.#shops.length} shops of ${count}`);
    const ofMarket = count - missing;
    const beside = { missing: this.#shops.slice(ofMarket), filled: [], gone: [] };
    return { takenAt, before: null, fresh: this.#shops.slice(0, ofMarket), ...beside };
  }

  #take(element: unknown): void {
    if (this.#head === null) this.#head = headIn(element);
    else if (isShop(element)) this.#shops.push(element);
    else throw new CorruptFile('a record is not a shop');
  }
}

function headIn(element: unknown): Head {
  const head = storedHead.safeParse(element).data;
  if (head === undefined) throw new CorruptFile('it begins as no snapshot does');
  return head;
}
