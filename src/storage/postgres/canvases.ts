import type { Canvases, CanvasLimits, CanvasTitle, IsNeeded, SeenCanvas, StoredCanvas } from '../../ports/pictures.ts';
import {
  CANVAS_COLUMNS,
  type CanvasRow,
  type CanvasSize,
  canvasRows,
  MOST_SEARCH_WORDS,
  PAINTED_COLUMNS,
  readCanvasRow,
  readTitleRow,
  searchedWords,
  surplusCanvases,
  TITLE_COLUMNS,
  type TitleRow,
} from '../mappers/canvas-row.ts';
import type { UnreadableRows } from '../mappers/record.ts';
import type { Queryable, WriteStep } from './client.ts';
import { readStoredTextOrNull, storedText, storedTextOrNull } from './stored-text.ts';

const FIND = `SELECT ${TITLE_COLUMNS}, pixels, version, first_seen_at FROM canvases WHERE id = $1`;
const TITLES = `SELECT ${TITLE_COLUMNS} FROM canvases WHERE id = ANY ($1)`;
const HAS_WORD_PARAMETERS = Array.from({ length: MOST_SEARCH_WORDS }, (_, at) => `strpos(words, $${at + 2}) > 0`).join(
  ' AND ',
);
const SEARCH = `SELECT ${TITLE_COLUMNS} FROM canvases WHERE ${HAS_WORD_PARAMETERS} ORDER BY last_seen_at DESC, id LIMIT $1`;
const TOTALS = 'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM canvases';

const CANVASES_PER_DELETE = 500;

const COLUMN_TYPES: Readonly<Record<keyof CanvasRow, string>> = {
  ...{ id: 'text', title: 'text', author: 'text', width: 'smallint', height: 'smallint', pixels: 'bytea' },
  ...{ version: 'bigint', pixels_at: 'bigint', first_seen_at: 'bigint', last_seen_at: 'bigint' },
  ...{ words: 'text', bytes: 'integer' },
};
const SEEN_CANVASES = `unnest(${CANVAS_COLUMNS.map((name, at) => `$${at + 1}::${COLUMN_TYPES[name]}[]`)}) AS seen (${CANVAS_COLUMNS})`;
const PUT_CANVASES = `INSERT INTO canvases AS kept (${CANVAS_COLUMNS}) SELECT ${CANVAS_COLUMNS} FROM ${SEEN_CANVASES}
  ON CONFLICT (id) DO UPDATE SET ${PAINTED_COLUMNS.map((name) => `${name} = excluded.${name}`)}
    WHERE (excluded.version, excluded.pixels_at) >= (kept.version, kept.pixels_at)`;
const UPDATE_SEEN_TIMES = `UPDATE canvases SET first_seen_at = least(canvases.first_seen_at, seen.first_seen_at),
    last_seen_at = greatest(canvases.last_seen_at, seen.last_seen_at)
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS seen (id, first_seen_at, last_seen_at)
  WHERE canvases.id = seen.id`;
const SIZES = 'SELECT id, bytes FROM canvases ORDER BY last_seen_at DESC, id DESC';
const DELETE_CANVASES = 'DELETE FROM canvases WHERE id = ANY ($1)';

/** The canvases that the leader saves. */
export class PostgresCanvases implements Canvases {
  readonly #db: Queryable;
  readonly #unreadable: UnreadableRows;

  constructor(db: Queryable, unreadable: UnreadableRows) {
    this.#db = db;
    this.#unreadable = unreadable;
  }

  async find(id: string): Promise<StoredCanvas | null> {
    const { rows } = await this.#db.query<TitleRow & Pick<CanvasRow, 'pixels' | 'version' | 'first_seen_at'>>(FIND, [
      storedText(id),
    ]);
    const [row] = rows;
    if (row === undefined) return null;
    try {
      return readCanvasRow({ ...row, ...readTitleTexts(row) });
    } catch (error) {
      this.#unreadable.note(`canvas ${id}`, error);
      this.#unreadable.logNoted('Canvas unreadable, shown without a picture');
      return null;
    }
  }

  async titles(ids: readonly string[]): Promise<readonly CanvasTitle[]> {
    return this.#titles(TITLES, [ids.map(storedText)]);
  }

  async search(text: string, limit: number): Promise<readonly CanvasTitle[]> {
    return this.#titles(SEARCH, [limit, ...searchedWords(text)]);
  }

  async totals(): Promise<CanvasLimits> {
    const { rows } = await this.#db.query<CanvasLimits>(TOTALS);
    return rows[0] ?? { count: 0, bytes: 0 };
  }

  async #titles(sql: string, values: readonly unknown[]): Promise<readonly CanvasTitle[]> {
    const { rows } = await this.#db.query<TitleRow>(sql, values);
    return rows.map((row) => readTitleRow({ ...row, ...readTitleTexts(row) }));
  }
}

/** Writes sightings of canvases as part of the caller's transaction. Idempotent. */
export async function saveCanvases(seen: readonly SeenCanvas[], db: Queryable): Promise<void> {
  const rows = canvasRows(seen);
  if (rows.length === 0) return;
  const stored = rows.map((row) => ({
    ...row,
    ...{ id: storedText(row.id), title: storedTextOrNull(row.title), author: storedTextOrNull(row.author) },
  }));
  const columns = (names: readonly (keyof CanvasRow)[]) => names.map((name) => stored.map((row) => row[name]));
  await db.query(PUT_CANVASES, columns(CANVAS_COLUMNS));
  await db.query(UPDATE_SEEN_TIMES, columns(['id', 'first_seen_at', 'last_seen_at']));
}

/**
 * Deletes canvases above the limits, some at each step.
 * @returns the number of deleted canvases
 */
export async function pruneCanvases(isNeeded: IsNeeded, limits: CanvasLimits, write: WriteStep): Promise<number> {
  let surplus: readonly string[] = [];
  await write(async (db) => {
    const { rows } = await db.query<CanvasSize>(SIZES);
    surplus = surplusCanvases(rows, isNeeded, limits);
    return 0;
  });
  let dropped = 0;
  for (let from = 0; from < surplus.length; from += CANVASES_PER_DELETE) {
    const ids = surplus.slice(from, from + CANVASES_PER_DELETE);
    dropped += await write(async (db) => (await db.query(DELETE_CANVASES, [ids])).count);
  }
  return dropped;
}

function readTitleTexts({ title, author }: TitleRow): Pick<TitleRow, 'title' | 'author'> {
  return { title: readStoredTextOrNull(title), author: readStoredTextOrNull(author) };
}
