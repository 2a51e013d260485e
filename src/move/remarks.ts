import type { Compared } from './compared.ts';
import type { Source } from './source.ts';
import { TABLES } from './tables.ts';

const MOST_NAMED = 10;

/** What is carried over all the same, and set aside there as here. */
export function unread(source: Source): readonly string[] {
  return TABLES.filter(({ file, told }) => file === 'settings' && told !== null).flatMap((table) => {
    const ids: string[] = [];
    for (const { rows } of source.table(table).batches(null)) {
      for (const row of rows) if (table.told?.of(row, 0) === null) ids.push(String(row[0]));
    }
    return ids.length === 0
      ? []
      : [`Cannot be read, and is there as it was: ${ids.length} of ${table.name} (${named(ids)})`];
  });
}

/** What a row of its table cannot be. */
export function leftBehind(source: Source, compared: readonly Compared[]): readonly string[] {
  const unfit = TABLES.flatMap((table) => {
    const from = source.table(table);
    const count = from.count() - (compared.find(({ name }) => name === table.name)?.source.rows ?? 0);
    return count === 0
      ? []
      : [`Damaged, and stays in the files alone: ${count} of ${table.name} (${named(from.unfit())})`];
  });
  const unknown = source
    .unknownKinds()
    .map(({ name, count }) => `Not known to this Crier, and stays in the files alone: ${count} of ${name}`);
  return [...unfit, ...unknown];
}

function named(ids: readonly string[]): string {
  const some = ids.slice(0, MOST_NAMED).join(', ');
  return ids.length > MOST_NAMED ? `${some} …` : some;
}
