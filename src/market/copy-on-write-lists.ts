/** A list of one entry is that entry: most places have one shop. */
type OneOrMore<Entry> = Entry | readonly Entry[];

/** Where the lists stand: a `CopyOnWriteArray` or a `CopyOnWriteMap`. */
interface Values<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  keys(): Iterable<Key>;
  next(): Values<Key, Value>;
}

/** What is to become of a list. */
export interface ListEdit<Entry> {
  readonly gone: Set<Entry>;
  readonly come: Entry[];
}

/** A list so long is not copied for each change, but once for all of them. */
const LONG = 32;
/** Entries between two yields. */
const SLICE = 2_048;

/**
 * Lists by key, in no certain order, each entry once. A copy shares what is equal with its original. `settle` ends what `add` and
 * `remove` began.
 */
export class CopyOnWriteLists<Key, Entry extends number | object> {
  readonly #values: Values<Key, OneOrMore<Entry>>;
  readonly #edits = new Map<Key, ListEdit<Entry>>();

  constructor(values: Values<Key, OneOrMore<Entry>>) {
    this.#values = values;
  }

  /** The same lists; what becomes of either is not seen in the other. */
  next(): CopyOnWriteLists<Key, Entry> {
    return new CopyOnWriteLists(this.#values.next());
  }

  at(key: Key): readonly Entry[] {
    const value = this.#values.get(key);
    if (value === undefined) return [];
    return isList(value) ? value : [value];
  }

  /** Those whose list is not empty. */
  keys(): Iterable<Key> {
    return this.#values.keys();
  }

  /** Takes in an entry that the list has not. */
  add(key: Key, entry: Entry): void {
    const value = this.#values.get(key);
    if (value === undefined) this.#values.set(key, entry);
    else if (!isList(value)) this.#values.set(key, [value, entry]);
    else if (value.length < LONG) this.#values.set(key, [...value, entry]);
    else editOf(this.#edits, key).come.push(entry);
  }

  /** Takes out an entry that the list had before it was settled last. */
  remove(key: Key, entry: Entry): void {
    const list = this.at(key);
    if (list.length >= LONG) editOf(this.#edits, key).gone.add(entry);
    else
      this.#set(
        key,
        list.filter((other) => other !== entry),
      );
  }

  *settle(): Generator<void, void> {
    for (const [key, edit] of this.#edits) yield* this.edit(key, edit);
    this.#edits.clear();
  }

  /** Takes many entries in and out at once. */
  *edit(key: Key, { gone, come }: ListEdit<Entry>): Generator<void, void> {
    const list = this.at(key);
    this.#set(key, (gone.size === 0 ? list : yield* without(list, gone)).concat(come));
    yield;
  }

  #set(key: Key, list: readonly Entry[]): void {
    const [first] = list;
    if (first === undefined) this.#values.delete(key);
    else this.#values.set(key, list.length > 1 ? list : first);
  }
}

/** What is to become of the list of a key, which is nothing yet where it is asked for first. */
export function editOf<Key, Entry>(edits: Map<Key, ListEdit<Entry>>, key: Key): ListEdit<Entry> {
  const known = edits.get(key);
  if (known !== undefined) return known;
  const edit: ListEdit<Entry> = { gone: new Set(), come: [] };
  edits.set(key, edit);
  return edit;
}

function* without<Entry>(list: readonly Entry[], gone: ReadonlySet<Entry>): Generator<void, readonly Entry[]> {
  const kept: Entry[] = [];
  for (const [at, entry] of list.entries()) {
    if (!gone.has(entry)) kept.push(entry);
    if (at % SLICE === 0) yield;
  }
  return kept;
}

function isList<Entry extends number | object>(value: OneOrMore<Entry>): value is readonly Entry[] {
  return Array.isArray(value);
}
