import type { Shop } from '../../../market/shops/shop.ts';
import type { StockUnit } from '../../../market/shops/stock.ts';
import { IGNORE_PAINTINGS } from '../../wire/item.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { Literal } from './literal.ts';
import { ShopSlots } from './shop-slots.ts';
import type { Slot } from './slots.ts';

/** Stands in the outline of a record before the name of a slot; and how JSON writes the two. */
const MARK = '\u0000';
const MARKED = /"\\u0000(\w*)"/;

/** A slot, and what stands before and after it. */
interface Step {
  readonly before: Literal;
  readonly slot: Slot;
  readonly after: Literal;
}

/**
 * How records are written just now: compact JSON, with the same fields in the same order. Reads a record that is
 * written so straight from its bytes, and gives the same as `readShop` of the parsed record: literals, numbers and
 * parts that are JSON by themselves, one after the other, are JSON.
 */
export class RecordForm {
  readonly #slots: ShopSlots;
  readonly #steps: readonly Step[];

  private constructor(slots: ShopSlots, steps: readonly Step[]) {
    this.#slots = slots;
    this.#steps = steps;
  }

  /** The form of a good record; null: it has a field twice, or values that are not for a shop and no literals. */
  static of(record: unknown, unit: StockUnit, onPainting = IGNORE_PAINTINGS): RecordForm | null {
    if (typeof record !== 'object' || record === null) return null;
    const slots = new ShopSlots(unit, onPainting);
    const byName = slots.byName();
    const steps: Step[] = [];
    // Literals and names by turns.
    const [first = '', ...pieces] = outlineOf(record, byName).split(MARKED);
    let before = new Literal(first, false);
    for (let index = 0; index < pieces.length; index += 2) {
      const [name = '', text = ''] = pieces.slice(index, index + 2);
      const slot = byName.get(name);
      if (slot === undefined) return null;
      for (const [other, same] of byName) if (same === slot) byName.delete(other);
      const after = new Literal(text, index + 2 === pieces.length);
      steps.push({ before, slot, after });
      before = after;
    }
    return new RecordForm(slots, steps);
  }

  /** The shop of the record at whose first byte the cursor stands; null: it is written otherwise, or broken. */
  read(cursor: ByteCursor): Shop | null {
    for (const { before, slot, after } of this.#steps) {
      if (!cursor.pass(before) || !slot.read(cursor, after)) return null;
      if (after.isLast && !(cursor.pass(after) && cursor.at === cursor.end)) return null;
    }
    return this.#slots.toShop();
  }
}

/** The record as compact JSON, with names for the values in slots, and for what else is no plain value but the place. */
function outlineOf(record: object, slots: ReadonlyMap<string, Slot>): string {
  const markIn = (values: object, mark: (key: string, value: unknown) => unknown) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, slots.has(key) ? MARK + key : mark(key, value)]),
    );
  const markObject = (value: unknown) => (typeof value === 'object' ? MARK : value);
  const outline = markIn(record, (key, value) =>
    key === 'location' && typeof value === 'object' && value !== null
      ? markIn(value, (_, within) => markObject(within))
      : markObject(value),
  );
  return JSON.stringify(outline);
}
